//! One short trace per variant, beside the algorithm.

use crate::{compare_or_bless, crates};
use freeboard_aqm_api::Activity;
use freeboard_conformance::script::{BY_LENGTH, aqm_script, cc_script, length_script, length_values};
use freeboard_conformance::values::default_values;
use freeboard_golden::{Family, Header, Rows, Trace, read, run_trace, write};
use freeboard_registry::catalog::Descriptor;
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::PacketEvent;
use std::path::PathBuf;

/// The preset with the datacentre's times where there is one: its states are reached in few events.
fn values(of: &Descriptor) -> Vec<u32> {
    of.preset(Some("simulations")).or_else(|| of.preset(None)).unwrap()
}

fn aqm_trace(id: AqmId) -> Trace {
    let (fields, docs) = id.fields();
    let values = values(id.descriptor());
    let by_length = BY_LENGTH.contains(&id.meta().name);
    let values = if by_length { length_values(fields, &values) } else { values };
    let header = Header::new(Family::Aqm, &id.to_string(), docs, &values);
    let rows = if by_length { length_script(fields, &values) } else { aqm_script(fields, &values) };
    run_trace(&Trace { header, rows, answers: None }).unwrap()
}

pub(crate) fn aqm_file(id: AqmId) -> PathBuf {
    // The folder of the null scheme is older than its name.
    let folder = if id.meta().name == "tail-drop" { "taildrop" } else { id.meta().name };
    crates(format!("aqm-{folder}/golden/{}.csv", id.meta().variant))
}

pub(crate) fn cc_file(id: CcId) -> PathBuf {
    // One crate holds both answers of Reno's window.
    let folder = if id.meta().name == "ecn-star" { "newreno" } else { id.meta().name };
    crates(format!("cc-{folder}/golden/{}.csv", id.meta().variant))
}

fn cc_trace(id: CcId) -> Trace {
    let header = Header::new(Family::Cc, &id.to_string(), id.fields().1, &values(id.descriptor()));
    run_trace(&Trace { header, rows: cc_script(id.meta().int), answers: None }).unwrap()
}

#[test]
fn every_scheme_decides_as_its_golden_trace() {
    for &id in AqmId::ALL {
        compare_or_bless(&aqm_file(id), &write(&aqm_trace(id)));
    }
}

#[test]
fn every_congestion_control_answers_as_its_golden_trace() {
    for &id in CcId::ALL {
        compare_or_bless(&cc_file(id), &write(&cc_trace(id)));
    }
}

#[test]
fn golden_files_read_back_as_written() {
    for trace in AqmId::ALL.iter().map(|id| aqm_trace(*id)).chain(CcId::ALL.iter().map(|id| cc_trace(*id))) {
        assert_eq!(read(&write(&trace)), Ok(trace.clone()));
        let events_only = Trace { answers: None, ..trace };
        assert_eq!(read(&write(&events_only)), Ok(events_only));
    }
}

#[test]
fn a_golden_trace_reaches_every_trigger_of_its_scheme() {
    for &id in AqmId::ALL {
        let trace = aqm_trace(id);
        let values = trace.header.values(id.fields().1, &default_values(id.fields().0)).unwrap();
        let mut scheme = id.place(&values, freeboard_aqm_api::DepthUnit::BYTE).unwrap();
        let mut activity = Activity::default();
        let Rows::Aqm(rows) = &trace.rows else { unreachable!("a scheme's trace") };
        assert!((200..=400).contains(&rows.len()));
        for row in rows.iter().filter(|row| row.queue == 0) {
            match &row.event {
                PacketEvent::Arrival(arrival) => scheme.on_enqueue(arrival, &mut activity),
                PacketEvent::Departure(departure) => scheme.on_dequeue(departure, &mut activity),
            };
        }
        for (slot, (name, _)) in id.meta().triggers.iter().enumerate() {
            assert!(activity.snapshot()[slot].fired >= 3, "{id}: {name}");
        }
        let marks = trace.answers.unwrap().iter().filter(|answer| answer.decision[0] != 0).count();
        assert!(marks < rows.len() - 50, "{id}: some packets pass");
    }
}
