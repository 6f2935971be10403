//! Command line: unusable folders, closed pipes, odd names.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn freeboard(words: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    command.args(words);
    command
}

fn run(words: &[&str]) -> Output {
    freeboard(words).output().unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("command-line").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// A file where a folder is asked for.
fn blocked(name: &str) -> String {
    let file = folder(name).join("file");
    std::fs::write(&file, "").unwrap();
    file.join("out").to_str().unwrap().to_owned()
}

#[test]
fn a_folder_that_cannot_be_written_is_refused_before_anything_is_run() {
    let out = blocked("refused");
    for command in [&["reproduce", "bcc/fig5"][..], &["demo", "--json"]] {
        let ran = run(&[command, &["--out", &out]].concat());
        let text = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{command:?}: {text}");
        assert!(text.starts_with("error: cannot write to the folder"), "{command:?}: {text}");
        assert!(ran.stdout.is_empty(), "{command:?} ran");
    }
}

#[test]
fn the_probe_of_a_folder_is_gone_afterwards() {
    let out = folder("probe");
    let ran = run(&["reproduce", "bcc/fig5", "--out", out.to_str().unwrap()]);
    assert_eq!(ran.status.code(), Some(0));
    let names: Vec<_> = std::fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert!(names.contains(&"cells.csv".into()) && !names.contains(&".freeboard".into()), "{names:?}");
}

#[test]
fn a_reader_that_leaves_early_ends_nothing() {
    let mut child = freeboard(&["list"]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap()), (Some(0), String::new()));
}

#[test]
fn a_misspelt_name_is_answered_with_the_nearest_and_no_line_of_a_file() {
    let ran = run(&["list", "tcnn"]);
    let text = String::from_utf8(ran.stderr).unwrap();
    assert_eq!(ran.status.code(), Some(2));
    assert!(text.starts_with("error: command line: `NAME = tcnn`"), "{text}");
    assert!(text.contains("did you mean tcn/pipeline?"), "{text}");
}

#[test]
fn settings_are_objects_where_json_is_asked_for() {
    let ran = run(&["list", "on-ramp", "--json"]);
    let text = String::from_utf8(ran.stdout).unwrap();
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    assert_eq!((&first["algorithm"], &first["setting"]), (&"on-ramp".into(), &"t".into()));
    assert_eq!(first["presets"]["single-switch"], "30 us");
}

#[test]
fn every_algorithm_says_what_it_does_and_where_it_is_from() {
    let text = String::from_utf8(run(&["list", "--json"]).stdout).unwrap();
    let (mut algorithms, mut figures) = (0, 0);
    for line in text.lines() {
        let algorithm: serde_json::Value = serde_json::from_str(line).unwrap();
        if algorithm["kind"] == "figure" {
            figures += 1;
            continue;
        }
        algorithms += 1;
        for key in ["summary", "source", "nature"] {
            assert!(!algorithm[key].as_str().unwrap().is_empty(), "{key} of {line}");
        }
        let scopes = ["pipe", "port", "queue", "flow"];
        let sizes = scopes.map(|scope| algorithm[format!("state_{scope}_bytes")].is_u64());
        let of_scheme = algorithm["family"] == "marking scheme";
        assert_eq!(sizes, [of_scheme, of_scheme, of_scheme, !of_scheme], "{line}");
    }
    assert!(algorithms > 0 && figures > 0, "{algorithms} algorithms, {figures} figures");
}

#[test]
fn every_figure_is_listed_with_its_plans_or_the_reason_why_there_are_none() {
    let text = String::from_utf8(run(&["list", "--json"]).stdout).unwrap();
    let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let figures: Vec<_> = lines.filter(|line| line["kind"] == "figure").collect();
    // 82 figures and tables less those that measure hosts, draw a mechanism, or give settings.
    assert_eq!(figures.len(), 66);
    let table = String::from_utf8(run(&["list"]).stdout).unwrap();
    for figure in &figures {
        assert!(
            !figure["paper"].as_str().unwrap().is_empty() && !figure["claim"].as_str().unwrap().is_empty()
        );
        match figure["status"].as_str().unwrap() {
            "plan" => assert!(!figure["plans"].as_array().unwrap().is_empty(), "{figure}"),
            "reason" => assert!(!figure["reason"].as_str().unwrap().is_empty(), "{figure}"),
            other => panic!("{other}"),
        }
        let name = figure["figure"].as_str().unwrap().split(',').next().unwrap();
        assert!(table.contains(name), "{name}");
    }
}

