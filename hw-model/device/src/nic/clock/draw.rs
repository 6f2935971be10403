//! Random words of a clock, by counter.

use freeboard_fixmath::split_mix;

/// What a word is drawn for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Use {
    /// The error a resynchronisation leaves behind; index is its number.
    Residual = 1,
    /// Where the wander is at a knot; index is its number.
    Wander = 2,
    /// Noise of a transmit stamp; index is the time.
    Transmit = 3,
    /// Noise of a receive stamp; index is the time.
    Receive = 4,
}

const fn mixed(word: u64) -> u64 {
    split_mix::word(word, 0)
}

/// The `part`-th word of `index`.
pub(super) const fn word(key: u64, what: Use, index: u64, part: u64) -> u64 {
    mixed(mixed(mixed(key ^ what as u64) ^ index) ^ part)
}

/// Uniform in `0 ..= most`; the bias is below `most` / 2^32.
pub(super) const fn up_to(word: u64, most: u32) -> i64 {
    (((word >> 32) * (most as u64 + 1)) >> 32).cast_signed()
}

/// Normal with mean 0 and standard deviation `sigma`, rounded towards 0.
///
/// The sum of twelve uniform numbers: exact in integers, variance 1 less 2^-32, kurtosis 0.1 short of a
/// normal's, never beyond six sigma.
pub(super) const fn normal(key: u64, what: Use, index: u64, sigma: u64) -> i64 {
    let mut sum = 0;
    let mut part = 0;
    while part < 3 {
        let word = word(key, what, index, part);
        sum += (word & 0xFFFF) + (word >> 16 & 0xFFFF) + (word >> 32 & 0xFFFF) + (word >> 48);
        part += 1;
    }
    // Twelve times the mean of 0 .. 2^16 - 1.
    let centred = sum.cast_signed() - 6 * 0xFFFF;
    ((centred as i128 * sigma as i128) / (1 << 16)) as i64
}
