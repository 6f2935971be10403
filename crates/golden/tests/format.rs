//! The format by itself: values worked by hand, every refusal with its place, and what a digest is of.

use freeboard_golden::{
    AQM_EVENT, Answer, CC_EVENT, Family, Header, Rows, digest, read, run, run_trace, write,
};

/// TCN with T = 1000 ns over these rows, without decisions.
fn tcn(rows: &[&str]) -> String {
    format!(
        "#freeboard-trace v2 aqm tcn/pipeline t=1000\n#depth_unit=1\n{}\n{}\n",
        AQM_EVENT.join(","),
        rows.join("\n")
    )
}

/// DCTCP over these rows, without decisions.
fn dctcp(rows: &[&str]) -> String {
    format!("#freeboard-trace v2 cc dctcp/tcp\n#mss=1460\n{}\n{}\n", CC_EVENT.join(","), rows.join("\n"))
}

/// A departure of queue 0 after a sojourn of 1000 and of 1001 ns: T itself is not above it.
const AT: &str = "1,5000,0,0,0,0,0,1500,0,0,0,1000,2,0";
const ABOVE: &str = "1,6000,0,0,0,0,0,1500,0,0,0,1001,2,0";

fn verdicts(text: &str) -> Vec<u32> {
    let trace = read(text).unwrap();
    run(&trace.header, &trace.rows).unwrap().iter().map(|answer| answer.decision[0]).collect()
}

#[test]
fn decisions_are_those_of_the_settings_in_the_header() {
    assert_eq!(verdicts(&tcn(&[AT, ABOVE])), [0, 1]);
    assert_eq!(verdicts(&tcn(&[AT, ABOVE]).replace("t=1000", "t=999")), [1, 1]);
    // The default of a setting that is not named is 150 us.
    assert_eq!(verdicts(&tcn(&[AT, ABOVE]).replace(" t=1000", "")), [0, 0]);
    // A packet that carries CE already is judged as any other.
    assert_eq!(verdicts(&tcn(&[AT, ABOVE]).replace("1001,2,0", "1001,3,0")), [0, 1]);
    // At arrival TCN does nothing.
    assert_eq!(verdicts(&tcn(&["0,5000,0,0,0,0,0,1500,0,0,0,0,2,0"])), [0]);
}

/// Step marking at arrival, by 2 cells of 80 bytes: 3 cells are above.
#[test]
fn depths_count_in_the_unit_of_the_second_line() {
    let row = |depth: u32| format!("0,5000,0,0,0,0,0,1500,{depth},{depth},{depth},0,2,0");
    let text = |unit: u32| {
        let rows = [row(2), row(3)].join("\n");
        let names = AQM_EVENT.join(",");
        format!("#freeboard-trace v2 aqm step/enqueue k=160\n#depth_unit={unit}\n{names}\n{rows}\n")
    };
    assert_eq!(verdicts(&text(80)), [0, 1]);
    assert_eq!(verdicts(&text(1)), [0, 0]);
}

/// CoDel's state: what one queue has seen is not seen by another queue, port or pipe.
#[test]
fn queues_ports_and_pipes_have_states_of_their_own() {
    let row = |now: u32, place: &str| format!("1,{now},0,{place},0,1500,9000,9000,9000,90000,2,0");
    // 11 departures a millisecond apart at 90 us, over a target of 9.216 us and an interval of 240 us: the queue is signalled.
    let of = |place: &str| (0..11).map(|at| row(1_000_000 * at, place)).collect::<Vec<_>>();
    let text = |rows: Vec<String>| {
        let names = AQM_EVENT.join(",");
        let settings = "target=10000 interval=240000";
        format!(
            "#freeboard-trace v2 aqm codel/linux {settings}\n#depth_unit=1\n{names}\n{}\n",
            rows.join("\n")
        )
    };
    let alone = verdicts(&text(of("0,0,0")));
    assert!(alone.contains(&1), "{alone:?}");
    for other in ["1,0,0", "0,1,0", "0,0,1"] {
        let mixed = of("0,0,0").into_iter().zip(of(other)).flat_map(|(one, two)| [one, two]).collect();
        let both = verdicts(&text(mixed));
        let of_each = [0, 1].map(|at| both.iter().skip(at).step_by(2).copied().collect::<Vec<u32>>());
        assert_eq!(of_each, [alone.clone(), alone.clone()], "{other}");
    }
}

