//! Every key of a scenario has an effect: changed alone, it changes what a run comes to or what is kept of it.

use crate::fault_keys::{FAULT_TURNS, FAULTS};
use crate::graph_keys::{GRAPH, GRAPH_TURNS, TREE, TREE_TURNS};
use crate::group_keys::{LOOPS, LOOPS_TURNS};
use crate::leaf_spine::leaf_spine;
use freeboard_lab::report::configuration;
use freeboard_lab::runner::{Runner, compare};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::{Scenario, sections};
use freeboard_scenario::measure::Outcome;

/// TCP-like hosts: an incast that overflows the queue, beside flows without end.
pub(crate) const TCP: &str = r#"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = ["40 us", "80 us"]
buffer = "60 KB"
[host]
cc = "dctcp"
[switch]
aqm = "step/enqueue"
k = "30 KB"
[[workload]]
kind = "incast"
incast_degree = 24
size = ["3 KB", "60 KB"]
at = ["0 us", "3 ms"]
[[workload]]
kind = "long"
flows = 2
start = "1 ms"
[[workload]]
kind = "constant"
flows = 1
rate = "1 Gbps"
start = "2 ms"
end = "4 ms"
[[workload]]
kind = "poisson"
table = "cache"
load = "90 %"
[run]
time = "6 ms"
drain = "40 ms"
sample = "10 us"
[[fault]]
kind = "packets"
effect = "delay"
rate = "2 %"
delay = ["5 us", "40 us"]
"#;

/// RDMA-like hosts of two racks, each of which sends and answers; classes 0 and 1, of which 1 is paused.
pub(crate) const RDMA: &str = concat!(
    leaf_spine!(2, "10 us"),
    r#"[topology.buffer]
pool = "300 KB"
[topology.queues]
scheduler = "dwrr"
weights = [1, 1]
lossless = [1]
alpha = ["1/32", "1"]
[host]
transport = "rdma"
cc = "dcqcn/rate"
[switch]
aqm = "red"
kmin = "20 KB"
kmax = "60 KB"
p_max = "20 %"
weight = 0
not_ect = "pass"
[[workload]]
kind = "requests"
incast_degree = 6
size = "40 KB"
load = "20 %"
class = 1
[[workload]]
kind = "poisson"
table = "web-search"
load = "60 %"
[run]
time = "6 ms"
drain = "10 ms"
"#
);

/// On-Ramp over CUBIC, over clocks that are off, corrected and noisy.
pub(crate) const EDGE: &str = r#"
[topology]
kind = "n-to-1"
senders = 8
rate = "10 Gbps"
rtt = "20 us"
buffer = "1 MB"
[host]
cc = "cubic"
underlay = "on-ramp"
[clocks]
offset_sigma = "1 us"
wander = "50 ns"
wander_piece = "1 ms"
resync = "1 ms"
residual_sigma = "200 ns"
slew = "100 us"
stamps = "software"
[switch]
aqm = "tail-drop"
[[workload]]
kind = "incast"
incast_degree = 16
size = "40 KB"
at = ["0 us", "2 ms", "4 ms", "6 ms"]
[[workload]]
kind = "long"
flows = 4
[run]
time = "8 ms"
drain = "20 ms"
"#;

/// Two receivers and two queues each in one memory that is too small for an incast to both.
pub(crate) const POOL: &str = r#"
[topology]
kind = "n-to-1"
senders = 8
receivers = 2
rate = "10 Gbps"
rtt = "20 us"
[topology.buffer]
pool = "200 KB"
[topology.queues]
scheduler = "dwrr"
count = 2
[host]
cc = "newreno"
[switch]
aqm = "tail-drop"
[[workload]]
kind = "incast"
incast_degree = 32
size = "40 KB"
at = ["0 us", "2 ms"]
[[workload]]
kind = "long"
flows = 4
class = 1
receiver = 2
[run]
time = "8 ms"
drain = "20 ms"
"#;

/// A key, where it stands, the line that says it before (none: its default), and after.
pub(crate) type Turn = (&'static str, &'static str, &'static str, &'static str);

