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
fn a_pool_without_room_for_the_headroom_of_its_links_is_refused() {
    let pool = "[topology.buffer]\npool = \"300 KB\"\n[topology.queues]\nscheduler = \"strict\"\ncount = 2\nlossless = [1]";
    let ran =
        run("headroom", "rtt = \"80 us\"\nbuffer = \"250 packets\"", &format!("rtt = \"1 ms\"\n{pool}"));
    assert_refused(
        &ran,
        &[
            "headroom.toml",
            "line 8",
            "topology.buffer.pool",
            "\"300 KB\"",
            "headroom",
            "legal is",
            "fewer ports",
        ],
    );
}

#[test]
fn a_network_of_one_host_is_refused() {
    let one = "kind = \"leaf-spine\"\nleaves = 1\nspines = 1\nhosts_per_leaf = 1";
    let ran = run("one-host", "kind = \"n-to-1\"\nsenders = 4", one);
    assert_refused(&ran, &["one-host.toml", "line 6", "topology.hosts_per_leaf", "2 to 262144"]);
}

#[test]
fn an_unknown_algorithm_names_the_nearest_and_the_command_that_lists_all() {
    let ran = run("unknown", "ecn-sharp/compact", "ecn-sharpe/compact");
    let parts = [
        "unknown.toml",
        "line 13",
        "switch.aqm",
        "\"ecn-sharpe/compact\"",
        "did you mean",
        "`freeboard list`",
    ];
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
fn a_run_that_asks_for_too_much_memory_is_refused_with_the_estimate() {
    let long = "time = \"3600 s\"\nsample = \"100 ns\"";
    let ran = run("samples", "time = \"5 ms\"", long);
    assert_refused(&ran, &["line 24", "run.sample", "36000000001 samples", "1373303 MiB", "4096 MiB"]);
    let at = "incast_degree = 100000\nsize = \"1 KB\"\nat = ";
    let times = vec!["\"0 s\""; 300].join(", ");
    let ran = run(
        "flows",
        "incast_degree = 8\nsize = [\"3 KB\", \"60 KB\"]\nat = \"0 s\"",
        &format!("{at}[{times}]"),
    );
    assert_refused(&ran, &["workload[1].kind", "30000000 flows", "at most 3000000 flows"]);
    let seeds = run("seeds", "time = \"5 ms\"", "time = \"5 ms\"\nseed = []");
    assert_refused(&seeds, &["run.seed", "0 values", "1 to 100000 values"]);
}

#[test]
fn a_long_file_is_refused_before_it_is_read_to_its_end() {
    let ran = run("long", "[run]", &format!("#{}\n[run]", " ".repeat(5 << 20)));
    let text = String::from_utf8_lossy(&ran.output.stderr);
    assert!(text.contains("long.toml") && text.contains("4194304 bytes"), "{text}");
    assert!(!ran.output.status.success() && !ran.out.exists());
}

#[test]
fn a_round_trip_time_below_the_links_own_is_refused_with_both_numbers() {
    let ran = run("below", "rtt = \"80 us\"", "rtt = \"2 us\"");
    assert_refused(&ran, &["line 6", "topology.rtt", "2 us at least", "2.464 us or more"]);
}

#[test]
fn control_characters_do_not_reach_a_terminal() {
    for (name, from, to) in [
        ("title", "\n[topology]", "name = \"a\\u001b[2Jb\"\n[topology]"),
        ("workload", "incast_degree = 8", "incast_degree = 8\nname = \"a\\u001b[2Jb\""),
    ] {
        let ran = run(name, from, to);
        assert_refused(&ran, &["name", "has control characters"]);
        assert!(!ran.output.stderr.contains(&0x1b));
    }
}

#[test]
fn ten_thousand_schemes_and_a_hundred_thousand_seeds_are_read_in_their_length() {
    use freeboard_scenario::document::Document;
    use freeboard_scenario::file::Scenario;
    let read = |text: String| Scenario::read(&Document::new("test.toml", text)).unwrap();
    let seconds = |text: String| {
        #[expect(clippy::disallowed_methods, reason = "a ratio of two times of one run")]
        let start = std::time::Instant::now();
        read(text);
        start.elapsed().as_secs_f64()
    };
    let schemes = |count: usize| {
        let all: String =
            (0..count).map(|at| format!("[[scheme]]\nname = \"{at}\"\naqm = \"tail-drop\"\n")).collect();
        GOOD.replace("[switch]\naqm = \"ecn-sharp/compact\"\npst_target = \"10 us\"\n", &all)
    };
    let seeds = |count: usize| {
        let all: Vec<String> = (0..count).map(|seed| format!("{seed}")).collect();
        GOOD.replace("time = \"5 ms\"", &format!("time = \"5 ms\"\nseed = [{}]", all.join(",\n")))
    };
    // Ten times as much takes ten times as long; a hundred times would be quadratic. Three times of it for a busy machine.
    let growth = |few: String, many: String| seconds(many) / seconds(few).max(1e-3);
    assert!(growth(schemes(1_000), schemes(10_000)) < 30.0);
    assert!(growth(seeds(10_000), seeds(100_000)) < 30.0);
}

#[test]
fn an_unknown_plan_and_an_unknown_trace_algorithm_are_bad_input() {
    for arguments in [["reproduce", "ecn-sharp/fig11"], ["list", "ecn-sharpe"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_freeboard")).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("did you mean"), "{arguments:?}");
    }
}

/// A device that never ends stands for a file of any length.
#[test]
#[cfg(target_os = "linux")]
fn files_without_an_end_are_refused_by_every_command_that_reads_one() {
    for words in [["run", "/dev/zero"].as_slice(), &["sweep", "/dev/zero"], &["trace", "dctcp", "/dev/zero"]]
    {
        let output = Command::new(env!("CARGO_BIN_EXE_freeboard")).args(words).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {error}");
        assert!(error.contains("/dev/zero") && error.contains("longer than the"), "{words:?}: {error}");
    }
}

/// As before, for the files of a folder.
#[test]
#[cfg(target_os = "linux")]
fn files_without_an_end_in_a_folder_are_refused() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("endless");
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    for file in ["plan.toml", "results.jsonl"] {
        std::os::unix::fs::symlink("/dev/zero", folder.join(file)).unwrap();
    }
    let out = folder.join("out").display().to_string();
    let folder = folder.display().to_string();
    for words in [["reproduce", &folder, "--out", &out], ["merge", &folder, "--out", &out]] {
        let output = Command::new(env!("CARGO_BIN_EXE_freeboard")).args(words).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        assert!(!output.status.success() && error.contains("longer than the"), "{words:?}: {error}");
    }
}

/// A fault in each of three sections; of the workloads, both.
#[test]
fn the_faults_of_all_sections_are_named_at_once() {
    let second = "[[workload]]\nkind = \"incast\"\nincast_degree = 0\nsize = \"3 KB\"\nat = \"0 s\"\n\n[run]\ntimes = \"5 ms\"";
    let broken = GOOD
        .replace("incast_degree = 8", "incast_degree = 8\nsizes = 3")
        .replace("[run]\ntime = \"5 ms\"", second);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("bad-input");
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("several.toml");
    std::fs::write(&file, broken.replace("pst_target = \"10 us\"", "pst_target = \"10 days\"")).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_freeboard")).args(["run", file.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2));
    let words = ["switch.pst_target", "run.times", "workload[1].sizes", "workload[2].incast_degree"];
    let found = words.map(|word| said.matches(word).count());
    assert_eq!((found, said.matches("error: ").count()), ([1, 1, 1, 1], 4), "{said}");
    let fixed = std::fs::read_to_string(&file).unwrap().replace("times = ", "time = ");
    std::fs::write(&file, fixed).unwrap();
    let output =
        Command::new(env!("CARGO_BIN_EXE_freeboard")).args(["run", file.to_str().unwrap()]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(words.map(|word| said.matches(word).count()), [1, 0, 1, 1], "{said}");
}
