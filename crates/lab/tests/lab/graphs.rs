//! Networks of a file.

use freeboard_fabric::topology::FatTree;
use freeboard_fabric::{LinkRate, Node, Ps};
use freeboard_lab::runner::{Runner, compare, digest};
use freeboard_scenario::document::Document;
use freeboard_scenario::file::Scenario;
use std::fmt::Write;
use std::path::PathBuf;

const REST: &str = r#"buffer = "100 KB"
[host]
cc = "dctcp"
[switch]
aqm = "step"
k = "30 KB"
[[workload]]
kind = "permutation"
size = "200 KB"
[run]
time = "2 ms"
drain = "20 ms"
"#;

/// A folder of its own with a file of links, and a scenario in it.
fn scenario(name: &str, links: &str, keys: &str) -> Result<Scenario, String> {
    let folder: PathBuf = std::env::temp_dir().join(format!("freeboard-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("links.csv"), links).unwrap();
    let text = format!("[topology]\nkind = \"file\"\nfile = \"links.csv\"\n{keys}{REST}");
    let document = Document::new(folder.join("test.toml").display().to_string(), text);
    let read = Scenario::read(&document).map_err(|fault| fault.to_string());
    std::fs::remove_dir_all(&folder).unwrap();
    read
}

const HEADER: &str = "from,to,rate,delay,rate_back\n";

#[test]
fn a_fat_tree_as_a_file_has_the_digest_of_the_built_in_one() {
    let built_in = format!(
        "[topology]\nkind = \"fat-tree\"\npods = 4\nedges = 2\naggregations = 2\ncores = 2\nhosts_per_edge = 2\nrate = \"10 Gbps\"\nrtt = \"20 us\"\n{REST}"
    );
    let built_in = Scenario::read(&Document::new("test.toml", built_in)).unwrap();
    // What transmissions leave of the round trip is propagation over twelve links.
    let delay_ps = (20_000_000 - built_in.topology.transmissions_ps(&built_in.host)) / 12;
    let tree = FatTree::of_ports(4, LinkRate::from_bps(10_000_000_000).unwrap(), Ps(delay_ps)).build();
    let name = |node: Node| match node {
        Node::Host(host) => format!("h{}", host + 1),
        Node::Switch(switch) => format!("s{}", switch + 1),
    };
    let mut links = HEADER.to_owned();
    for link in &tree.links {
        let [one, other] = link.ends.map(name);
        writeln!(links, "{one},{other},10 Gbps,{delay_ps} ps,").unwrap();
    }
    let of_file = scenario("tree", &links, "").unwrap();
    let rtt = built_in.topology.rtt;
    let own = of_file.topology.rtt;
    assert!(rtt.max_ps.abs_diff(own.max_ps) < 12, "{rtt:?} {own:?}");
    let run = |scenario: &Scenario| digest(&compare(scenario, &Runner::silent()).unwrap());
    assert_eq!(run(&of_file), run(&built_in));
}

/// Hosts of 25 and 100 Gbit/s in turn, 16 to a leaf, under two spines; a flow from each host but one to the host that is 128 further.
#[test]
fn a_network_of_257_hosts_in_hpccs_form_runs_and_flows_start_where_its_list_says() {
    let (hosts, leaves, spines, flows) = (257, 17, 2, 256);
    let switches = leaves + spines;
    let mut network = format!("{} {switches} {}\n", hosts + switches, hosts + leaves * spines);
    (hosts..hosts + switches).for_each(|switch| write!(network, "{switch} ").unwrap());
    network += "\n";
    for host in 0..hosts {
        let rate = if host % 2 == 0 { 25 } else { 100 };
        writeln!(network, "{host} {} {rate}Gbps 1us 0", hosts + host / 16).unwrap();
    }
    for link in 0..leaves * spines {
        writeln!(network, "{} {} 400Gbps 1us 0", hosts + link / spines, hosts + leaves + link % spines)
            .unwrap();
    }
    let start_ns = |flow: usize| 3_700 * flow as u64;
    let mut list = format!("{flows}\n");
    for flow in 0..flows {
        let to = (flow + 128) % hosts;
        writeln!(list, "{flow} {to} 3 100 20000 {:.9}", start_ns(flow) as f64 * 1e-9).unwrap();
    }
    let folder = std::env::temp_dir().join(format!("freeboard-hpcc-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let import = freeboard_import::topology::from_hpcc("topology.txt", &network).unwrap();
    std::fs::write(folder.join("links.csv"), import.text).unwrap();
    let import = freeboard_import::flows::from_hpcc("flow.txt", &list).unwrap();
    std::fs::write(folder.join("flows.csv"), import.text).unwrap();
    let text = "[topology]\nkind = \"file\"\nfile = \"links.csv\"\nbuffer = \"1 MB\"\n[host]\ncc = \"dctcp\"\n\
        [switch]\naqm = \"step\"\n[[workload]]\nkind = \"list\"\nfile = \"flows.csv\"\n[run]\ntime = \"2 ms\"\ndrain = \"20 ms\"\n";
    let scenario = Scenario::read(&Document::new(folder.join("test.toml").display().to_string(), text));
    let scenario = scenario.map_err(|fault| fault.to_string()).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let outcome = &compare(&scenario, &Runner::silent()).unwrap()[0];
    let mut starts: Vec<u64> = outcome.flows.iter().map(|flow| flow.start_ps / 1_000).collect();
    starts.sort_unstable();
    assert_eq!(starts, (0..flows).map(start_ns).collect::<Vec<_>>());
    assert!(outcome.flows.iter().all(|flow| flow.fct_ps.is_some()), "{:?}", outcome.stuck);
    // Hosts differ, as the file says: the last four of 14 packets leave after the first ten are acknowledged, and each takes 0.48 us at
    // 25 Gbit/s for 0.12 at 100.
    let times = || outcome.flows.iter().filter_map(|flow| flow.fct_ps);
    let (shortest, longest) = (times().min().unwrap(), times().max().unwrap());
    assert!(longest > shortest + 4 * 360_000, "{shortest} {longest}");
}

/// Two switches and a link of 10 Gbit/s one way and 1 Gbit/s the other.
#[test]
fn a_link_may_be_slower_on_the_way_back() {
    let run = |back: &str| {
        let links = format!("{HEADER}h1,s1,10 Gbps,1 us,\nh2,s2,10 Gbps,1 us,\ns1,s2,10 Gbps,1 us,{back}\n");
        compare(&scenario("uneven", &links, "").unwrap(), &Runner::silent()).unwrap()
    };
    let times =
        |back: &str| -> Vec<u64> { run(back)[0].flows.iter().map(|flow| flow.fct_ps.unwrap()).collect() };
    let (even, uneven) = (times(""), times("1 Gbps"));
    let slower = even.iter().zip(&uneven).filter(|(even, uneven)| **uneven > 5 * **even).count();
    // 200 KB take 160 us at 10 Gbit/s and 1.6 ms at 1 Gbit/s: one of two flows.
    assert_eq!(slower, 1, "{even:?} {uneven:?}");
}

/// Of four equal paths a flow takes one; its packets, sprayed, take all and come out of order.
#[test]
fn sprayed_packets_take_every_path_and_overtake_each_other() {
    let mut links = format!("{HEADER}h1,s1,10 Gbps,1 us,\nh2,s2,10 Gbps,1 us,\n");
    for (path, delay) in (3..7).zip(["1 us", "9 us", "17 us", "25 us"]) {
        writeln!(links, "s1,s{path},10 Gbps,{delay},\ns2,s{path},10 Gbps,1 us,").unwrap();
    }
    let resent = |paths: &str| -> u32 {
        let keys = format!("paths = \"{paths}\"\n");
        let outcomes = compare(&scenario("spray", &links, &keys).unwrap(), &Runner::silent()).unwrap();
        assert_eq!(outcomes[0].unfinished(), 0);
        outcomes[0].flows.iter().map(|flow| flow.resent).sum()
    };
    assert_eq!(resent("flow"), 0);
    assert!(resent("packet") > 10);
}

#[test]
fn a_file_that_is_no_network_is_refused_with_its_line() {
    let hosts = "h1,s1,10 Gbps,1 us,\nh2,s1,10 Gbps,1 us,\n";
    for (links, words) in [
        ("from,to\n".to_owned(), "has another header"),
        (format!("{HEADER}h1,s1,10 Gbps\n"), "has 3 fields in line 2"),
        (format!("{HEADER}h1,x1,10 Gbps,1 us,\n"), "has the link h1 to x1 in line 2"),
        (format!("{HEADER}h0,s1,10 Gbps,1 us,\n"), "has the link h0 to s1"),
        (format!("{HEADER}h262145,s1,10 Gbps,1 us,\n"), "has the link h262145 to s1"),
        (format!("{HEADER}h1,h2,10 Gbps,1 us,\n"), "links h1 to h2 in line 2"),
        (format!("{HEADER}s1,s1,10 Gbps,1 us,\n"), "links s1 to s1"),
        (format!("{HEADER}h1,s1,10,1 us,\n"), "has the rate \"10\", which has no unit"),
        (format!("{HEADER}h1,s1,7 Gbps,1 us,\n"), "no divisor of 8 Tbps"),
        (format!("{HEADER}h1,s1,10 Gbps,1,\n"), "has the delay \"1\", which has no unit"),
        (format!("{HEADER}h1,s1,10 Gbps,2 s,\n"), "has the delay \"2 s\", which is out of range"),
        (format!("{HEADER}h1,s1,10 Gbps,1 us,\n"), "has fewer than two hosts"),
        (format!("{HEADER}h1,s1,10 Gbps,1 us,\nh3,s1,10 Gbps,1 us,\n"), "has no link of host h2"),
        (format!("{HEADER}{hosts}s1,s3,10 Gbps,1 us,\n"), "has no link of switch s2"),
        (format!("{HEADER}{hosts}h1,s1,10 Gbps,1 us,\n"), "h1 has 2 links"),
        (format!("{HEADER}h1,s1,10 Gbps,1 us,\nh2,s2,10 Gbps,1 us,\n"), "no path from s2 to h1"),
    ] {
        let refused = scenario("refused", &links, "").unwrap_err();
        assert!(refused.contains(words), "{links}\n{refused}");
    }
    for (keys, words) in
        [("rate = \"10 Gbps\"\n", "rate"), ("rtt = \"10 us\"\n", "rtt"), ("paths = \"packets\"\n", "paths")]
    {
        let refused = scenario("keys", &format!("{HEADER}{hosts}"), keys).unwrap_err();
        assert!(refused.contains(words), "{refused}");
    }
}