#[test]
fn what_a_scenario_means_is_objects_where_json_is_asked_for() {
    let file = folder("check").join("scenario.toml");
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    let text = r#"
        [topology]
        kind = "n-to-1"
        senders = 2
        rate = "10 Gbps"
        rtt = "80 us"
        buffer = "1 MB"
        [host]
        cc = "dctcp/tcp"
        [[scheme]]
        name = "mine"
        aqm = "step/enqueue"
        k = "30 KB"
        [[workload]]
        kind = "long"
        flows = 2
        [run]
        time = "1 ms"
    "#;
    std::fs::write(&file, text).unwrap();
    let ran = run(&["run", file.to_str().unwrap(), "--check", "--json"]);
    assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
    let text = String::from_utf8(ran.stdout).unwrap();
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((&lines[0]["key"], lines[0].get("scheme")), (&"topology.kind".into(), None));
    let own: Vec<_> = lines.iter().filter(|line| line["scheme"] == "mine").collect();
    let value = own.iter().find(|line| line["key"] == "aqm.k").unwrap()["value"].as_str().unwrap();
    assert!(value.starts_with("30 KB"), "{value}");
    assert!(own[0]["key"] == "aqm" && own.len() < lines.len());
}

/// Wrapped where it does not fit: what terminals open with.
#[test]
fn no_table_of_any_command_is_wider_than_80_columns() {
    let out = folder("width");
    let out = out.to_str().unwrap();
    let algorithms = String::from_utf8(run(&["list", "--json"]).stdout).unwrap();
    let names = algorithms.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
    let names: std::collections::BTreeSet<String> =
        names.filter_map(|line| line["algorithm"].as_str().map(str::to_owned)).collect();
    assert!(names.len() > 20, "{}", names.len());
    let mut commands = vec![vec!["list"], vec!["reproduce", "bcc/fig5", "--out", out], vec!["cost"]];
    commands.extend(names.iter().map(|name| vec!["list", name]));
    let mut tables = 0;
    for words in commands {
        let text = String::from_utf8(run(&words).stdout).unwrap();
        for line in text.lines().filter(|line| line.starts_with(['┌', '│', '╞', '├', '└'])) {
            tables += u32::from(line.starts_with('┌'));
            assert!(line.chars().count() <= 80, "{words:?}: {line}");
        }
    }
    assert!(tables > 20, "{tables} tables");
}

#[test]
fn the_version_has_commit_and_compiler_and_manifests_have_them_too() {
    let text = String::from_utf8(run(&["--version"]).stdout).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(
        text.starts_with(&format!("freeboard {version} (commit ")) && text.contains(", rustc 1."),
        "{text}"
    );
    let out = folder("origin");
    run(&["reproduce", "bcc/fig5", "--out", out.to_str().unwrap()]);
    let manifest = std::fs::read(out.join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_slice(&manifest).unwrap();
    assert_eq!(manifest["version"], version);
    let line = format!(
        "freeboard {version} (commit {}, {})\n",
        manifest["commit"].as_str().unwrap(),
        manifest["toolchain"].as_str().unwrap()
    );
    assert_eq!(line, text);
    // What is checked out here, if git can tell.
    let head = Command::new("git").args(["-C", env!("CARGO_MANIFEST_DIR"), "rev-parse", "HEAD"]).output();
    if let Ok(head) = head
        && head.status.success()
    {
        let head = String::from_utf8(head.stdout).unwrap();
        let commit = manifest["commit"].as_str().unwrap().trim_end_matches("-dirty");
        assert!(commit.len() >= 12 && head.starts_with(commit), "{commit} of {head}");
    }
}

#[test]
fn nothing_that_the_program_did_not_make_is_removed() {
    for (name, content) in
        [(".partial/mine.txt", "mine"), ("manifest.json", "{\"name\": \"an app\"}"), (".partial", "a file")]
    {
        let out = folder("foreign");
        let file = out.join(name);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, content).unwrap();
        let ran = run(&["reproduce", "bcc/fig5", "--out", out.to_str().unwrap()]);
        let text = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{name}: {text}");
        assert!(text.contains("is not of this program; choose another folder with --out"), "{name}: {text}");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), content);
    }
    // A killed process leaves its own, or a folder that it had no time to mark.
    for mark in [true, false] {
        let out = folder("left");
        std::fs::create_dir_all(out.join(".partial")).unwrap();
        if mark {
            std::fs::write(out.join(".partial/freeboard"), "").unwrap();
            std::fs::write(out.join(".partial/fct.csv"), "half").unwrap();
        }
        let ran = run(&["reproduce", "bcc/fig5", "--out", out.to_str().unwrap()]);
        assert_eq!(ran.status.code(), Some(0), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(
            !out.join(".partial").exists()
                && !out.join("freeboard").exists()
                && !out.join("fct.csv").exists()
        );
    }
}