#[test]
fn a_trace_that_is_written_is_read_as_the_same() {
    for text in [tcn(&[AT, ABOVE]), dctcp(&["1,5000,0,1460,0,1460,14600,13140,80000,0,1,0,0"])] {
        let trace = read(&text).unwrap();
        assert_eq!(write(&trace), text);
        let answered = run_trace(&trace).unwrap();
        assert_eq!(read(&write(&answered)).unwrap(), answered);
        assert!(answered.answers.is_some() && trace.answers.is_none());
    }
}

/// An acknowledgement of one segment in slow start: the window of 10 segments grows by one (RFC 5681 §3.1), and no rate limits it.
#[test]
fn a_control_answers_with_window_and_rate() {
    let trace = read(&dctcp(&["1,5000,0,1460,0,1460,14600,13140,80000,0,1,0,0"])).unwrap();
    let answers = run(&trace.header, &trace.rows).unwrap();
    assert_eq!(answers[0].decision, [11 * 1460, 1 << 20, 0]);
    let doubled = run(&Header { measure: 2920, ..trace.header.clone() }, &trace.rows).unwrap();
    assert_ne!(doubled[0].decision, answers[0].decision, "segments are those of the second line");
}

#[test]
fn a_digest_is_of_each_input_decision_and_state_word() {
    let trace = run_trace(&read(&tcn(&[AT, ABOVE])).unwrap()).unwrap();
    let answers = trace.answers.unwrap();
    let whole = digest(&trace.rows, &answers);
    let other = |changed: &dyn Fn(&mut Vec<Answer>)| {
        let mut answers = answers.clone();
        changed(&mut answers);
        digest(&trace.rows, &answers)
    };
    assert_ne!(other(&|all| all[1].decision[0] ^= 1), whole);
    assert_ne!(other(&|all| all[0].state.push(0)), whole);
    assert_ne!(other(&|all| all.swap(0, 1)), whole);
    assert_ne!(other(&|all| all.truncate(1)), whole);
    for (column, from, to) in [("now", "5000", "5001"), ("size", "1500", "1501"), ("random", ",2,0", ",2,1")]
    {
        let text = tcn(&[&AT.replacen(from, to, 1), ABOVE]);
        assert_ne!(digest(&read(&text).unwrap().rows, &answers), whole, "{column}");
    }
}

