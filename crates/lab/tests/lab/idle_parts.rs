//! Parts of a scenario that nothing uses are named; the shipped examples have none, and each section of theirs matters.

use crate::books::STORM;
use freeboard_lab::report::{activity, effective_settings};
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;
use std::path::Path;

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::read(&Document::new("test.toml", text.to_owned())).map_err(|fault| fault.to_string())
}

/// Two racks of four hosts, of which the first three talk.
const BASE: &str = r#"
[topology]
kind = "leaf-spine"
leaves = 2
spines = 1
hosts_per_leaf = 4
rate = "10 Gbps"
rtt = "20 us"
[topology.buffer]
pool = "1 MB"
[topology.queues]
scheduler = "dwrr"
count = 2
lossless = [1]
[host]
cc = "cubic"
[switch]
aqm = "step"
k = "50 KB"
[[workload]]
kind = "long"
flows = 2
hosts = [1, 2]
to = [3]
class = 1
[[workload]]
kind = "long"
flows = 1
hosts = [1]
to = [2]
[run]
time = "1 ms"
"#;

/// The base with a part, and with another one for it.
fn warned(more: &str) -> Vec<String> {
    let text = BASE.replace("[run]", &format!("{more}\n[run]"));
    let scenario = read(&text).unwrap_or_else(|fault| panic!("{more}: {fault}"));
    // What `--check` prints.
    let shown = effective_settings(&scenario);
    let warnings = shown.iter().map(|line| line.cells()).filter(|cells| cells[1] == "warning");
    warnings.map(|cells| cells[2].to_owned()).collect()
}

#[test]
fn what_nothing_uses_is_warned_of_and_what_something_uses_is_not() {
    assert_eq!(warned(""), [""; 0]);
    let of = |kind: &str, rest: &str| format!("[[fault]]\nkind = \"{kind}\"\n{rest}");
    let once = "at = \"10 us\"\nlasts = \"20 us\"";
    let storm = |host: u32| of("pfc-storm", &format!("host = {host}\nclass = 1\n{once}"));
    let packets = |rest: &str| of("packets", &format!("effect = \"loss\"\n{rest}"));
    let group = |host: u32| format!("[[host_group]]\nname = \"some\"\nhosts = [{host}]\nrate = \"25 Gbps\"");
    for (idle, used, why) in [
        (group(8), group(3), "host_group some has no effect: no [[workload]] has traffic"),
        (
            of("host-pause", &format!("host = 8\n{once}")),
            of("host-pause", &format!("host = 3\n{once}")),
            "fault 1 (host-pause) has no effect: no [[workload]] has traffic",
        ),
        (
            of("link-down", &format!("host = 4\n{once}")),
            of("link-down", &format!("host = 1\n{once}")),
            "fault 1 (link-down) has no effect",
        ),
        (
            packets("rate = \"1 %\"\nhosts = [7, 8]"),
            packets("rate = \"1 %\"\nhosts = [2, 8]"),
            "fault 1 (packets) has no effect: no [[workload]]",
        ),
        (packets("rate = \"0 %\""), packets("rate = \"1 %\""), "its `rate` is 0"),
        (
            packets("rate = \"1 %\"\npackets = \"cnps\""),
            packets("rate = \"1 %\"\npackets = \"acks\""),
            "no congestion control takes notifications",
        ),
        (
            packets("rate = \"1 %\"\npackets = \"reports\""),
            packets("rate = \"1 %\"\npackets = \"data\""),
            "no host has an underlay",
        ),
        (
            of("packets", "effect = \"int-loss\"\nrate = \"1 %\""),
            of("packets", "effect = \"corruption\"\nrate = \"1 %\""),
            "no congestion control reads telemetry",
        ),
        (
            of("clock-step", "host = 1\nat = \"1 us\"\nby = \"1 us\""),
            of("clock-step", "switch = 1\nat = \"1 us\"\nby = \"1 us\""),
            "only underlays look at the clocks",
        ),
        (of("start-jitter", "most = \"0 us\""), of("start-jitter", "most = \"1 us\""), "its `most` is 0"),
        (storm(8), storm(3), "fault 1 (pfc-storm) has no effect: nothing of its class goes to its host"),
        // Answers come to a sender in their flow's class.
        ("[clocks]\ndrift_sigma = \"5 ppm\"".to_owned(), storm(1), "[clocks] has no effect"),
    ] {
        let warnings = warned(&idle);
        assert!(warnings.len() == 1 && warnings[0].contains(why), "{why}: {warnings:?}");
        assert_eq!(warned(&used), [""; 0], "{used}");
    }
    let text = BASE.replace("class = 1\n", "");
    let warnings = read(&text).unwrap().warnings();
    assert_eq!(warnings, ["lossless class 1 carries no traffic: no [[workload]] has `class = 1`"]);
    // ACKs use it.
    let text = text.replace("[switch]", "ack_class = 1\n[switch]");
    assert_eq!(read(&text).unwrap().warnings(), [""; 0]);
}