/// A scenario whose flows are listed in a file beside it.
fn listed(folder: &Path, list: &str) -> String {
    let text = "[topology]\nkind = \"n-to-1\"\nsenders = 2\nrate = \"10 Gbps\"\nrtt = \"80 us\"\nbuffer = \"100 packets\"\n[host]\ncc = \
                \"dctcp\"\n[[scheme]]\nname = \"a\"\naqm = \"tail-drop\"\n[[workload]]\nkind = \"list\"\nfile = \"LIST\"\n[run]\ntime = \"1 \
                ms\"\nseed = 1\n";
    std::fs::write(folder.join(list), "time_ns,from,to,bytes\n0,1,3,1000\n").unwrap();
    let file = folder.join("s.toml");
    std::fs::write(&file, text.replace("LIST", list)).unwrap();
    file.to_str().unwrap().to_owned()
}

#[test]
fn a_file_that_is_read_or_of_another_is_not_written_over() {
    let out = folder("inputs");
    let there = out.to_str().unwrap().to_owned();
    let refused = |words: &[&str], why: &str| {
        let ran = run(words);
        let text = String::from_utf8(ran.stderr).unwrap();
        assert!(!ran.status.success() && text.contains(why), "{words:?}: {text}");
        assert!(ran.stdout.is_empty(), "{words:?} ran");
    };
    let file = listed(&out, "flows.csv");
    let before = std::fs::read(out.join("flows.csv")).unwrap();
    for command in ["run", "sweep"] {
        let samples = out.join("flows.csv").to_str().unwrap().to_owned();
        let read = "is a file that is read";
        match command {
            "run" => {
                refused(&["run", &file, "--out", &there], read);
                let elsewhere = out.join("elsewhere").to_str().unwrap().to_owned();
                let words = ["run", &file, "--out", &elsewhere, "--samples", &samples];
                refused(&words, "is a file that the command reads");
            }
            _ => {
                let file = listed(&out, "results.csv");
                refused(&[command, &file, "--out", &there], read);
            }
        }
    }
    refused(&["page", &file, "--out", &file], "is a file that the command reads");
    let trace = out.join("trace.csv").to_str().unwrap().to_owned();
    std::fs::write(&trace, "hook,now,queue_packets,queue_bytes,packet_bytes,ect,sojourn\n").unwrap();
    refused(&["trace", "step/time", &trace, "--out", &trace], "is a file that the command reads");
    // A list that an axis names.
    let file = listed(&out, "list.csv");
    let text = std::fs::read_to_string(&file).unwrap();
    let axis =
        "[[axis]]\nname = \"list\"\nkey = \"workload.1.file\"\nvalues = [\"list.csv\", \"cells.csv\"]\n";
    std::fs::copy(out.join("list.csv"), out.join("cells.csv")).unwrap();
    std::fs::remove_file(out.join("results.csv")).unwrap();
    std::fs::write(&file, format!("{text}{axis}")).unwrap();
    refused(&["sweep", &file, "--out", &there], "is a file that is read");
    // A file that is not read, and that no earlier run has made.
    let file = listed(&out, "list.csv");
    refused(&["run", &file, "--out", &there], "flows.csv is not of this program");
    assert_eq!(std::fs::read(out.join("flows.csv")).unwrap(), before);
    std::fs::remove_file(out.join("flows.csv")).unwrap();
    for attempt in ["the first", "and again over its own"] {
        let ran = run(&["run", &file, "--out", &there]);
        assert!(ran.status.success(), "{attempt}: {}", String::from_utf8_lossy(&ran.stderr));
    }
    // Its own file, which the scenario now reads.
    std::fs::copy(out.join("list.csv"), out.join("flows.csv")).unwrap();
    let file = listed(&out, "flows.csv");
    refused(&["run", &file, "--out", &there], "is a file that is read");
}

