//! Findings on a switch's configuration: a rule per known mistake.

mod pause;
mod rows;
mod rule;
mod rules;
mod sarif;
mod scenario;
mod share;
mod threshold;

pub use rule::{Finding, Rule};
pub use rules::RULES;
pub use sarif::sarif;
pub use scenario::{UNUSED, lint_scenario};

use crate::sonic::ConfigDb;

/// Every finding, in the order of the rules.
#[must_use]
pub fn lint(db: &ConfigDb) -> Vec<Finding> {
    RULES.iter().flat_map(|rule| rule.findings(db)).collect()
}
