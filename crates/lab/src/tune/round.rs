//! A round of the race.

use super::Candidate;
use serde::{Deserialize, Serialize};

/// Runs that belong together: every candidate on every seed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// From 1.
    pub number: usize,
    /// The configuration as it is comes first.
    pub candidates: Vec<Candidate>,
    /// Seeds.
    pub seeds: Vec<u64>,
}