/// A run without samples leaves the queue's file of an earlier run where it is, and that stays the program's.
#[test]
fn files_of_earlier_results_stay_the_programs_own() {
    let out = folder("earlier");
    let file = listed(&out, "list.csv");
    let (plain, there) = (std::fs::read_to_string(&file).unwrap(), out.join("out"));
    let sampled = plain.replace("[run]", "[run]\nsample = \"10 us\"");
    for text in [&sampled, &plain, &plain, &sampled] {
        std::fs::write(&file, text).unwrap();
        let ran = run(&["run", &file, "--out", there.to_str().unwrap()]);
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        assert!(there.join("queue.csv").exists());
    }
}

/// A full disk as standard output is told on standard error, and the other way round the code alone is left.
#[test]
#[cfg(target_os = "linux")]
fn full_standard_streams_end_in_a_code_and_no_panic() {
    let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenarios/incast.toml");
    let example = example.to_str().unwrap();
    let commands: [&[&str]; 10] = [
        &["list"],
        &["list", "on-ramp", "--json"],
        &["cost"],
        &["p4"],
        &["connectx", "RPG_AI_RATE_P1=50"],
        &["run", "--check", example],
        &["man"],
        &["completions", "bash"],
        &["--help"],
        &["--version"],
    ];
    for words in commands {
        let ran = freeboard(words).stdout(full()).output().unwrap();
        let said = String::from_utf8(ran.stderr).unwrap();
        assert_eq!(ran.status.code(), Some(1), "{words:?}: {said}");
        assert_eq!(
            said, "error: cannot write to standard output: No space left on device (os error 28)\n",
            "{words:?}"
        );
        let ran = freeboard(words).stdout(full()).stderr(full()).status().unwrap();
        assert_eq!(ran.code(), Some(1), "{words:?}");
        let ran = freeboard(words).stderr(full()).output().unwrap();
        assert_eq!(ran.status.code(), Some(0), "{words:?}");
    }
    for words in [["no-such"].as_slice(), &["list", "no-such"], &["run", "--seed", "x"]] {
        assert_eq!(freeboard(words).stderr(full()).status().unwrap().code(), Some(2), "{words:?}");
    }
}

/// Names of files come from anywhere.
#[test]
fn no_name_of_a_file_is_obeyed_by_a_terminal() {
    for name in ["a\u{1b}[2J", "a\u{9b}2J", "a\u{202e}b", "a\u{feff}b"] {
        let unseen = name.chars().find(|letter| letter.is_control() || *letter > '\u{2000}').unwrap();
        let file = format!("{name}.toml");
        // Words that the command line itself refuses.
        for words in [[&*file].as_slice(), &["list", &file], &["run", "--seed", &file]] {
            let ran = run(words);
            let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
            assert!(!ran.status.success() && !said.contains(unseen), "{words:?}: {said:?}");
        }
        for words in
            [["run", &file].as_slice(), &["sweep", &file], &["trace", "dctcp", &file], &["lint", &file]]
        {
            let ran = run(words);
            let said = String::from_utf8([ran.stdout, ran.stderr].concat()).unwrap();
            assert!(!ran.status.success() && !said.contains(unseen), "{words:?}: {said:?}");
            assert!(said.contains(&format!("\\u{:04x}", unseen as u32)), "{words:?}: {said:?}");
        }
    }
}

