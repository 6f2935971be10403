//! A plot that could not be written.

use core::fmt;
use std::path::PathBuf;

/// Drawing or writing failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FigureError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub problem: String,
}

impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot write the plot {}: {}", self.path.display(), self.problem)
    }
}

impl core::error::Error for FigureError {}
