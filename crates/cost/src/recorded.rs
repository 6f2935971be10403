//! Record of the firmware's costs and proofs: what tables show without building the image.
//!
//! `cargo xtask firmware` compares the costs with what it measures and writes them with `--record`; `cargo xtask prove
//! --record` writes the proofs. Both files are part of this crate, so that a program without the sources has them.

use crate::row::Row;
use serde_json::Value;

/// File of the costs, below the repository's root.
pub const COSTS: &str = "crates/cost/costs.jsonl";
/// File of the proofs, below the repository's root.
pub const PROOFS: &str = "crates/cost/proofs.jsonl";
/// File of the comparison with public C, below the repository's root.
pub const AGAINST_C: &str = "crates/cost/against-c.jsonl";

/// Keys that a measurement of the firmware image fills, in the order of the record.
///
/// Cycles and instructions are those of the core `cv32e40p-like`, [`code_bytes`](KEYS) of the profile for speed,
/// `code_bytes_s` of the profile for size, `budget_cycles` the limit of the gate.
pub const KEYS: [&str; 14] = [
    "profile",
    "place",
    "code_bytes",
    "code_bytes_s",
    "state_bytes",
    "events",
    "instructions_mean",
    "instructions_worst",
    "cycles_mean",
    "cycles_worst",
    "cycles_packet",
    "budget_cycles",
    "stack_bytes",
    "worst_vector",
];

/// Costs of one variant on one instruction set.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// `algorithm/variant`.
    pub id: String,
    /// Instruction set, as in [`crate::report`].
    pub target: String,
    costs: Row,
}

impl Recorded {
    fn new(id: String, target: String, value: impl Fn(&'static str) -> Option<Value>) -> Self {
        let costs = KEYS.iter().fold(Row::default(), |row, key| match value(key) {
            Some(value) => row.with(key, value),
            None => row,
        });
        Self { id, target, costs }
    }

    /// The costs that a row of a measurement has.
    #[must_use]
    pub fn of(row: &Row) -> Self {
        Self::new(row.id(), row.text("target"), |key| row.get(key).cloned())
    }

    /// The costs, without the names.
    #[must_use]
    pub const fn costs(&self) -> &Row {
        &self.costs
    }

    /// A number; 0 where the key does not apply.
    #[must_use]
    pub fn number(&self, key: &str) -> f64 {
        self.costs.get(key).and_then(Value::as_f64).unwrap_or_default()
    }

    /// The line of the record.
    #[must_use]
    pub fn line(&self) -> String {
        Row::default()
            .with("id", self.id.as_str())
            .with("target", self.target.as_str())
            .and(&self.costs)
            .line()
    }
}

/// The costs on record.
#[must_use]
pub fn costs() -> Vec<Recorded> {
    parse(include_str!("../costs.jsonl"))
}

/// Costs of a text of lines as [`Recorded::line`] writes them; other lines are left out.
#[must_use]
pub fn parse(text: &str) -> Vec<Recorded> {
    let one = |object: Value| {
        let text = |key| Some(object.get(key)?.as_str()?.to_owned());
        Some(Recorded::new(text("id")?, text("target")?, |key| object.get(key).cloned()))
    };
    text.lines().filter_map(|line| one(serde_json::from_str(line).ok()?)).collect()
}

/// Proved worst case of one variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proved {
    /// Instructions of the longest path.
    pub instructions: u64,
    /// Cycles of the longest path on `cv32e40p-like`.
    pub cycles: u64,
}

/// The obligations on record, one object each.
#[must_use]
pub fn proofs() -> Vec<Value> {
    include_str!("../proofs.jsonl").lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}

/// The worst case that is proved of a variant; `None` where none is.
#[must_use]
pub fn proved(id: &str, proofs: &[Value]) -> Option<Proved> {
    let text = |one: &Value, key: &str| one[key].as_str().unwrap_or_default().to_owned();
    let named = |one: &&Value| {
        let variant = text(one, "variant");
        let name =
            if variant.is_empty() { text(one, "algorithm") } else { text(one, "algorithm") + "/" + &variant };
        name == id && text(one, "obligation") == "worst-case" && text(one, "verdict") == "holds"
    };
    let found = proofs.iter().find(named)?;
    Some(Proved {
        instructions: found["instructions_worst"].as_u64()?,
        cycles: found["cycles_worst"].as_u64()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_gives_back_what_was_measured() {
        let row = Row::default().with("algorithm", "a").with("variant", "b").with("target", "riscv32imc");
        let row = row.with("cycles_mean", 2.25).with("digest", "1234abcd");
        let recorded = Recorded::of(&row);
        assert_eq!(recorded.line(), r#"{"id":"a/b","target":"riscv32imc","cycles_mean":2.25}"#);
        assert_eq!(parse(&recorded.line()), [recorded]);
    }

    #[test]
    fn a_worst_case_that_is_not_shown_is_none() {
        let line = |verdict: &str| {
            let text = r#"{"algorithm":"a","variant":"b","obligation":"worst-case","verdict":"VERDICT","instructions_worst":2,"cycles_worst":3}"#;
            serde_json::from_str::<Value>(&text.replace("VERDICT", verdict)).unwrap()
        };
        assert_eq!(proved("a/b", &[line("holds")]), Some(Proved { instructions: 2, cycles: 3 }));
        assert_eq!(proved("a/b", &[line("unknown")]), None);
        assert_eq!(proved("a/c", &[line("holds")]), None);
    }
}
