//! A table of text, for a terminal and as CSV.

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
}
