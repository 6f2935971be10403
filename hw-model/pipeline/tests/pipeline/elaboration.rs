//! Elaboration: the graph that a symbolic run records.

use crate::fixtures::configured::{Configured, Thresholds};
use crate::fixtures::{e_ecn, ecn_sharp, misfits, red};
use freeboard_dataplane::{Chain, Pass};
use freeboard_pipeline::{
    Elaborated, Graph, Intrinsic, Op, Placeable, Quantised, Sizing, check_shape, extract, profiles,
};

fn graph() -> Graph {
    extract::<ecn_sharp::Compact>(&ecn_sharp::EcnSharp::default(), &profiles::tofino_1_like()).expect("fits")
}

#[test]
fn a_graph_knows_source_lines_constants_and_entries() {
    let graph = graph();
    assert!(
        graph.nodes[Intrinsic::ALL.len()..]
            .iter()
            .all(|node| node.at.file.ends_with("ecn_sharp.rs") && node.at.line > 0)
    );
    assert!(graph.nodes.iter().any(|node| matches!(node.op, Op::Data(_, 200_001)) && node.width == 18));
    let names: Vec<_> = graph.registers.iter().map(|register| register.name).collect();
    assert_eq!(names, ["clock_low", "clock_high", "first_above", "marking"]);
    let marking = graph.accesses.last().expect("four accesses");
    assert_eq!(
        (marking.rows.as_slice(), marking.entries.len(), marking.math.is_some()),
        (&[195][..], 2, true)
    );
}

#[test]
fn words_that_no_instruction_uses_are_no_operands() {
    let graph = graph();
    let high = graph.registers[1].accessed_by.expect("read");
    assert_eq!(graph.node(high).operands, [None, None]);
    let marking = graph.registers[3].accessed_by.expect("read");
    assert!(graph.node(marking).operands[0].is_some() && graph.node(marking).operands[1].is_none());
}

#[test]
fn the_hash_changes_with_action_data_and_the_shape_does_not() {
    let profile = profiles::tofino_1_like();
    let other = ecn_sharp::EcnSharp::new(150_000, 85_000, 195);
    let other = extract::<ecn_sharp::Compact>(&other, &profile).expect("fits");
    assert_ne!(graph().hash(), other.hash());
    assert_eq!(graph().shape(), other.shape());
    assert_eq!(graph().hash(), graph().hash());
    let all = [ecn_sharp::EcnSharp::default(), ecn_sharp::EcnSharp::new(9_000, 8_000, 3)];
    assert_eq!(check_shape::<ecn_sharp::Compact>(&all, &profile), Ok(()));
}

#[test]
fn widening_shifts_cost_an_operation_and_sign_tests_none() {
    let params = e_ecn::EEcn::new(10_000, 900);
    let graph = extract::<e_ecn::FixedWindow>(&params, &profiles::tofino_1_like()).expect("fits");
    let count = |op| graph.nodes.iter().filter(|node| node.op == op).count();
    assert_eq!((count(Op::Widen), count(Op::Shl(3))), (1, 1));
}

#[test]
fn a_chain_is_placed_as_one_program() {
    type Both = Chain<ecn_sharp::Compact, ecn_sharp::Compact>;
    let params = (ecn_sharp::EcnSharp::default(), ecn_sharp::EcnSharp::new(150_000, 20_000, 50));
    let profile = profiles::tofino_1_like();
    let one =
        Elaborated::of::<ecn_sharp::Compact>(&params.0, &profile, Sizing::PAPER).expect("fits").budget();
    let both = Elaborated::of::<Both>(&params, &profile, Sizing::PAPER).expect("fits").budget();
    // The clock is shared, the stages run beside each other; the deadline is an if/else of two tables.
    assert_eq!((both.arrays_32, both.arrays_64), (2 + 2, 2));
    assert_eq!((one.stages, both.stages), (7, 7));
    assert_eq!(both.tables, one.tables + 3);
}

#[test]
fn a_filter_belongs_to_the_state_it_is_opened_from() {
    let program = Elaborated::configured::<red::RedLowPass>(&(), &profiles::tofino_1_like(), Sizing::PAPER);
    let program = program.expect("fits");
    assert_eq!(Sizing::PAPER.bytes(&program.graph.registers[0]), 8 * 1024);
}

#[test]
fn a_scheme_is_placed_by_its_settings_in_the_depth_unit_of_the_profile() {
    let settings = Thresholds { ins_target: 200_000, k: 97_500 };
    let program =
        Pass::<Configured>::place(&settings, &profiles::tofino_1_like(), Sizing::PAPER).expect("fits");
    // 97 500 B are 1218.75 cells of 80 B.
    assert!(program.graph.nodes.iter().any(|node| matches!(node.op, Op::Data(_, 1218))));
    assert_eq!(program.quantised, [Quantised { name: "k", asked: 97_500, used: 97_440 }]);
}

#[test]
fn a_key_that_no_gateway_holds_is_matched_ternary() {
    let program = Elaborated::configured::<misfits::WideKey>(&(), &profiles::tofino_1_like(), Sizing::PAPER);
    let program = program.expect("fits");
    let usage = program.placement.usage[0];
    // 51 bits in TCAM blocks of 44, 4 + 3 bytes on the ternary crossbar.
    assert_eq!((usage.gateways, usage.ternary_tables, usage.tcam, usage.ternary_bytes), (0, 1, 2, 7));
    // 20 + 2 ternary + 4 stateful.
    assert_eq!(program.placement.latency.stages[0].cycles, 26);
}

#[test]
fn an_access_stays_without_a_reader_and_a_plain_operation_does_not() {
    let program = Elaborated::configured::<misfits::Observer>(&(), &profiles::tofino_1_like(), Sizing::PAPER);
    let program = program.expect("fits");
    let b = program.budget();
    assert_eq!((b.tables, b.stages, b.metadata_bits, b.arrays_32), (2, 1, 0, 1));
    assert_eq!(program.placement.usage[0].operations, 0);
}
