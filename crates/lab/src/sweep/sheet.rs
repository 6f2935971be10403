//! Result table of a finished sweep, over seeds.

use super::cells::{Cell, cells};
use super::store::read_results;
use crate::report::{grid, micros};
use anyhow::Result;
use comfy_table::Table;
use std::path::Path;

/// Means over the seeds of a finished sweep: a row per load and scheme, in the order of the cells.
///
/// # Errors
/// The folder holds no results.
pub fn means(folder: &Path) -> Result<Table> {
    let cells = cells(&read_results(folder)?.1)?;
    let mut groups: Vec<Vec<&Cell>> = Vec::new();
    for cell in &cells {
        let same = |other: &Cell| other.load_ppm == cell.load_ppm && other.scheme == cell.scheme;
        match groups.iter_mut().find(|group| same(group[0])) {
            Some(group) => group.push(cell),
            None => groups.push(vec![cell]),
        }
    }
    let header = [
        "scheme",
        "load",
        "seeds",
        "overall",
        "short",
        "short p99",
        "large",
        "query",
        "marks",
        "drops",
        "unfinished",
    ];
    Ok(grid(header, groups.iter().map(|group| row(group))))
}

fn row(group: &[&Cell]) -> Vec<String> {
    let first = group[0];
    let time = |of: fn(&Cell) -> Option<f64>| {
        let values: Vec<f64> = group.iter().filter_map(|cell| of(cell)).collect();
        micros((!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64))
    };
    let sum = |of: fn(&Cell) -> u64| group.iter().map(|cell| of(cell)).sum::<u64>().to_string();
    vec![
        first.scheme.clone(),
        first.load_ppm.map_or_else(|| "-".to_owned(), |ppm| format!("{} %", f64::from(ppm) / 10_000.0)),
        group.len().to_string(),
        time(|cell| cell.overall_us),
        time(|cell| cell.short_us),
        time(|cell| cell.short_p99_us),
        time(|cell| cell.large_us),
        time(|cell| cell.query_us),
        sum(|cell| cell.marks),
        sum(|cell| cell.drops),
        sum(|cell| cell.unfinished as u64),
    ]
}
