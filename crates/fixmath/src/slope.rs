//! A change over the time it took.

use crate::ewma::{Gain, toward_signed};

/// (to - from) / elapsed in Q16 per unit of time, rounded towards 0, saturating at both ends of `i32`; two 32-bit
/// divisions and no more.
///
/// Exact for times below 2^16. Beyond, time and change lose 7 bits, beyond 2^23 they lose 16: within 2^-7 of the
/// quotient, and 2^-7 per unit of time for the change's own cut. Time 0 reads as 1.
#[inline]
#[must_use]
pub const fn slope_q16(from: u32, to: u32, elapsed: u32) -> i32 {
    let cut = if elapsed >> 16 == 0 {
        0
    } else if elapsed >> 23 == 0 {
        7
    } else {
        16
    };
    let (change, elapsed) = (to.abs_diff(from).wrapping_shr(cut), elapsed.wrapping_shr(cut));
    let elapsed = if elapsed == 0 { 1 } else { elapsed };
    // What is left of the whole quotient is below 2^16 and fits a word when it is shifted.
    let whole = quotient(change, elapsed);
    let rest = change.wrapping_sub(whole.wrapping_mul(elapsed));
    let part = quotient(rest << 16, elapsed);
    let magnitude = if whole >> 15 == 0 { (whole << 16 | part).cast_signed() } else { i32::MAX };
    if to < from { 0_i32.wrapping_sub(magnitude) } else { magnitude }
}

/// n/d for a divisor that is not 0.
#[inline(always)]
const fn quotient(n: u32, d: u32) -> u32 {
    match n.checked_div(d) {
        Some(q) => q,
        None => n,
    }
}

/// A moving average of the growth of a length, sampled by pairs of (time, length). Zero-filled is a fresh one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Growth {
    /// Average, Q16 per unit of time; 0 until there were two samples.
    pub average: i32,
    /// Length at the last sample.
    pub length: u32,
    /// Time of the last sample.
    pub stamp: u32,
    /// 1 once there was a sample.
    pub started: u32,
}

impl Growth {
    /// Takes a sample. One that is not younger than the last, in serial order, changes nothing.
    #[inline]
    pub const fn sample(&mut self, now: u32, length: u32, gain: Gain) {
        let elapsed = now.wrapping_sub(self.stamp);
        if self.started != 0 {
            if elapsed == 0 || elapsed > i32::MAX.cast_unsigned() {
                return;
            }
            self.average = toward_signed(self.average, slope_q16(self.length, length, elapsed), gain);
        }
        self.length = length;
        self.stamp = now;
        self.started = 1;
    }

    /// Forgets a last sample that is [`Growth::OLD`] or more old. Called at least that often, it keeps every age
    /// within serial order.
    #[inline]
    pub const fn expire(&mut self, now: u32) {
        let age = now.wrapping_sub(self.stamp);
        if self.started != 0 && age >= Self::OLD && age <= i32::MAX.cast_unsigned() {
            self.clear();
        }
    }

    /// Age at which a sample is forgotten: a quarter of the range of the clock.
    pub const OLD: u32 = 1 << 30;

    /// Forgets everything.
    #[inline(always)]
    pub const fn clear(&mut self) {
        *self = Self { average: 0, length: 0, stamp: 0, started: 0 };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    fn exact(from: u32, to: u32, elapsed: u32) -> i128 {
        let change = i128::from(to).wrapping_sub(i128::from(from)) << 16_u32;
        let most = i128::from(i32::MAX);
        change.checked_div(i128::from(elapsed)).unwrap_or(0).clamp(most.wrapping_neg(), most)
    }

    quickcheck! {
        fn a_slope_over_a_short_time_is_the_quotient_rounded_towards_zero(from: u32, to: u32, elapsed: u16) -> bool {
            let elapsed = u32::from(elapsed).max(1);
            i128::from(slope_q16(from, to, elapsed)) == exact(from, to, elapsed)
        }

        fn a_slope_over_a_long_time_is_within_its_bound(from: u32, to: u32, elapsed: u32) -> bool {
            let elapsed = elapsed.max(1 << 16);
            let exact = exact(from, to, elapsed);
            // 2^-7 of it, and 2^-7 in Q16.
            let bound = (exact.abs() >> 7_u32).saturating_add(513);
            i128::from(slope_q16(from, to, elapsed)).abs_diff(exact) <= bound.unsigned_abs()
        }
    }

    #[test]
    fn a_constant_growth_is_reached_and_a_late_sample_is_ignored() {
        let (mut growth, gain) = (Growth::default(), Gain::from_shift(3));
        assert!(gain.is_some());
        let Some(gain) = gain else { return };
        let mut now = 0_u32.wrapping_sub(50_000);
        for packet in 0..400_u32 {
            growth.sample(now, packet.wrapping_mul(1_000), gain);
            now = now.wrapping_add(2_000);
        }
        assert_eq!(growth.average, 1 << 15);
        let before = growth;
        growth.sample(now.wrapping_sub(5_000), 9, gain);
        assert_eq!(growth, before);
    }
}
