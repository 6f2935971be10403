//! Run control: duration, seeds, sampling.

use crate::document::{Fault, Section};
use crate::quantity::{COUNT, PICOS};

/// The run of a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Last moment at which flows start \[ps\].
    pub time_ps: u64,
    /// Time after it for flows to finish \[ps\].
    pub drain_ps: u64,
    /// Seeds; every scheme runs once with each.
    pub seeds: Vec<u64>,
    /// Before it nothing is measured \[ps\].
    pub warmup_ps: u64,
    /// Moments between which queue means are taken \[ps\]; the first is the end of the warm-up.
    pub cuts_ps: Vec<u64>,
    /// Distance of queue samples \[ps\]; 0 for none.
    pub sample_ps: u64,
}

/// Longest run: simulated time is 64 bits of picoseconds, 213 days; a scenario stays far below.
const LONGEST_PS: u64 = 3_600_000_000_000_000;

impl Run {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, Fault> {
        section.expect_keys(&["time", "drain", "seed", "sample", "warmup"])?;
        let time_ps =
            section.need("time", "a time, e.g. \"100 ms\"")?.unsigned(&PICOS, 1_000_000..=LONGEST_PS)?;
        let drain_ps = section.get("drain").map_or(Ok(0), |entry| entry.unsigned(&PICOS, 0..=LONGEST_PS))?;
        let sample_ps =
            section.get("sample").map_or(Ok(0), |entry| entry.unsigned(&PICOS, 100_000..=time_ps))?;
        let seeds = match section.get("seed") {
            Some(entry) => entry
                .items()
                .iter()
                .map(|item| item.unsigned(&COUNT, 0..=u64::MAX))
                .collect::<Result<_, _>>()?,
            None => vec![1],
        };
        let warmup = section.get("warmup").map_or(Ok(0), |entry| entry.unsigned(&PICOS, 0..=time_ps - 1))?;
        Ok(Self { time_ps, drain_ps, seeds, warmup_ps: warmup, cuts_ps: vec![warmup], sample_ps })
    }
}
