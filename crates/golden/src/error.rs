//! Errors of a golden trace, with their place.

use core::fmt;

/// The first fault of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceError {
    /// Line, from 1.
    pub line: usize,
    /// Column by name; empty for a fault of the whole line.
    pub column: String,
    /// What is wrong with it, and what would be right.
    pub problem: String,
}

/// Characters of a cell that a refusal shows. Chosen by us: more than any legal cell has.
const SHOWN: usize = 40;

impl TraceError {
    /// A fault of one cell. A quoted cell may go on for the rest of the file: its beginning is shown.
    pub(crate) fn cell(line: usize, column: &str, found: &str, legal: &str) -> Self {
        let shown: String = found.chars().take_while(|it| !it.is_control()).take(SHOWN).collect();
        let more = if shown.len() < found.len() { "..." } else { "" };
        Self { line, column: column.to_owned(), problem: format!("`{shown}{more}` is not {legal}") }
    }

    /// A fault of a line.
    pub(crate) fn line(line: usize, problem: impl Into<String>) -> Self {
        Self { line, column: String::new(), problem: problem.into() }
    }
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}", self.line)?;
        if !self.column.is_empty() {
            write!(f, ", column {}", self.column)?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for TraceError {}
