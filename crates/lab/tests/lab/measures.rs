//! Measures of a plan against numbers that follow from the traffic alone.

use freeboard_lab::plan::{AnyPlan, Plan, Reproduction, Scale};
use freeboard_lab::runner::Runner;

/// Two receivers: datagrams at 4 of 10 Gbit/s to the first from 2 to 6 ms, two senders at line rate to the second.
const PLAN: &str = r#"
kind = "sweep"
claim = "measures measure"
scale = "small"
[topology]
kind = "n-to-1"
senders = 3
receivers = 2
rate = "10 Gbps"
rtt = "10 us"
[topology.buffer]
pool = "600 KB"
alpha = "1"
[host]
cc = "fixed"
[[scheme]]
name = "none"
aqm = "tail-drop"
[[scheme]]
name = "also"
aqm = "tail-drop"
[[workload]]
kind = "constant"
name = "slow"
flows = 1
hosts = [1]
rate = "4 Gbps"
payload = "960 B"
start = "2 ms"
end = "6 ms"
[[workload]]
kind = "constant"
name = "flood"
receiver = 2
flows = 2
hosts = [2, 3]
rate = "10 Gbps"
[[workload]]
kind = "long"
flows = 8
start = "10 ms"
[[axis]]
name = "alpha"
key = "topology.buffer.alpha"
values = ["1", "1/2"]
[run]
time = "10 ms"
warmup = "5 ms"
sample = "10 us"
[measure.slow-early]
of = "goodput"
workload = "slow"
from = "3 ms"
to = "5 ms"
[measure.slow]
of = "goodput"
workload = "slow"
[measure.flood]
of = "goodput"
workload = "flood"
[measure.busy]
of = "utilisation"
from = "3 ms"
to = "5 ms"
[measure.busy-2]
of = "utilisation"
receiver = 2
[measure.share]
of = "pool-share"
receiver = 2
[measure.empty]
of = "queue-within"
limit = 0
[measure.full]
of = "queue-within"
receiver = 2
limit = 100
[measure.drops]
of = "drops"
receiver = 2
[measure.longest]
of = "queue-longest"
receiver = 2
[measure.delay]
of = "queue-delay"
receiver = 2
[measure.median-delay]
of = "queue-delay-at"
receiver = 2
percentile = 50
[measure.long-above]
of = "time-above"
receiver = 2
delay = "239 us"
from = "5 ms"
[measure.never-above]
of = "time-above"
receiver = 2
delay = "241 us"
[measure.floor]
of = "floor"
window = 2
"#;

const QUANTITY: &str = "unit = \"x\"\npaper_value = 1\ntolerance = \"t\"\nsource = \"s\"\n";

/// Runs the plan with these quantities.
fn run(expected: &str) -> anyhow::Result<Reproduction> {
    let plan =
        Plan { paper: "test", figure: "measures", folder: "test", plan: PLAN, expected: Some(expected) };
    let (any, expected) = AnyPlan::read(&plan, Scale::Paper)?;
    Ok(any.run(&plan, &expected, &Runner::silent())?.unwrap().0)
}

fn quantity(id: &str, rest: &str) -> String {
    format!("[[quantity]]\nid = \"{id}\"\nname = \"{id}\"\nscheme = \"none\"\n{QUANTITY}{rest}")
}

fn column(reproduction: &Reproduction, name: &str) -> Vec<f64> {
    let header = &reproduction.file.header;
    let at = header.iter().position(|one| one.starts_with(name) && one[name.len()..].starts_with(" ["));
    reproduction.file.rows.iter().map(|row| row[at.unwrap()].parse().unwrap()).collect()
}

fn near(found: f64, expected: f64) -> bool {
    (found / expected - 1.0).abs() < 0.01
}

#[test]
fn every_measure_says_what_the_traffic_makes_of_it() {
    let reproduction = run(&quantity("q", "measure = \"slow\"\nreduce = \"mean\"\n")).unwrap();
    let first = |name: &str| column(&reproduction, name)[0];
    // 960 of 1000 B are payload; half of the second window is after the end of the flow.
    assert!(near(first("slow-early"), 3.84), "{}", first("slow-early"));
    assert!(near(first("slow"), 3.84 / 5.0), "{}", first("slow"));
    assert!(near(first("flood"), 10.0 * 1460.0 / 1500.0), "{}", first("flood"));
    assert!(near(first("busy"), 40.0), "{}", first("busy"));
    assert!(near(first("busy-2"), 100.0));
    // One saturated queue has alpha / (1 + alpha) of the pool.
    let shares = column(&reproduction, "share");
    assert!(near(shares[0], 50.0) && near(shares[2], 100.0 / 3.0), "{shares:?}");
    assert!((first("longest") - 200.0).abs() <= 1.0, "{}", first("longest"));
    assert_eq!((first("empty"), first("full")), (100.0, 0.0));
    // 200 packets of 1500 B are 240 us of 10 Gbit/s.
    assert!(near(first("delay"), 240.0), "{}", first("delay"));
    assert!(near(first("median-delay"), 240.0), "{}", first("median-delay"));
    assert!(near(first("long-above"), 5.0), "{}", first("long-above"));
    assert_eq!(first("never-above"), 0.0);
    // What comes in beyond the link's rate for 5 ms is lost.
    assert!(near(first("drops"), 10e9 * 5e-3 / 12_000.0), "{}", first("drops"));
    // Eight flows that start at the end, 2 packets each, less the 8.33 packets of 10 us.
    assert!(near(first("floor"), 16.0 - 25.0 / 3.0), "{}", first("floor"));
    assert_eq!(reproduction.file.rows.len(), 4);
}

