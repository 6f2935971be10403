//! Streams of random numbers: each depends on the seed, and no two workloads have one.

use freeboard_scenario::file::Scenario;

/// Two workloads that say the same.
const TWO: &str = "name = \"two\"\n[topology]\nkind = \"leaf-spine\"\nleaves = 2\nspines = 2\nhosts_per_leaf = 4\nrate = \"10 Gbps\"\n\
    rtt = \"20 us\"\nbuffer = \"1 MB\"\n[host]\ntransport = \"tcp\"\ncc = \"dctcp\"\n[switch]\naqm = \"step\"\n\
    [[workload]]\nkind = \"poisson\"\nname = \"one\"\ntable = \"web-search\"\nload = \"40 %\"\n\
    [[workload]]\nkind = \"poisson\"\nname = \"other\"\ntable = \"web-search\"\nload = \"40 %\"\n\
    [run]\ntime = \"10 ms\"\ndrain = \"100 ms\"\n";

/// Starts and sizes of the flows of each workload.
fn flows(seed: u64) -> [(Vec<u64>, Vec<u64>); 2] {
    let outcome = Scenario::parse(TWO).expect("legal").run(0, seed).expect("runs");
    [0, 1].map(|workload| {
        let own = outcome.flows.iter().filter(|flow| flow.workload == workload);
        own.map(|flow| (flow.start_ps, flow.bytes)).unzip()
    })
}

#[test]
fn starts_and_sizes_depend_on_the_seed_and_on_the_workload() {
    let all: Vec<(Vec<u64>, Vec<u64>)> = [1, 2, 3].into_iter().flat_map(flows).collect();
    assert!(all.iter().all(|(starts, _)| starts.len() > 5), "{all:?}");
    for (at, (starts, sizes)) in all.iter().enumerate() {
        for (other_starts, other_sizes) in &all[at + 1..] {
            let common = starts.iter().filter(|start| other_starts.contains(start)).count();
            assert_eq!(common, 0, "a start of two streams");
            let few = sizes.len().min(other_sizes.len());
            assert_ne!(sizes[..few], other_sizes[..few]);
        }
    }
    assert_eq!(flows(1), flows(1));
}

/// Any host can send a flow with a destination of its own, the last one too, which is the default destination.
#[test]
fn the_last_host_sends_where_flows_say_where_they_go() {
    let head = TWO.split("[[workload]]").next().unwrap();
    let long = |hosts: &str| {
        let flows = format!(
            "{head}[[workload]]\nkind = \"long\"\nflows = 1\nsize = \"3 KB\"\n{hosts}\n[run]\ntime = \"1 ms\"\n"
        );
        Scenario::parse(&flows)
    };
    let outcome = long("hosts = [8]\nto = [1]").unwrap().run(0, 1).unwrap();
    assert!(outcome.flows[0].fct_ps.is_some());
    let alone = long("hosts = [8]").unwrap_err().to_string();
    assert!(alone.contains("hosts"), "{alone}");
    let itself = long("hosts = [8]\nto = [8]").unwrap_err().to_string();
    assert!(itself.contains("from host 8 to itself"), "{itself}");
}
