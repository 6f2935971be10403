//! Rates as a fraction of line rate, the unit of programmable NICs.

use fixed::{FixedU32, types::extra::U20};

/// A sending rate as a fraction of line rate in Q12.20: 1.0 is 2^20, the unit of NIC pacers.
///
/// One step is line rate / 2^20: 9.5 kbit/s at 10 Gbit/s, 95 kbit/s at 100 Gbit/s. Rate 0 cannot be said:
/// a flow that may never send again would hang, so the constructors floor at one step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct LineFraction(FixedU32<U20>);

impl LineFraction {
    /// Line rate.
    pub const LINE: Self = Self(FixedU32::from_bits(1 << 20));
    /// The slowest rate: one step, 2^-20 of line rate.
    pub const MIN: Self = Self(FixedU32::from_bits(1));

    /// From Q20 bits, clamped to `MIN ..= LINE`.
    #[inline(always)]
    #[must_use]
    pub const fn from_bits(bits: u32) -> Self {
        let floor = if bits == 0 { 1 } else { bits };
        Self(FixedU32::from_bits(if floor > 1 << 20 { 1 << 20 } else { floor }))
    }

    /// Q20 bits, 1 ..= 2^20.
    #[inline(always)]
    #[must_use]
    pub const fn to_bits(self) -> u32 {
        self.0.to_bits()
    }
}

impl Default for LineFraction {
    fn default() -> Self {
        Self::LINE
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for LineFraction {
    fn format(&self, f: defmt::Formatter<'_>) {
        defmt::write!(f, "{=u32}/2^20 line", self.to_bits());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_zero_cannot_be_said() {
        assert_eq!(LineFraction::from_bits(0), LineFraction::MIN);
        assert_eq!(LineFraction::from_bits(u32::MAX), LineFraction::LINE);
        assert_eq!(LineFraction::from_bits(77).to_bits(), 77);
    }
}
