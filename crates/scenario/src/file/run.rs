//! Run control: duration, seeds, sampling.

use crate::document::{Fault, Key, Keyed, List, Section, count, keys, picos, read, within};
use crate::quantity::PICOS;

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
/// Most seeds, chosen by us: every one is a run of every scheme.
const SEEDS_MAX: usize = 100_000;

impl Default for Run {
    fn default() -> Self {
        Self { time_ps: 0, drain_ps: 0, seeds: vec![1], warmup_ps: 0, cuts_ps: Vec::new(), sample_ps: 0 }
    }
}

impl Keyed for Run {
    const KEYS: &'static [Key<Self>] = keys! {
        "time" (time_ps) picos(1_000_000, LONGEST_PS), "last moment at which flows start",
            needed "a time, e.g. \"100 ms\"";
        "drain" (drain_ps) picos(0, LONGEST_PS), "time after it for flows to finish";
        "seed" (seeds) List(SEEDS_MAX, count(0, u64::MAX)), "every scheme runs once with each";
        "sample" (sample_ps) picos(0, LONGEST_PS), "distance of queue samples, from 100 ns; 0 for none";
        "warmup" (warmup_ps) picos(0, LONGEST_PS),
            "from where a queue's mean, its longest and the utilisation are taken; before `time`";
    };
}

impl Run {
    pub(super) fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let mut run: Self = read(section, &[])?;
        if run.sample_ps > 0 {
            within(section, "sample", &PICOS, 100_000..=run.time_ps)?;
        }
        within(section, "warmup", &PICOS, 0..=run.time_ps - 1)?;
        run.cuts_ps = vec![run.warmup_ps];
        Ok(run)
    }
}