/// Two flows with large fixed windows, the second from the middle of the run.
const SHARES: &str = r#"
kind = "sweep"
claim = "shares"
scale = "small"
[topology]
kind = "n-to-1"
senders = 2
rate = "10 Gbps"
rtt = "10 us"
buffer = "1000 packets"
[host]
cc = "fixed"
handshake = false
[host.cc_settings]
window = "60 KB"
[[scheme]]
name = "none"
aqm = "tail-drop"
[[workload]]
kind = "long"
name = "two"
flows = 2
stagger = "10 ms"
[run]
time = "10 ms"
[[axis]]
name = "k"
key = "topology.buffer"
values = ["1000 packets"]
[[axis]]
name = "time"
key = "run.time"
values = ["10 ms", "20 ms"]
[measure.usual]
of = "fairness"
workload = "two"
[measure.whole]
of = "fairness"
workload = "two"
from = "0 us"
[measure.together]
of = "fairness"
workload = "two"
from = "6 ms"
[measure.converged]
of = "convergence"
workload = "two"
every = "1 ms"
"#;

#[test]
fn fairness_is_jain_s_index_of_what_arrived() {
    let expected = quantity("q", "measure = \"whole\"\ncells = { time = \"10 ms\" }\n");
    let plan =
        Plan { paper: "test", figure: "shares", folder: "test", plan: SHARES, expected: Some(&expected) };
    let (any, expected) = AnyPlan::read(&plan, Scale::Paper).unwrap();
    let (reproduction, _) = any.run(&plan, &expected, &Runner::silent()).unwrap().unwrap();
    // The link alone for half of the time and half of it afterwards, against half of it for half of the time:
    // 3 to 1, so (3 + 1)^2 / (2 (9 + 1)).
    let whole = column(&reproduction, "whole")[0];
    assert!(near(whole, 0.8), "{whole}");
    assert!(near(column(&reproduction, "together")[0], 1.0));
    // The second flow starts at 5 ms, and fixed windows share the link at once.
    assert_eq!(column(&reproduction, "converged"), [5.0, 5.0]);
    // Where a measure says nothing it is about the whole run, also of a run whose length is swept: 12.5 to 7.5 ms here.
    let usual = column(&reproduction, "usual");
    assert!(near(usual[0], 0.8) && near(usual[1], 16.0 / 17.0), "{usual:?}");
}

/// Three incasts of eight flows of eleven segments each into a queue of twenty packets.
const BURSTS: &str = r#"
kind = "sweep"
claim = "bursts"
scale = "small"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = "10 us"
buffer = "20 packets"
[host]
cc = "fixed"
handshake = false
min_rto = "1 ms"
initial_rto = "1 ms"
[host.cc_settings]
window = "16 KB"
[[scheme]]
name = "none"
aqm = "tail-drop"
[[workload]]
kind = "incast"
name = "bursts"
incast_degree = 8
size = "16060 B"
at = ["1 ms", "21 ms", "41 ms"]
[run]
time = "60 ms"
sample = "1 us"
[measure.drops]
of = "drops"
[measure.everywhere]
of = "network-drops"
[measure.marked]
of = "network-marks"
[measure.lost]
of = "lost-share"
[measure.ports-lost]
of = "port-lost-share"
[measure.timeouts]
of = "timeouts"
[measure.timeouts-per-100]
of = "timeouts-per-100"
[measure.resent]
of = "resent-share"
[measure.all-within]
of = "burst-within"
limit = 20
[measure.none-within]
of = "burst-within"
limit = 18
[measure.longest]
of = "burst-longest-at"
percentile = 50
[measure.deep]
of = "queue-at"
percentile = 99.99
[measure.median]
of = "queue-at"
percentile = 50
[measure.tail]
of = "fct-at"
class = "query"
percentile = 99
[measure.p99]
of = "fct-p99"
class = "query"
"#;

