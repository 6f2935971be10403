//! A drawing on disk.

use super::FigureError;
use std::path::{Path, PathBuf};

/// Writes `stem`.svg; a stem with a dot in it keeps its name.
pub(super) fn write(stem: &Path, svg: &str) -> Result<PathBuf, FigureError> {
    let mut name = stem.as_os_str().to_owned();
    name.push(".svg");
    let path = PathBuf::from(name);
    match std::fs::write(&path, svg) {
        Ok(()) => Ok(path),
        Err(error) => Err(FigureError { problem: error.to_string(), path }),
    }
}
