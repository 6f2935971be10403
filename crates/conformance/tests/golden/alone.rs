//! A golden file says all that a replay needs: nothing else is told.

use crate::traces::{aqm_file, cc_file};
use freeboard_golden::{Rows, Trace, read, run_trace, write};
use freeboard_registry::{AqmId, CcId};

/// The files of all congestion controls, or of those that measure with telemetry.
fn flows(telemetry_only: bool) -> impl Iterator<Item = (String, Trace)> {
    CcId::ALL
        .iter()
        .filter(move |id| id.meta().int || !telemetry_only)
        .map(|id| (id.to_string(), read(&std::fs::read_to_string(cc_file(*id)).unwrap()).unwrap()))
}

fn schemes() -> impl Iterator<Item = (String, Trace)> {
    AqmId::ALL
        .iter()
        .map(|id| (id.to_string(), read(&std::fs::read_to_string(aqm_file(*id)).unwrap()).unwrap()))
}

/// The events of a trace, and nothing of what was decided.
fn events(trace: &Trace) -> Trace {
    read(&write(&Trace { answers: None, ..trace.clone() })).unwrap()
}

#[test]
fn the_events_of_a_file_give_its_decisions_and_states() {
    for (name, trace) in schemes().chain(flows(false)) {
        assert_eq!(run_trace(&events(&trace)).unwrap(), trace, "{name}");
    }
}

#[test]
fn a_flow_with_telemetry_has_it_in_its_file_and_answers_by_it() {
    assert_eq!(flows(true).map(|(name, _)| name).collect::<Vec<_>>(), ["hpcc/int", "powertcp/int"]);
    for (name, trace) in flows(true) {
        let Rows::Cc(rows) = &trace.rows else { unreachable!("a flow's trace") };
        assert!(rows.iter().filter(|event| event.brings_telemetry()).count() >= 70);
        // The queue of the first hop, everywhere 0.
        let mut lines: Vec<Vec<String>> = Vec::new();
        for line in write(&events(&trace)).lines() {
            lines.push(line.split(',').map(str::to_owned).collect());
        }
        let column = lines[2].iter().position(|name| name == "h0_depth").unwrap();
        lines.iter_mut().skip(3).for_each(|cells| cells[column] = "0".to_owned());
        let text: Vec<String> = lines.iter().map(|cells| cells.join(",")).collect();
        let empty = run_trace(&read(&(text.join("\n") + "\n")).unwrap()).unwrap();
        assert_ne!(empty.answers, trace.answers, "{name}");
    }
}

#[test]
fn the_measure_of_a_file_is_the_one_that_counts() {
    let replayed = |trace: &Trace, measure| {
        let mut events = events(trace);
        events.header.measure = measure;
        run_trace(&read(&write(&events)).unwrap()).map(|trace| trace.answers)
    };
    let (_, step) = schemes().find(|(name, _)| name == "step/enqueue").unwrap();
    // A queue of n cells is longer than one of n bytes.
    let marks = |measure| {
        let answers = replayed(&step, measure).unwrap().unwrap();
        answers.iter().filter(|answer| answer.decision[0] != 0).count()
    };
    assert!(marks(80) > marks(1), "{} {}", marks(80), marks(1));
    let (_, dctcp) = flows(false).find(|(name, _)| name == "dctcp/tcp").unwrap();
    assert_ne!(replayed(&dctcp, 9_000), replayed(&dctcp, 1_460));
}
