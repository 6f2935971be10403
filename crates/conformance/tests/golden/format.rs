//! The trace format: what is refused, and where the error says the fault is.

use freeboard_golden::{Rows, digest, read, run, run_trace, write};

const GOOD: &str = "#freeboard-trace v2 aqm tcn/pipeline t=150000\n\
    #depth_unit=1\n\
    hook,now_ns,now_high,pipe,port,queue,pool,size,depth,port_depth,pool_depth,sojourn_ns,ecn,random\n\
    1,100,0,0,0,0,0,1500,0,0,0,150000,2,7\n\
    1,200,0,0,0,0,0,1500,0,0,0,150001,2,7\n";

fn fault(from: &str, to: &str) -> (usize, String, String) {
    let text = GOOD.replacen(from, to, 1);
    assert_ne!(text, GOOD);
    let error = read(&text).and_then(|trace| run_trace(&trace)).unwrap_err();
    assert!(error.to_string().starts_with(&format!("line {}", error.line)));
    (error.line, error.column, error.problem)
}

#[test]
fn decisions_and_digest_follow_from_the_events() {
    let trace = run_trace(&read(GOOD).unwrap()).unwrap();
    let answers = trace.answers.clone().unwrap();
    assert_eq!(answers.iter().map(|answer| answer.decision[0]).collect::<Vec<_>>(), [0, 1]);
    assert!(write(&trace).ends_with("150001,2,7,1\n"));
    assert_ne!(digest(&trace.rows, &answers), digest(&trace.rows, &answers[..1]));
}

#[test]
fn a_fault_is_named_by_line_and_column() {
    let at = |(line, column, _): (usize, String, String)| (line, column);
    assert_eq!(at(fault("v2", "v1")), (1, "version".into()));
    assert_eq!(at(fault("aqm", "qdisc")), (1, "family".into()));
    assert_eq!(at(fault("tcn/pipeline", "tcn/exact")), (1, "algorithm".into()));
    assert_eq!(at(fault("t=150000", "t=x")), (1, "settings".into()));
    assert_eq!(at(fault("t=150000", "tt=150000")), (1, "settings".into()));
    assert_eq!(at(fault("t=150000", "t=4294967295")), (1, "settings".into()));
    assert_eq!(at(fault("depth_unit", "mss")), (2, String::new()));
    assert_eq!(at(fault("depth_unit=1", "depth_unit=0")), (2, "depth_unit".into()));
    assert_eq!(at(fault("sojourn_ns", "sojourn")), (3, "sojourn_ns".into()));
    assert_eq!(at(fault("1,100", "2,100")), (4, "hook".into()));
    assert_eq!(at(fault("1,100", "0,100")), (4, "sojourn_ns".into()));
    assert_eq!(at(fault("1,200", "1,+200")), (5, "now_ns".into()));
    assert_eq!(at(fault("1,200", "1,4294967296")), (5, "now_ns".into()));
    assert_eq!(at(fault("1,200,0", "1,200,65536")), (5, "now_high".into()));
    assert_eq!(at(fault("150001,2", "150001,4")), (5, "ecn".into()));
    assert_eq!(fault("1,200,0,0", "1,200,0").0, 5);
}

#[test]
fn a_column_may_stand_anywhere() {
    let trace = read(GOOD).unwrap();
    let moved =
        GOOD.replace("hook,now_ns", "now_ns,hook").replace("1,100", "100,1").replace("1,200", "200,1");
    assert_eq!(read(&moved).unwrap(), trace);
}

#[test]
fn rows_of_the_other_family_are_refused() {
    let trace = read(GOOD).unwrap();
    assert_eq!(run(&trace.header, &Rows::Cc(Vec::new())).unwrap_err().column, "algorithm");
}
