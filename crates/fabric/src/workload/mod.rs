//! Who sends how much to whom, and when.
