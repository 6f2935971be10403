//! Refusals of scenario files: the reason is the true one, and the way out is named.

use freeboard_scenario::document::Faults;
use freeboard_scenario::file::Traffic;
use freeboard_scenario::{Document, Scenario};
use std::path::PathBuf;

const GOOD: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "10 Gbps"
rtt = "80 us"

[topology.buffer]
pool = "2 MB"
alpha = "1"

[host]
cc = "dctcp"

[switch]
aqm = "red/exact"
p_max = "1 %"

[[workload]]
kind = "poisson"
table = "web-search"
load = "50 %"

[run]
time = "5 ms"
"#;

const TREE: &str = r#"
[topology]
kind = "fat-tree"
pods = 64
edges = 32
aggregations = 2
cores = 2
hosts_per_edge = 32
rate = "100 Gbps"
rtt = "10 us"
buffer = "250 packets"

[host]
cc = "dctcp"

[switch]
aqm = "step"

[[workload]]
kind = "permutation"

[run]
time = "10 us"
"#;

const STORM: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
rate = "100 Gbps"
rtt = "4177 ns"

[topology.buffer]
pool = "33554432 B"
alpha = "8"

[topology.queues]
scheduler = "strict"
count = 2
lossless = [1]

[host]
transport = "rdma"
cc = "dcqcn/rate"

[switch]
aqm = "step"

[[workload]]
kind = "long"
flows = 4
class = 1

[[fault]]
kind = "pfc-storm"
host = 5
class = 1
at = "1 ms"
lasts = "1 ms"
detection_time = "200 us"
restoration_time = "200 us"

[[fault]]
kind = "pfc-storm"
host = 5
class = 1
at = "3 ms"
lasts = "1 ms"
detection_time = "200 us"
restoration_time = "200 us"

[run]
time = "5 ms"
"#;

fn refusal(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from}");
    let fault = Scenario::parse(&text.replacen(from, to, 1)).expect_err(to);
    fault.to_string()
}

#[test]
fn a_number_names_a_choice() {
    assert_eq!(Scenario::parse(GOOD), Scenario::parse(&GOOD.replace("alpha = \"1\"", "alpha = 1")));
    let text = refusal(GOOD, "alpha = \"1\"", "alpha = true");
    assert!(text.contains("is not a text"), "{text}");
}

#[test]
fn a_key_without_its_underscore_is_the_one_with_it() {
    let text = refusal(GOOD, "p_max", "pmax");
    assert!(text.contains("`p_max`"), "{text}");
    let text = refusal(GOOD, "table = ", "sizes = ");
    assert!(text.contains("`table`"), "{text}");
    let text = refusal(GOOD, "web-search", "fb-hadoop");
    assert!(text.contains("\"hadoop\""), "{text}");
}

#[test]
fn hosts_beyond_the_limit_are_refused_with_their_number_and_the_limit() {
    let text = refusal(TREE, "hosts_per_edge = 32", "hosts_per_edge = 129");
    for part in ["264192 hosts", "2048 edge switches", "262144 hosts in all", "1 to 128 here"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let one = TREE.replace("pods = 64", "pods = 1").replace("edges = 32", "edges = 1");
    let text = refusal(&one, "hosts_per_edge = 32", "hosts_per_edge = 1");
    assert!(text.contains("makes 1 hosts"), "{text}");
}

#[test]
fn two_storms_of_one_class_have_one_watchdog() {
    assert!(Scenario::parse(STORM).is_ok(), "{:?}", Scenario::parse(STORM));
    let at = STORM.rfind("detection_time").expect("a second storm");
    let other = format!("{}{}", &STORM[..at], STORM[at..].replacen("200 us", "300 us", 1));
    let text = Scenario::parse(&other).expect_err("another watchdog").to_string();
    assert!(text.contains("fault[2].detection_time") && text.contains("one watchdog"), "{text}");
}

#[test]
fn a_class_that_nothing_uses_is_warned_of() {
    let scenario = Scenario::parse(STORM).expect("legal");
    assert_eq!(scenario.warnings(), ["queue 0 carries no traffic: no [[workload]] has `class = 0`"]);
    let scenario = Scenario::parse(&STORM.replace("flows = 4\nclass = 1", "flows = 4")).expect("legal");
    let expected = [
        "lossless class 1 carries no traffic: no [[workload]] has `class = 1`",
        "fault 1 (pfc-storm) has no effect: no [[workload]] has its class",
        "fault 2 (pfc-storm) has no effect: no [[workload]] has its class",
    ];
    assert_eq!(scenario.warnings(), expected);
}

#[test]
fn letters_that_a_terminal_obeys_are_neither_names_nor_printed() {
    for letter in ['\u{1b}', '\u{9b}', '\u{202e}', '\u{200b}', '\u{2028}', '\u{2029}', '\u{e0001}'] {
        let text = format!("name = \"a\\U{:08X}b\"\n{GOOD}", letter as u32);
        let refused = Scenario::parse(&text).expect_err("a name").to_string();
        assert!(refused.contains("control characters") && !refused.contains(letter), "{refused}");
        let file = format!("a{letter}b.toml");
        let refused = Scenario::read(&Document::new(file, "x = 1")).expect_err("a key").to_string();
        assert!(!refused.contains(letter), "{refused}");
    }
}

fn table(name: &str, lines: &str) -> Result<Scenario, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tables");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(format!("{name}.csv")), lines).expect("a table");
    let scenario = folder.join(format!("{name}.toml"));
    std::fs::write(&scenario, GOOD.replace("web-search", &format!("{name}.csv"))).expect("a scenario");
    let document = Document::open(&scenario).map_err(|error| error.to_string())?;
    Scenario::read(&document).map_err(|fault| fault.to_string())
}

