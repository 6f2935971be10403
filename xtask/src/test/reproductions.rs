//! Every built-in plan at the quick scale, as one would run it.
//!
//! A plan passes if it agrees with the record, to the digest of its runs and six digits of every measured number, and a finding
//! explains every number that differs from the paper's. `FREEBOARD_BLESS=1` makes what it came to the record: the changelog says
//! why.

use super::count::Count;
use super::suite::Outcome;
use super::tee;
use crate::bench;
use crate::paper_scale::{ids, row};
use crate::workspace::cargo;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Plans of the short tier: seconds each, a paper of marking schemes, one of buffers, one of underlays. Chosen by us.
const FEW: [&str; 3] = ["ecn-sharp/fig10", "bcc/fig2", "on-ramp/fig2"];

/// Runs a few plans in the profile of the command line, and judges each by the record.
pub(crate) fn few() -> anyhow::Result<Outcome> {
    let out = std::path::absolute(toolchain::scratch()?.join("quick-few"))?;
    let record = records(&std::fs::read_to_string(toolchain::root().join(RECORD))?)?;
    let mut count = Count::default();
    for id in FEW {
        let folder = out.join(id);
        // A call that was stopped would go on.
        let _ = std::fs::remove_dir_all(&folder);
        let mut command = cargo(&["freeboard", "reproduce", id, "--scale", "quick", "--out"]);
        let (fine, _) = tee::run(command.arg(&folder))?;
        let problem = match fine {
            true => problem(&row(&folder, "quick")?, record.get(id), &unexplained(&folder)?),
            false => Some("did not end well".to_owned()),
        };
        if let Some(problem) = &problem {
            eprintln!("FAILED {id}: {problem}");
        }
        count += Count::one(problem.is_none());
    }
    Ok(Outcome::ran(count))
}

/// The digests of all plans at the quick scale.
const RECORD: &str = "crates/lab/plans/quick-scale.jsonl";

/// Runs all plans in the profile `fast`, and judges each.
pub(crate) fn run() -> anyhow::Result<Outcome> {
    let out = std::path::absolute(toolchain::scratch()?.join("quick-scale"))?;
    // A call that was stopped would go on.
    let _ = std::fs::remove_dir_all(&out);
    let mut command = bench::cargo("run");
    command.args(["--bin", "freeboard", "--", "reproduce", "--all", "--scale", "quick", "--out"]).arg(&out);
    let (fine, _) = tee::run(&mut command)?;
    let path = toolchain::root().join(RECORD);
    let bless = std::env::var_os("FREEBOARD_BLESS").is_some();
    let record = records(&std::fs::read_to_string(&path).unwrap_or_default())?;
    let (mut count, mut rows) = (Count::default(), String::new());
    for id in ids()? {
        let results = out.join(&id);
        let came_to = row(&results, "quick").with_context(|| results.display().to_string())?;
        let on_record = if bless { Some(&came_to) } else { record.get(&id.display().to_string()) };
        let problem = problem(&came_to, on_record, &unexplained(&results)?);
        if let Some(problem) = &problem {
            eprintln!("FAILED {}: {problem}", id.display());
        }
        count += Count::one(problem.is_none());
        rows += &format!("{came_to}\n");
    }
    if bless {
        std::fs::write(&path, rows)?;
    } else {
        for plan in without_plan(&record, &rows)? {
            eprintln!("FAILED {plan}: is on record, and no plan");
            count += Count::one(false);
        }
    }
    // It also ends with a failure where a ledger does not balance, which no digest shows.
    if !fine && count.failed == 0 {
        return Ok(Outcome::failed(
            "`reproduce --all` did not end well, though every plan came to what is on record",
        ));
    }
    Ok(Outcome::ran(count))
}

/// The rows by plan.
fn records(text: &str) -> anyhow::Result<BTreeMap<String, Value>> {
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line)?;
        Ok((row["plan"].as_str().context("a row without a plan")?.to_owned(), row))
    };
    text.lines().map(row).collect()
}

/// What is on record of plans that are not among those of these rows: they were renamed, or are gone.
fn without_plan(record: &BTreeMap<String, Value>, rows: &str) -> anyhow::Result<Vec<String>> {
    let ran = records(rows)?;
    Ok(record.keys().filter(|plan| !ran.contains_key(*plan)).cloned().collect())
}

/// The numbers of a plan that differ and have no finding.
fn unexplained(results: &Path) -> anyhow::Result<Vec<String>> {
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(results.join("reproduction.json"))?)?;
    let lines = kept["lines"].as_array().context("no `lines`")?;
    let bare = lines.iter().filter(|line| line["verdict"] == "differs" && line["finding"].is_null());
    Ok(bare.map(|line| line["quantity"].to_string()).collect())
}

/// What is wrong with what a plan came to.
fn problem(came_to: &Value, on_record: Option<&Value>, unexplained: &[String]) -> Option<String> {
    if !unexplained.is_empty() {
        return Some(format!("differs without a finding: {}", unexplained.join(", ")));
    }
    match on_record {
        None => Some(format!("is not on record, and came to {came_to}")),
        Some(row) if row != came_to => Some(format!("came to {came_to}, on record is {row}")),
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_plan_fails_that_is_not_what_is_on_record_or_differs_without_a_finding() {
        let row = |digest: &str| json!({"plan": "a/b", "runs": 1, "holds": 1, "digest": digest});
        let record = records(&format!("{}\n", row("01020304"))).unwrap();
        let of = |came_to: &Value, unexplained: &[String]| problem(came_to, record.get("a/b"), unexplained);
        assert_eq!(of(&row("01020304"), &[]), None);
        assert!(of(&row("01020305"), &[]).unwrap().contains("on record is"));
        assert!(of(&row("01020304"), &["its mean".to_owned()]).unwrap().contains("its mean"));
        assert!(problem(&row("01020304"), None, &[]).unwrap().contains("not on record"));
    }

    #[test]
    fn a_row_on_record_needs_a_plan() {
        let rows = |plans: &[&str]| {
            plans.iter().map(|plan| format!("{}\n", json!({ "plan": plan }))).collect::<String>()
        };
        let record = records(&rows(&["a/b", "a/gone"])).unwrap();
        assert_eq!(without_plan(&record, &rows(&["a/b", "a/new"])).unwrap(), ["a/gone"]);
        assert!(without_plan(&record, &rows(&["a/gone", "a/b"])).unwrap().is_empty());
    }

    #[test]
    fn a_number_that_differs_needs_a_finding() {
        let folder = toolchain::scratch().unwrap().join("unexplained");
        std::fs::create_dir_all(&folder).unwrap();
        let line = |quantity: &str, verdict: &str| json!({"quantity": quantity, "verdict": verdict});
        let mut explained = line("b", "differs");
        explained["finding"] = json!("as it is");
        let lines = [line("a", "holds"), explained, line("c", "differs"), line("d", "open")];
        std::fs::write(folder.join("reproduction.json"), json!({ "lines": lines }).to_string()).unwrap();
        assert_eq!(unexplained(&folder).unwrap(), ["\"c\""]);
    }
}
