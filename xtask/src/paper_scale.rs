//! `cargo xtask paper-scale`: the record of what the plans came to at the paper's scale.
//!
//! Runs of that scale take hours and are no part of CI. What `freeboard reproduce --all` wrote is kept beside each plan as tables of
//! its verdicts and cells, which its page shows, and in one line per plan, which the book shows.

use anyhow::{Context, bail};
use freeboard_toolchain as toolchain;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// From where.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Folder of `freeboard reproduce --all --scale paper`, or of some plans as it lays them out: PAPER/FIGURE.
    results: PathBuf,
}

/// Keeps every plan that has results; those that have none keep what is on record.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let plans = toolchain::root().join("crates/lab/plans");
    let path = plans.join("paper-scale.jsonl");
    let before = std::fs::read_to_string(&path).unwrap_or_default();
    let mut rows = BTreeMap::new();
    for line in before.lines() {
        let row: Value = serde_json::from_str(line).with_context(|| path.display().to_string())?;
        rows.insert(text(&row, "plan")?, row);
    }
    let mut kept = 0usize;
    for id in ids()? {
        let (plan, results) = (plans.join(&id), arguments.results.join(&id));
        if !results.join("reproduction.json").is_file() {
            continue;
        }
        let row = row(&results, "paper").with_context(|| results.display().to_string())?;
        for file in ["verdicts.md", "cells.md"] {
            std::fs::copy(results.join(file), plan.join(file)).with_context(|| file.to_owned())?;
        }
        rows.insert(text(&row, "plan")?, row);
        kept += 1;
    }
    if kept == 0 {
        bail!("{} has no results of a built-in plan", arguments.results.display());
    }
    rows.retain(|plan, _| plans.join(plan).is_dir());
    std::fs::write(&path, rows.values().map(|row| format!("{row}\n")).collect::<String>())?;
    println!("{kept} plans kept, {} on record; `cargo xtask docs` shows them", rows.len());
    Ok(true)
}

/// The built-in plans that have a folder of their own, as PAPER/FIGURE.
pub(crate) fn ids() -> anyhow::Result<Vec<PathBuf>> {
    let plans = toolchain::root().join("crates/lab/plans");
    let figures = folders(&plans)?.iter().map(|paper| folders(paper)).collect::<Result<Vec<_>, _>>()?;
    figures.concat().iter().map(|figure| Ok(figure.strip_prefix(&plans)?.to_owned())).collect()
}

/// What one plan came to at a scale, from the folder of its results.
pub(crate) fn row(results: &Path, scale: &str) -> anyhow::Result<Value> {
    let read = |file: &str| std::fs::read_to_string(results.join(file)).with_context(|| file.to_owned());
    let kept: Value = serde_json::from_str(&read("reproduction.json")?)?;
    let ran = text(&kept, "scale")?;
    if ran != scale {
        bail!("it ran at the scale {ran}, not at {scale}");
    }
    let results = read("results.jsonl")?;
    let header: Value = serde_json::from_str(results.lines().next().context("no results")?)?;
    let runs = header["cells"].as_u64().context("no `cells` in the header of the results")?;
    let lines = kept["lines"].as_array().context("no `lines`")?;
    let count = |verdict: &str| lines.iter().filter(|line| line["verdict"] == verdict).count();
    // A digest covers what happened, not what was measured of it.
    let measured: Vec<Value> = lines.iter().map(|line| rounded(&line["measured"])).collect();
    Ok(json!({
        "plan": format!("{}/{}", text(&kept, "paper")?, text(&kept, "figure")?),
        "runs": runs,
        "holds": count("holds"),
        "differs": count("differs"),
        "open": count("open"),
        "digest": text(&kept, "digest")?,
        "measured": measured,
    }))
}

/// A number with six significant digits, as text; null where nothing was measured.
fn rounded(value: &Value) -> Value {
    value.as_f64().map_or(Value::Null, |number| json!(format!("{number:.5e}")))
}

fn text(value: &Value, key: &str) -> anyhow::Result<String> {
    Ok(value[key].as_str().with_context(|| format!("no `{key}`"))?.to_owned())
}

fn folders(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir(path)?.flatten().map(|entry| entry.path()).collect();
    folders.retain(|path| path.is_dir());
    folders.sort();
    Ok(folders)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_counts_runs_and_verdicts_and_the_quick_scale_is_refused() {
        let folder = toolchain::scratch().unwrap().join("paper-scale");
        std::fs::create_dir_all(&folder).unwrap();
        let kept = |scale: &str| {
            let lines = [
                json!({"verdict": "holds", "measured": 12.345_678_9}),
                json!({"verdict": "differs"}),
                json!({"verdict": "holds"}),
            ];
            json!({"paper": "a", "figure": "b", "scale": scale, "digest": "01020304", "lines": lines})
                .to_string()
        };
        std::fs::write(folder.join("results.jsonl"), "{\"plan\":\"x\",\"cells\":3}\n{\"cell\":0}\n").unwrap();
        std::fs::write(folder.join("reproduction.json"), kept("paper")).unwrap();
        let expected = json!({
            "plan": "a/b", "runs": 3, "holds": 2, "differs": 1, "open": 0, "digest": "01020304",
            "measured": ["1.23457e1", null, null],
        });
        assert_eq!(row(&folder, "paper").unwrap(), expected);
        std::fs::write(folder.join("reproduction.json"), kept("quick")).unwrap();
        assert!(row(&folder, "paper").unwrap_err().to_string().contains("quick"));
    }
}
