//! Last object of `--json`: the ledger of all runs.

use std::path::{Path, PathBuf};
use std::process::Command;

const SCENARIO: &str = r#"
[topology]
kind = "n-to-1"
senders = 3
rate = "10 Gbps"
rtt = "40 us"
buffer = "20 packets"
[host]
cc = "dctcp"
[[scheme]]
name = "step"
aqm = "step"
k = "20 KB"
[[workload]]
kind = "poisson"
table = "web-search"
load = "50 %"
[run]
time = "3 ms"
seed = [1, 2]
"#;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("ledger").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// The last object that a command prints.
fn last_object(words: &[&str]) -> serde_json::Value {
    let ran = Command::new(env!("CARGO_BIN_EXE_freeboard")).arg("--json").args(words).output().unwrap();
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    let text = String::from_utf8(ran.stdout).unwrap();
    serde_json::from_str(text.lines().last().unwrap()).unwrap()
}

#[test]
fn every_command_that_runs_networks_ends_with_their_ledger() {
    let out = folder("commands");
    let file = out.join("scenario.toml");
    std::fs::write(&file, SCENARIO).unwrap();
    let own = |command: &str| out.join(command).to_str().unwrap().to_owned();
    let file = file.to_str().unwrap();
    let commands: [&[&str]; 4] = [
        &["run", file, "--out", &own("run")],
        &["sweep", file, "--out", &own("sweep")],
        &["reproduce", "bcc/fig5", "--out", &own("reproduce")],
        &["bench", "w2", "--short"],
    ];
    for words in commands {
        assert_eq!(last_object(words)["ledger"], "balanced", "{words:?}");
    }
}
