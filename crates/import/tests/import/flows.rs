//! Flow lists in seconds.

use freeboard_import::flows::from_hpcc;

#[test]
fn seconds_become_nanoseconds_and_hosts_count_from_1() {
    let imported = from_hpcc("flow.txt", "2\n0 1 3 100 10000 2.0\n5 0 3 100 1 0.000000001\n").unwrap();
    assert_eq!(imported.text, "time_ns,from,to,bytes\n2000000000,1,2,10000\n1,6,1,1\n");
    assert_eq!(imported.notes.len(), 1);
}

#[test]
fn priority_groups_that_differ_are_noted() {
    let imported = from_hpcc("flow.txt", "2\r\n0 1 3 100 10 1\r\n1 0 4 100 10 1\r\n").unwrap();
    assert!(imported.notes[1].to_string().contains("priority groups 3, 4"), "{:?}", imported.notes);
}

#[test]
fn a_line_that_is_no_flow_is_refused_with_its_number() {
    for (text, words) in [
        ("", "is not the number of flows"),
        ("x\n", "line 1: `flow = x` is not the number of flows"),
        ("1\n0 1 3 100 10\n", "line 2: `flow = 0 1 3 100 10` does not have six fields"),
        ("1\n0 0 3 100 10 1\n", "goes from a host to itself"),
        ("1\n0 262144 3 100 10 1\n", "does not name two hosts"),
        ("1\n0 1 3 100 0 1\n", "is not a payload"),
        ("1\n0 1 3 100 1.5 1\n", "is not a payload"),
        ("1\n0 1 3 100 10 0.0000000001\n", "is finer than 1 ns"),
        ("1\n0 1 3 100 10 -1\n", "is not a time in seconds"),
        ("1\n0 1 3 100 10 1e-3\n", "is not a time in seconds"),
        ("1\n0 1 3 100 10 3601\n", "starts after an hour"),
        ("2\n0 1 3 100 10 1\n", "flows are announced, and 1 follow"),
    ] {
        let fault = from_hpcc("flow.txt", text).unwrap_err().to_string();
        assert!(fault.contains(words), "{text:?}: {fault}");
    }
}
