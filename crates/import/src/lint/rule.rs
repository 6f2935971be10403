//! A rule and its findings.

use crate::sonic::ConfigDb;
use core::fmt;

/// A setting that will not do what it seems to.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Finding {
    /// Name of the rule.
    pub rule: &'static str,
    /// `table|key|field`.
    pub place: String,
    /// What the switch will do, a clause.
    pub effect: String,
    /// What to write instead, a clause.
    pub remedy: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}; {} [{}]", self.place, self.effect, self.remedy, self.rule)
    }
}

/// What a rule calls to report: place, effect, remedy.
pub(super) type Report<'a> = &'a mut dyn FnMut(String, String, String);

/// A known mistake.
#[derive(Clone, Copy)]
pub struct Rule {
    /// Name, stable from release to release.
    pub name: &'static str,
    /// The mistake.
    pub mistake: &'static str,
    check: fn(&ConfigDb, Report<'_>),
}

impl Rule {
    pub(super) fn findings(&self, db: &ConfigDb) -> Vec<Finding> {
        let mut found: Vec<Finding> = Vec::new();
        (self.check)(db, &mut |place, effect, remedy| {
            let finding = Finding { rule: self.name, place, effect, remedy };
            // Ports and queues that share a profile share its finding.
            if found.iter().all(|other| other.place != finding.place) {
                found.push(finding);
            }
        });
        found
    }
}

pub(super) const fn rule(
    name: &'static str,
    mistake: &'static str,
    check: fn(&ConfigDb, Report<'_>),
) -> Rule {
    Rule { name, mistake, check }
}
