//! The keys of groups of hosts and of closed loops, turned one by one.

use crate::every_key::Turn;

/// Two racks: hosts that talk to each other alone, and clients that wait for a server's answers.
pub(crate) const LOOPS: &str = r#"
[topology]
kind = "leaf-spine"
leaves = 2
spines = 1
hosts_per_leaf = 4
rate = "10 Gbps"
rtt = "40 us"
buffer = "200 KB"
[host]
cc = "cubic"
[[host_group]]
name = "some"
hosts = [5, 6]
cc = "dctcp"
underlay = "on-ramp"
[switch]
aqm = "step"
k = "30 KB"
[[workload]]
kind = "closed-loop"
clients = [1, 2, 3]
servers = [5, 6]
size = ["16 KB", "128 KB"]
think = "20 us"
[[workload]]
kind = "requests"
incast_degree = 4
size = "20 KB"
load = "30 %"
[[workload]]
kind = "poisson"
table = "cache"
load = "40 %"
[run]
time = "3 ms"
drain = "10 ms"
"#;

pub(crate) const LOOPS_TURNS: &[Turn] = &[
    ("[[host_group]]", "hosts", "hosts = [5, 6]", "hosts = [5, 7]"),
    ("[[host_group]]", "rate", "", "rate = \"40 Gbps\""),
    ("[[host_group]]", "cc", "cc = \"dctcp\"", "cc = \"newreno\""),
    ("[[host_group]]", "cc_preset", "cc = \"dctcp\"", "cc = \"dctcp\"\ncc_preset = \"bcc-simulator\""),
    ("[[host_group]]", "cc_settings", "cc = \"dctcp\"", "cc = \"dctcp\"\ncc_settings = { g_shift = 1 }"),
    ("[[host_group]]", "underlay", "underlay = \"on-ramp\"", "underlay = \"on-ramp-strawman\""),
    ("[[host_group]]", "underlay_settings", "", "underlay_settings = { t = \"70 us\" }"),
    ("closed-loop", "clients", "clients = [1, 2, 3]", "clients = [1, 2]"),
    ("closed-loop", "servers", "servers = [5, 6]", "servers = [5]"),
    ("closed-loop", "depth", "clients = [1, 2, 3]", "clients = [1, 2, 3]\ndepth = 3"),
    ("closed-loop", "request", "clients = [1, 2, 3]", "clients = [1, 2, 3]\nrequest = \"9 KB\""),
    ("closed-loop", "size", "size = [\"16 KB\", \"128 KB\"]", "size = \"50 KB\""),
    ("closed-loop", "service", "clients = [1, 2, 3]", "clients = [1, 2, 3]\nservice = \"50 us\""),
    ("closed-loop", "think", "think = \"20 us\"", "think = \"30 us\""),
    ("closed-loop", "start", "clients = [1, 2, 3]", "clients = [1, 2, 3]\nstart = \"1 ms\""),
    ("closed-loop", "stagger", "clients = [1, 2, 3]", "clients = [1, 2, 3]\nstagger = \"1 ms\""),
    ("closed-loop", "end", "clients = [1, 2, 3]", "clients = [1, 2, 3]\nend = \"1 ms\""),
    ("requests", "hosts", "incast_degree = 4", "incast_degree = 4\nhosts = [2, 4, 7, 8]"),
    ("poisson", "hosts", "load = \"40 %\"", "load = \"40 %\"\nhosts = [2, 4, 7, 8]"),
];