const TCP_TURNS: &[Turn] = &[
    ("[topology]", "senders", "senders = 8", "senders = 9"),
    ("[topology]", "receivers", "", "receivers = 2"),
    ("[topology]", "rate", "rate = \"10 Gbps\"", "rate = \"40 Gbps\""),
    ("[topology]", "rtt", "rtt = [\"40 us\", \"80 us\"]", "rtt = \"40 us\""),
    ("[topology]", "buffer", "buffer = \"60 KB\"", "buffer = \"50 KB\""),
    ("[host]", "cc", "cc = \"dctcp\"", "cc = \"cubic\""),
    ("[host]", "cc_settings", "", "cc_settings = { g_shift = 1 }"),
    ("[host]", "underlay", "", "underlay = \"on-ramp\""),
    ("[host]", "mss", "", "mss = \"1000 B\""),
    ("[host]", "header", "", "header = \"60 B\""),
    ("[host]", "ack_min", "", "ack_min = \"200 B\""),
    ("[host]", "frame", "", "frame = \"38 B\""),
    ("[host]", "handshake", "", "handshake = false"),
    ("[host]", "reuse", "", "reuse = true"),
    ("[host]", "echo", "", "echo = \"classic\""),
    ("[host]", "ect_retransmissions", "", "ect_retransmissions = false"),
    ("[host]", "ect_handshake", "", "ect_handshake = true"),
    ("[host]", "rto_granularity", "", "rto_granularity = \"10 ms\""),
    ("[host]", "window_max", "", "window_max = \"20 KB\""),
    ("[host]", "nic_scheme", "", "nic_scheme = true"),
    ("[host]", "ack_every", "", "ack_every = 2"),
    (
        "[host]",
        "ack_delay",
        "cc = \"dctcp\"\nack_every = 2",
        "cc = \"dctcp\"\nack_every = 2\nack_delay = \"100 us\"",
    ),
    ("[host]", "receive_batch", "", "receive_batch = 8"),
    (
        "[host]",
        "receive_hold",
        "cc = \"dctcp\"\nreceive_batch = 8",
        "cc = \"dctcp\"\nreceive_batch = 8\nreceive_hold = \"40 us\"",
    ),
    ("[host]", "sack", "", "sack = false"),
    ("[host]", "prr", "", "prr = true"),
    ("[host]", "tail_probe", "", "tail_probe = true"),
    ("[host]", "rack", "", "rack = true"),
    ("[host]", "undo", "", "undo = true"),
    ("[host]", "min_rto", "", "min_rto = \"1 ms\""),
    ("[host]", "initial_rto", "", "initial_rto = \"10 us\""),
    ("[host]", "burst", "", "burst = 1"),
    ("[host]", "offload", "", "offload = \"64 KB\""),
    ("[host]", "pacing", "", "pacing = \"fq\""),
    ("[host]", "nic_packets", "", "nic_packets = 3"),
    ("[switch]", "aqm", "aqm = \"step/enqueue\"", "aqm = \"step/dequeue\""),
    ("[switch]", "k", "k = \"30 KB\"", "k = \"20 KB\""),
    ("[switch]", "not_ect", "", "not_ect = \"drop\""),
    ("incast", "incast_degree", "incast_degree = 24", "incast_degree = 23"),
    ("incast", "size", "size = [\"3 KB\", \"60 KB\"]", "size = \"30 KB\""),
    ("incast", "at", "at = [\"0 us\", \"3 ms\"]", "at = \"0 us\""),
    ("incast", "spread", "incast_degree = 24", "incast_degree = 24\nspread = \"50 us\""),
    ("incast", "hosts", "incast_degree = 24", "incast_degree = 24\nhosts = [1, 2, 3]"),
    ("long", "flows", "flows = 2", "flows = 3"),
    ("long", "start", "start = \"1 ms\"", "start = \"2 ms\""),
    ("long", "stagger", "flows = 2", "flows = 2\nstagger = \"1 ms\""),
    ("long", "senders", "flows = 2", "flows = 2\nsenders = \"far\""),
    ("long", "hosts", "flows = 2", "flows = 2\nhosts = [7, 8]"),
    ("long", "to", "flows = 2\nhosts = [7, 8]", "flows = 2\nhosts = [7, 8]\nto = [6, 9]"),
    ("long", "size", "flows = 2", "flows = 2\nsize = \"200 KB\""),
    ("long", "end", "flows = 2", "flows = 2\nend = \"3 ms\""),
    ("constant", "rate", "rate = \"1 Gbps\"", "rate = \"2 Gbps\""),
    ("constant", "payload", "rate = \"1 Gbps\"", "rate = \"1 Gbps\"\npayload = \"500 B\""),
    ("constant", "ect", "rate = \"1 Gbps\"", "rate = \"1 Gbps\"\nect = true"),
    ("constant", "flows", "flows = 1", "flows = 2"),
    ("constant", "start", "start = \"2 ms\"", "start = \"3 ms\""),
    ("constant", "hosts", "rate = \"1 Gbps\"", "rate = \"1 Gbps\"\nhosts = [5]"),
    ("constant", "end", "end = \"4 ms\"", "end = \"5 ms\""),
    ("poisson", "table", "table = \"cache\"", "table = \"web-search\""),
    ("poisson", "load", "load = \"90 %\"", "load = \"70 %\""),
    ("poisson", "flows", "load = \"90 %\"", "load = \"90 %\"\nflows = 1"),
    ("poisson", "counts", "load = \"90 %\"", "load = \"90 %\"\ncounts = \"wire\""),
    ("poisson", "start", "load = \"90 %\"", "load = \"90 %\"\nstart = \"1 ms\""),
    ("poisson", "end", "load = \"90 %\"", "load = \"90 %\"\nend = \"2 ms\""),
    ("poisson", "largest", "load = \"90 %\"", "load = \"90 %\"\nlargest = \"30 KB\""),
    ("[run]", "time", "time = \"6 ms\"", "time = \"5 ms\""),
    ("[run]", "drain", "drain = \"40 ms\"", "drain = \"1 ms\""),
    ("[run]", "seed", "", "seed = 2"),
    ("[run]", "sample", "sample = \"10 us\"", "sample = \"20 us\""),
    ("[run]", "warmup", "", "warmup = \"2 ms\""),
];

