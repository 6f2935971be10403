//! The corpus of `scenario_file`, replayed without a fuzzer. `FREEBOARD_BLESS=1` writes the seeds anew.

use freeboard_conformance::fuzz::seeds;
use freeboard_scenario_fuzz::{SCENARIOS, scenario_file};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

#[test]
fn what_is_refused_is_refused_in_words_and_what_is_accepted_runs() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/scenario_file");
    if std::env::var_os("FREEBOARD_BLESS").is_some() {
        for (name, bytes) in seeds("scenario_file", SCENARIOS.len() as u8) {
            fs::write(corpus.join(name), bytes).unwrap();
        }
    }
    let mut compared = BTreeMap::new();
    for entry in fs::read_dir(corpus).unwrap() {
        let seen = scenario_file(&fs::read(entry.unwrap().path()).unwrap()).unwrap();
        *compared.entry(seen.id).or_insert(0) += seen.compared;
    }
    assert_eq!(compared.len(), SCENARIOS.len(), "{compared:?}");
    assert!(compared.values().all(|events| *events > 1000), "most inputs are refused: {compared:?}");
}

#[test]
fn random_bytes_never_break_the_body() {
    let mut random = freeboard_replay::Random::new(77);
    for length in (0..440).step_by(7) {
        let bytes: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        scenario_file(&bytes);
    }
}
