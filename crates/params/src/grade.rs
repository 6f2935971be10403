//! Grade of a source: how well a limit of a chip is known.

/// How well a value is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Read in the vendor's published compiler or driver source.
    High,
    /// Stated by a manual, a vendor page or a paper.
    Medium,
    /// Inferred, recalled, or another chip's value standing in.
    Low,
}

impl Grade {
    /// One letter for tables.
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::High => 'H',
            Self::Medium => 'M',
            Self::Low => 'L',
        }
    }
}