#[test]
fn a_byte_order_mark_in_a_trace_changes_nothing_or_is_named() {
    let folder = folder("mark");
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../aqm-step/golden/enqueue.csv");
    let text: String =
        std::fs::read_to_string(own).unwrap().lines().take(20).map(|line| format!("{line}\n")).collect();
    let (plain, marked) = (folder.join("plain.csv"), folder.join("marked.csv"));
    std::fs::write(&plain, &text).unwrap();
    std::fs::write(&marked, format!("\u{feff}{text}")).unwrap();
    let [plain, marked] = [plain, marked].map(|file| run(&["trace", "step/enqueue", file.to_str().unwrap()]));
    assert_eq!(plain.status.code(), Some(0), "{}", String::from_utf8_lossy(&plain.stderr));
    assert_eq!(String::from_utf8(marked.stdout), String::from_utf8(plain.stdout));
    assert_eq!(marked.status, plain.status);
}

/// A program and what its vectors reach, as an object; what cannot be told as one says so.
#[test]
fn a_program_that_was_written_is_told_as_an_object() {
    let out = folder("p4");
    let ran = run(&["p4", "mbecn/enqueue", "--json", "--out", out.to_str().unwrap()]);
    let told: serde_json::Value = serde_json::from_slice(&ran.stdout).unwrap();
    assert_eq!((&told["variant"], &told["target"]), (&"mbecn/enqueue".into(), &"tna".into()));
    for file in told["files"].as_array().unwrap() {
        assert!(Path::new(file.as_str().unwrap()).is_file(), "{file}");
    }
    let keys: Vec<&String> = told["data"].as_object().unwrap().keys().collect();
    assert!(keys.contains(&&"queue".to_owned()), "{told}");
    let file = std::fs::read(out.join("mbecn_enqueue_tna.control.json")).unwrap();
    let control: serde_json::Value = serde_json::from_slice(&file).unwrap();
    assert_eq!(
        (&control["data"][0]["kind"], &control["data"][0]["scope"]),
        (&"action-data".into(), &"queue".into())
    );
    let words =
        ["p4", "mbecn/enqueue", "--json", "--shell", "--target", "v1model", "--out", out.to_str().unwrap()];
    let with_shell: serde_json::Value = serde_json::from_slice(&run(&words).stdout).unwrap();
    let files: Vec<&str> =
        with_shell["files"].as_array().unwrap().iter().map(|file| file.as_str().unwrap()).collect();
    for end in ["v1model_shell.p4", "v1model_test.p4", "v1model_test.stf"] {
        assert!(files.iter().any(|file| file.ends_with(end) && Path::new(file).is_file()), "{files:?}");
    }
    let number = |key: &str| told[key].as_u64().unwrap();
    assert!(number("marks") > 100 && number("marks") < number("packets"), "{told}");
    assert!(number("wraps") >= 2 && number("branches_covered") == number("branches"), "{told}");
    let listed = String::from_utf8(run(&["p4", "--json"]).stdout).unwrap();
    let all: Vec<serde_json::Value> =
        listed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(all.len() > 15 && all.iter().any(|one| one["targets"][1] == "v1model"), "{listed}");
    for words in [["man", "--json"].as_slice(), &["completions", "bash", "--json"]] {
        assert_eq!(run(words).status.code(), Some(2), "{words:?}");
    }
}

#[test]
fn a_preset_without_a_placement_to_choose_for_is_refused() {
    let refused = run(&["cost", "dctcp/tcp", "--preset", "rfc8257"]);
    let text = String::from_utf8(refused.stderr).unwrap();
    assert!(refused.status.code() == Some(2) && text.contains("plain Rust has no placement"), "{text}");
    let [usual, preset] = [&[][..], &["--preset", "linux"]].map(|more| {
        let ran = run(&[&["cost", "dualpi2/step"], more].concat());
        assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
        ran.stdout
    });
    assert_ne!(usual, preset, "a placement of its own");
}
