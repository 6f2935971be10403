//! Simulated time in integer picoseconds, and link rates as the time of one byte.

use core::fmt;
use core::ops::{Add, AddAssign, Sub};
use freeboard_units::Nanos32;

/// Picoseconds in a nanosecond.
pub(crate) const PS_PER_NS: u64 = 1_000;

/// A time or a duration \[ps\]; 2^64 ps are 213 days.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Ps(pub u64);

impl Ps {
    /// The beginning.
    pub const ZERO: Self = Self(0);
    /// Later than everything that happens.
    pub const MAX: Self = Self(u64::MAX);

    /// From nanoseconds.
    #[must_use]
    pub const fn from_ns(ns: u64) -> Self {
        Self(ns.saturating_mul(PS_PER_NS))
    }

    /// From microseconds.
    #[must_use]
    pub const fn from_us(us: u64) -> Self {
        Self(us.saturating_mul(1_000_000))
    }

    /// From milliseconds.
    #[must_use]
    pub const fn from_ms(ms: u64) -> Self {
        Self(ms.saturating_mul(1_000_000_000))
    }

    /// Whole nanoseconds, rounded down.
    #[inline]
    #[must_use]
    pub const fn nanos(self) -> u64 {
        self.0 / PS_PER_NS
    }

    /// The stamp an algorithm sees: whole nanoseconds mod 2^32.
    #[inline]
    #[must_use]
    pub const fn nanos32(self) -> Nanos32 {
        Nanos32(self.nanos() as u32)
    }

    /// In seconds, for reports.
    #[must_use]
    pub fn seconds(self) -> f64 {
        self.0 as f64 * 1e-12
    }

    /// In microseconds, for reports.
    #[must_use]
    pub fn micros(self) -> f64 {
        self.0 as f64 * 1e-6
    }

    /// Time since `earlier`, 0 if that is later.
    #[inline]
    #[must_use]
    pub const fn since(self, earlier: Self) -> Self {
        Self(self.0.saturating_sub(earlier.0))
    }
}

impl Add for Ps {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Ps {
    #[inline]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Ps {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        self.since(other)
    }
}

impl fmt::Display for Ps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} us", self.micros())
    }
}

/// A link rate, kept as the time one byte takes.
///
/// Only rates whose byte time is a whole number of picoseconds exist, so that no transmission time is ever
/// rounded: 1 G is 8000 ps, 10 G is 800, 25 G is 320, 40 G is 200, 100 G is 80, 400 G is 20, 800 G is 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LinkRate {
    byte_time_ps: u32,
}

/// Bits per second times this byte time is 8e12.
const PS_BITS_PER_BYTE_SECOND: u64 = 8_000_000_000_000;

impl LinkRate {
    /// 1 Gbit/s.
    pub const G1: Self = Self { byte_time_ps: 8_000 };
    /// 10 Gbit/s.
    pub const G10: Self = Self { byte_time_ps: 800 };
    /// 25 Gbit/s.
    pub const G25: Self = Self { byte_time_ps: 320 };
    /// 40 Gbit/s.
    pub const G40: Self = Self { byte_time_ps: 200 };
    /// 100 Gbit/s.
    pub const G100: Self = Self { byte_time_ps: 80 };
    /// 400 Gbit/s.
    pub const G400: Self = Self { byte_time_ps: 20 };

    /// From bits per second; `None` if a byte would not take a whole number of picoseconds, 1 ..= 2^32 - 1.
    #[must_use]
    pub const fn from_bps(bps: u64) -> Option<Self> {
        if bps == 0 || !PS_BITS_PER_BYTE_SECOND.is_multiple_of(bps) {
            return None;
        }
        let byte_time = PS_BITS_PER_BYTE_SECOND / bps;
        if byte_time > u32::MAX as u64 { None } else { Some(Self { byte_time_ps: byte_time as u32 }) }
    }

    /// From the time of one byte \[ps\].
    pub(crate) const fn from_byte_time_ps(byte_time_ps: u32) -> Self {
        Self { byte_time_ps }
    }

    /// Time of one byte \[ps\].
    #[inline]
    #[must_use]
    pub const fn byte_time_ps(self) -> u32 {
        self.byte_time_ps
    }

    /// Bits per second.
    #[must_use]
    pub const fn bps(self) -> u64 {
        PS_BITS_PER_BYTE_SECOND / self.byte_time_ps as u64
    }

    /// Time that `bytes` take on the wire.
    #[inline]
    #[must_use]
    pub const fn time_of(self, bytes: u64) -> Ps {
        Ps(bytes.saturating_mul(self.byte_time_ps as u64))
    }

    /// Whole bytes sent in `time`.
    #[must_use]
    pub const fn bytes_in(self, time: Ps) -> u64 {
        time.0 / self.byte_time_ps as u64
    }
}

/// A time in ps as an algorithm's stamp.
#[inline]
pub(crate) const fn stamp_of(time: u64) -> Nanos32 {
    Nanos32((time / PS_PER_NS) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stamps_wrap_at_32_bits_of_nanoseconds() {
        assert_eq!(Ps::from_ns((1 << 32) + 5).nanos32(), Nanos32(5));
        assert_eq!(Ps(1_999).nanos(), 1);
    }

    #[test]
    fn only_rates_with_a_whole_byte_time_exist() {
        assert_eq!(LinkRate::from_bps(10_000_000_000), Some(LinkRate::G10));
        assert_eq!(LinkRate::from_bps(3_000_000_000), None);
        assert_eq!(LinkRate::from_bps(0), None);
        assert_eq!(LinkRate::G40.bps(), 40_000_000_000);
        assert_eq!(LinkRate::G10.time_of(1500), Ps(1_200_000));
        assert_eq!(LinkRate::G10.bytes_in(Ps::from_us(200)), 250_000);
    }
}
