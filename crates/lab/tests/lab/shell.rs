//! First contact: example scenarios, completions, the manual page, a NIC's parameters, threads and seeds.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn freeboard(words: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_freeboard")).args(words).output().unwrap()
}

fn text(words: &[&str]) -> String {
    let ran = freeboard(words);
    assert!(ran.status.success(), "{words:?}: {}", String::from_utf8_lossy(&ran.stderr));
    String::from_utf8(ran.stdout).unwrap()
}

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenarios");
    std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
}

/// Without its axes, which only `sweep` reads, every example is a scenario.
#[test]
fn every_example_is_accepted() {
    let files = examples();
    assert!(files.len() >= 3);
    for file in files {
        let whole = std::fs::read_to_string(&file).unwrap();
        let base = whole.split("[[axis]]").next().unwrap();
        let name = file.file_name().unwrap().to_str().unwrap();
        let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("example-{name}"));
        std::fs::write(&copy, base).unwrap();
        text(&["run", "--check", copy.to_str().unwrap()]);
    }
}

#[test]
fn completions_know_every_command() {
    for shell in ["bash", "zsh", "fish"] {
        let script = text(&["completions", shell]);
        for word in ["reproduce", "connectx", "completions", "--threads", "--preset"] {
            let word = if shell == "fish" { word.trim_start_matches('-') } else { word };
            assert!(script.contains(word), "{shell} lacks {word}");
        }
    }
}

#[test]
fn the_manual_page_has_every_command_with_its_options() {
    let page = text(&["man"]);
    assert!(page.contains(".TH freeboard"), "{page}");
    for section in ["RUN", "SWEEP", "REPRODUCE", "CONNECTX"] {
        assert!(page.contains(&format!(".SH \"FREEBOARD {section}\"")), "{section}");
    }
    assert!(page.contains("\\-\\-shard") && page.contains("\\-\\-seed"));
}

#[test]
fn parameters_of_a_nic_become_settings() {
    let settings = text(&["connectx", "RPG_AI_RATE_P1=50", "dce_tcp_g=960", "--line", "25 Gbps"]);
    for line in
        ["cc = \"dcqcn/rate\"", "t_alpha = \"1 us\"", "g = \"0.0625\"", "clamp_target = \"after-increase\""]
    {
        assert!(settings.lines().any(|own| own == line), "no `{line}` in\n{settings}");
    }
    // 50 Mbit/s of 25 Gbit/s: 2097.15 units.
    assert!(settings.lines().any(|own| own == "ai = \"0.002\""), "{settings}");
    let wrong = freeboard(&["connectx", "rpg_ai_rat=5"]);
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert_eq!(wrong.status.code(), Some(2));
    assert!(said.contains("did you mean rpg_ai_rate?"), "{said}");
}

/// The settings that are printed make a scenario.
#[test]
fn a_scenario_takes_the_settings_of_a_nic() {
    // 1 Mbit/s is the smallest fraction there is.
    let settings = text(&["connectx", "rpg_ai_rate=50", "--line", "800 Gbps"]);
    assert!(settings.contains("min_rate = \"0.0000010\""), "{settings}");
    let rest = r#"
[topology]
kind = "n-to-1"
senders = 2
rate = "100 Gbps"
rtt = "5 us"
buffer = "250 packets"
[[scheme]]
aqm = "step"
k = "100 KB"
[[workload]]
kind = "long"
flows = 2
[run]
time = "1 ms"
"#;
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("connectx.toml");
    std::fs::write(&file, settings + rest).unwrap();
    text(&["run", "--check", file.to_str().unwrap()]);
}

#[test]
fn seeds_are_those_asked_for_and_threads_change_nothing() {
    let scenario = r#"
[topology]
kind = "n-to-1"
senders = 2
rate = "10 Gbps"
rtt = "80 us"
buffer = "250 packets"
[host]
cc = "dctcp"
[[scheme]]
aqm = "tail-drop"
[[workload]]
kind = "poisson"
table = "web-search"
load = "30 %"
[run]
time = "2 ms"
drain = "50 ms"
"#;
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("seeds");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("scenario.toml");
    std::fs::write(&file, scenario).unwrap();
    let out = folder.join("out");
    let run = |options: &[&str]| {
        let words = ["--json", "run", file.to_str().unwrap(), "--out", out.to_str().unwrap()];
        text(&[&words[..], options].concat())
    };
    let seeds = run(&["--seed", "5", "--seed", "9"]);
    assert!(seeds.contains("\"seed\":5") && seeds.contains("\"seed\":9") && !seeds.contains("\"seed\":1,"));
    assert_eq!(seeds, run(&["--seed", "5", "--seed", "9", "--threads", "1"]));
    assert_ne!(seeds, run(&["--seed", "5", "--seed", "10"]));
    let ran = freeboard(&["run", file.to_str().unwrap(), "--threads", "0"]);
    assert_eq!(ran.status.code(), Some(2));
}
