//! Files under their final names are whole: whatever kills a command, however little space there is.

use freeboard_fabric::random::{RandomStream, Stream};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// A scenario of milliseconds; `SEED` is its seed.
const SCENARIO: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "80 us"
buffer = "250 packets"
[host]
cc = "dctcp"
[[scheme]]
name = "tail-drop"
aqm = "tail-drop"
[[scheme]]
name = "step"
aqm = "step"
k = "100 KB"
[[workload]]
kind = "poisson"
table = "web-search"
load = "50 %"
[run]
time = "4 ms"
drain = "4 ms"
sample = "10 us"
seed = [SEED, 7]
"#;
const AXIS: &str = "[[axis]]\nname = \"load\"\nkey = \"workload.1.load\"\nvalues = [\"30 %\", \"60 %\"]\n";
const PLAN: &str = "kind = \"sweep\"\n";
const MEASURE: &str =
    "[measure.busy]\nof = \"utilisation\"\n[[plot]]\nname = \"busy\"\ny = \"busy\"\nx = \"load\"\n";

/// What is never under its final name while it is incomplete: all but the journal.
type Files = BTreeMap<String, Vec<u8>>;

fn files(folder: &Path) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let name = entry.file_name().into_string().unwrap();
        if entry.path().is_file() && name != "cells.jsonl" {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// A folder with the inputs of the three commands, and the words of each.
fn commands(name: &str, seed: u32) -> (PathBuf, [(&'static str, Vec<String>); 3]) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files").join(name);
    let plan = folder.join(format!("plan-{seed}"));
    fs::create_dir_all(&plan).unwrap();
    let scenario = SCENARIO.replace("SEED", &seed.to_string());
    let path = |file: &str| folder.join(format!("{file}-{seed}.toml"));
    fs::write(path("run"), &scenario).unwrap();
    fs::write(path("sweep"), format!("{scenario}{AXIS}")).unwrap();
    fs::write(plan.join("plan.toml"), format!("{PLAN}{scenario}{AXIS}{MEASURE}")).unwrap();
    let words = |command: &str, input: PathBuf| vec![command.to_owned(), input.to_str().unwrap().to_owned()];
    let commands = [
        ("run", words("run", path("run"))),
        ("sweep", words("sweep", path("sweep"))),
        ("reproduce", words("reproduce", plan)),
    ];
    (folder, commands)
}

fn clean(out: &Path) -> PathBuf {
    let _ = fs::remove_dir_all(out);
    out.to_owned()
}

fn freeboard(words: &[String], out: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    command.args(words).arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn finish(words: &[String], out: &Path) -> Output {
    let ended = freeboard(words, out).output().unwrap();
    assert!(ended.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ended.stderr));
    ended
}

/// The manifest names every file with its length, and is there only with all of them.
fn check_manifest(files: &Files, whole: &Files) {
    let Some(manifest) = files.get("manifest.json") else { return };
    assert_eq!(manifest, &whole["manifest.json"]);
    let manifest: serde_json::Value = serde_json::from_slice(manifest).unwrap();
    for entry in manifest["files"].as_array().unwrap() {
        let name = entry["name"].as_str().unwrap();
        assert_eq!(entry["bytes"], files[name].len(), "{name}");
    }
}

/// `FREEBOARD_KILLS` kills per command, or 10.
#[test]
fn a_kill_at_any_moment_leaves_nothing_half_written() {
    let kills: u64 = std::env::var("FREEBOARD_KILLS").map_or(10, |count| count.parse().unwrap());
    let (folder, commands) = commands("kills", 1);
    let seed = 22;
    println!("seed {seed}, {kills} kills per command");
    let lane = RandomStream::new(seed, Stream::Probe, 0);
    let mut draw = 0;
    for (command, words) in &commands {
        let reference = clean(&folder.join(format!("{command}-reference")));
        #[expect(clippy::disallowed_methods, reason = "how long a command takes, to kill it before")]
        let start = Instant::now();
        finish(words, &reference);
        let (took, whole) = (start.elapsed(), files(&reference));
        assert!(whole.contains_key("manifest.json") && whole.len() > 3, "{:?}", whole.keys());
        let out = clean(&folder.join(format!("{command}-out")));
        let mut unfinished = 0;
        for kill in 0..kills {
            // Half of them begin with nothing there.
            if kill % 2 == 0 {
                clean(&out);
            }
            draw += 1;
            let share = (lane.word(draw) % 1_000) as f64 / 900.0;
            let mut child = freeboard(words, &out).spawn().unwrap();
            std::thread::sleep(took.mul_f64(share).min(Duration::from_secs(5)));
            child.kill().unwrap();
            unfinished += u32::from(!child.wait().unwrap().success());
            let left = if out.is_dir() { files(&out) } else { Files::new() };
            for (name, content) in &left {
                assert!(Some(content) == whole.get(name), "{command}, kill {kill}: {name} is not whole");
            }
            check_manifest(&left, &whole);
        }
        println!("{command}: {took:?} unkilled, {unfinished} of {kills} killed before the end");
        assert!(unfinished > 0, "{command} always ended before it was killed");
        finish(words, &out);
        let found = files(&out);
        let differs = |name: &&String| found.get(*name) != whole.get(*name);
        let other: Vec<&String> = found.keys().chain(whole.keys()).filter(differs).collect();
        assert!(other.is_empty(), "{command} after the last kill: {other:?}");
        assert!(!out.join(".partial").exists());
    }
}

/// Limits of a file's length in blocks of the shell: what a full disk does, for whoever runs the test.
const LIMITS: [u32; 20] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256];

#[test]
fn a_full_disk_leaves_the_earlier_result_and_names_the_file() {
    let (folder, before) = commands("full", 1);
    let (_, after) = commands("full", 2);
    for ((command, words), (_, others)) in
        before.iter().zip(&after).filter(|((command, _), _)| *command != "sweep")
    {
        let out = clean(&folder.join(format!("{command}-out")));
        finish(words, &out);
        let earlier = files(&out);
        let mut refused = 0;
        for limit in LIMITS {
            let limited = Command::new("sh")
                .args(["-c", "trap '' XFSZ; ulimit -f $0; exec \"$@\"", &limit.to_string()])
                .arg(env!("CARGO_BIN_EXE_freeboard"))
                .args(others)
                .arg("--out")
                .arg(&out)
                .output()
                .unwrap();
            if limited.status.success() {
                break;
            }
            refused += 1;
            let said = String::from_utf8_lossy(&limited.stderr).into_owned();
            let error = said.lines().find(|line| line.starts_with("error: ")).unwrap_or_default();
            assert_eq!(limited.status.code(), Some(1), "{command}, limit {limit}: {said}");
            assert!(
                error.contains(out.to_str().unwrap()) && error.contains("File too large"),
                "{limit}: {said}"
            );
            assert!(files(&out) == earlier, "{command}, limit {limit}");
        }
        println!("{command}: {refused} of {} sizes were too small", LIMITS.len());
        assert!(refused > 5, "{command}: only {refused} sizes were too small");
        finish(others, &out);
        let later = files(&out);
        assert!(later.keys().eq(earlier.keys()) && later != earlier, "{command}");
    }
}

#[test]
fn a_plan_without_expectations_prints_what_it_measured() {
    let (folder, commands) = commands("explore", 1);
    let (words, out) = (&commands[2].1, clean(&folder.join("out")));
    let ended = freeboard(words, &out).stdout(Stdio::piped()).output().unwrap();
    let text = String::from_utf8_lossy(&ended.stdout).into_owned();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(text.contains("busy [%]") && text.contains("nothing is expected"), "{text}");
    let json = freeboard(words, &out).arg("--json").stdout(Stdio::piped()).output().unwrap();
    let text = String::from_utf8_lossy(&json.stdout).into_owned();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(lines.len() == 5 && lines[4]["ledger"] == "balanced", "{text}");
    assert_eq!(
        (&lines[0]["measured"]["load"], &lines[0]["measured"]["scheme"]),
        (&"30 %".into(), &"tail-drop".into())
    );
}
