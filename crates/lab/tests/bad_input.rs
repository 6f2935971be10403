//! A scenario that is not legal: one paragraph with file, line, key, value and legal range; code 2; nothing written.

use std::path::PathBuf;
use std::process::{Command, Output};

const GOOD: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "80 us"
buffer = "250 packets"

[host]
cc = "dctcp"

[switch]
aqm = "ecn-sharp/compact"
pst_target = "10 us"

[[workload]]
kind = "incast"
incast_degree = 8
size = ["3 KB", "60 KB"]
at = "0 s"

[run]
time = "5 ms"
"#;

struct Ran {
    output: Output,
    out: PathBuf,
}

/// Runs GOOD with `from` replaced by `to`.
fn run(name: &str, from: &str, to: &str) -> Ran {
    assert!(GOOD.contains(from), "{from}");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bad-input");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.toml"));
    std::fs::write(&file, GOOD.replace(from, to)).unwrap();
    let out = folder.join(format!("{name}-out"));
    let _ = std::fs::remove_dir_all(&out);
    let output = Command::new(env!("CARGO_BIN_EXE_freeboard"))
        .args(["run", file.to_str().unwrap(), "--out", out.to_str().unwrap()])
        .output()
        .unwrap();
    Ran { output, out }
}

/// One paragraph on standard error holding all `parts`, code 2, no folder, nothing on standard output.
fn assert_refused(ran: &Ran, parts: &[&str]) {
    let text = String::from_utf8_lossy(&ran.output.stderr);
    assert_eq!(ran.output.status.code(), Some(2), "{text}");
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    for part in parts {
        assert!(text.contains(part), "{part:?} is missing in: {text}");
    }
    assert!(ran.output.stdout.is_empty());
    assert!(!ran.out.exists(), "something was written");
}

#[test]
fn the_scenario_these_tests_spoil_is_legal() {
    let ran = run("good", "incast_degree = 8", "incast_degree = 8");
    assert_eq!(ran.output.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.output.stderr));
    assert!(ran.out.join("fct.csv").exists());
}

#[test]
fn a_misspelt_key_names_the_nearest_valid_one() {
    let ran = run("misspelt", "pst_target", "pst_traget");
    assert_refused(&ran, &["misspelt.toml", "line 14", "switch.pst_traget", "\"10 us\"", "`pst_target`"]);
}

#[test]
fn a_negative_threshold_names_the_legal_range() {
    let ran = run("negative", "\"10 us\"", "\"-10 us\"");
    assert_refused(
        &ran,
        &["negative.toml", "line 14", "switch.pst_target", "\"-10 us\"", "1 ns to 4.294967295 s"],
    );
}

#[test]
fn a_minimum_above_the_maximum_is_refused() {
    let ran = run("min-max", "[\"3 KB\", \"60 KB\"]", "[\"60 KB\", \"3 KB\"]");
    assert_refused(&ran, &["min-max.toml", "line 19", "size[2]", "\"3 KB\"", "60 KB or more"]);
    let ran = run("rtt", "\"80 us\"", "[\"240 us\", \"80 us\"]");
    assert_refused(&ran, &["rtt.toml", "line 6", "topology.rtt[2]", "\"80 us\"", "240 us or more"]);
}

#[test]
fn a_pool_smaller_than_its_reserves_is_refused() {
    let pool = "[topology.buffer]\npool = \"500 KB\"\nreserve = \"128 KB\"";
    let ran = run("pool", "buffer = \"250 packets\"", pool);
    assert_refused(
        &ran,
        &["pool.toml", "line 8", "topology.buffer.pool", "\"500 KB\"", "5 ports", "more than 640 KB"],
    );
}

#[test]
fn an_unknown_algorithm_lists_the_known_ones() {
    let ran = run("unknown", "ecn-sharp/compact", "ecn-sharpe/compact");
    let parts =
        ["unknown.toml", "line 13", "switch.aqm", "\"ecn-sharpe/compact\"", "did you mean", "codel/linux"];
    assert_refused(&ran, &parts);
}

#[test]
fn a_value_without_its_unit_is_refused() {
    let ran = run("unitless", "\"10 us\"", "10");
    assert_refused(&ran, &["line 14", "switch.pst_target", "= 10`", "has no unit", "ns, us, ms, s"]);
}

#[test]
fn a_setting_the_algorithm_itself_refuses_is_named() {
    // Below one tick of 1.024 us, the interval would be zero.
    let ran = run("quantised", "pst_target = \"10 us\"", "pst_interval = \"1 us\"");
    assert_refused(&ran, &["line 14", "switch.pst_interval", "\"1 us\"", "1.024 us"]);
}

#[test]
fn an_unknown_plan_and_an_unknown_trace_algorithm_are_bad_input() {
    for arguments in [["reproduce", "ecn-sharp/fig11"], ["list", "ecn-sharpe"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_freeboard")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean"), "{arguments:?}");
    }
}
