//! Many flows at once.

use super::{HOSTS, TIME, TIMES_MAX};
use crate::document::{List, Span, bytes, count, section};

section! {
    /// Query flows that start together.
    Incast {
        "incast_degree" incast_degree: u32 = 0, count(1, 100_000), "flows per burst", needed "a number, e.g. 100";
        "size" sizes: Sizes = Sizes::default(), Span(bytes(1, 1_000_000_000)), "size of a flow, drawn uniformly",
            needed "a size, or two, e.g. [\"3 KB\", \"60 KB\"]";
        "at" at_ps: Vec<u64> = Vec::new(), List(TIMES_MAX, TIME), "starts of the bursts", needed "a time, e.g. \"50 ms\"";
        "spread" spread_ps: u64 = 0, TIME, "time over which a burst's starts are drawn";
        "hosts" hosts: Vec<u32> = Vec::new(), HOSTS, "senders by number, taken in turn", default "all";
    }
}

/// Sizes drawn uniformly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sizes {
    /// Smallest \[B\].
    pub min: u64,
    /// Largest \[B\].
    pub max: u64,
}

impl From<[u64; 2]> for Sizes {
    fn from([min, max]: [u64; 2]) -> Self {
        Self { min, max }
    }
}

impl From<Sizes> for [u64; 2] {
    fn from(sizes: Sizes) -> Self {
        [sizes.min, sizes.max]
    }
}
