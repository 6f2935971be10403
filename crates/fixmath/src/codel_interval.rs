//! interval/√count from a table: CoDel's schedule where a root per signal is too dear.

use crate::wide::{high, mul_high, mul_wide};

/// By count: 1/(2√f) in Q0.32 for the f in [1/4, 1) that is the count over a power of four, as [`inv_sqrt`](crate::inv_sqrt)
/// rounds: the largest value below the root. The last is that of f = 1; 0 reads as 1.
const ROOTS: [u32; 65] = [
    0xffff_ffff,
    0xffff_ffff,
    0xb504_f333,
    0x93cd_3a2c,
    0xffff_ffff,
    0xe4f9_2e2d,
    0xd105_eb80,
    0xc184_8f35,
    0xb504_f333,
    0xaaaa_aaaa,
    0xa1e8_9b12,
    0x9a5f_b1e8,
    0x93cd_3a2c,
    0x8e00_d501,
    0x88d6_772b,
    0x8432_a516,
    0xffff_ffff,
    0xf85b_4246,
    0xf15b_eeef,
    0xeaeb_f548,
    0xe4f9_2e2d,
    0xdf74_82b7,
    0xda51_49e0,
    0xd584_cd74,
    0xd105_eb80,
    0xcccc_cccc,
    0xc8d2_ab0a,
    0xc511_a2e6,
    0xc184_8f35,
    0xbe26_eb31,
    0xbaf4_ba35,
    0xb7ea_73c9,
    0xb504_f333,
    0xb241_69bd,
    0xaf9d_5339,
    0xad16_6c63,
    0xaaaa_aaaa,
    0xa858_3547,
    0xa61d_5f49,
    0xa3f8_a27f,
    0xa1e8_9b12,
    0x9fec_03bf,
    0x9e01_b287,
    0x9c28_95d1,
    0x9a5f_b1e8,
    0x98a6_1ec9,
    0x96fb_062e,
    0x955d_a1e0,
    0x93cd_3a2c,
    0x9249_2492,
    0x90d0_c28f,
    0x8f63_8092,
    0x8e00_d501,
    0x8ca8_3f67,
    0x8b59_47aa,
    0x8a13_7d60,
    0x88d6_772b,
    0x87a1_d22e,
    0x8675_318b,
    0x8550_3deb,
    0x8432_a516,
    0x831c_198f,
    0x820c_5240,
    0x8103_0a23,
    0x7fff_ffff,
];

/// Counts below this one take the short way of [`codel_interval()`].
pub const CODEL_NEAR: u32 = 64;

/// interval/√count, rounded down.
///
/// For counts below 64 bit for bit [`scaled_inv_sqrt`](crate::scaled_inv_sqrt), in a sixth of its time. From there on within
/// 2^-29 of the quotient before it is rounded, so within one unit of its floor for an interval up to 2^29 (0.54 s in ns): a
/// chord between two of the 48 roots per factor of 4 in the count, 3.7·10^-4 too high at most (3/32 of the square of the widest
/// step, a sixteenth), and one third-order step. count = 0 reads as count = 1.
#[inline(always)]
#[must_use]
pub fn codel_interval(interval: u32, count: u32) -> u32 {
    if count >= CODEL_NEAR {
        return interval_afar(interval, count);
    }
    let down = u32::from(count >= 4).wrapping_add(u32::from(count >= 16));
    scaled(interval, root(count & 63), down)
}

#[inline(always)]
const fn scaled(interval: u32, root: u32, down: u32) -> u32 {
    // The sum cannot wrap: interval · (root + 1) is at most (2^32 - 1)·2^32.
    high(mul_wide(interval, root).wrapping_add(interval as u64)).wrapping_shr(down)
}

/// The root at a place of the table.
#[inline(always)]
fn root(at: u32) -> u32 {
    ROOTS.get(at as usize).copied().unwrap_or(u32::MAX)
}

/// For counts from 64 on, between two roots.
#[inline(always)]
fn interval_afar(interval: u32, count: u32) -> u32 {
    // By halves: small cores do not count leading zeros.
    let (mut rest, mut down) = (count, 2_u32);
    if rest >> 20 != 0 {
        (rest, down) = (rest >> 16, 10);
    }
    if rest >> 12 != 0 {
        (rest, down) = (rest >> 8, down.wrapping_add(4));
    }
    if rest >> 8 != 0 {
        (rest, down) = (rest >> 4, down.wrapping_add(2));
    }
    if rest >> 6 != 0 {
        (rest, down) = (rest >> 2, down.wrapping_add(1));
    }
    // f in Q32, whose upper 6 bits are `rest`.
    let f = count.wrapping_shl(30_u32.wrapping_sub(down.wrapping_mul(2)));
    let at = rest & 63;
    let from = root(at);
    let chord = from.wrapping_sub(mul_high(from.wrapping_sub(root(at.wrapping_add(1))), f << 6));
    // e = 4f·chord² - 1, from 0 to 7e-4 but for two units of rounding, in Q30.
    let e = mul_high(mul_high(chord, chord), f).saturating_sub(1 << 30);
    // e/2 - 3e²/8 in Q32; the next term is 5/16·e³, 1e-10.
    let short = e >> 5;
    let second = short.wrapping_mul(short).wrapping_mul(3) >> 21;
    scaled(interval, chord.wrapping_sub(mul_high(chord, (e << 1).wrapping_sub(second))), down)
}
