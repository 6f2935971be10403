//! Clocks that do not tick in nanoseconds.

use crate::Nanos32;

/// The period of a clock that does not tick in nanoseconds, as ns per tick in Q8.24.
///
/// Range 2^-24 ns .. 256 ns. It converts a raw difference of stamps, once, at the edge: 40 MHz is 25 ns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TickPeriod(u32);

impl TickPeriod {
    /// A clock that ticks in nanoseconds.
    pub const NANOSECOND: Self = Self(1 << 24);

    /// From nanoseconds per tick in Q8.24; `None` for 0, which would stop time.
    #[must_use]
    pub const fn from_q24(nanos_per_tick_q24: u32) -> Option<Self> {
        if nanos_per_tick_q24 == 0 { None } else { Some(Self(nanos_per_tick_q24)) }
    }

    /// From a clock rate \[Hz\], rounded to nearest; `None` below 3.907 MHz (a period of 256 ns or more) or at 0.
    #[must_use]
    pub const fn from_hz(hz: u32) -> Option<Self> {
        if hz == 0 {
            return None;
        }
        let period = ((1_000_000_000u64 << 24) + (hz as u64) / 2) / hz as u64;
        if period == 0 || period > u32::MAX as u64 { None } else { Some(Self(period as u32)) }
    }

    /// Nanoseconds in `ticks`, floor, saturating at 2^32 - 1.
    #[inline]
    #[must_use]
    pub const fn nanos_floor(self, ticks: u32) -> u32 {
        let nanos = (ticks as u64 * self.0 as u64) >> 24;
        if nanos > u32::MAX as u64 { u32::MAX } else { nanos as u32 }
    }
}

/// Turns the raw 32-bit count of a foreign clock into [`Nanos32`] without drift and across its wraps.
///
/// It adds up elapsed ticks and carries the fraction of a nanosecond, so the result is floor(ns) of the true
/// time since the first reading. A reading that is late (serially before the latest) gets its own, earlier
/// time and does not turn the clock. It must see a reading at least every 2^31 ticks: 53 s at 40 MHz.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct TickClock {
    period: TickPeriod,
    latest: u32,
    nanos: u32,
    /// Fraction of a nanosecond beyond `nanos`, Q24.
    fraction_q24: u32,
}

impl TickClock {
    /// A clock of this period whose raw count is `reading` at time 0.
    #[must_use]
    pub const fn new(period: TickPeriod, reading: u32) -> Self {
        Self { period, latest: reading, nanos: 0, fraction_q24: 0 }
    }

    /// The time of a raw reading.
    #[inline]
    pub const fn at(&mut self, reading: u32) -> Nanos32 {
        let elapsed = reading.wrapping_sub(self.latest);
        if elapsed.cast_signed() < 0 {
            // Late: count back from the latest reading, rounding the time down.
            let back = (elapsed.wrapping_neg() as u64).wrapping_mul(self.period.0 as u64);
            let below = back.wrapping_sub(self.fraction_q24 as u64).wrapping_add(0x00ff_ffff) >> 24;
            return Nanos32(self.nanos.wrapping_sub(if back > self.fraction_q24 as u64 {
                below as u32
            } else {
                0
            }));
        }
        // Below 2^31 * 2^32 + 2^24: fits 64 bits.
        let forward =
            (elapsed as u64).wrapping_mul(self.period.0 as u64).wrapping_add(self.fraction_q24 as u64);
        self.latest = reading;
        self.nanos = self.nanos.wrapping_add((forward >> 24) as u32);
        self.fraction_q24 = (forward & 0x00ff_ffff) as u32;
        Nanos32(self.nanos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;
    use std::vec::Vec;

    quickcheck! {
        fn follows_the_true_time_across_wraps(start: u32, period: u32, steps: Vec<(u32, u16)>) -> bool {
            let Some(period) = TickPeriod::from_q24(period) else { return true };
            let mut clock = TickClock::new(period, start);
            let mut ticks = 0u128;
            let nanos = |ticks: u128| Nanos32(((ticks * u128::from(period.0)) >> 24) as u32);
            steps.into_iter().all(|(step, late)| {
                ticks += u128::from(step >> 1);
                let reading = start.wrapping_add(ticks as u32);
                let right = clock.at(reading) == nanos(ticks);
                // A late reading of the same history gets its own time.
                let late = u128::from(late).min(ticks);
                right && clock.at(reading.wrapping_sub(late as u32)) == nanos(ticks - late)
            })
        }
    }

    #[test]
    fn a_40_mhz_clock_ticks_every_25_ns() {
        let period = TickPeriod::from_hz(40_000_000).unwrap();
        assert_eq!(period.nanos_floor(4), 100);
        assert_eq!(TickPeriod::NANOSECOND.nanos_floor(u32::MAX), u32::MAX);
        assert_eq!(period.nanos_floor(u32::MAX), u32::MAX);
        assert_eq!(TickPeriod::from_hz(0), None);
        assert_eq!(TickPeriod::from_hz(1_000_000), None);
        assert_eq!(TickPeriod::from_q24(0), None);
    }
}
