//! Traces of a run: what they hold is what the run's tables say.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Four senders, an incast that overflows the buffer, a scheme that marks at departure; some flows go on for the whole run.
const TCP: &str = r#"
name = "an incast"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "80 us"
buffer = "100 packets"
[host]
cc = "dctcp"
min_rto = "1 ms"
[[scheme]]
name = "ECN#"
aqm = "ecn-sharp/compact"
preset = "simulations"
[[workload]]
kind = "long"
flows = 4
[[workload]]
kind = "incast"
incast_degree = 32
size = "30 KB"
at = "2 ms"
[run]
time = "10 ms"
drain = "0 s"
warmup = "0 s"
"#;

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("observed").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

fn run(folder: &Path, scenario: &str, words: &[&str]) -> Output {
    let file = folder.join("scenario.toml");
    std::fs::write(&file, scenario).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_freeboard"));
    command
        .args(["run", "scenario.toml", "--out", "out", "--json"])
        .args(words)
        .current_dir(folder)
        .output()
        .unwrap()
}

/// The lines of a run that ended well, as objects.
fn lines(ran: &Output) -> Vec<Value> {
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    let text = String::from_utf8_lossy(&ran.stdout).into_owned();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn key<'a>(lines: &'a [Value], key: &str) -> &'a Value {
    lines.iter().map(|line| &line[key]).find(|value| !value.is_null()).unwrap()
}

/// Numbers of events by phase and name.
fn events(trace: &Value) -> BTreeMap<(String, String), u64> {
    let mut counts = BTreeMap::new();
    for event in trace["traceEvents"].as_array().unwrap() {
        let text = |key: &str| event[key].as_str().unwrap().to_owned();
        let name = text("name").split([' ', ',']).next().unwrap().to_owned();
        *counts.entry((text("ph"), name)).or_default() += 1;
    }
    counts
}

/// Packets of a capture, with the ECN field and the comment of each.
fn packets(capture: &[u8]) -> Vec<(u8, String)> {
    let word = |at: usize| u32::from_le_bytes(capture[at..at + 4].try_into().unwrap()) as usize;
    let (mut at, mut found) = (0, Vec::new());
    while at < capture.len() {
        let (kind, length) = (word(at), word(at + 4));
        assert_eq!(word(at + length - 4), length, "a block has its length before and behind it");
        if kind == 6 {
            let (data, taken) = (at + 28, word(at + 20));
            let comment = data + taken.next_multiple_of(4);
            let size = usize::from(u16::from_le_bytes([capture[comment + 2], capture[comment + 3]]));
            let text = String::from_utf8(capture[comment + 4..comment + 4 + size].to_vec()).unwrap();
            found.push((capture[data + 15] & 3, text));
        }
        at += length;
    }
    found
}

#[test]
fn a_trace_holds_what_the_tables_of_the_run_say() {
    let folder = folder("counts");
    let outputs = ["--trace-out", "t.json", "--pcap", "t.pcapng", "--samples", "t.csv"];
    let bare = lines(&run(&folder, TCP, &[]));
    let lines =
        lines(&run(&folder, TCP, &[&outputs[..], &["--trace-ports", "all", "--trace-for", "1 s"]].concat()));
    let trace = key(&lines, "trace");
    assert_eq!(key(&lines, "digest"), key(&bare, "digest"));
    assert_eq!(&trace["digest"], key(&lines, "digest"));
    let of_run = |name: &str| key(&lines, name).as_u64().unwrap();
    let [marks, drops, timeouts] = ["marks", "drops", "timeouts"].map(of_run);
    assert!(marks > 100 && drops > 0 && timeouts > 0, "{marks} {drops} {timeouts}");
    assert_eq!(trace["is_full"], false);

    let written: Value = serde_json::from_slice(&std::fs::read(folder.join("t.json")).unwrap()).unwrap();
    let counts = events(&written);
    let count =
        |phase: &str, name: &str| counts.get(&(phase.to_owned(), name.to_owned())).copied().unwrap_or(0);
    assert_eq!((count("i", "mark"), count("i", "drop"), count("X", "timeout")), (marks, drops, timeouts));
    assert_eq!(count("X", "flow"), of_run("flows"));
    assert!(count("C", "queue") > marks && count("C", "window") > 32, "{counts:?}");
    assert_eq!(count("i", "sent"), trace["resent"].as_u64().unwrap());

    let rows = std::fs::read_to_string(folder.join("t.csv")).unwrap();
    let rows_of = |item: &str| rows.lines().filter(|row| row.split(',').nth(1) == Some(item)).count() as u64;
    assert_eq!((rows_of("mark"), rows_of("drop"), rows_of("timeout")), (marks, drops, timeouts));
    assert_eq!(rows_of("packet"), trace["packets"].as_u64().unwrap());
    assert!(rows.lines().skip(1).all(|row| row.split(',').count() == 9));

    let packets = packets(&std::fs::read(folder.join("t.pcapng")).unwrap());
    assert_eq!(packets.len() as u64, trace["packets"].as_u64().unwrap());
    let marked = packets.iter().filter(|(ecn, _)| *ecn == 3).count() as u64;
    // What waits in the queue or is on the link at the end has been marked and not seen.
    assert!(marked <= marks && marks - marked <= 100, "{marked} of {marks}");
    let here = packets.iter().filter(|(_, comment)| comment.contains("marked here by")).count() as u64;
    assert_eq!(here, marked, "one switch: it has marked all of them");
    let named =
        packets.iter().filter(|(_, comment)| comment.contains("marked here by instantaneous signals"));
    assert!(named.count() > 0);
    assert!(packets.iter().any(|(_, comment)| comment.contains("sent again")));
}