/// Six hosts of which the last is a receiver that nothing goes to.
const SECOND: &str = r#"
[topology]
kind = "n-to-1"
senders = 4
receivers = 2
rate = "10 Gbps"
rtt = "20 us"
[topology.buffer]
pool = "1 MB"
[topology.queues]
scheduler = "strict"
count = 2
lossless = [1]
[host]
cc = "dctcp"
[switch]
aqm = "step"
k = "50 KB"
[[workload]]
kind = "poisson"
table = "cache"
load = "30 %"
class = [0, 1]
"#;

#[test]
fn a_receiver_that_no_arrivals_go_to_is_idle() {
    let once = "at = \"10 us\"\nlasts = \"20 us\"";
    let warned = |more: &str| {
        let scenario = read(&format!("{SECOND}{more}\n[run]\ntime = \"1 ms\"\n"));
        scenario.unwrap_or_else(|fault| panic!("{more}: {fault}")).warnings()
    };
    for part in [
        format!("[[fault]]\nkind = \"link-down\"\nhost = HOST\n{once}"),
        format!("[[fault]]\nkind = \"host-pause\"\nhost = HOST\n{once}"),
        format!("[[fault]]\nkind = \"pfc-storm\"\nclass = 1\nhost = HOST\n{once}"),
        "[[fault]]\nkind = \"packets\"\neffect = \"loss\"\nrate = \"50 %\"\nhosts = [HOST]".to_owned(),
        "[[host_group]]\nname = \"some\"\nhosts = [HOST]\nrate = \"25 Gbps\"".to_owned(),
    ] {
        let idle = warned(&part.replace("HOST", "6"));
        assert!(idle.len() == 1 && idle[0].contains("has no effect"), "{part}: {idle:?}");
        for used in ["1", "5"] {
            assert_eq!(warned(&part.replace("HOST", used)), [""; 0], "{part}");
        }
    }
}

fn lossless_warnings(text: &str) -> Vec<String> {
    let scenario = read(text).unwrap();
    let outcome = compare(&scenario, &Runner::silent()).unwrap().remove(0);
    activity(&scenario, &outcome).into_iter().filter(|line| line.contains("lossless class")).collect()
}

#[test]
fn a_drop_in_a_lossless_class_is_a_warning_with_its_cause() {
    let used = STORM.replace("[[fault]]", "[[workload]]\nkind = \"long\"\nflows = 1\n[[fault]]");
    let warnings = lossless_warnings(&used);
    assert!(
        warnings.len() == 1
            && warnings[0].contains("lossless class 1 dropped")
            && warnings[0].ends_with(" by a fault"),
        "{warnings:?}"
    );
    let (calm, _) = used.split_once("[[fault]]").unwrap();
    let calm = format!("{calm}[run]\ntime = \"6 ms\"\n");
    assert_eq!(lossless_warnings(&calm), [""; 0]);
    // Answers carry no ECN, and ride in the data's class: to host 4 through the queue of what it receives.
    let dropping = calm.replace("p_max = \"20 %\"", "p_max = \"20 %\"\nnot_ect = \"drop\"");
    let both = "flows = 3\nhosts = [1, 2, 3]\nto = [4]\nclass = 1\n[[workload]]\nkind = \"long\"\nflows = 1\nhosts = [4]\nclass = 1";
    let dropping = dropping.replace("flows = 4\nclass = 1", both);
    let warnings = lossless_warnings(&dropping);
    assert!(
        warnings.len() == 1 && warnings[0].contains("by the scheme: `not_ect`, or a scheme that drops"),
        "{warnings:?}"
    );
}

/// The text of a shipped example, without axes, which only `sweep` reads; the largest is cut short.
fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/scenarios");
    let mut all: Vec<(String, String)> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let text = std::fs::read_to_string(&path).unwrap();
            let text = text.split("[[axis]]").next().unwrap().to_owned();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            let text = if name == "large.toml" {
                text.replace("time = \"10 ms\"", "time = \"60 us\"")
            } else {
                text
            };
            (name, text)
        })
        .collect();
    all.sort();
    all
}

/// The sections of a file, each with its lines.
fn sections(text: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for line in text.lines() {
        if line.starts_with('[') {
            all.push(String::new());
        }
        if let Some(section) = all.last_mut() {
            section.push_str(line);
            section.push('\n');
        }
    }
    all
}

fn outcomes(text: &str) -> Result<Vec<Outcome>, String> {
    compare(&read(text)?, &Runner::silent()).map_err(|error| error.to_string())
}

#[test]
fn every_section_of_every_example_matters_and_none_warns() {
    let examples = examples();
    assert!(examples.len() >= 5, "{}", examples.len());
    for (name, text) in &examples {
        assert_eq!(read(text).unwrap().warnings(), [""; 0], "{name}");
        let whole = outcomes(text).unwrap();
        let sections = sections(text);
        assert!(sections.len() >= 5, "{name}: {}", sections.len());
        for section in sections {
            let without = text.replacen(&section, "", 1);
            assert_ne!(&without, text, "{name}: {section}");
            if let Ok(outcomes) = outcomes(&without) {
                let same = |one: &Outcome, other: &Outcome| one.digest == other.digest;
                let is_same = outcomes.iter().zip(&whole).all(|(one, other)| same(one, other));
                let is_whole = outcomes.len() == whole.len() && is_same;
                assert!(!is_whole, "{name} has the same digest without\n{section}");
            }
        }
    }
}
