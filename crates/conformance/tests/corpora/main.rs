//! The fuzz corpora, replayed without a fuzzer. `FREEBOARD_BLESS=1` writes the seeds anew.

use freeboard_conformance::fuzz::{
    CORE, Exercised, PACING, PAUSES, POLICIES, aqm_any, cc_any, memory_ops, nic_core, pacer_ops, pfc_ops,
    pipeline_equivalence, scheduler_ops, seeds, underlay_any,
};
use freeboard_device::mmu::profiles;
use freeboard_registry::aqm_api::Kind;
use freeboard_registry::{AqmId, CcId, UnderlayId};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Most files and bytes of all corpora together: 34 of each target on average, since a replay is part of every test run.
const FILES_MAX: usize = 34 * TARGETS.len();
/// See [`FILES_MAX`].
const BYTES_MAX: u64 = 1 << 20;

/// Every target, in order of name.
const TARGETS: [&str; 14] = [
    "aqm_any",
    "c_entries",
    "cc_any",
    "clock_sync",
    "fabric_ledger",
    "memory_ops",
    "nic_core",
    "pacer_ops",
    "pfc_ops",
    "pipeline_equivalence",
    "scenario_file",
    "scheduler_ops",
    "text_file",
    "underlay_any",
];

type Body = fn(&[u8]) -> Option<Exercised>;

fn corpus(target: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target)
}

fn blessing() -> bool {
    std::env::var_os("FREEBOARD_BLESS").is_some()
}

fn bless(target: &str, algorithms: usize) {
    if blessing() {
        fs::create_dir_all(corpus(target)).unwrap();
        for (name, bytes) in seeds(target, algorithms as u8) {
            fs::write(corpus(target).join(name), bytes).unwrap();
        }
    }
}

fn files(target: &str) -> Vec<PathBuf> {
    let entries =
        fs::read_dir(corpus(target)).unwrap_or_else(|error| panic!("{target} has no corpus: {error}"));
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

/// Replays a corpus: every algorithm is in it, and most inputs do something.
fn replay(target: &str, body: Body, ids: &[String]) {
    bless(target, ids.len());
    let files = files(target);
    assert!(files.len() >= ids.len(), "{target}: {} inputs for {} algorithms", files.len(), ids.len());
    let mut events: BTreeMap<String, (usize, usize)> = BTreeMap::new();
    let mut idle = 0;
    for file in &files {
        match body(&fs::read(file).unwrap()) {
            Some(seen) => {
                let sum = events.entry(seen.id).or_default();
                (sum.0, sum.1) = (sum.0 + seen.events, sum.1 + seen.compared);
            }
            None => idle += 1,
        }
    }
    assert!(idle * 3 <= files.len(), "{target}: {idle} of {} inputs are refused", files.len());
    for id in ids {
        let (events, compared) = events.get(id).copied().unwrap_or_default();
        assert!(events > 300 && compared > 100, "{target}: {id} sees {events} events, {compared} compared");
    }
}

fn names(ids: impl Iterator<Item = AqmId>) -> Vec<String> {
    ids.map(|id| id.to_string()).collect()
}

#[test]
fn aqm_any_holds_on_its_corpus() {
    replay("aqm_any", aqm_any, &names(AqmId::ALL.iter().copied()));
}

#[test]
fn cc_any_holds_on_its_corpus() {
    let ids: Vec<String> = CcId::ALL.iter().map(|id| id.to_string()).collect();
    replay("cc_any", cc_any, &ids);
}

#[test]
fn layer_any_holds_on_its_corpus() {
    let ids: Vec<String> = UnderlayId::ALL[1..].iter().map(|id| id.name().to_owned()).collect();
    replay("underlay_any", underlay_any, &ids);
}

#[test]
fn pipeline_equivalence_holds_on_its_corpus() {
    let pipelines = AqmId::ALL.iter().copied().filter(|id| id.meta().kind == Kind::Pipeline);
    replay("pipeline_equivalence", pipeline_equivalence, &names(pipelines));
}

#[test]
fn memory_ops_holds_on_its_corpus() {
    let ids: Vec<String> = profiles::all().iter().map(|profile| profile.name.to_owned()).collect();
    replay("memory_ops", memory_ops, &ids);
}

#[test]
fn scheduler_ops_holds_on_its_corpus() {
    replay("scheduler_ops", scheduler_ops, &POLICIES.map(str::to_owned));
}

#[test]
fn pacer_ops_holds_on_its_corpus() {
    replay("pacer_ops", pacer_ops, &PACING.map(str::to_owned));
}

#[test]
fn pfc_ops_holds_on_its_corpus() {
    replay("pfc_ops", pfc_ops, &PAUSES.map(str::to_owned));
}

#[test]
fn nic_core_holds_on_its_corpus() {
    replay("nic_core", nic_core, &CORE.map(str::to_owned));
}

#[test]
fn corpora_stay_small() {
    if blessing() {
        return;
    }
    let all: Vec<PathBuf> = TARGETS.into_iter().flat_map(files).collect();
    let bytes: u64 = all.iter().map(|file| fs::metadata(file).unwrap().len()).sum();
    assert!(all.len() < FILES_MAX && bytes < BYTES_MAX, "{} files, {bytes} bytes", all.len());
}

#[test]
fn every_target_calls_its_body_and_has_a_corpus() {
    if blessing() {
        return;
    }
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/fuzz_targets");
    let mut found = Vec::new();
    for entry in fs::read_dir(targets).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.contains(&format!("::{name}(data)")), "{name} does not call its body");
        assert!(!files(&name).is_empty());
        found.push(name);
    }
    found.sort();
    assert_eq!(found, TARGETS);
}

/// Any bytes are an input, the empty one included.
#[test]
fn random_bytes_never_break_a_body() {
    let mut random = freeboard_replay::Random::new(77);
    for length in (0..440).step_by(7) {
        let bytes: Vec<u8> = (0..length).map(|_| random.word() as u8).collect();
        aqm_any(&bytes);
        cc_any(&bytes);
        underlay_any(&bytes);
        pipeline_equivalence(&bytes);
        memory_ops(&bytes);
        scheduler_ops(&bytes);
        pacer_ops(&bytes);
        pfc_ops(&bytes);
        nic_core(&bytes);
    }
}