/// A host that pauses its leaf, and RDMA's headers.
#[test]
fn pauses_are_spans_of_their_transmitters() {
    let folder = folder("pauses");
    let scenario = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/scenarios/faults.toml");
    let words =
        ["--trace-out", "t.json.gz", "--pcap", "t.pcapng", "--trace-ports", "all", "--trace-for", "1 s"];
    let lines = lines(&run(&folder, &std::fs::read_to_string(scenario).unwrap(), &words));
    let trace = key(&lines, "trace");
    assert!(trace["pauses"].as_u64().unwrap() > 0, "{trace}");
    let mut text = String::new();
    let packed = std::fs::File::open(folder.join("t.json.gz")).unwrap();
    std::io::Read::read_to_string(&mut flate2::read::GzDecoder::new(packed), &mut text).unwrap();
    let spans = text.matches("\"name\":\"class ").count() as u64;
    assert_eq!(spans, trace["pauses"].as_u64().unwrap());
    let packets = packets(&std::fs::read(folder.join("t.pcapng")).unwrap());
    assert_eq!(packets.len() as u64, trace["packets"].as_u64().unwrap());
}

#[test]
fn a_condition_begins_a_trace_and_one_that_never_holds_writes_nothing() {
    let folder = folder("condition");
    let out = ["--samples", "t.csv", "--trace-for", "100 us"];
    let lines = lines(&run(&folder, TCP, &[&out[..], &["--trace-when", "drops > 0"]].concat()));
    let trace = key(&lines, "trace");
    let (from, to) = (trace["from_us"].as_f64().unwrap(), trace["to_us"].as_f64().unwrap());
    assert!(from > 100.0 && (to - from - 100.0).abs() < 1e-6, "{trace}");
    assert!(trace["drops"].as_u64().unwrap() > 0, "{trace}");
    let before = std::fs::read(folder.join("t.csv")).unwrap();
    let ran = run(&folder, TCP, &[&out[..], &["--trace-when", "queue > 5000 packets"]].concat());
    assert_eq!(ran.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&ran.stderr).contains("queue > 5000 packets never held"));
    assert_eq!(std::fs::read(folder.join("t.csv")).unwrap(), before, "nothing is written");
    assert!(!folder.join("t.csv.partial").exists());
}

#[test]
fn options_of_a_trace_are_refused_with_what_would_do() {
    let folder = folder("refused");
    let two = TCP.replace(
        "[[workload]]\nkind = \"long\"",
        "[[scheme]]\nname = \"none\"\naqm = \"tail-drop\"\n[[workload]]\nkind = \"long\"",
    );
    let cases: [(&str, &[&str], &str); 9] = [
        (TCP, &["--trace-for", "1 ms"], "required arguments"),
        (TCP, &["--trace-out", "t.txt"], ".json or .json.gz"),
        (TCP, &["--pcap", "t.pcap"], ".pcapng"),
        (TCP, &["--samples", "t.csv", "--trace-for", "10"], "1 ps to 10 ms"),
        (TCP, &["--samples", "t.csv", "--trace-from", "10 ms"], "before 10 ms, the end of run.time"),
        (TCP, &["--samples", "t.csv", "--trace-when", "queue = 3"], "queue > 200 packets"),
        (TCP, &["--samples", "t.csv", "--trace-when", "load > 3"], "queue > 200 packets"),
        (&two, &["--samples", "t.csv"], "one of ECN#, none"),
        (&two, &["--samples", "t.csv", "--trace-scheme", "ECN"], "ECN#"),
    ];
    for (scenario, words, legal) in cases {
        let ran = run(&folder, scenario, words);
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{words:?}: {said}");
        assert!(said.contains(legal), "{words:?}: {said}");
        assert!(!folder.join("t.csv").exists() && ran.stdout.is_empty(), "{words:?}: it ran");
    }
}
