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

/// Most errors of one document that are shown, chosen by us: half a screen.
const SHOWN: usize = 10;

/// Several errors of one document, in the order of reading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, fault) in self.0.iter().take(SHOWN).enumerate() {
            let before = if at > 0 { "\nerror: " } else { "" };
            write!(f, "{before}{fault}")?;
        }
        match self.0.len().checked_sub(SHOWN) {
            None | Some(0) => Ok(()),
            Some(more) => write!(f, "\nerror: and {more} more."),
        }
    }
}

impl core::error::Error for Faults {}

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

/// A text, or its start, with what a terminal would obey escaped.
struct Short<'a>(&'a str, usize);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = self.0.chars();
        for letter in letters.by_ref().take(self.1) {
            if is_unprintable(letter) {
                write!(f, "{}", letter.escape_unicode())?;
            } else {
                write!(f, "{letter}")?;
            }
        }
        if letters.next().is_some() { f.write_str("...") } else { Ok(()) }
    }
}

/// A character that moves the cursor, begins a line, changes the direction of writing or has no width: C0 and C1 controls, the
/// separators of lines and paragraphs (U+2028, U+2029), the Unicode characters of bidirectional and zero-width formatting (UAX 9,
/// table 1; U+200B to U+200D, U+2060, U+FEFF), and tag characters (U+E0000 to U+E007F).
#[must_use]
pub fn is_unprintable(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}' | '\u{e0000}'..='\u{e007f}')
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: ", Short(&self.file, usize::MAX))?,
            line => write!(f, "{}, line {line}: ", Short(&self.file, usize::MAX))?,
        }
        match (Short(&self.key, QUOTED_MAX), &self.value) {
            (Short("", _), _) => {}
            (key, Some(value)) => write!(f, "`{key} = {}` ", Short(value, QUOTED_MAX))?,
            (key, None) => write!(f, "`{key}` ")?,
        }
        write!(f, "{}", self.problem)?;
        if self.legal.is_empty() { write!(f, ".") } else { write!(f, "; legal: {}.", self.legal) }
    }
}

impl core::error::Error for Fault {}
