//! Closed loops in scenarios, and measures of workloads by name.

use freeboard_lab::plan::{AnyPlan, Plan, Scale};
use freeboard_lab::report::activity;
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use freeboard_scenario::measure::Outcome;

/// Host 3 asks host 1; ten packets per answer.
const TEXT: &str = r#"
[topology]
kind = "n-to-1"
senders = 2
rate = "10 Gbps"
rtt = "20 us"
buffer = "1000 packets"
[host]
cc = "fixed"
handshake = false
[[scheme]]
name = "none"
aqm = "tail-drop"
[[workload]]
kind = "closed-loop"
name = "reads"
clients = [3]
servers = [1]
size = "14600 B"
service = "30 us"
think = "20 us"
[run]
time = "1 ms"
drain = "1 ms"
"#;

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::read(&Document::new("test.toml", text.to_owned())).map_err(|fault| fault.to_string())
}

fn run(text: &str) -> Outcome {
    compare(&read(text).unwrap(), &Runner::silent()).unwrap().remove(0)
}

/// Base round trip of 20 us less a full packet of 1500 B and an ACK of 40 B over two links of 0.8 ns per byte, one way; a request of
/// 72 + 40 B over them, the service, ten packets of which the last one is sent on after the first nine.
const LATENCY_PS: u64 =
    2 * (20_000_000 - 2 * 1_540 * 800) / 2 + 2 * 112 * 800 + 30_000_000 + 11 * 1_500 * 800;

#[test]
fn a_read_takes_the_request_the_service_and_the_answer() {
    let outcome = run(TEXT);
    let times: Vec<u64> = outcome.exchanges.iter().map(|it| it.time_ps).collect();
    // As many as begin within a millisecond.
    let count = 1_000_000_000 / (LATENCY_PS + 20_000_000) + 1;
    assert_eq!(times, vec![LATENCY_PS; count as usize]);
    assert_eq!(outcome.flows.len(), 2 * times.len());
    assert_eq!(outcome.unfinished(), 0);
    let words =
        format!("none: {count} requests answered in 60.92 us on average, the 99th percentile 60.92 us");
    assert!(activity(&read(TEXT).unwrap(), &outcome).contains(&words));
    let starts: Vec<u64> = outcome.exchanges.iter().map(|it| it.start_ps).collect();
    assert!(starts.windows(2).all(|pair| pair[1] - pair[0] == LATENCY_PS + 20_000_000), "{starts:?}");
}

#[test]
fn clients_and_servers_are_taken_in_turn_and_each_has_its_depth() {
    let pairs = |clients: &str, servers: &str, depth: u32| {
        let text = TEXT
            .replace("clients = [3]", &format!("clients = {clients}\ndepth = {depth}"))
            .replace("servers = [1]", &format!("servers = {servers}"))
            .replace("time = \"1 ms\"", "time = \"1 us\"");
        run(&text).exchanges.len()
    };
    // Nothing is answered within a microsecond: as many requests as are outstanding.
    assert_eq!((pairs("[3]", "[1]", 4), pairs("[3, 2]", "[1]", 3)), (4, 6));
    let turn = |servers: &str| {
        let two = TEXT.replace("clients = [3]", "clients = [3, 2]");
        read(&two.replace("servers = [1]", &format!("servers = {servers}"))).is_ok()
    };
    assert!(turn("[2, 1]"), "host 3 asks 2, host 2 asks 1");
    assert!(!turn("[1, 2]"), "host 2 would ask itself");
}

#[test]
fn an_estimate_is_no_less_than_what_runs_and_not_much_more() {
    for more in ["depth = 1", "depth = 30", "depth = 200"] {
        let text = TEXT.replace("size =", &format!("{more}\nsize ="));
        let (estimate, ran) = (read(&text).unwrap().estimate(), run(&text).flows.len() as u64);
        assert!((ran..=4 * ran).contains(&estimate.flows), "{more}: {} for {ran}", estimate.flows);
    }
}

