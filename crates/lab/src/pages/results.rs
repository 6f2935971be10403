//! Results of reproductions in a folder, plan by plan.

use crate::figure::small;
use crate::plan::{AnyPlan, KEPT, Kept, PLANS, Seen, VerdictLine};
use anyhow::{Context, Result, ensure};
use freeboard_scenario::document::read_limited;
use std::collections::BTreeMap;
use std::path::Path;

/// Longest file of numbers or drawing \[B\], chosen by us: a browser shows no longer one.
const BYTES_MAX: u64 = 64 << 20;

/// The file of a sweep's runs.
const RUNS: &str = "results.csv";

/// A plan that ran, and its drawings.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Its numbers.
    pub kept: Kept,
    /// Drawings as SVG, by name.
    pub drawings: Vec<String>,
    /// Interval of each of its numbers over the seeds; `None` with one seed.
    pub intervals: Vec<Option<(f64, f64)>>,
}

/// Plans by [`crate::plan::Plan::id`].
pub type Results = BTreeMap<String, Shown>;

/// Reads what `reproduce --all` has left of some plans; those that are not there are left out.
///
/// # Errors
/// A file is there and cannot be read.
pub fn read<'a>(folder: &Path, plans: impl IntoIterator<Item = &'a str>) -> Result<Results> {
    let mut results = Results::new();
    for id in plans {
        let own = folder.join(id);
        if own.join(KEPT).exists() {
            let shown =
                one(&own, id).with_context(|| format!("cannot read the results in {}", own.display()))?;
            results.insert(id.to_owned(), shown);
        }
    }
    Ok(results)
}

fn one(folder: &Path, id: &str) -> Result<Shown> {
    let kept: Kept = serde_json::from_str(&read_limited(&folder.join(KEPT), BYTES_MAX)?)?;
    let seen = seen(folder, id, &kept)?;
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|end| end == "svg"));
    paths.sort_unstable();
    let mut drawings = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        // Drawn again of the numbers, so that a folder of an earlier version has the paper's values too.
        let text = match seen.plots.iter().find(|(plot, _)| *plot == name) {
            Some((_, drawn)) => drawn.clone(),
            None => read_limited(&path, BYTES_MAX)?,
        };
        ensure!(
            is_drawing(&text),
            "{} is not a drawing of this program: the page would run it",
            path.display()
        );
        // A scale that leaves out all points of a plot leaves it out too.
        if text.contains("class=\"panel\"") && small(&text).is_none() {
            continue;
        }
        drawings.push(text);
    }
    let of_line = |(at, line): (usize, &VerdictLine)| match seen.intervals.get(at) {
        Some((name, interval)) if *name == line.quantity => *interval,
        _ => None,
    };
    let intervals = kept.lines.iter().enumerate().map(of_line).collect();
    Ok(Shown { kept, drawings, intervals })
}

/// Drawings and intervals of a built-in plan's runs; nothing without their numbers.
fn seen(folder: &Path, id: &str, kept: &Kept) -> Result<Seen> {
    let path = folder.join(RUNS);
    let Some(plan) = PLANS.iter().find(|plan| plan.id() == id).filter(|_| path.exists()) else {
        return Ok(Seen::default());
    };
    let (any, expected) = AnyPlan::read(plan, kept.scale)?;
    any.seen(plan, &expected, &read_limited(&path, BYTES_MAX)?)
}

/// Elements of our drawings.
const ELEMENTS: [&str; 10] =
    ["svg", "style", "title", "g", "path", "polyline", "rect", "circle", "text", "tspan"];

/// A text that has no other elements than our drawings, no event handler and no link.
fn is_drawing(text: &str) -> bool {
    let tags = text.split('<').skip(1).map(|rest| rest.trim_start_matches('/'));
    let name =
        |tag: &str| tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned();
    let harmless = |tag: &str| {
        let attributes = tag.split('>').next().unwrap_or_default().to_ascii_lowercase();
        // Every other piece is a value in quotes, as "TIMELY, On-Ramp"; no name of an attribute stands in one.
        let pieces: Vec<&str> = attributes.split('"').collect();
        let mut names = pieces.iter().step_by(2);
        let acts = |piece: &str| {
            piece.split_whitespace().any(|word| word.starts_with("on") || word.contains("href"))
        };
        let is_whole = pieces.len() % 2 == 1;
        ELEMENTS.contains(&name(tag).as_str())
            && is_whole
            && names.all(|piece| !piece.contains('\'') && !acts(piece))
    };
    text.starts_with("<svg") && tags.into_iter().all(harmless) && !text.to_ascii_lowercase().contains("url(")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_that_would_act_is_none() {
        let ours =
            "<svg viewBox=\"0 0 1 1\"><style>text { fill: #000; }</style><g><path d=\"M0 0\"/></g></svg>";
        assert!(is_drawing(ours));
        assert!(is_drawing(&ours.replacen("<g>", "<g data-name=\"TIMELY, On-Ramp, the authors' href\">", 1)));
        for (from, to) in [
            ("<g>", "<script>alert(1)</script><g>"),
            ("<path", "<path onclick=\"alert(1)\""),
            ("<path", "<a xlink:href=\"javascript:alert(1)\"/><path"),
            ("<path", "<path id='\"' onclick='alert(1)' class='\"'"),
            ("<path", "<path id=\"a onclick=alert(1)"),
            ("<path", "<path id=\"a\"onclick=\"alert(1)\""),
            ("<g>", "<foreignObject/><g>"),
            ("fill: #000", "fill: url(http://a/b)"),
        ] {
            assert!(!is_drawing(&ours.replacen(from, to, 1)), "{to}");
        }
    }
}
