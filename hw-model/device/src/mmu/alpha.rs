//! The factor of a dynamic threshold, a power of two.

use crate::error::{ConfigError, ConfigField};

/// alpha = 2^k with k in -7 ..= 3, the range of Broadcom parts (BCC §2.2, SONiC's `dynamic_th`).
///
/// Tofino's driver offers the subset -6 ..= 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Alpha(i8);

impl Alpha {
    /// Smallest exponent: alpha = 1/128.
    pub const MIN_LOG2: i8 = -7;
    /// Largest exponent: alpha = 8.
    pub const MAX_LOG2: i8 = 3;
    /// alpha = 1.
    pub const ONE: Self = Self(0);

    /// alpha = 2^`log2`.
    ///
    /// # Errors
    /// `log2` lies outside -7 ..= 3.
    pub const fn from_log2(log2: i8) -> Result<Self, ConfigError> {
        if log2 < Self::MIN_LOG2 || log2 > Self::MAX_LOG2 {
            return Err(ConfigError {
                field: ConfigField::AlphaLog2,
                value: log2 as i64,
                min: Self::MIN_LOG2 as i64,
                max: Self::MAX_LOG2 as i64,
            });
        }
        Ok(Self(log2))
    }

    /// The exponent, -7 ..= 3.
    #[must_use]
    pub const fn log2(self) -> i8 {
        self.0
    }

    /// floor(alpha * `free`), saturating at 2^32 - 1.
    #[inline]
    #[must_use]
    pub const fn of(self, free: u32) -> u32 {
        if self.0 < 0 {
            free >> self.0.unsigned_abs()
        } else {
            let scaled = (free as u64) << self.0;
            if scaled > u32::MAX as u64 { u32::MAX } else { scaled as u32 }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponents_outside_the_chip_range_are_refused() {
        assert_eq!(Alpha::from_log2(-8).unwrap_err().value, -8);
        assert_eq!(Alpha::from_log2(4).unwrap_err().max, 3);
        assert_eq!(Alpha::from_log2(3).unwrap().log2(), 3);
    }

    #[test]
    fn scaling_floors_and_saturates() {
        assert_eq!(Alpha::from_log2(-7).unwrap().of(1000), 7);
        assert_eq!(Alpha::from_log2(2).unwrap().of(1000), 4000);
        assert_eq!(Alpha::from_log2(3).unwrap().of(u32::MAX), u32::MAX);
    }
}
