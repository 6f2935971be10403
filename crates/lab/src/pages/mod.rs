//! The report: a page per paper and an index, each one file that asks for no other.

mod html;
mod index;
mod paper;
mod results;
mod rows;
mod strip;

pub(crate) use html::{READOUT_SCRIPT, READOUT_STYLE};
pub use results::{Results, Shown, read};

use crate::figure::escaped;
use crate::plan::{Figures, Paper, Status};
use crate::whole::whole_bytes;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};

/// Figures with a plan that has no results: [`Figures`] less [`Results`], by name.
#[must_use]
pub fn missing(figures: &Figures, results: &Results) -> Vec<String> {
    let lacks = |plans: &[String]| plans.iter().any(|plan| !results.contains_key(plan));
    let figures = figures.figures.iter().filter(|figure| match &figure.status {
        Status::Plans(plans) => lacks(plans),
        Status::Reason(_) => false,
    });
    figures.map(|figure| format!("{}, {}", figure.paper, figure.figure)).collect()
}

/// Writes the index and a page per paper; returns where they are.
///
/// # Errors
/// A file cannot be written.
pub fn write(out: &Path, figures: &Figures, results: &Results) -> Result<Vec<PathBuf>> {
    std::fs::create_dir_all(out).with_context(|| format!("cannot write the report to {}", out.display()))?;
    let mut pages = vec![("index.html".to_owned(), index::index(figures, results))];
    for one in &figures.papers {
        pages.push((format!("{}.html", one.id), paper::page(one, figures, results)));
    }
    let mut written = Vec::new();
    for (name, text) in pages {
        let path = out.join(name);
        whole_bytes(&path, text.as_bytes())?;
        written.push(path);
    }
    Ok(written)
}

/// Contents of a page: the papers, and the figures of the page's own.
fn contents(figures: &Figures, results: &Results, own: Option<&Paper>) -> String {
    let current = |is: bool| if is { " aria-current=\"page\"" } else { "" };
    let mut text =
        format!("<ul>\n<li><a href=\"index.html\"{}>All papers</a></li>\n", current(own.is_none()));
    for paper in &figures.papers {
        let is_own = own.is_some_and(|own| own.id == paper.id);
        let (title, mark) = (escaped(&paper.title), current(is_own));
        text += &format!("<li><a href=\"{}.html\"{mark}>{title}</a>", paper.id);
        if is_own {
            let line = |figure| {
                let strip = strip::Outcome::of(figure, results).bar();
                format!(
                    "<li><a href=\"#{}\">{}{strip}</a></li>\n",
                    paper::anchor(figure),
                    escaped(&figure.figure)
                )
            };
            text += &format!("\n<ul>\n{}</ul>", figures.of(&paper.id).map(line).collect::<String>());
        }
        text += "</li>\n";
    }
    text + "</ul>\n"
}