#[test]
fn losses_of_the_network_and_queues_of_bursts_follow_from_the_packets() {
    let expected = quantity("q", "measure = \"drops\"\n");
    let plan =
        Plan { paper: "test", figure: "bursts", folder: "test", plan: BURSTS, expected: Some(&expected) };
    let (any, expected) = AnyPlan::read(&plan, Scale::Paper).unwrap();
    let (reproduction, _) = any.run(&plan, &expected, &Runner::silent()).unwrap().unwrap();
    let value = |name: &str| column(&reproduction, name)[0];
    let drops = value("drops");
    // 88 packets come within a round trip; the link takes a few of them, the queue twenty.
    assert!(drops > 100.0 && value("everywhere") == drops && value("marked") == 0.0, "{drops}");
    let resent = 264.0 * value("resent") / (100.0 - value("resent"));
    assert!(resent >= drops - 0.5, "{resent} sent again for {drops} dropped");
    assert!(near(value("lost"), 100.0 * drops / (264.0 + resent)), "{}", value("lost"));
    // One of the switch's nine ports drops; the ACKs on the other eight are all carried.
    assert!(near(value("ports-lost"), value("lost") / 9.0), "{}", value("ports-lost"));
    let timeouts = value("timeouts");
    assert!(timeouts > 0.0 && near(value("timeouts-per-100"), 100.0 * timeouts / 24.0), "{timeouts}");
    assert_eq!((value("all-within"), value("none-within")), (100.0, 0.0));
    assert!((19.0..=20.0).contains(&value("longest")), "{}", value("longest"));
    // The queue is empty nearly all of the time.
    assert_eq!(value("median"), 0.0);
    assert!(value("deep") >= 19.0, "{}", value("deep"));
    assert_eq!(value("tail"), value("p99"));
}

#[test]
fn a_measure_s_percentile_has_two_decimals_and_its_sizes_are_a_range() {
    for (from, to, word) in [
        ("percentile = 99.99", "percentile = 99.999", "percentile"),
        ("percentile = 99.99", "percentile = 100", "percentile"),
        ("class = \"query\"\npercentile", "sizes = [\"1 MB\", \"10 KB\"]\npercentile", "sizes"),
        (
            "class = \"query\"\npercentile",
            "class = \"query\"\nsizes = [\"1 KB\", \"1 MB\"]\npercentile",
            "sizes",
        ),
    ] {
        let text = BURSTS.replace(from, to);
        assert_ne!(text, BURSTS);
        let plan = Plan { paper: "test", figure: "bad", folder: "test", plan: &text, expected: None };
        let fault = AnyPlan::read(&plan, Scale::Paper).unwrap_err();
        assert!(fault.key.ends_with(word), "{fault}");
    }
}

#[test]
fn a_preset_of_a_control_that_is_named_elsewhere_is_refused() {
    let idle = SHARES.replace("aqm = \"tail-drop\"", "aqm = \"tail-drop\"\ncc_preset = \"fast\"");
    let plan = Plan {
        paper: "test",
        figure: "idle",
        folder: "test",
        plan: &idle,
        expected: Some(&quantity("q", "measure = \"whole\"\n")),
    };
    let error = format!("{:#}", AnyPlan::read(&plan, Scale::Paper).unwrap_err());
    assert!(error.contains("cc_preset") && error.contains("has no effect without `cc`"), "{error}");
}

#[test]
fn quantities_pick_cells_and_compare_schemes() {
    let cells =
        |labels: &str, reduce: &str| format!("measure = \"share\"\ncells = {{ alpha = {labels} }}\n{reduce}");
    let text = [
        quantity("growth", &cells("[\"1\", \"1/2\"]", "reduce = \"growth\"\nlow = 0.66\nhigh = 0.67\n")),
        quantity("one", &cells("\"1/2\"", "low = 33\nhigh = 34\n")),
        quantity("against", &cells("\"1\"", "against = \"also\"\nlow = 1\nhigh = 1\n")),
        quantity("two are not one", &cells("[\"1\", \"1/2\"]", "low = 0\n")),
        quantity("open", &cells("\"1\"", "")),
    ];
    let lines = run(&text.concat()).unwrap().lines;
    let verdicts: Vec<&str> = lines.iter().map(|line| line.verdict.name()).collect();
    assert_eq!(verdicts, ["holds", "holds", "holds", "differs", "open"]);
}

#[test]
fn what_a_plan_does_not_have_is_refused_before_it_runs() {
    for (rest, word) in [
        ("measure = \"slw\"\n", "slw"),
        ("measure = \"slow\"\nagainst = \"red\"\n", "red"),
        ("measure = \"slow\"\ncells = { beta = \"1\" }\n", "beta"),
        ("measure = \"slow\"\ncells = { alpha = \"3\" }\n", "3"),
    ] {
        let error = format!("{:#}", run(&quantity("q", rest)).unwrap_err());
        assert!(error.contains(word) && error.starts_with("q: "), "{error}");
    }
}
