//! Alpha over several periods at once: (1 - g)^n without a loop over n.

use freeboard_cc_api::Nanos32;
use freeboard_fixmath::{ONE_Q16, ONE_Q20, mul_high, mul_wide};

/// Hexadecimal digits of the number of periods that count: 4095 silent periods leave 1e-7 of alpha at g = 1/256.
const DIGITS: usize = 3;

/// The gain g and the period of alpha, prepared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Decay {
    gain: u32,
    period: u32,
    /// (1 - g)^(d 16^i) in Q32 for digit d at place i; the entry of digit 0 is not used.
    keep: [[u32; 16]; DIGITS],
}

impl Decay {
    /// For g in Q16, 1 ..= 65535, and a period \[ns\] of at least 1.
    #[must_use]
    pub fn new(gain: u32, period: u32) -> Self {
        let mut keep = [[0; 16]; DIGITS];
        let mut base = ONE_Q16.saturating_sub(gain) << 16;
        for place in &mut keep {
            let mut power = u32::MAX;
            for entry in place.iter_mut() {
                *entry = power;
                power = if power == u32::MAX { base } else { mul_high(power, base) };
            }
            base = power;
        }
        Self { gain, period, keep }
    }

    /// One step of alpha (Q20) towards 1 or 0.
    #[inline]
    #[must_use]
    pub const fn step(&self, alpha: u32, congested: bool) -> u32 {
        // The gain is above 0 and below 1, and alpha at most 1: nothing is clamped. A step is at least one unit.
        let gap = if congested { ONE_Q20.wrapping_sub(alpha) } else { alpha };
        let part = (mul_wide(gap, self.gain) >> 16) as u32;
        let step = if part == 0 && gap != 0 { 1 } else { part };
        if congested { alpha.wrapping_add(step) } else { alpha.wrapping_sub(step) }
    }

    /// Alpha after the periods that ended between `due` and `now`, and the next end; the first of them was
    /// `congested`, the rest were not. `now` is `due` or later.
    ///
    /// One period is exact; n periods lose at most 3 units of 2^-20 and reach 0 as single steps do.
    ///
    /// Always inlined: as a function of its own it has more arguments than the kernel allows (5).
    #[inline(always)]
    #[must_use]
    pub fn over(&self, alpha: u32, congested: bool, due: Nanos32, now: Nanos32) -> (u32, Nanos32) {
        let first = self.step(alpha, congested);
        let late = now.since(due);
        if late < self.period {
            return (first, due.plus(self.period));
        }
        let more = late.checked_div(self.period).unwrap_or(0);
        let next = due.plus(self.period.wrapping_mul(more)).plus(self.period);
        // At least one period ended. The last of the silent ones is a single step, which cannot stick above 0.
        (self.step(self.silent(first, more.wrapping_sub(1)), false), next)
    }

    #[inline]
    fn silent(&self, alpha: u32, periods: u32) -> u32 {
        let mut left = periods.min((1 << (4 * DIGITS)) - 1);
        let mut alpha = alpha << 11;
        for place in &self.keep {
            let digit = left & 15;
            if digit != 0 {
                let keep = place.get(digit as usize).copied().unwrap_or(0);
                alpha = mul_high(alpha, keep);
            }
            left >>= 4;
        }
        alpha >> 11
    }
}
