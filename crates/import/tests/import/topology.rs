//! Topologies of other simulators.

use freeboard_import::topology::from_hpcc;

#[test]
fn nodes_are_hosts_and_switches_that_count_from_1() {
    let text = "5 2 4\n3 4\n0 3 100Gbps 1000ns 0\n1 3 100Gbps 0.001ms 0\n2 4 25Gbps 1us 0.000000\n3 4 400Gbps 2us 0.01\n";
    let imported = from_hpcc("topology.txt", text).unwrap();
    let links = "h1,s1,100Gbps,1000ns,\nh2,s1,100Gbps,0.001ms,\nh3,s2,25Gbps,1us,\ns1,s2,400Gbps,2us,\n";
    assert_eq!(imported.text, format!("from,to,rate,delay,rate_back\n{links}"));
    assert!(imported.notes[1].to_string().contains("1 links damage packets"), "{:?}", imported.notes);
}

#[test]
fn hosts_that_are_not_the_first_nodes_are_noted() {
    let imported = from_hpcc("topology.txt", "3 1 2\n0\n1 0 1Gbps 1us 0\n2 0 1Gbps 1us 0\n").unwrap();
    assert!(imported.text.ends_with("h1,s1,1Gbps,1us,\nh2,s1,1Gbps,1us,\n"));
    assert!(imported.notes[1].to_string().contains("not the first nodes"), "{:?}", imported.notes);
}

#[test]
fn an_entry_that_is_not_what_it_has_to_be_is_refused_with_its_line() {
    for (text, words) in [
        ("", "ends before the number of nodes"),
        ("2 3 0\n", "line 1: `link = 3` is not the number of switches"),
        ("2 1 1\n9\n", "line 2: `link = 9` is not a switch"),
        ("2 1 1\n1\n0 1 1Gbps 1us\n", "ends before the error rate of a link"),
        ("2 1 1\n1\n0 1 100 1us 0\n", "line 3: `link = 100` has no unit"),
        ("2 1 1\n1\n0 1 1Gbps 1 0\n", "line 3: `link = 1` has no unit"),
        ("2 1 1\n1\n0 1 1Gbps 1us 2\n", "is not the error rate of a link"),
        ("2 1 1\n1\n0 1 1Gbps 1us 0\n7\n", "line 4: `link = 7` follows 1 links"),
        ("3 2 1\n2\n2\n0 2 1Gbps 1us 0\n", "line 3: `link = 2` is named twice"),
        ("2 1 1\n1\n1 1 1Gbps 1us 0\n", "line 3: `link = 1 1` links no switch to another node"),
        ("3 1 1\n2\n0 1 1Gbps 1us 0\n", "line 3: `link = 0 1` links no switch to another node"),
        ("0 0 1\n0 0 1Gbps 1us 0\n", "line 2: `link = 0 0` links no switch to another node"),
        ("4 2 2\n2 3\n0 2 1Gbps 1us 0\n1 3 1Gbps 1us 0\n", "`link = 1` has no path to node 0"),
        ("4 1 2\n3\n0 3 1Gbps 1us 0\n1 3 1Gbps 1us 0\n", "`link = 2` has no path to node 0"),
    ] {
        let fault = from_hpcc("topology.txt", text).unwrap_err().to_string();
        assert!(fault.contains(words), "{text:?}: {fault}");
    }
}