const RDMA_TURNS: &[Turn] = &[
    ("[topology]", "leaves", "leaves = 2", "leaves = 3"),
    ("[topology]", "spines", "spines = 2", "spines = 1"),
    ("[topology]", "hosts_per_leaf", "hosts_per_leaf = 4", "hosts_per_leaf = 5"),
    ("[topology]", "fabric_rate", "", "fabric_rate = \"40 Gbps\""),
    ("[topology.buffer]", "pool", "pool = \"300 KB\"", "pool = \"250 KB\""),
    ("[topology.buffer]", "mmus", "", "mmus = 2"),
    ("[topology.queues]", "scheduler", "\"dwrr\"", "\"wfq\""),
    ("[topology.queues]", "weights", "weights = [1, 1]", "weights = [1, 8]"),
    ("[topology.queues]", "quantum", "", "quantum = \"9 KB\""),
    ("[topology.queues]", "priority", "", "priority = 1"),
    ("[topology.queues]", "scope", "", "scope = \"port\""),
    ("[topology.queues]", "lossless", "lossless = [1]", "lossless = [0]"),
    ("[topology.queues]", "lossless_guaranteed", "", "lossless_guaranteed = \"4 KB\""),
    ("[topology.queues]", "lossless_alpha", "", "lossless_alpha = \"1/64\""),
    ("[topology.queues]", "lossless_alpha_for", "", "lossless_alpha_for = \"5 Gbps\""),
    ("[topology.queues]", "lossless_xon", "", "lossless_xon = \"5 KB\""),
    ("[topology.queues]", "lossless_quanta", "", "lossless_quanta = 300"),
    ("[host]", "transport", "transport = \"rdma\"", "transport = \"tcp\""),
    ("[host]", "cc_preset", "", "cc_preset = \"paper\""),
    ("[host]", "cnp_interval", "", "cnp_interval = \"5 us\""),
    ("[host]", "nack_interval", "", "nack_interval = \"20 us\""),
    ("[host]", "ack_priority", "", "ack_priority = false"),
    ("[host]", "ect_acks", "", "ect_acks = true"),
    ("[host]", "wheel_slot", "", "wheel_slot = \"20 us\""),
    ("[host]", "ack_class", "", "ack_class = 1"),
    ("[host]", "cnp_class", "", "cnp_class = 0"),
    ("requests", "incast_degree", "incast_degree = 6", "incast_degree = 5"),
    ("requests", "size", "size = \"40 KB\"", "size = \"50 KB\""),
    ("requests", "load", "load = \"20 %\"", "load = \"30 %\""),
    ("requests", "start", "incast_degree = 6", "incast_degree = 6\nstart = \"1 ms\""),
    ("requests", "end", "incast_degree = 6", "incast_degree = 6\nend = \"3 ms\""),
    ("requests", "class", "class = 1", "class = 0"),
];

