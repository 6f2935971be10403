//! The report: a page per paper and an index, each one file that asks for no other.

mod html;
mod paper;
mod results;

pub use results::{Results, Shown, read};

use crate::plan::{Figures, Status};
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
    let cannot = || format!("cannot write the report to {}", out.display());
    std::fs::create_dir_all(out).with_context(cannot)?;
    let mut pages = vec![("index.html".to_owned(), paper::index(figures, results))];
    for one in &figures.papers {
        pages.push((format!("{}.html", one.id), paper::page(one, figures, results)));
    }
    let mut written = Vec::new();
    for (name, text) in pages {
        let path = out.join(name);
        std::fs::write(&path, text).with_context(cannot)?;
        written.push(path);
    }
    Ok(written)
}
