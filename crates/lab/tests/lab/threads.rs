//! One run on several threads: the same outcome, to the last sample, whatever schemes, hosts and traffic are.

use crate::leaf_spine::leaf_spine;
use freeboard_lab::runner::{Job, Meter};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;

/// Traffic of every kind between three racks.
const TRAFFIC: &str = r#"
[[workload]]
kind = "poisson"
table = "web-search"
load = "50 %"
largest = "300 KB"
[[workload]]
kind = "incast"
incast_degree = 6
size = ["3 KB", "60 KB"]
at = ["1 ms", "3 ms"]
[[workload]]
kind = "long"
flows = 4
hosts = [1, 5]
to = [6, 12]
[run]
time = "6 ms"
drain = "30 ms"
sample = "20 us"
warmup = "1 ms"
"#;

/// Three racks, with what is asked for in addition.
fn scenario(hosts: &str, rest: &str) -> Scenario {
    let text = [leaf_spine!(3, "80 us"), hosts, rest, TRAFFIC].concat();
    Scenario::read(&Document::new("test.toml", text)).unwrap()
}

/// On 2 and 3 threads as on 1.
fn check(scenario: &Scenario) {
    for job in Job::all(scenario) {
        let one = job.run(&Meter::silent()).unwrap();
        assert!(one.flows.iter().any(|flow| flow.fct_ps.is_some()), "nothing happened");
        for threads in 2..=3 {
            let several = Job { threads, ..job }.run(&Meter::silent()).unwrap();
            assert_eq!(several, one, "{} on {threads} threads", scenario.schemes[job.scheme].name);
        }
    }
}

#[test]
fn tcp_hosts_under_schemes_of_every_kind() {
    check(&scenario(
        r#"buffer = "250 packets"
[host]
cc = "dctcp"
[clocks]
stamps = "software"
offset_sigma = "1 us""#,
        r#"
[[scheme]]
name = "step"
aqm = "step"
k = "60 KB"
[[scheme]]
name = "ECN#"
aqm = "ecn-sharp/compact"
preset = "simulations"
[[scheme]]
name = "RED, by its own average"
aqm = "red/exact"
[[scheme]]
name = "PIE"
aqm = "pie/exact"
[[scheme]]
name = "CUBIC"
aqm = "tail-drop"
cc = "cubic"
[[scheme]]
name = "BBR"
aqm = "tail-drop"
cc = "bbr""#,
    ));
}

#[test]
fn rdma_hosts_over_lossless_classes() {
    check(&scenario(
        r#"[topology.buffer]
pool = "2 MB"
alpha = "1"
[topology.queues]
scheduler = "strict"
count = 2
lossless = [1]
lossless_alpha = "1/16"
[host]
transport = "rdma"
cc = "dcqcn/rate""#,
        r#"
[[scheme]]
name = "RED"
aqm = "red/exact"
kmin = "40 KB"
kmax = "160 KB"
p_max = "20 %"
weight = 0
[[scheme]]
name = "HPCC"
aqm = "tail-drop"
cc = "hpcc""#,
    ));
}

#[test]
fn underlays_that_remember_what_other_flows_saw() {
    check(&scenario(
        r#"buffer = "250 packets"
[host]
cc = "dctcp"
underlay = "on-ramp"
memory = "200 us"
samples = "8 packets""#,
        r#"
[[scheme]]
name = "over On-Ramp"
aqm = "step"
k = "60 KB""#,
    ));
}

#[test]
fn what_cannot_be_divided_runs_on_one_thread() {
    let reused = scenario(
        r#"buffer = "250 packets"
[host]
cc = "dctcp"
reuse = true"#,
        r#"
[[fault]]
kind = "packets"
effect = "loss"
rate = 0.001
[[scheme]]
name = "step"
aqm = "step"
k = "60 KB""#,
    );
    check(&reused);
}
