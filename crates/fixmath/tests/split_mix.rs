//! SplitMix64 against its published words.

use freeboard_fixmath::split_mix::{self, SplitMix64};

/// The first words of the authors' generator for seed 0.
const PUBLISHED: [u64; 3] = [0xE220_A839_7B1D_CDAF, 0x6E78_9E6A_A1B9_65F4, 0x06C4_5D18_8009_454F];

#[test]
fn is_the_published_generator() {
    let mut words = SplitMix64::new(0);
    assert_eq!(PUBLISHED.map(|_| words.word()), PUBLISHED);
}

#[test]
fn a_word_by_its_number_is_that_of_the_generator() {
    for seed in [0, 1, u64::MAX] {
        let mut words = SplitMix64::new(seed);
        assert!((0..100).all(|index| split_mix::word(seed, index) == words.word()), "{seed}");
    }
}

#[test]
fn a_word_in_a_range_is_below_its_bound() {
    assert_eq!(split_mix::below(u64::MAX, 7), 6);
    assert_eq!(split_mix::below(u64::MAX, u32::MAX), u32::MAX - 1);
    assert_eq!(split_mix::below(u64::MAX, 0), 0);
}

#[test]
fn the_generator_draws_halves_and_ranges_from_its_upper_bits() {
    let halves = PUBLISHED.map(|word| (word >> 32) as u32);
    let mut words = SplitMix64::new(0);
    assert_eq!(PUBLISHED.map(|_| words.half()), halves);
    let mut words = SplitMix64::new(0);
    let share = |half: u32| (f64::from(half) / 4_294_967_296.0 * 1_000.0) as u32;
    assert_eq!(PUBLISHED.map(|_| words.below(1_000)), halves.map(share));
}
