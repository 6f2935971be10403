//! A table of text, for a terminal, as CSV and as Markdown.

use super::grid;
use anyhow::{Context, Result};
use comfy_table::Table;
use serde::{Deserialize, Serialize};

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sheet {
    /// Column names.
    pub header: Vec<String>,
    /// Rows.
    pub rows: Vec<Vec<String>>,
}

impl Sheet {
    /// For a terminal.
    #[must_use]
    pub fn table(&self) -> Table {
        grid(self.header.clone(), self.rows.clone())
    }

    /// As CSV.
    ///
    /// # Errors
    /// A row has another length than the header: a bug.
    pub fn csv(&self) -> Result<Vec<u8>> {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(&self.header)?;
        self.rows.iter().try_for_each(|row| writer.write_record(row))?;
        writer.into_inner().context("a table")
    }

    /// As a table of Markdown; a column whose first row is a number stands at the right.
    #[must_use]
    pub fn markdown(&self) -> String {
        let row = |cells: &Vec<String>| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace('|', "\\|")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let is_number = |at: usize| self.rows.first().is_some_and(|row| row[at].parse::<f64>().is_ok());
        let rule = (0..self.header.len()).map(|at| if is_number(at) { "---:|" } else { "---|" });
        let rows: String = self.rows.iter().map(row).collect();
        format!("{}|{}\n{rows}", row(&self.header), rule.collect::<String>())
    }
}
