//! Malformed scenarios, plans and journals: each is refused in one paragraph, or accepted, within 64 MiB and a second.
#![cfg(target_os = "linux")]

mod edits;

use edits::{JOURNAL_EDITS, SCENARIO_EDITS};
use freeboard_replay::Random;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Files of either kind.
const FILES: u32 = 180;
/// Memory that a file may take \[KiB\]: heap, stacks and all else that is private and written.
const MEMORY_KIB: u32 = 64 << 10;
/// Longest text on standard error \[B\], chosen by us: a screen. What is quoted of a file is cut.
const WORDS_MAX: usize = 4_096;
/// Most faults of a file, a line each, and one for the rest.
const FAULTS_MAX: usize = 11;

/// Each of another kind: faults, a lossless pool, bursts.
const SCENARIOS: [&str; 3] = [
    include_str!("../../../../../examples/scenarios/faults.toml"),
    include_str!("../../../../../examples/scenarios/roce.toml"),
    include_str!("../../../../../examples/scenarios/incast.toml"),
];

/// A sweep of milliseconds, whose journal is spoilt.
const SWEEP: &str = r#"
[topology]
kind = "n-to-1"
senders = 2
rate = "10 Gbps"
rtt = "80 us"
buffer = "250 packets"
[host]
cc = "dctcp"
[switch]
aqm = "step"
[[workload]]
kind = "incast"
incast_degree = 2
size = "3 KB"
at = "0 s"
[run]
time = "1 ms"
drain = "1 ms"
seed = [1, 2, 3, 4]
"#;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("malformed").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

/// Runs the command; the system ends it beyond its memory or a second of processor time.
fn within_limits(words: &[&str], memory_kib: u32) -> Output {
    let limits = format!("ulimit -t 1 && ulimit -c 0 && ulimit -d {memory_kib} && exec \"$0\" \"$@\"");
    let program = env!("CARGO_BIN_EXE_freeboard");
    // One worker: every thread has a stack of its own.
    let command = &mut Command::new("sh");
    command.env("RAYON_NUM_THREADS", "1").env_remove("RUST_BACKTRACE").arg("-c").arg(limits).arg(program);
    command.args(words).output().unwrap()
}

/// Why an outcome is not one of a refusal in words or of success; `None` if it is.
fn objection(ended: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&ended.stderr);
    let start: String = text.chars().take(300).collect();
    match ended.status.code() {
        Some(0) => None,
        Some(2) if !(1..=FAULTS_MAX).contains(&text.lines().count()) => {
            Some(format!("no paragraph: {start}"))
        }
        Some(2) => text.lines().find_map(|line| match line {
            _ if !line.starts_with("error: ") => Some(format!("no error: {start}")),
            _ if line.len() > WORDS_MAX => Some(format!("{} bytes of words: {start}", line.len())),
            _ if line.contains(char::is_control) => Some(format!("control characters: {start:?}")),
            _ => None,
        }),
        _ => Some(format!("{}: {start}", ended.status)),
    }
}

/// Spoils a file `FILES` times and shows each to a command: none may be objected to, and most must be refused.
fn all_are_refused_or_accepted(
    name: &str,
    edits: &[edits::Edit],
    mut spoil: impl FnMut(usize, edits::Edit, &mut Random) -> Output,
) {
    let (mut refused, mut objections) = (0, Vec::new());
    for at in 0..FILES {
        let edit = edits[at as usize % edits.len()];
        // A file is a function of its number alone: one that fails is made again alone.
        let ended = spoil(at as usize / edits.len(), edit, &mut Random::new(u64::from(at)));
        refused += u32::from(ended.status.code() == Some(2));
        objections.extend(objection(&ended).map(|why| format!("{name} {at}: {why}")));
    }
    assert!(objections.is_empty(), "{}", objections.join("\n"));
    assert!(refused > FILES / 2 && refused < FILES, "{refused} of {FILES} are refused");
}

#[test]
fn no_scenario_breaks_the_command_or_takes_much() {
    let folder = folder("scenarios");
    all_are_refused_or_accepted("scenario", &SCENARIO_EDITS, |round, edit, random| {
        let file = folder.join("scenario.toml");
        let base = SCENARIOS[round % SCENARIOS.len()];
        fs::write(&file, edit(base.as_bytes(), random)).unwrap();
        let out = folder.join("out");
        let _ = fs::remove_dir_all(&out);
        let words = ["run", file.to_str().unwrap(), "--check", "--out", out.to_str().unwrap()];
        within_limits(&words, MEMORY_KIB)
    });
}

#[test]
fn no_plan_breaks_the_command_or_takes_much() {
    const AXIS: &str = "\n[[axis]]\nname = \"senders\"\nkey = \"topology.senders\"\nvalues = [2, 4]\n";
    let folder = folder("plans");
    let base = format!("{SWEEP}{AXIS}");
    all_are_refused_or_accepted("plan", &SCENARIO_EDITS, |_, edit, random| {
        let file = folder.join("plan.toml");
        fs::write(&file, edit(base.as_bytes(), random)).unwrap();
        within_limits(&["sweep", file.to_str().unwrap(), "--check"], MEMORY_KIB)
    });
}

/// What a sweep of [`SWEEP`] leaves: its file, its journal's or results' text.
fn swept(folder: &Path) -> PathBuf {
    let file = folder.join("sweep.toml");
    fs::write(&file, SWEEP).unwrap();
    let ended =
        within_limits(&["sweep", file.to_str().unwrap(), "--out", folder.to_str().unwrap()], MEMORY_KIB);
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    file
}

#[test]
fn no_journal_breaks_the_command_or_takes_much() {
    let folder = folder("journals");
    let file = swept(&folder);
    let journal = folder.join("cells.jsonl");
    let whole = fs::read(&journal).unwrap();
    all_are_refused_or_accepted("journal", &JOURNAL_EDITS, |_, edit, random| {
        fs::write(&journal, edit(&whole, random)).unwrap();
        within_limits(&["sweep", file.to_str().unwrap(), "--out", folder.to_str().unwrap()], MEMORY_KIB)
    });
}

#[test]
fn no_results_break_the_merge_or_take_much() {
    let folder = folder("results");
    swept(&folder);
    let results = folder.join("results.jsonl");
    let whole = fs::read(&results).unwrap();
    let out = folder.join("merged");
    all_are_refused_or_accepted("results", &JOURNAL_EDITS, |_, edit, random| {
        fs::write(&results, edit(&whole, random)).unwrap();
        within_limits(&["merge", folder.to_str().unwrap(), "--out", out.to_str().unwrap()], MEMORY_KIB)
    });
}

#[test]
fn the_limits_end_a_command_that_takes_more() {
    let folder = folder("limits");
    let file = folder.join("good.toml");
    fs::write(&file, SWEEP).unwrap();
    let words = ["run", file.to_str().unwrap(), "--check"];
    assert_eq!(objection(&within_limits(&words, MEMORY_KIB)), None);
    assert!(objection(&within_limits(&words, 100)).is_some(), "100 KiB are enough");
}
