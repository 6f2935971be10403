//! The corpora of this crate's bodies, replayed without a fuzzer. `FREEBOARD_BLESS=1` writes the seeds anew.

use freeboard_conformance::fuzz::{Exercised, seeds};
use freeboard_scenario_fuzz::{
    FILES, PROBES, SCENARIOS, TOPOLOGIES, clock_sync, fabric_ledger, scenario_file, text_file,
};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Runs every file of a corpus; what was compared, by what an input chose. `None` is refused.
fn replay(target: &str, kinds: usize, body: fn(&[u8]) -> Option<Exercised>) -> BTreeMap<String, usize> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    if std::env::var_os("FREEBOARD_BLESS").is_some() {
        fs::create_dir_all(&corpus).unwrap();
        for (name, bytes) in seeds(target, kinds as u8) {
            fs::write(corpus.join(name), bytes).unwrap();
        }
    }
    let mut compared = BTreeMap::new();
    for entry in fs::read_dir(corpus).unwrap() {
        let seen = body(&fs::read(entry.unwrap().path()).unwrap());
        if let Some(seen) = seen {
            *compared.entry(seen.id).or_insert(0) += seen.compared;
        }
    }
    assert_eq!(compared.len(), kinds, "{compared:?}");
    compared
}

#[test]
fn what_is_refused_is_refused_in_words_and_what_is_accepted_runs() {
    let compared = replay("scenario_file", SCENARIOS.len(), scenario_file);
    assert!(compared.values().all(|events| *events > 1000), "most inputs are refused: {compared:?}");
}

#[test]
fn a_file_beside_a_scenario_is_refused_in_words_or_used() {
    let compared = replay("text_file", FILES.len(), text_file);
    assert!(compared.values().all(|used| *used > 40), "most inputs are refused: {compared:?}");
}

#[test]
fn networks_of_every_topology_balance() {
    let compared = replay("fabric_ledger", TOPOLOGIES.len(), fabric_ledger);
    assert!(compared.values().all(|flows| *flows > 20), "most inputs are refused: {compared:?}");
}

#[test]
fn clocks_are_found_where_the_truth_is_known() {
    let compared = replay("clock_sync", PROBES.len(), clock_sync);
    assert!(compared.values().all(|estimates| *estimates > 20), "most have no estimate: {compared:?}");
}

#[test]
fn random_bytes_never_break_the_bodies() {
    let mut random = freeboard_replay::Random::new(77);
    for length in (0..440).step_by(7) {
        let bytes: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        scenario_file(&bytes);
        text_file(&bytes);
        clock_sync(&bytes);
    }
}