#[test]
fn every_fault_is_named_with_its_line_and_column() {
    let good = tcn(&[AT, ABOVE]);
    let of = |text: &str| match read(text).and_then(|trace| run(&trace.header, &trace.rows)) {
        Ok(answers) => panic!("{text}: {answers:?}"),
        Err(error) => error.to_string(),
    };
    for (from, to, says) in [
        ("#freeboard-trace", "#trace", "line 1: a trace begins with"),
        (" v2 ", " v3 ", "line 1, column version: `v3` is not"),
        (" aqm ", " nic ", "line 1, column family: `nic` is not aqm or cc"),
        ("tcn/pipeline", "tcn/none", "line 1, column algorithm: `tcn/none` is not"),
        ("tcn/pipeline", "dctcp/tcp", "line 1, column settings: `t` is not one of"),
        (" t=1000", " u=1000", "line 1, column settings: `u` is not one of t"),
        (" t=1000", " t=-1", "line 1, column settings: `t=-1` is not name=value"),
        (" t=1000", " t=4294967295", "line 1, column settings: `t=4294967295` is not in 0 ..= 4294967294"),
        ("#depth_unit=1", "#mss=1", "line 2: the second line of such a trace is `#depth_unit=<bytes>`"),
        ("#depth_unit=1", "#depth_unit=0", "line 2, column depth_unit: `0` is not in 1 ..= 65535"),
        ("#depth_unit=1", "#depth_unit=65536", "line 2, column depth_unit: `65536` is not"),
        ("sojourn_ns", "sojourn", "line 3, column sojourn_ns: is missing"),
        ("\n1,5000", "\n2,5000", "line 4, column hook: `2` is not 0 (arrival) or 1 (departure)"),
        ("\n1,5000", "\n0,5000", "line 4, column sojourn_ns: `1000` is not 0 at arrival"),
        ("\n1,6000,0", "\n1,6000,65536", "line 5, column now_high: `65536` is not"),
        ("\n1,6000", "\n1,+6000", "line 5, column now_ns: `+6000` is not"),
        ("\n1,6000", "\n1,", "line 5, column now_ns: `` is not"),
        ("\n1,6000", "\n1,4294967296", "line 5, column now_ns: `4294967296` is not in 0 ..= 4294967295"),
        ("1001,2,0", "1001,4,0", "line 5, column ecn: `4` is not in 0 ..= 3"),
        ("1001,2,0", "1001,2", "line 5: "),
    ] {
        assert!(good.contains(from), "{from}");
        let error = of(&good.replacen(from, to, 1));
        assert!(error.starts_with(says), "{from} -> {to}: {error}");
    }
    // A quote that nothing closes takes the rest of the file into its cell.
    let end = good.find("\n1,6000").unwrap();
    let (before, behind) = good.split_at(good[..end].rfind(',').unwrap() + 1);
    let error = of(&format!("{before}\"{behind}{}", ABOVE.repeat(100)));
    assert!(error.starts_with("line 4, column ") && error.contains("...` is not"), "{error}");
    assert!(!error.contains('\n') && error.len() < 200, "{error}");
    let ack = "1,5000,0,1460,0,1460,14600,13140,80000,0,1,0,0";
    for (row, says) in [
        (ack.replacen("1,", "13,", 1), "line 4, column event: `13` is not an event in 0 ..= 12"),
        (ack.replacen("80000,0,1,0", "80000,0,2,0", 1), "line 4, column window_limited: `2` is not 0 or 1"),
        (ack.replacen("80000,0,1,0,0", "80000,0,1,2,0", 1), "line 4, column held: `2` is not 0 or 1"),
        (ack.replacen("1,", "11,", 1), "line 3, column hops: is missing, for an event 11"),
    ] {
        let error = of(&dctcp(&[&row]));
        assert!(error.starts_with(says), "{row}: {error}");
    }
}

/// Settings by name in the order of the fields, the usual unit and segment.
#[test]
fn a_header_says_what_it_was_made_with() {
    let docs = freeboard_registry::catalog::all().find(|one| one.is_called("tcn/pipeline")).unwrap().docs;
    let header = Header::new(Family::Aqm, "tcn/pipeline", docs, &[7]);
    assert_eq!(header.text(), "#freeboard-trace v2 aqm tcn/pipeline t=7\n#depth_unit=1");
    assert_eq!(
        Header::read(&header.text().replace("\n#depth_unit=1", ""), "#depth_unit=1"),
        Ok(header.clone())
    );
    assert_eq!(header.values(docs, &[9]), Ok(vec![7]));
    assert_eq!(Header { settings: Vec::new(), ..header }.values(docs, &[9]), Ok(vec![9]));
    assert_eq!(Header::new(Family::Cc, "dctcp/tcp", &[], &[]).measure, 1460);
    assert!(matches!(read(&tcn(&[])).unwrap().rows, Rows::Aqm(rows) if rows.is_empty()));
}