#[test]
fn a_table_of_sizes_is_refused_for_what_is_wrong_in_it() {
    assert!(table("good", "bytes,cdf\n0,0\n1000,0.5\n2000,1\n").is_ok());
    assert!(table("marked", "\u{feff}bytes,cdf\r\n1000,0\r\n2000,1\r\n").is_ok(), "line ends and a mark");
    for (name, lines, parts) in [
        ("zero", "bytes,cdf\n0,0\n0,1\n", ["size 0", "line 3"]),
        ("percent", "bytes,cdf\n1000,50\n2000,100\n", ["fraction 50", "a percentage?"]),
        ("negative", "bytes,cdf\n-5,0\n2000,1\n", ["size -5", "line 2"]),
        ("huge", "bytes,cdf\n10,0\n1e30,1\n", ["size 1e30", "1000000000 B"]),
        ("broken", "bytes,cdf\n10,0\n11.5,1\n", ["size 11.5", "whole sizes"]),
        ("short", "bytes,cdf\n0,0.5\n1,1\n", ["mean of 0.25 B", "whole sizes"]),
    ] {
        let refused = table(name, lines).expect_err(name);
        for part in parts {
            assert!(
                refused.contains(part)
                    || refused.contains(&part.replace("1e30", "1000000000000000000000000000000")),
                "{part}: {refused}"
            );
        }
    }
    let refused = refusal(GOOD, "web-search", "sizes.txt");
    assert!(refused.contains("no file of sizes") && refused.contains(".csv"), "{refused}");
}

fn flows(name: &str, lines: &str) -> Result<Scenario, String> {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("flows");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(format!("{name}.csv")), lines).expect("a list");
    let (network, _) = GOOD.split_once("[[workload]]").expect("a workload");
    let list = format!("[[workload]]\nkind = \"list\"\nfile = \"{name}.csv\"\n[run]\ntime = \"1 ms\"\n");
    let document = Document::new(folder.join("list.toml").display().to_string(), format!("{network}{list}"));
    Scenario::read(&document).map_err(|fault| fault.to_string())
}

#[test]
fn a_list_in_seconds_is_one_in_nanoseconds() {
    let nanos = flows("ns", "time_ns,from,to,bytes\n0,1,2,1000\n1500,2,1,30000.0\n").expect("a list");
    let seconds = flows("s", "\u{feff}time_s,from,to,bytes\r\n0.0,1,2,1e3\r\n0.0000015,2,1,30000\r\n");
    let of = |scenario: &Scenario| match &scenario.workloads[0].traffic {
        Traffic::Listed(list) => list.file.flows.clone(),
        other => panic!("{other:?}"),
    };
    assert_eq!(of(&nanos), of(&seconds.expect("a list")));
    assert_eq!(of(&nanos)[1].start_ps, 1_500_000);
}

#[test]
fn a_list_is_refused_for_what_is_wrong_in_it() {
    for (name, lines, says) in [
        ("header", "time_us,from,to,bytes\n", "has another header"),
        ("fields", "time_ns,from,to,bytes\n\n0,1,2\n", "has 3 fields in line 3"),
        (
            "fraction",
            "time_ns,from,to,bytes\n0.5,1,2,9\n",
            "has the start \"0.5\", which is finer than 1 ns, in line 2",
        ),
        ("fine", "time_s,from,to,bytes\n0.0000000001,1,2,9\n", "finer than 1 ns"),
        ("late", "time_s,from,to,bytes\n3601,1,2,9\n", "is out of range"),
        ("early", "time_ns,from,to,bytes\n-1,1,2,9\n", "is out of range"),
        ("unit", "time_ns,from,to,bytes\n1us,1,2,9\n", "has the start \"1us\""),
        ("host", "time_ns,from,to,bytes\n0,0,2,9\n", "has the host \"0\" in line 2"),
        ("self", "time_ns,from,to,bytes\n0,2,2,9\n", "has a flow from host 2 to itself"),
        ("none", "time_ns,from,to,bytes\n0,1,2,0\n", "has the payload \"0\""),
        ("part", "time_ns,from,to,bytes\n0,1,2,1.5\n", "has the payload \"1.5\""),
    ] {
        let refused = flows(name, lines).expect_err(name);
        assert!(refused.contains(says), "{name}: {refused}");
    }
}