#[test]
fn what_is_no_closed_loop_is_refused() {
    for (from, to, words) in [
        ("servers = [1]", "servers = [3]", "ask itself"),
        ("servers = [1]", "servers = [1, 3]\ndepth = 2", "ask itself"),
        ("clients = [3]", "clients = [4]", "1 to 3"),
        ("servers = [1]", "servers = [4]", "1 to 3"),
        ("clients = [3]", "", "clients"),
        ("size = \"14600 B\"", "size = \"0 B\"", "1 B"),
        ("size = \"14600 B\"", "size = \"9 B\"\nend = \"2 ms\"", "1 ms"),
        ("size = \"14600 B\"", "size = \"1 B\"\nrequest = \"1 B\"\ndepth = 10001", "10000"),
    ] {
        assert!(TEXT.contains(from));
        let fault = read(&TEXT.replace(from, to)).unwrap_err();
        assert!(fault.contains(words), "{words:?} is missing in: {fault}");
    }
}

const MORE: &str = r#"
kind = "sweep"
claim = "measures measure"
scale = "small"
[[workload]]
kind = "incast"
name = "first"
incast_degree = 1
size = "1460 B"
at = "500 us"
[[workload]]
kind = "incast"
name = "second"
incast_degree = 1
size = "14600 B"
at = "800 us"
[measure.latency]
of = "latency-mean"
workload = "reads"
[measure.latency-p99]
of = "latency-at"
workload = "reads"
percentile = 99
[measure.none]
of = "latency-mean"
workload = "reads"
from = "1 us"
to = "2 us"
[measure.first]
of = "request-mean"
workload = "first"
[measure.second]
of = "request-at"
workload = "second"
percentile = 50
[measure.both]
of = "request-mean"
[measure.first-query]
of = "fct-mean"
class = "query"
workload = "first"
[measure.second-p99]
of = "fct-p99"
class = "query"
workload = "second"
[measure.answers]
of = "fct-at"
sizes = ["14 KB", "15 KB"]
workload = "reads"
percentile = 50
"#;

#[test]
fn measures_count_the_workloads_of_a_name() {
    let quantity = "[[quantity]]\nid = \"q\"\nname = \"q\"\nscheme = \"none\"\nmeasure = \"latency\"\nunit = \"x\"\npaper_value = 1\n\
                    low = 1\ntolerance = \"t\"\nsource = \"s\"\n";
    let head = MORE.find("[[workload]]").unwrap();
    let text = format!("{}{TEXT}{}", &MORE[..head], &MORE[head..]);
    let plan =
        Plan { paper: "test", figure: "closed-loops", folder: "test", plan: &text, expected: Some(quantity) };
    let (any, expected) = AnyPlan::read(&plan, Scale::Paper).unwrap();
    let (reproduction, _) = any.run(&plan, &expected, &Runner::silent()).unwrap().unwrap();
    let value = |name: &str| -> Option<f64> {
        let header = &reproduction.file.header;
        let at = header.iter().position(|one| one.starts_with(&format!("{name} [")))?;
        reproduction.file.rows[0][at].parse().ok()
    };
    let near = |name: &str, expected: f64| {
        let found = value(name).unwrap_or_else(|| panic!("{name} in {:?}", reproduction.file));
        assert!((found / expected - 1.0).abs() < 1e-3, "{name}: {found}, not {expected}");
    };
    near("latency", LATENCY_PS as f64 / 1e6);
    near("latency-p99", LATENCY_PS as f64 / 1e6);
    assert_eq!(value("none"), None, "no request is sent then");
    let one_way = (20_000_000 - 2 * 1_540 * 800) as f64 / 2e6;
    near("first", one_way + 2.4);
    near("second", one_way + 13.2);
    near("both", one_way + 7.8);
    near("first-query", one_way + 2.4);
    near("second-p99", one_way + 13.2);
    near("answers", one_way + 13.2);
}
