//! The one error of a document: one paragraph, everything needed to correct the file.

use core::fmt;

/// What is wrong, where, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// File as the user named it.
    pub file: Box<str>,
    /// Line, from 1; 0 for what has none, such as the command line.
    pub line: usize,
    /// Key with its sections, e.g. `switch.pst_target`; empty for a syntax error.
    pub key: String,
    /// Value as written; `None` if there is none.
    pub value: Option<String>,
    /// What is wrong, a clause without a full stop.
    pub problem: String,
    /// What would be accepted, a clause without a full stop; empty if the problem says it.
    pub legal: String,
}

/// Why a text is not accepted, and what would be, wherever it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// As [`Fault::problem`].
    pub problem: String,
    /// As [`Fault::legal`].
    pub legal: String,
}

/// Letters that are quoted of a file, chosen by us: a file may have a key or value of megabytes.
const QUOTED_MAX: usize = 100;

/// A text, or its start.
struct Short<'a>(&'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(QUOTED_MAX) {
            Some((end, _)) => write!(f, "{}...", &self.0[..end]),
            None => f.write_str(self.0),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: ", self.file)?,
            line => write!(f, "{}, line {line}: ", self.file)?,
        }
        match (Short(&self.key), &self.value) {
            (Short(""), _) => {}
            (key, Some(value)) => write!(f, "`{key} = {}` ", Short(value))?,
            (key, None) => write!(f, "`{key}` ")?,
        }
        write!(f, "{}", self.problem)?;
        if self.legal.is_empty() { write!(f, ".") } else { write!(f, "; legal: {}.", self.legal) }
    }
}

impl core::error::Error for Fault {}
