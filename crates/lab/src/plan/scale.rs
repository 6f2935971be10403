//! Scales of a plan: the paper's, and a quick one that replaces keys of `plan.toml`.

use super::Plan;
use clap::ValueEnum;
use core::fmt;
use freeboard_scenario::document::{Document, Fault, set_key};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// How much of a plan is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scale {
    /// As the plan's section `[quick]` has it: fewer flows, seeds or points. Without one the whole.
    Quick,
    /// As the plan has it: the paper's own counts, or what the plan says of them.
    #[default]
    Paper,
}

/// The section whose keys replace those of the plan.
pub(super) const QUICK: &str = "quick";

impl fmt::Display for Scale {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Quick => "quick",
            Self::Paper => "paper",
        })
    }
}

impl Plan<'_> {
    /// `plan.toml` at a scale.
    ///
    /// # Errors
    /// A key of `[quick]` leads nowhere.
    pub fn document(&self, scale: Scale) -> Result<Document, Fault> {
        let whole = Document::new(self.path("plan.toml"), self.plan);
        if scale == Scale::Paper {
            return Ok(whole);
        }
        let fault = |key: &str, problem: String, legal: String| Fault {
            file: whole.file().into(),
            line: 0,
            key: if key.is_empty() { QUICK.to_owned() } else { format!("{QUICK}.{key}") },
            value: None,
            problem,
            legal,
        };
        // What is no TOML is refused by its reader, with the line.
        let Ok(mut table) = self.plan.parse::<Table>() else { return Ok(whole) };
        let quick = match table.remove(QUICK) {
            None => return Ok(whole),
            Some(Value::Table(quick)) => quick,
            Some(_) => return Err(fault("", "is not a table".to_owned(), format!("a section [{QUICK}]"))),
        };
        for (path, value) in leaves(quick) {
            set_key(&mut table, &path, value)
                .map_err(|refusal| fault(&path, refusal.problem, refusal.legal))?;
        }
        Ok(Document::new(format!("{}, scale {scale}", whole.file()), table.to_string()))
    }
}

/// The values of a table and of those within it, by their paths.
fn leaves(table: Table) -> Vec<(String, Value)> {
    let below = |(key, value): (String, Value)| match value {
        Value::Table(inner) => {
            leaves(inner).into_iter().map(|(path, value)| (format!("{key}.{path}"), value)).collect()
        }
        other => vec![(key, other)],
    };
    table.into_iter().flat_map(below).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(scale: Scale, text: &str) -> Result<Table, Fault> {
        let plan = Plan { paper: "a", figure: "b", folder: "a/b", plan: text, expected: None };
        plan.document(scale).map(|document| document.text().parse().unwrap())
    }

    const TEXT: &str = "[run]\ntime = \"1 s\"\nseed = [1, 2]\n[[axis]]\nname = \"flows\"\nvalues = [1, 2]\n[quick]\nrun.seed = [1]\n\
                        axis.flows.values = [2]\n";

    #[test]
    fn quick_replaces_keys_of_tables_and_lists_and_keeps_the_rest() {
        let quick = at(Scale::Quick, TEXT).unwrap();
        assert_eq!(quick["run"]["seed"].as_array().map(Vec::len), Some(1));
        assert_eq!(quick["run"]["time"].as_str(), Some("1 s"));
        assert_eq!(quick["axis"][0]["values"][0].as_integer(), Some(2));
        assert!(!quick.contains_key(QUICK));
    }

    #[test]
    fn the_paper_scale_is_the_file_as_it_is() {
        assert_eq!(at(Scale::Paper, TEXT).unwrap()["run"]["seed"].as_array().map(Vec::len), Some(2));
        let plan = Plan { paper: "a", figure: "b", folder: "a/b", plan: TEXT, expected: None };
        assert_eq!(plan.document(Scale::Paper).unwrap().text(), TEXT);
    }

    #[test]
    fn a_key_that_leads_nowhere_is_refused_by_its_name() {
        let text = TEXT.replace("axis.flows.values", "axis.flow.values");
        let fault = at(Scale::Quick, &text).unwrap_err();
        assert_eq!(fault.key, "quick.axis.flow.values");
        assert!(at(Scale::Quick, "quick = 1\n").is_err());
    }
}
