//! The keys of fat-trees and of graphs of a file, turned one by one.

use crate::every_key::Turn;

/// A fat-tree of eight hosts.
pub(crate) const TREE: &str = r#"
[topology]
kind = "fat-tree"
pods = 2
edges = 2
aggregations = 2
cores = 1
hosts_per_edge = 2
rate = "10 Gbps"
rtt = "20 us"
buffer = "100 KB"
[host]
cc = "newreno"
[switch]
aqm = "tail-drop"
[[workload]]
kind = "poisson"
table = "web-search"
load = "99 %"
[run]
time = "50 ms"
drain = "10 ms"
"#;

/// Any graph, of a file.
pub(crate) const GRAPH: &str = r#"
[topology]
kind = "file"
file = "tests/flows/links.csv"
buffer = "100 KB"
[host]
cc = "newreno"
[switch]
aqm = "tail-drop"
[[workload]]
kind = "permutation"
size = "300 KB"
[run]
time = "5 ms"
"#;

pub(crate) const TREE_TURNS: &[Turn] = &[
    ("[topology]", "pods", "pods = 2", "pods = 3"),
    ("[topology]", "edges", "edges = 2", "edges = 3"),
    ("[topology]", "aggregations", "aggregations = 2", "aggregations = 1"),
    ("[topology]", "cores", "cores = 1", "cores = 2"),
    ("[topology]", "paths", "", "paths = \"packet\""),
    ("[topology]", "core_rate", "", "core_rate = \"100 Gbps\""),
    ("[topology]", "hosts_per_edge", "hosts_per_edge = 2", "hosts_per_edge = 3"),
];

pub(crate) const GRAPH_TURNS: &[Turn] = &[("[topology]", "file", "flows/links.csv", "flows/far.csv")];
