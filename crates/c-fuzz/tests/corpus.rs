//! The corpus of the C entry points, replayed without a fuzzer, and seeds for every variant.

use freeboard_c_fuzz::{FAMILIES, c_entries, clock_steps};
use freeboard_replay::Random;
use std::collections::BTreeMap;
use std::path::Path;

/// An input for a variant: how odd its configuration is, then any bytes.
fn input(variant: usize, number: u64) -> Vec<u8> {
    let mut random = Random::new((variant as u64) << 8 | number);
    // Measure and preset; fields, head and operations are of any kind, or mostly as they were.
    let head = [variant as u8, random.below(5) as u8, random.below(4) as u8];
    let configuration = (0..40).map(|_| if number.is_multiple_of(2) { 0 } else { random.below(256) as u8 });
    let configuration: Vec<u8> = configuration.collect();
    let operations = (0..96).map(|_| random.below(256) as u8);
    head.into_iter().chain(configuration).chain(operations).collect()
}

fn variants() -> usize {
    FAMILIES.iter().map(|(_, count)| count).sum()
}

#[test]
fn every_variant_decides_in_c_as_in_rust_and_refuses_with_the_same_error() {
    let mut refused = 0;
    for variant in 0..variants() {
        let done: Vec<_> = (0..40).filter_map(|number| c_entries(&input(variant, number))).collect();
        assert!(done.len() >= 10, "variant {variant} takes {} of 40", done.len());
        refused += 40 - done.len();
        assert!(done.iter().map(|seen| seen.compared).sum::<usize>() > 800, "variant {variant}");
    }
    assert!(refused > 10 * variants(), "only {refused} are refused");
}

#[test]
fn the_corpus_holds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/c_entries");
    if std::env::var_os("FREEBOARD_BLESS").is_some() {
        std::fs::create_dir_all(&corpus).unwrap();
        let mut first = 0;
        for (family, count) in FAMILIES {
            std::fs::write(corpus.join(family), input(first + 2, 0)).unwrap();
            first += count;
        }
    }
    let mut compared = BTreeMap::new();
    for entry in std::fs::read_dir(corpus).unwrap() {
        let seen = c_entries(&std::fs::read(entry.unwrap().path()).unwrap()).unwrap();
        *compared.entry(seen.id).or_insert(0) += seen.compared;
    }
    assert_eq!(compared.len(), FAMILIES.len());
    assert!(compared.values().all(|events| *events > 50), "{compared:?}");
}

#[test]
fn a_clock_that_was_set_leaves_every_scheme_as_fresh() {
    let signals = clock_steps();
    assert_eq!(signals.len(), FAMILIES[0].1);
    assert!(signals.iter().filter(|signals| **signals > 0).count() > signals.len() / 2, "{signals:?}");
}

#[test]
fn random_bytes_never_break_the_body() {
    let mut random = Random::new(77);
    for length in (0..440).step_by(3) {
        let bytes: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        let _ = c_entries(&bytes);
    }
}
