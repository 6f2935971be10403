//! The average queue length.

use freeboard_fixmath::{mul_high, mul_wide};

/// The average after one sample: a step of gain 2^-`weight`, at least one unit of 2^-16, so that a constant
/// queue is reached. `average` is Q32.16.
#[inline]
pub(crate) const fn sampled(average: u64, depth: u32, weight: u32) -> u64 {
    let target = (depth as u64) << 16;
    if target >= average {
        average.wrapping_add(step(target.wrapping_sub(average), weight))
    } else {
        average.wrapping_sub(step(average.wrapping_sub(target), weight))
    }
}

#[inline(always)]
const fn step(gap: u64, weight: u32) -> u64 {
    let step = gap >> (weight & 15);
    if step == 0 && gap != 0 { 1 } else { step }
}

/// The average after `packets` packet times without a packet: (1 - 2^-weight)^packets of it, \[Floyd93\] §4.
#[inline]
pub(crate) fn idled(average: u64, packets: u32, weight: u32) -> u64 {
    if packets == 0 {
        return average;
    }
    let left = left_after(packets, weight);
    let high = mul_wide((average >> 32) as u32, left);
    high.wrapping_add(mul_high((average & 0xffff_ffff) as u32, left) as u64)
}

/// Bits of an exponent that matter: (1 - 2^-10)^(2^16) is e^-64, nothing of a 48-bit average.
const EXPONENT_BITS: u32 = 16;

/// (1 - 2^-weight)^packets in Q32 by squaring; below the real power by at most 2^-15.
#[inline]
fn left_after(packets: u32, weight: u32) -> u32 {
    if weight == 0 || packets >> EXPONENT_BITS != 0 {
        return 0;
    }
    let mut base = 0u32.wrapping_sub(1 << (32_u32.wrapping_sub(weight) & 31));
    let (mut left, mut exponent) = (u32::MAX, packets);
    for _ in 0..EXPONENT_BITS {
        // Most queues are empty for a few packet times only.
        if exponent == 0 {
            break;
        }
        left = if exponent & 1 == 1 { mul_high(left, base) } else { left };
        base = mul_high(base, base);
        exponent >>= 1;
    }
    left
}
