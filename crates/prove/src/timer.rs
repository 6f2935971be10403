//! Wall time of an obligation.

use std::time::Instant;

/// Measures laps.
#[derive(Debug)]
pub(crate) struct Timer(Instant);

impl Timer {
    #[expect(clippy::disallowed_methods, reason = "how long a proof takes is part of its record")]
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }

    /// Seconds since the start or the last lap.
    pub(crate) fn lap(&mut self) -> f64 {
        let seconds = self.0.elapsed().as_secs_f64();
        *self = Self::start();
        seconds
    }
}
