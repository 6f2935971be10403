//! The average queue length, and its decay while the queue is empty.

use freeboard_fixmath::{Reciprocal, mul_high};

/// The average of one queue: whole depth units, and a fraction of one in 2^-16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Average {
    pub(crate) whole: u32,
    pub(crate) fraction: u16,
}

impl Average {
    pub(crate) const NONE: Self = Self { whole: 0, fraction: 0 };

    /// After one sample: a step of gain 2^-`weight`, at least 2^-16 of a unit, so that a constant queue is reached.
    ///
    /// A gap below 2^16 units fits a word in 2^-16 of one. Of a larger one the parts below a unit come from its lowest 26 bits,
    /// since the weight is 10 at most.
    #[inline(always)]
    pub(crate) const fn sampled(self, depth: u32, weight: u32) -> Self {
        let fraction = self.fraction as u32;
        if depth > self.whole {
            let units = depth.wrapping_sub(self.whole);
            let gap = (units << 16).wrapping_sub(fraction);
            if units >> 16 != 0 {
                let whole = units.wrapping_sub((fraction != 0) as u32).wrapping_shr(weight);
                let parts = fraction.wrapping_add(gap.wrapping_shr(weight) & 0xffff);
                return Self::of(self.whole.wrapping_add(whole), parts);
            }
            let step = gap.wrapping_shr(weight);
            let step = if step == 0 { 1 } else { step };
            Self::of(self.whole, fraction.wrapping_add(step))
        } else {
            let units = self.whole.wrapping_sub(depth);
            let gap = units << 16 | fraction;
            if units >> 16 != 0 {
                // What is left of the gap, so that nothing is borrowed.
                let whole = units.wrapping_sub(units.wrapping_shr(weight)).wrapping_sub(1);
                let parts = fraction.wrapping_add(1 << 16).wrapping_sub(gap.wrapping_shr(weight) & 0xffff);
                return Self::of(depth.wrapping_add(whole), parts);
            }
            let step = gap.wrapping_shr(weight);
            let step = if step == 0 { (gap != 0) as u32 } else { step };
            Self::of(depth, gap.wrapping_sub(step))
        }
    }

    /// The part `left` of it in Q32, at most 2^-14 of a unit below.
    #[inline(always)]
    const fn scaled(self, left: u32) -> Self {
        let parts = (self.whole.wrapping_mul(left) >> 16)
            .wrapping_add((self.fraction as u32).wrapping_mul(left >> 16) >> 16);
        Self::of(mul_high(self.whole, left), parts)
    }

    /// This many units, and this many parts of 2^-16.
    #[inline(always)]
    const fn of(whole: u32, parts: u32) -> Self {
        Self { whole: whole.wrapping_add(parts >> 16), fraction: (parts & 0xffff) as u16 }
    }
}

/// The decay of an average over idle time, as a power of two: (1 - 2^-weight)^(time / packet time).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Decay {
    /// From this idle time on \[ns\] nothing is left, where less than 2^-31 of the average would be.
    pub(crate) cutoff: u32,
    /// Octaves in Q27 per 2^`shift` ns.
    rate: u32,
    shift: u32,
}

/// -log2(1 - 2^-w) in Q31, rounded to nearest, for w from 1 to 10: the octaves that one packet time takes from the average.
const OCTAVES: [u32; 10] = [
    0x8000_0000,
    0x351f_f2e3,
    0x18a8_980b,
    0x0beb_024b,
    0x05dc_e532,
    0x02e8_7dd1,
    0x0172_c7ba,
    0x00b9_06ce,
    0x005c_6c3b,
    0x002e_3055,
];

/// 2^-(j/16) in Q16, rounded to nearest, for j from 0 to 16; 1 itself is one unit less, to fit.
const POWERS: [u16; 17] = [
    65_535, 62_757, 60_097, 57_549, 55_109, 52_773, 50_535, 48_393, 46_341, 44_376, 42_495, 40_693, 38_968,
    37_316, 35_734, 34_219, 32_768,
];

/// The smallest rate that loses at most 2^-16 of itself to rounding; idle times are cut to 2^-10 of an octave with it.
const RATE_MIN: u32 = 1 << 16;

/// Idle times are below 2^31 ns: cut by more they would have less than 16 bits.
const SHIFT_MAX: u32 = 15;

impl Decay {
    /// By 1 - 2^-`weight` per `packet_time` \[ns\]. A weight of 0 leaves nothing.
    pub(crate) fn new(weight: u32, packet_time: u32) -> Self {
        let Some(octaves) = weight.checked_sub(1).and_then(|at| OCTAVES.get(at as usize)) else {
            return Self { cutoff: 0, rate: 0, shift: 0 };
        };
        let per_packet_time = Reciprocal::new(packet_time);
        let rate = |shift: u32| per_packet_time.divide_wide(u64::from(*octaves) << (shift & 15) >> 4);
        let shift = (0..SHIFT_MAX).find(|shift| rate(*shift) >= RATE_MIN).unwrap_or(SHIFT_MAX);
        let rate = rate(shift);
        // The longest idle time whose octaves fit Q27 in a word, or any below 2^31 ns.
        let steps = u32::MAX.checked_div(rate).unwrap_or(0xffff).min(0xffff);
        Self { cutoff: steps.wrapping_add(1) << (shift & 15), rate, shift }
    }

    /// The average of a queue that was empty for `silent` ns, less than the cutoff, after the packet that finds it so.
    ///
    /// Against (1 - 2^-weight)^(silent / packet time + 1) of it, at most 2^-10 of the average above, and at most 2^-15 of it and
    /// 2^-14 of a unit below. Above: the idle time is cut to 2^-10 octaves or 6.77e-4 (with a rate below [`RATE_MIN`], to less,
    /// and the rate's own rounding is 6e-5), the chord over a sixteenth of an octave is (ln 2 / 16)^2 / 8 = 2.35e-4 too high at
    /// most, rate and table round by 3e-5. Below: the table, 2^-16, and the roundings of the product.
    #[inline(always)]
    pub(crate) fn idled(&self, average: Average, silent: u32, weight: u32) -> Average {
        let octaves = silent.wrapping_shr(self.shift).wrapping_mul(self.rate);
        let at = (octaves >> 23 & 15) as usize;
        let power = |at: usize| u32::from(POWERS.get(at).copied().unwrap_or(0));
        let (from, to) = (power(at), power(at.wrapping_add(1)));
        // 12 bits by 16.
        let fallen = from.wrapping_sub(to).wrapping_mul(octaves >> 7 & 0xffff);
        let left = (from << 16).wrapping_sub(fallen) >> (octaves >> 27);
        // The packet itself is one more sample of an empty queue.
        average.scaled(left.wrapping_sub(left.wrapping_shr(weight)))
    }
}
