//! The keys of faults, turned one by one.

use crate::every_key::Turn;

/// What breaks, on RDMA-like hosts with a lossless class, under a control with telemetry.
pub(crate) const FAULTS: &str = r#"
[topology]
kind = "leaf-spine"
leaves = 2
spines = 2
hosts_per_leaf = 2
rate = "10 Gbps"
rtt = "10 us"
[topology.buffer]
pool = "1 MB"
[topology.queues]
scheduler = "dwrr"
weights = [1, 1, 1]
lossless = [1, 2]
alpha = ["1/32", "1", "1"]
[host]
transport = "rdma"
cc = "hpcc"
underlay = "on-ramp"
[switch]
aqm = "codel"
target = "5 ms"
interval = "100 ms"
[[workload]]
kind = "permutation"
size = "3 MB"
[[workload]]
kind = "permutation"
size = "3 MB"
class = [1, 2]
[[fault]]
kind = "packets"
effect = "delay"
delay = ["1 us", "4 us"]
rate = "2 %"
[[fault]]
kind = "link-down"
host = 1
at = "300 us"
lasts = "90 us"
[[fault]]
kind = "reboot"
switch = 3
at = "500 us"
lasts = "80 us"
[[fault]]
kind = "host-pause"
host = 2
at = "800 us"
lasts = "70 us"
[[fault]]
kind = "clock-step"
host = 3
at = "900 us"
by = "50 us"
[[fault]]
kind = "pfc-storm"
host = 4
class = 1
at = "100 us"
lasts = "4 ms"
detection_time = "300 us"
restoration_time = "1 ms"
[[fault]]
kind = "start-jitter"
most = "5 us"
[[fault]]
kind = "packets"
effect = "ecn"
ecn = "ce"
rate = "50 %"
start = "5 ms"
[run]
time = "6 ms"
drain = "10 ms"
"#;

pub(crate) const FAULT_TURNS: &[Turn] = &[
    ("packets", "effect", "effect = \"delay\"\ndelay = [\"1 us\", \"4 us\"]", "effect = \"loss\""),
    ("packets", "delay", "delay = [\"1 us\", \"4 us\"]", "delay = \"9 us\""),
    ("packets", "ecn", "ecn = \"ce\"", "ecn = \"not-ect\""),
    ("packets", "packets", "rate = \"2 %\"", "rate = \"2 %\"\npackets = \"acks\""),
    ("packets", "rate", "rate = \"2 %\"", "rate = \"3 %\""),
    ("packets", "list", "rate = \"2 %\"", "list = [3, 8]"),
    ("packets", "links", "rate = \"2 %\"", "rate = \"2 %\"\nlinks = \"fabric\""),
    ("packets", "hosts", "rate = \"2 %\"", "rate = \"2 %\"\nhosts = [1, 2]"),
    ("packets", "start", "rate = \"2 %\"", "rate = \"2 %\"\nstart = \"1 ms\""),
    ("packets", "end", "rate = \"2 %\"", "rate = \"2 %\"\nend = \"1 ms\""),
    ("link-down", "host", "host = 1\nat", "host = 2\nat"),
    ("link-down", "between", "host = 1\nat", "between = [1, 3]\nat"),
    ("link-down", "at", "at = \"300 us\"", "at = \"310 us\""),
    ("link-down", "lasts", "lasts = \"90 us\"", "lasts = \"95 us\""),
    (
        "link-down",
        "every",
        "lasts = \"90 us\"\nevery = \"200 us\"\ntimes = 3",
        "lasts = \"90 us\"\nevery = \"250 us\"\ntimes = 3",
    ),
    (
        "link-down",
        "times",
        "lasts = \"90 us\"\nevery = \"200 us\"\ntimes = 3",
        "lasts = \"90 us\"\nevery = \"200 us\"\ntimes = 4",
    ),
    ("link-down", "queue", "lasts = \"90 us\"", "lasts = \"90 us\"\nqueue = \"kept\""),
    ("reboot", "switch", "switch = 3", "switch = 4"),
    ("reboot", "at", "at = \"500 us\"", "at = \"510 us\""),
    ("reboot", "lasts", "lasts = \"80 us\"", "lasts = \"85 us\""),
    (
        "reboot",
        "every",
        "lasts = \"80 us\"\nevery = \"200 us\"\ntimes = 2",
        "lasts = \"80 us\"\nevery = \"250 us\"\ntimes = 2",
    ),
    (
        "reboot",
        "times",
        "lasts = \"80 us\"\nevery = \"200 us\"\ntimes = 2",
        "lasts = \"80 us\"\nevery = \"200 us\"\ntimes = 3",
    ),
    ("host-pause", "host", "host = 2", "host = 3"),
    ("host-pause", "at", "at = \"800 us\"", "at = \"810 us\""),
    ("host-pause", "lasts", "lasts = \"70 us\"", "lasts = \"75 us\""),
    (
        "host-pause",
        "every",
        "lasts = \"70 us\"\nevery = \"200 us\"\ntimes = 2",
        "lasts = \"70 us\"\nevery = \"250 us\"\ntimes = 2",
    ),
    (
        "host-pause",
        "times",
        "lasts = \"70 us\"\nevery = \"200 us\"\ntimes = 2",
        "lasts = \"70 us\"\nevery = \"200 us\"\ntimes = 3",
    ),
    ("clock-step", "host", "host = 3", "host = 4"),
    ("clock-step", "switch", "host = 3", "switch = 1"),
    ("clock-step", "at", "at = \"900 us\"", "at = \"600 us\""),
    ("clock-step", "by", "by = \"50 us\"", "by = \"90 us\""),
    ("clock-step", "backwards", "by = \"50 us\"", "by = \"50 us\"\nbackwards = true"),
    ("pfc-storm", "host", "host = 4", "host = 1"),
    ("pfc-storm", "class", "host = 4\nclass = 1", "host = 4\nclass = 2"),
    ("pfc-storm", "at", "at = \"100 us\"", "at = \"200 us\""),
    ("pfc-storm", "lasts", "lasts = \"4 ms\"", "lasts = \"1 ms\""),
    ("pfc-storm", "detection_time", "detection_time = \"300 us\"", "detection_time = \"600 us\""),
    ("pfc-storm", "restoration_time", "restoration_time = \"1 ms\"", "restoration_time = \"3 ms\""),
    (
        "pfc-storm",
        "action",
        "restoration_time = \"1 ms\"",
        "restoration_time = \"1 ms\"\naction = \"forward\"",
    ),
    ("pfc-storm", "xon", "lasts = \"4 ms\"", "lasts = \"4 ms\"\nxon = true"),
    ("start-jitter", "most", "most = \"5 us\"", "most = \"9 us\""),
];
