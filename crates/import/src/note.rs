//! The outcome of a reader: a text and notes.

use core::fmt;

/// A part of a file that has no counterpart in the imported text, or a value that was chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Place in the file: `table|key|field`, a parameter, a line; empty for the whole file.
    pub place: String,
    /// What becomes of it, a clause without a full stop.
    pub text: String,
}

impl Note {
    pub(crate) fn new(place: impl Into<String>, text: impl Into<String>) -> Self {
        Self { place: place.into(), text: text.into() }
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.place.is_empty() {
            write!(f, "{}", self.text)
        } else {
            write!(f, "{}: {}", self.place, self.text)
        }
    }
}

/// An imported text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// A scenario in TOML, or a table in CSV.
    pub text: String,
    /// In the order of the file.
    pub notes: Vec<Note>,
}
