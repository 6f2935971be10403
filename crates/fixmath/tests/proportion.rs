//! ⌊x·n/d⌋ against 128 bits.

use freeboard_fixmath::Proportion;
use freeboard_fixmath::split_mix::SplitMix64;

/// A word of any length.
fn word(random: &mut SplitMix64) -> u32 {
    let bits = random.below(32);
    random.half() >> bits
}

fn checked(n: u32, d: u32, x: u32) {
    let real = u64::from(x) * u64::from(n) / u64::from(d.max(1));
    let proportion = Proportion::new(n, d);
    let most = u32::try_from(real).unwrap_or(u32::MAX);
    assert_eq!(proportion.saturating_of(x), most, "{x}·{n}/{d}");
    if real <= u64::from(u32::MAX) {
        assert_eq!(u64::from(proportion.of(x)), real, "{x}·{n}/{d}");
    }
}

#[test]
fn products_are_exact_for_words_of_every_length() {
    let mut random = SplitMix64::new(11);
    for _ in 0..2_000_000 {
        let (n, d, x) = (word(&mut random), word(&mut random), word(&mut random));
        checked(n, d.min(1 << 31), x);
    }
}

#[test]
fn products_are_exact_where_they_are_whole_and_right_below() {
    let mut random = SplitMix64::new(12);
    for _ in 0..200_000 {
        let (n, d) = (word(&mut random).max(1), word(&mut random).clamp(1, 1 << 31));
        // The least x of each product, and the one before.
        let product = u64::from(word(&mut random));
        let x = u32::try_from((product * u64::from(d)).div_ceil(u64::from(n))).unwrap_or(u32::MAX);
        for x in [x, x.wrapping_sub(1)] {
            checked(n, d, x);
        }
    }
}

#[test]
fn ends_of_the_ranges_are_exact() {
    let ends = [0, 1, 2, (1 << 31) - 1, 1 << 31, u32::MAX - 1, u32::MAX];
    for n in ends {
        for d in [0, 1, 2, 3, (1 << 31) - 1, 1 << 31] {
            ends.into_iter().for_each(|x| checked(n, d, x));
        }
    }
}
