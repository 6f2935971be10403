//! The ledger of a command's runs, as JSON.

use super::Line;
use freeboard_fabric::ledger::Imbalance;
use serde::Serialize;

/// What is said of runs whose ledgers balance.
pub const BALANCED: &str = "balanced";

/// The last object of a command that has run networks.
#[derive(Clone, Debug, Serialize)]
pub struct LedgerLine {
    ledger: Verdict,
}

/// All balance, or the first difference.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Verdict {
    Balanced(&'static str),
    Differs { entity: String, made: u64, accounted: u64 },
}

impl LedgerLine {
    /// The ledgers of all runs balance.
    pub const BALANCED: Self = Self { ledger: Verdict::Balanced(BALANCED) };

    /// The line of a ledger that does not.
    #[must_use]
    pub fn of(imbalance: &Imbalance) -> Self {
        let Imbalance { entity, made, accounted } = imbalance.clone();
        Self { ledger: Verdict::Differs { entity, made, accounted } }
    }
}

impl Line for LedgerLine {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ledger_says_that_it_balances_or_where_it_does_not() {
        assert_eq!(LedgerLine::BALANCED.line(), r#"{"ledger":"balanced"}"#);
        let imbalance = Imbalance { entity: "switch 3, packets".to_owned(), made: 7, accounted: 6 };
        let line = r#"{"ledger":{"entity":"switch 3, packets","made":7,"accounted":6}}"#;
        assert_eq!(LedgerLine::of(&imbalance).line(), line);
    }
}
