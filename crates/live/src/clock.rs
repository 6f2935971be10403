//! The clock of a run: time of the scenario, `slow` times slower than the machine's.

use std::time::{Duration, Instant};

/// A clock that starts at zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    start: Instant,
    slow: u64,
}

impl Clock {
    #[expect(clippy::disallowed_methods, reason = "real packets need a real clock")]
    pub(crate) fn start(slow: u32) -> Self {
        Self { start: Instant::now(), slow: u64::from(slow) }
    }

    /// Time of the scenario \[ps\].
    pub(crate) fn now(&self) -> u64 {
        (self.start.elapsed().as_nanos() * 1000 / u128::from(self.slow)) as u64
    }

    /// A span of the scenario as the machine's.
    pub(crate) fn span(&self, ps: u64) -> Duration {
        let nanos = u128::from(ps) * u128::from(self.slow) / 1000;
        Duration::from_nanos(u64::try_from(nanos).unwrap_or(u64::MAX))
    }
}