/// Between and within racks.
const RACKS_TURNS: &[Turn] = &[
    ("poisson", "between", "load = \"60 %\"", "load = \"60 %\"\nbetween = \"within-racks\""),
    ("permutation", "size", "kind = \"permutation\"", "kind = \"permutation\"\nsize = \"90 KB\""),
    ("permutation", "start", "kind = \"permutation\"", "kind = \"permutation\"\nstart = \"1 ms\""),
    ("permutation", "stagger", "kind = \"permutation\"", "kind = \"permutation\"\nstagger = \"1 ms\""),
    ("list", "file", "tests/flows/one.csv", "tests/flows/two.csv"),
];

/// In a memory with cells.
const CELLS_TURNS: &[Turn] =
    &[("[topology.queues]", "lossless_frame_min", "", "lossless_frame_min = \"1000 B\"")];

/// Under a control with telemetry.
const TELEMETRY_TURNS: &[Turn] = &[("[host]", "telemetry", "", "telemetry = \"100 B\"")];

const EDGE_TURNS: &[Turn] = &[
    ("[host]", "underlay_settings", "", "underlay_settings = { t = \"60 us\" }"),
    ("[host]", "reports", "", "reports = \"packets\""),
    (
        "[host]",
        "report_every",
        "underlay = \"on-ramp\"\nreports = \"packets\"",
        "underlay = \"on-ramp\"\nreports = \"packets\"\nreport_every = 2",
    ),
    (
        "[host]",
        "report_hold",
        "underlay = \"on-ramp\"\nreports = \"packets\"",
        "underlay = \"on-ramp\"\nreports = \"packets\"\nreport_hold = \"1 us\"",
    ),
    ("[host]", "memory", "", "memory = \"10 ms\""),
    ("[host]", "samples", "", "samples = 8"),
    ("[clocks]", "offset_sigma", "offset_sigma = \"1 us\"", "offset_sigma = \"5 us\""),
    ("[clocks]", "drift_sigma", "", "drift_sigma = \"50 ppm\""),
    ("[clocks]", "wander", "wander = \"50 ns\"", "wander = \"500 ns\""),
    ("[clocks]", "wander_piece", "wander_piece = \"1 ms\"", "wander_piece = \"100 us\""),
    ("[clocks]", "resync", "resync = \"1 ms\"", "resync = \"2 ms\""),
    ("[clocks]", "residual_sigma", "residual_sigma = \"200 ns\"", "residual_sigma = \"2 us\""),
    ("[clocks]", "slew", "slew = \"100 us\"", "slew = \"900 us\""),
    ("[clocks]", "stamps", "stamps = \"software\"", "stamps = \"hardware\""),
    ("[clocks]", "noise_sigma", "", "noise_sigma = \"3 us\""),
    ("[clocks]", "batch", "", "batch = \"9 us\""),
    ("[clocks]", "granularity", "", "granularity = \"5 us\""),
];

const POOL_TURNS: &[Turn] = &[
    ("[topology.buffer]", "pool", "pool = \"200 KB\"", "pool = \"150 KB\""),
    ("[topology.buffer]", "alpha", "", "alpha = \"1/4\""),
    ("[topology.buffer]", "reserve", "", "reserve = \"15 KB\""),
    ("[topology.buffer]", "test", "", "test = \"including\""),
    ("[topology.buffer]", "ports_per_pool", "", "ports_per_pool = 1"),
    ("[topology.buffer]", "mmus", "", "mmus = 2"),
    ("[topology.buffer]", "profile", "pool = \"200 KB\"", "profile = \"tofino-1-like\""),
    ("[topology.queues]", "count", "count = 2", "count = 3"),
    ("[topology.queues]", "alpha", "", "alpha = [\"1/64\", \"1\"]"),
    ("[topology.queues]", "reserve", "", "reserve = [\"1 KB\", \"3 KB\"]"),
    ("long", "receiver", "receiver = 2", "receiver = 1"),
    ("incast", "class", "incast_degree = 32", "incast_degree = 32\nclass = 1"),
];

fn read(text: &str) -> Result<Scenario, String> {
    Scenario::read(&Document::new("test.toml", text.to_owned())).map_err(|fault| fault.to_string())
}

fn run(text: &str) -> Result<Vec<Outcome>, String> {
    compare(&read(text)?, &Runner::silent()).map_err(|error| error.to_string())
}

/// Whether `--check` shows that a key was turned: in its own line where schemes share it, in some line otherwise.
fn is_shown(key: &str, before: &str, after: &str) -> bool {
    let (Ok(before), Ok(after)) = (read(before), read(after)) else { return true };
    let own = |scenario: &Scenario| -> Vec<(String, String)> {
        let ends = format!(".{key}");
        scenario.rows().into_iter().filter(|(key, _)| key.ends_with(&ends)).collect()
    };
    let (was, is) = (own(&before), own(&after));
    if was.is_empty() && is.is_empty() {
        return configuration(&before).to_string() != configuration(&after).to_string();
    }
    was != is
}

