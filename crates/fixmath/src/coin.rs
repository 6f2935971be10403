//! Coins: a uniform random word against a probability, both Q0.32.
//!
//! A probability of `u32::MAX` stands for 1, so that certainty can be said; every other value p is exactly
//! p/2^32 under a uniform word.

use crate::reciprocal::Reciprocal;
use crate::wide::mul_wide;

/// True with probability `p`.
#[inline(always)]
#[must_use]
pub const fn coin(random: u32, p: u32) -> bool {
    random < p || p == u32::MAX
}

/// True with probability p/(1 - spent), certain where that reaches 1.
///
/// RED's uniformisation \[Floyd93\] §7 needs the quotient only to compare it with a random number u, and
/// u < p/(1 - spent) is u·(1 - spent) < p: one multiplication, exact, no division. A `spent` of `u32::MAX`
/// stands for 1.
#[inline(always)]
#[must_use]
pub const fn spread_coin(random: u32, p: u32, spent: u32) -> bool {
    // 1 - spent in Q32 needs 33 bits at spent = 0: multiply by one less, and add the multiplicand once more.
    let scaled = mul_wide(random, u32::MAX.wrapping_sub(spent)).wrapping_add(random as u64);
    spent == u32::MAX || p == u32::MAX || scaled < (p as u64) << 32
}

/// The r for which a ramp of 2^-r per unit is nearest, in ratio, to one that gains `p_max` (Q16) over `range`.
///
/// A pipeline compares the distance on the ramp with r random bits, so only such ramps exist there. The ramp in
/// force is within a factor of sqrt(2); 0 for an empty range.
#[inline]
#[must_use]
pub const fn ramp_bits(range: u32, p_max: u32) -> u32 {
    let units = Reciprocal::new(p_max).divide_wide((range as u64) << 16);
    match units.checked_ilog2() {
        None => 0,
        // Up where the square is at or beyond the square of the middle, 2^(2r + 1).
        Some(bits) => {
            let up = mul_wide(units, units) >> (bits.wrapping_mul(2).wrapping_add(1) & 63) != 0;
            bits.wrapping_add(up as u32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quickcheck::quickcheck;

    quickcheck! {
        fn a_spread_coin_is_the_quotient_in_exact_arithmetic(random: u32, p: u32, spent: u32) -> bool {
            let (random, p, spent) = (random, p.min(u32::MAX - 1), spent.min(u32::MAX - 1));
            let left = (1_u64 << 32).wrapping_sub(u64::from(spent));
            // Below 2^64: random is below 2^32, and left at most that.
            spread_coin(random, p, spent) == (u64::from(random).wrapping_mul(left) < u64::from(p) << 32)
        }

        fn a_coin_with_nothing_spent_is_a_plain_one(random: u32, p: u32) -> bool {
            spread_coin(random, p, 0) == coin(random, p)
        }
    }

    #[test]
    fn certainty_and_impossibility_can_be_said() {
        for random in [0, 1, u32::MAX - 1, u32::MAX] {
            assert!(coin(random, u32::MAX));
            assert!(!coin(random, 0));
            assert!(spread_coin(random, 1, u32::MAX));
            assert!(!spread_coin(random, 0, 1 << 31));
            assert!(spread_coin(random, 1 << 31, 1 << 31));
        }
        assert!(spread_coin((1 << 31) - 1, 1 << 30, 1 << 31));
        assert!(!spread_coin(1 << 31, 1 << 30, 1 << 31));
    }
}
