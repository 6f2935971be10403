//! A refusal in one sentence.

use core::fmt;

/// One sentence: what is missing, and what still works.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused(pub(crate) String);

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for Refused {}
