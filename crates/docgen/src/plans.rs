//! The reproductions that are built into `freeboard`, from their folders.

use std::path::{Path, PathBuf};

/// Where the plans are, and what is on record of them.
const PLANS: &str = "crates/lab/plans";

/// The verdicts or cells of a plan at the paper's scale, as `cargo xtask paper-scale` keeps them.
pub(super) fn kept(plan: &str, what: &str) -> Option<String> {
    let path = freeboard_toolchain::root().join(PLANS).join(plan).join(format!("{what}.md"));
    std::fs::read_to_string(path).ok()
}

/// One row per plan that ran at the paper's scale.
pub(super) fn paper_scale() -> Option<String> {
    let record = freeboard_toolchain::root().join(PLANS).join("paper-scale.jsonl");
    let mut text = String::from(
        "| plan | seeds | runs | hold | differ | open | digest |\n|---|---|---:|---:|---:|---:|---|\n",
    );
    let mut sum = [0; 4];
    for line in std::fs::read_to_string(record).ok()?.lines() {
        let row: serde_json::Value = serde_json::from_str(line).ok()?;
        let counts = ["runs", "holds", "differs", "open"].map(|key| row[key].as_u64());
        let [Some(runs), Some(holds), Some(differs), Some(open)] = counts else { return None };
        let plan = row["plan"].as_str()?;
        text += &format!(
            "| `{}` | {} | {runs} | {holds} | {differs} | {open} | `{}` |\n",
            plan,
            seeds(plan)?,
            row["digest"].as_str()?
        );
        sum = core::array::from_fn(|at| sum[at] + [runs, holds, differs, open][at]);
    }
    let [runs, holds, differs, open] = sum;
    Some(format!("{text}| all | | {runs} | {holds} | {differs} | {open} | |\n"))
}

/// The seeds of a plan: of all its runs, or those of an axis.
fn seeds(plan: &str) -> Option<String> {
    let path = freeboard_toolchain::root().join(PLANS).join(plan).join("plan.toml");
    let toml: toml::Table = std::fs::read_to_string(path).ok()?.parse().ok()?;
    let of_axis = || {
        let axes = toml.get("axis")?.as_array()?;
        axes.iter()
            .find(|axis| axis.get("key").and_then(toml::Value::as_str) == Some("run.seed"))?
            .get("values")
    };
    Some(match toml.get("run")?.get("seed").or_else(of_axis) {
        Some(toml::Value::Array(seeds)) => {
            seeds.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
        }
        Some(seed) => seed.to_string(),
        // What a scenario has that does not say.
        None => "1".to_owned(),
    })
}

/// One row per plan, by paper and figure; `None` if a plan cannot be read or makes no claim.
pub(super) fn table() -> Option<String> {
    let plans = freeboard_toolchain::root().join(PLANS);
    let mut text = String::from("| `freeboard reproduce` | claim |\n|---|---|\n");
    for paper in folders(&plans)? {
        for figure in folders(&paper)? {
            let toml: toml::Table = std::fs::read_to_string(figure.join("plan.toml")).ok()?.parse().ok()?;
            let id = figure.strip_prefix(&plans).ok()?.to_str()?.replace('\\', "/");
            text += &format!("| `{id}` | {} |\n", toml.get("claim")?.as_str()?);
        }
    }
    Some(text)
}

/// One row per figure of a paper, by `figures.toml`; `None` if it cannot be read.
pub(super) fn figures() -> Option<String> {
    let path = freeboard_toolchain::root().join("crates/lab/figures.toml");
    let toml: toml::Table = std::fs::read_to_string(path).ok()?.parse().ok()?;
    let title = |id: &str| {
        let papers = toml.get("paper")?.as_array()?;
        let paper = papers.iter().find(|paper| paper.get("id").and_then(toml::Value::as_str) == Some(id))?;
        Some((paper.get("title")?.as_str()?, paper.get("key")?.as_str()?))
    };
    let mut text =
        String::from("| paper | figure | shows | `freeboard reproduce`, or why not |\n|---|---|---|---|\n");
    for figure in toml.get("figure")?.as_array()? {
        let key = |key: &str| figure.get(key).and_then(toml::Value::as_str);
        let (title, reference) = title(key("paper")?)?;
        let status = match (figure.get("plan"), key("reason")) {
            (Some(toml::Value::String(plan)), None) => format!("`{plan}`"),
            (Some(toml::Value::Array(plans)), None) => {
                let plans = plans.iter().map(|plan| Some(format!("`{}`", plan.as_str()?)));
                plans.collect::<Option<Vec<_>>>()?.join(", ")
            }
            (None, reason) => format!("none: {}", reason?),
            _ => return None,
        };
        text +=
            &format!("| {title} \\[{reference}\\] | {} | {} | {status} |\n", key("figure")?, key("shows")?);
    }
    Some(text)
}

/// Folders in a folder, by name.
fn folders(path: &Path) -> Option<Vec<PathBuf>> {
    let entries = std::fs::read_dir(path).ok()?.flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = entries.filter(|path| path.is_dir()).collect();
    folders.sort();
    Some(folders)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_first_figure_is_listed_with_its_claim() {
        let table = super::table().unwrap();
        assert!(table.contains("| `ecn-sharp/fig10` | a steady queue of 8 packets"), "{table}");
    }

    #[test]
    fn every_figure_is_listed_with_its_plan_or_a_reason() {
        let table = super::figures().unwrap();
        let row =
            "| ECN# \\[Zhang19\\] | Figure 11 | drops over the size of the incast | `ecn-sharp/fig10` |";
        assert!(table.contains(row), "{table}");
        assert!(table.contains("| none: the paper does not state the values |"), "{table}");
    }
}