/// Errors of a text, a line each: line and key.
fn all_of(text: &str) -> Vec<(usize, String)> {
    let Faults(faults) = Scenario::read_or_all_faults(&Document::new("s.toml", text)).expect_err("faults");
    faults.into_iter().map(|fault| (fault.line, fault.key)).collect()
}

#[test]
fn all_errors_of_a_file_are_told_in_one_go() {
    let errors = [
        ("senders = 4", "sendrs = 4", "topology.sendrs"),
        ("rate = \"10 Gbps\"", "rate = \"10 Gbp\"", "topology.rate"),
        ("rtt = \"80 us\"", "rtt = 80", "topology.rtt"),
        ("alpha = \"1\"", "alpha = 3", "topology.buffer.alpha"),
        ("cc = \"dctcp\"", "cc = \"dctpc\"", "host.cc"),
        ("p_max = \"1 %\"", "p_max = \"200 %\"", "switch.p_max"),
        ("load = \"50 %\"", "load = \"50\"\nlaod = 1", "workload[1].load"),
        ("time = \"5 ms\"", "time = \"5 lightyears\"", "run.time"),
    ];
    let mut text = GOOD.to_owned();
    for (count, (from, to, _)) in errors.iter().enumerate() {
        assert_eq!(text.matches(from).count(), 1, "{from}");
        text = text.replace(from, to);
        let told: Vec<String> = all_of(&text).into_iter().map(|(_, key)| key).collect();
        for (.., key) in &errors[..=count] {
            assert!(told.contains(&(*key).to_owned()), "{key} of {told:?}");
        }
        // The workload has two.
        assert_eq!(told.len(), count + 1 + usize::from(count >= 6), "{told:?}");
    }
}

/// Nothing is told of what only depends on a value at fault.
#[test]
fn one_error_is_told_as_one() {
    for (from, to) in [
        ("senders = 4", "senders = 0"),
        ("rate = \"10 Gbps\"", "rate = \"10 Gbp\""),
        ("rtt = \"80 us\"", "rtt = \"80\""),
        ("rtt = \"80 us\"", "rtt = [\"240 us\", \"80 us\"]"),
        ("kind = \"n-to-1\"", "kind = \"n-to-2\""),
        ("pool = \"2 MB\"", "pool = \"2\""),
        ("aqm = \"red/exact\"", "aqm = \"rde/exact\""),
        ("kind = \"poisson\"", "kind = \"poison\""),
        ("time = \"5 ms\"", "tiem = \"5 ms\""),
    ] {
        assert_eq!(GOOD.matches(from).count(), 1, "{from}");
        let told = all_of(&GOOD.replace(from, to));
        assert_eq!(told.len(), 1, "{to}: {told:?}");
    }
}

#[test]
fn a_table_that_descends_is_told_by_its_line_and_sizes() {
    let told = table("descends", "bytes,cdf\n1000,0.5\n900,1\n").expect_err("a table");
    assert!(told.contains("descends in line 3: the size 900 is after 1000"), "{told}");
    let told = table("descends-share", "bytes,cdf\n1000,0.5\n2000,0.25\n3000,1\n").expect_err("a table");
    assert!(told.contains("descends in line 3: the fraction 0.25 is after 0.5"), "{told}");
}

#[test]
fn an_unknown_id_is_answered_with_the_nearest_few() {
    let text = refusal(GOOD, "red/exact", "stp");
    assert!(text.contains("step/enqueue, ") && text.contains("that `freeboard list` prints"), "{text}");
    assert!(text.len() < 250, "{text}");
}

#[test]
fn headroom_is_told_in_its_unit() {
    let queues = "alpha = \"1\"\n\n[topology.queues]\nscheduler = \"dwrr\"\ncount = 2\nlossless = [1]\n";
    let text = GOOD.replace("pool = \"2 MB\"", "pool = \"20 KB\"").replace("alpha = \"1\"\n", queues);
    let text = Scenario::parse(&text).expect_err("headroom").to_string();
    assert!(
        text.contains("headroom of all lossless groups is ") && text.contains(" B, legal is 0 to"),
        "{text}"
    );
}
