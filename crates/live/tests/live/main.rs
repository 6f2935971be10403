//! Scenarios over real packets: counts and orders, never speeds. Skipped where root or TUN devices are missing.
#![cfg(target_os = "linux")]

mod captures;
mod commands;
mod library;
mod loops;
mod queues;
mod residue;
mod support;

use freeboard_live::{Report, check};
use freeboard_scenario::Scenario;
use support::{is_skipped, report};

/// Two long flows of a second at 40 Mbit/s, and an incast of eight.
const FILE: &str = r#"
[topology]
kind = "n-to-1"
senders = 2
rate = "40 Mbps"
rtt = "4 ms"
[topology.buffer]
pool = "250 KB"
[host]
cc = "cubic/ecn"
[[scheme]]
name = "tail drop"
aqm = "tail-drop"
[[scheme]]
name = "step"
aqm = "step"
k = "15 KB"
[[workload]]
kind = "long"
flows = 2
[[workload]]
kind = "incast"
incast_degree = 8
size = "10 KB"
at = "500 ms"
[run]
time = "1 s"
drain = "2 s"
warmup = "300 ms"
sample = "1 ms"
"#;

fn median_bytes(report: &Report) -> u32 {
    let samples = report.outcome.samples().iter().filter(|sample| sample.at_ps >= 300_000_000_000);
    let mut lengths: Vec<u32> = samples.map(|sample| sample.bytes).collect();
    lengths.sort_unstable();
    lengths[lengths.len() / 2]
}

#[test]
fn a_step_marks_and_keeps_the_queue_shorter_than_tail_drop() {
    if is_skipped() {
        return;
    }
    let scenario = Scenario::parse(FILE).unwrap();
    let (tail, step) = (report(&scenario, 0, 1), report(&scenario, 1, 1));
    assert_eq!(tail.outcome.queues.marked, 0);
    assert!(step.outcome.queues.marked > 0);
    assert!(median_bytes(&step) < median_bytes(&tail));
    let queries = |report: &Report| {
        report.outcome.flows.iter().filter(|flow| flow.query && flow.fct_ps.is_some()).count()
    };
    assert_eq!((queries(&tail), queries(&step)), (8, 8));
    let long = |report: &Report| report.outcome.long.iter().all(|flow| flow.delivered[0] > 0);
    assert!(long(&tail) && long(&step));
}

#[test]
fn a_slowed_run_keeps_the_times_of_the_scenario() {
    if is_skipped() {
        return;
    }
    let fast = FILE
        .replace("40 Mbps", "400 Mbps")
        .replace("4 ms", "400 us")
        .replace("rtt = \"4 ms\"", "rtt = \"400 us\"");
    let fast = fast.replace("1 s\"\ndrain = \"2 s", "100 ms\"\ndrain = \"200 ms").replace("500 ms", "50 ms");
    let scenario = Scenario::parse(&fast.replace("warmup = \"300 ms\"", "warmup = \"30 ms\"")).unwrap();
    let slowed = report(&scenario, 1, 10).outcome;
    let windows = &slowed.ports[0].windows;
    assert_eq!((windows[0].from_ps, windows[0].to_ps), (30_000_000_000, 100_000_000_000));
    assert!(slowed.end_ps >= 100_000_000_000);
    assert!(
        slowed.flows.iter().filter_map(|flow| flow.fct_ps).all(|fct| fct >= 400_000_000),
        "a round trip at least"
    );
}

#[test]
fn what_cannot_be_had_is_refused_by_name() {
    let told = |text: &str, slow: u32| check(&Scenario::parse(text).unwrap(), slow).unwrap_err().to_string();
    assert!(told(&FILE.replace("40 Mbps", "10 Gbps"), 1).contains("`--slow 10` or more"));
    assert!(check(&Scenario::parse(&FILE.replace("40 Mbps", "10 Gbps")).unwrap(), 10).is_ok());
    assert!(told(&FILE.replace("cubic/ecn", "timely/hpcc"), 1).contains("linux/cubic"));
    assert!(
        told(&FILE.replace("[host]", "[host]\ntransport = \"rdma\""), 1)
            .contains("the kernel's sockets are TCP")
    );
    let lossless = "[topology.queues]\nscheduler = \"strict\"\ncount = 2\nlossless = [1]\n[host]";
    assert!(
        told(&FILE.replace("40 Mbps", "400 Mbps").replace("4 ms", "400 us").replace("[host]", lossless), 1)
            .contains("no lossless classes")
    );
}
