//! A host's clock and the stamps its NIC or its driver takes with it.
//!
//! True time is in integer picoseconds. Everything is a pure function of true time and a key: a clock has no
//! state, can be asked for any moment in any order, and gives the same answer on every machine.
//!
//! Absent: temperature, the discipline's control loop, leap seconds. A resynchronisation is modelled by what it
//! leaves behind, not by how it finds out.

mod draw;
mod error;
mod stamp;

pub use error::{ClockError, Resync, Wander};
pub use stamp::{Side, StampNoise};

use freeboard_units::Nanos32;

/// One host's clock.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    error: ClockError,
    noise: StampNoise,
    key: u64,
    /// Sum of the steps so far \[ps\].
    stepped_ps: i64,
}

impl Clock {
    /// It shows true time and its stamps are exact.
    pub const PERFECT: Self =
        Self { error: ClockError::NONE, noise: StampNoise::NONE, key: 0, stepped_ps: 0 };

    /// A clock; clocks that are to err independently have different keys.
    #[must_use]
    pub const fn new(error: ClockError, noise: StampNoise, key: u64) -> Self {
        Self { error, noise, key, stepped_ps: 0 }
    }

    /// From now on it shows so much more; less if it is negative \[ps\]. A resynchronisation does not undo it.
    pub const fn step(&mut self, by_ps: i64) {
        self.stepped_ps = self.stepped_ps.saturating_add(by_ps);
    }

    /// How far it is ahead of true time \[ps\].
    #[must_use]
    pub fn error_ps(&self, now_ps: u64) -> i64 {
        self.error.at(self.key, now_ps).saturating_add(self.stepped_ps)
    }

    /// What it shows \[ps\], with nothing added by taking a stamp.
    #[must_use]
    pub fn reading_ps(&self, now_ps: u64) -> i64 {
        now_ps.cast_signed().saturating_add(self.error_ps(now_ps))
    }

    /// The stamp of a packet that begins to leave or has arrived at `now_ps`, to the last picosecond the clock
    /// can tell.
    #[must_use]
    pub fn stamp_ps(&self, now_ps: u64, side: Side) -> i64 {
        self.noise.applied(self.key, now_ps, side, self.reading_ps(now_ps))
    }

    /// The stamp as the packet carries it: whole nanoseconds mod 2^32.
    #[must_use]
    pub fn stamp(&self, now_ps: u64, side: Side) -> Nanos32 {
        Nanos32(self.stamp_ps(now_ps, side).div_euclid(1_000) as u32)
    }

    /// The true time at which the clock reads `reading_ps`; 0 if it reads more from the beginning.
    ///
    /// Where a step back makes it show a reading twice, one of the two.
    #[must_use]
    pub fn when(&self, reading_ps: i64) -> u64 {
        let (mut before, mut after) = (0, i64::MAX.cast_unsigned());
        if self.reading_ps(before) >= reading_ps {
            return before;
        }
        // 63 halvings of the range of times.
        while after - before > 1 {
            let middle = before + (after - before) / 2;
            if self.reading_ps(middle) < reading_ps {
                before = middle;
            } else {
                after = middle;
            }
        }
        after
    }
}