/// The text with a line after the header of its section, or with one line for another. What a turn has before it beside the
/// base is put there first.
fn before_and_after(base: &str, (section, _, was, now): &Turn) -> (String, String) {
    if was.is_empty() {
        return (base.to_owned(), base.replacen(section, &format!("{section}\n{now}"), 1));
    }
    let first = was.lines().next().unwrap_or_default();
    let before = if base.contains(was) { base.to_owned() } else { base.replacen(first, was, 1) };
    let after = before.replacen(was, now, 1);
    (before, after)
}

fn every_turn_matters(base: &str, turns: &[Turn]) {
    let mut wrong = Vec::new();
    for turn in turns {
        let (before, after) = before_and_after(base, turn);
        assert_ne!(before, after, "{turn:?} changes no word");
        if !is_shown(turn.1, &before, &after) {
            wrong.push(format!("{} {}: not shown", turn.0, turn.1));
        }
        match (run(&before), run(&after)) {
            (Ok(before), Ok(after)) if before == after => {
                wrong.push(format!("{} {}: no effect", turn.0, turn.1))
            }
            (Ok(_), Ok(_)) => {}
            (Err(error), _) | (_, Err(error)) => wrong.push(format!("{} {}: {error}", turn.0, turn.1)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn of_tcp_like_hosts() {
    every_turn_matters(TCP, TCP_TURNS);
}

#[test]
fn of_rdma_like_hosts_and_lossless_queues() {
    every_turn_matters(RDMA, RDMA_TURNS);
    let cells = RDMA.replace("pool = \"300 KB\"", "profile = \"trident2-like\"");
    every_turn_matters(
        &cells.replace("alpha = [\"1/32\", \"1\"]", "lossless_alpha = \"1/128\""),
        CELLS_TURNS,
    );
    every_turn_matters(&RDMA.replace("dcqcn/rate", "hpcc"), TELEMETRY_TURNS);
    let list = "[[workload]]\nkind = \"list\"\nfile = \"tests/flows/one.csv\"";
    let permuted = RDMA.replace("[run]", &format!("[[workload]]\nkind = \"permutation\"\n{list}\n[run]"));
    every_turn_matters(&permuted, RACKS_TURNS);
}

/// Every described key, but for those that say which other keys there are, and names.
#[test]
fn no_described_key_is_left_out() {
    let turns = [
        TCP_TURNS,
        RDMA_TURNS,
        RACKS_TURNS,
        CELLS_TURNS,
        TELEMETRY_TURNS,
        TREE_TURNS,
        GRAPH_TURNS,
        POOL_TURNS,
        EDGE_TURNS,
        LOOPS_TURNS,
        FAULT_TURNS,
    ]
    .concat();
    let mut left = Vec::new();
    for (section, keys) in sections().iter().filter(|(section, _)| section != "scheme") {
        let (table, kind) = section.split_once(' ').unwrap_or((section, ""));
        let fits = |place: &str| match (table, kind) {
            ("workload", "") => !place.starts_with('['),
            ("workload" | "fault", kind) => place == kind,
            ("host_group", _) => place == "[[host_group]]",
            (table, _) => place == format!("[{table}]"),
        };
        let turned = |key: &str| turns.iter().any(|turn| fits(turn.0) && turn.1 == key);
        let named = ["kind", "name", "preset", "queues"];
        left.extend(
            keys.iter()
                .filter(|key| !named.contains(&key.name) && !turned(key.name))
                .map(|key| (section.clone(), key.name)),
        );
    }
    assert!(turns.len() > 100 && left.is_empty(), "{left:?} of {} turns", turns.len());
}

#[test]
fn of_a_fat_tree_and_a_graph() {
    every_turn_matters(TREE, TREE_TURNS);
    every_turn_matters(GRAPH, GRAPH_TURNS);
}

#[test]
fn of_a_shared_memory() {
    every_turn_matters(POOL, POOL_TURNS);
}

#[test]
fn of_underlays_and_clocks() {
    every_turn_matters(EDGE, EDGE_TURNS);
}

#[test]
fn of_groups_and_closed_loops() {
    every_turn_matters(LOOPS, LOOPS_TURNS);
}

#[test]
fn of_what_breaks() {
    every_turn_matters(FAULTS, FAULT_TURNS);
}
