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
        let text = unstyled(&text);
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
const ELEMENTS: [&str; 9] = ["svg", "title", "g", "path", "polyline", "rect", "circle", "text", "tspan"];
/// Attributes of our drawings whose values are text.
const TEXTS: [&str; 5] = ["aria-label", "data-name", "data-names", "data-says", "class"];
/// Attributes of our drawings whose values are numbers and words.
const ATTRIBUTES: [&str; 20] = [
    "aria-hidden",
    "cx",
    "cy",
    "d",
    "data-x",
    "data-y",
    "fill",
    "height",
    "points",
    "preserveAspectRatio",
    "r",
    "role",
    "tabindex",
    "text-anchor",
    "transform",
    "viewBox",
    "width",
    "x",
    "xmlns",
    "y",
];

/// A drawing without its styles: the page has them, and a style within one drawing would be that of all.
fn unstyled(drawing: &str) -> String {
    let mut parts = drawing.split("<style>");
    let before = parts.next().unwrap_or_default().to_owned();
    let after = parts.map(|part| part.split_once("</style>").map_or(part, |(_, after)| after.trim_start()));
    after.fold(before, |text, part| text + part)
}

/// A text that has no other elements and attributes than our drawings, and no value that a browser would look up.
fn is_drawing(text: &str) -> bool {
    text.starts_with("<svg") && text.split('<').skip(1).all(is_tag)
}

/// A tag of our drawings, from its name on, and the text behind it.
fn is_tag(tag: &str) -> bool {
    let Some((tag, _)) = tag.split_once('>') else { return false };
    if let Some(name) = tag.strip_prefix('/') {
        return ELEMENTS.contains(&name);
    }
    let (name, attributes) = tag.split_once(char::is_whitespace).unwrap_or((tag, ""));
    let attributes = attributes.strip_suffix('/').unwrap_or(attributes);
    // Names and values in turn: `name="`, value, ` name="`, value, nothing.
    let pieces: Vec<&str> = attributes.split('"').collect();
    let Some((rest, pairs)) = pieces.split_last() else { return false };
    let (pairs, odd) = pairs.as_chunks();
    ELEMENTS.contains(&name.strip_suffix('/').unwrap_or(name))
        && rest.trim().is_empty()
        && odd.is_empty()
        && pairs.iter().all(|[name, value]| is_attribute(name, value))
}

fn is_attribute(name: &str, value: &str) -> bool {
    let Some(name) = name.trim_start().strip_suffix('=') else { return false };
    // An escape of CSS or XML could spell a function of CSS, which names a file.
    let is_plain = name == "xmlns" || !value.contains(['\\', '&', ':']) && !value.contains("url");
    TEXTS.contains(&name) || ATTRIBUTES.contains(&name) && is_plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_drawing_that_would_act_is_none() {
        let ours = "<svg viewBox=\"0 0 1 1\"><title>a</title><g><path d=\"M0 0\"/><rect x=\"1\" /></g></svg>";
        assert!(is_drawing(ours));
        assert!(is_drawing(&ours.replacen("<g>", "<g data-name=\"TIMELY, On-Ramp, the authors' href\">", 1)));
        for (from, to) in [
            ("<g>", "<script>alert(1)</script><g>"),
            ("<path", "<path onclick=\"alert(1)\""),
            ("<path", "<a xlink:href=\"javascript:alert(1)\"/><path"),
            ("<path", "<path id='\"' onclick='alert(1)' class='\"'"),
            ("<path", "<path id=\"a onclick=alert(1)"),
            ("<path", "<path id=\"a\"onclick=\"alert(1)\""),
            ("<path", "<path onclick=alert(1)"),
            ("<path", "<path style=\"fill:red\""),
            ("<path", "<path fill=\"url(http://a/b)\""),
            ("<path", "<path fill=\"\\75rl(http://a/b)\""),
            ("<path", "<path fill=\"&#117;rl(//a/b)\""),
            ("<g>", "<foreignObject/><g>"),
            ("<g>", "<STYLE>body{display:none}</STYLE><g>"),
            ("<g>", "<style type=\"text/css\">@import \"https://a/b.css\";</style><g>"),
            ("<g>", "<style>g{}</style><g>"),
            ("<g>", "<!-- --><g>"),
            ("</g>", "</g"),
        ] {
            let text = ours.replacen(from, to, 1);
            assert!(text != ours && !is_drawing(&text), "{to}");
        }
    }

    #[test]
    fn no_style_of_a_drawing_reaches_the_page() {
        let styled = "<svg><style>@import \"https://a/b.css\";</style><g></g><style>body{}</style></svg>";
        assert_eq!(unstyled(styled), "<svg><g></g></svg>");
        assert_eq!(unstyled("<svg><style>body{}</svg>"), "<svg>body{}</svg>");
        assert_eq!(unstyled("<svg></svg>"), "<svg></svg>");
    }
}
