//! The machine notices when a placement breaks the pipeline's rules.

use crate::fixtures::{ecn_sharp, tcn};
use freeboard_dataplane::Data;
use freeboard_pipeline::{Elaborated, Fault, Intrinsic, Machine, Packet, Place, Sizing, TableKind, profiles};

const SIZING: Sizing = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };

fn compact() -> Elaborated {
    Elaborated::of::<ecn_sharp::Compact>(&ecn_sharp::EcnSharp::default(), &profiles::tofino_1_like(), SIZING)
        .expect("fits")
}

#[test]
fn a_word_read_in_the_stage_that_writes_it_is_a_fault() {
    let program = compact();
    let mut placement = program.placement.clone();
    // The clock's high half moves into the stage of the low half, whose output is its key.
    let high = placement.stages[2].tables.remove(0);
    placement.stages[1].tables.push(high);
    let fault =
        Machine::with_placement(&program, &placement, SIZING).packet(Place::default(), &Packet::new(0));
    let Err(Fault::NotReady { word, stage: 1 }) = &fault else { panic!("{fault:?}") };
    assert_eq!(word.name, "register clock_low");
}

#[test]
fn a_second_access_in_one_pass_is_a_fault() {
    let program = compact();
    let mut placement = program.placement.clone();
    let is_access = |table: &&freeboard_pipeline::Table| matches!(table.kind, TableKind::Access(_));
    let access = placement.stages[1].tables.iter().find(is_access).cloned().expect("clock_low is in stage 1");
    placement.stages[4].tables.push(access);
    let fault =
        Machine::with_placement(&program, &placement, SIZING).packet(Place::default(), &Packet::new(0));
    assert_eq!(fault, Err(Fault::SecondAccess { register: "clock_low" }));
}

#[test]
fn a_value_beyond_its_declared_width_is_a_fault() {
    let profile = profiles::tofino_1_like();
    let program = Elaborated::of::<crate::fixtures::e_ecn::FixedWindow>(
        &crate::fixtures::e_ecn::EEcn::new(10_000, 900),
        &profile,
        SIZING,
    )
    .expect("fits");
    let packet = Packet::new(0).with(Intrinsic::Depth, 1 << 19);
    let fault = Machine::new(&program, SIZING).packet(Place::default(), &packet);
    let text = fault.expect_err("the depth has 19 bits").to_string();
    assert!(
        text.starts_with("depth ") && text.contains("got 524288") && text.contains("declared 19 bits"),
        "{text}"
    );
}

#[test]
fn a_place_outside_the_arrays_is_a_fault() {
    let mut machine = Machine::new(&compact(), SIZING);
    let fault = machine.packet(Place { pipe: 0, port: 3, queue: 0 }, &Packet::new(0));
    assert_eq!(fault, Err(Fault::NoInstance { register: "first_above", instance: 3, count: 1 }));
}

#[test]
fn a_placement_without_a_mark_is_a_fault() {
    let program =
        Elaborated::of::<tcn::Tcn>(&Data::new(9), &profiles::tofino_1_like(), SIZING).expect("fits");
    let mut placement = program.placement.clone();
    placement.stages.truncate(1);
    let fault =
        Machine::with_placement(&program, &placement, SIZING).packet(Place::default(), &Packet::new(0));
    assert_eq!(fault, Err(Fault::NoMark));
}
