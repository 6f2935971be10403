//! Data that a port or a queue has of its own: the key of its table, in the model and in the text.

use freeboard_aqm_api::{Aqm, Arrival, Nanos32, PortId, PortView, QueueView, Scope, Verdict};
use freeboard_dataplane::{Program, RegisterScope};
use freeboard_p4::{Source, Target, write};
use freeboard_p4_reader::{Entry, canonical, read, read_with};
use freeboard_pipeline::{
    Elaborated, Fault, Graph, Machine, Op, Packet, Place, Placement, Profile, Sizing, profiles, record,
};
use freeboard_registry::aqm_mbecn::{MbecnEnqueue, MbecnEnqueueProgram, MbecnParams, MbecnSettings};
use freeboard_registry::{aqm_dualpi2, aqm_hull, aqm_mq_ecn, aqm_pie, aqm_step};

/// Queue 0 and 1 of port 0 have data of their own, and queue 0 of port 1 has none.
const SWITCH: Sizing = Sizing { pipes: 1, ports: 2, queues_per_port: 2 };
const PLACES: [Place; 3] = [
    Place { pipe: 0, port: 0, queue: 0 },
    Place { pipe: 0, port: 0, queue: 1 },
    Place { pipe: 0, port: 1, queue: 0 },
];

/// Data that the control plane of one queue computes on a port whose second queue has three times the weight of the first.
fn params(queue: u32, profile: &Profile) -> MbecnParams {
    let settings = MbecnSettings { queue, ..MbecnSettings::DEFAULT };
    let mut params = MbecnEnqueueProgram::params(&settings, profile.depth_unit).unwrap();
    let queues = [1, 3].map(|weight| QueueView { depth: 500, sojourn: 0, weight });
    let view = PortView { port: PortId(0), queues: &queues, pool_depth: 1_000 };
    MbecnEnqueueProgram::control(&mut params, Nanos32(100_000), &view);
    params
}

/// The limit of a program with one constant.
fn limit(graph: &Graph) -> u32 {
    let data = |op| if let Op::Data(_, value) = op { Some(value) } else { None };
    graph.nodes.iter().find_map(|node| data(node.op)).expect("one difference")
}

fn marks(params: &MbecnParams, depth: u32) -> bool {
    let (mut pipe, mut port, mut queue) = Default::default();
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
    let arrival = Arrival { depth, ..Arrival::default() };
    MbecnEnqueue::on_enqueue(params, scope, &arrival) == Verdict::Signal
}

#[test]
fn two_queues_with_thresholds_of_their_own_mark_as_the_crate_does() {
    let profile = profiles::tofino_1_like();
    let source =
        Source::of::<MbecnEnqueueProgram>(&MbecnSettings::DEFAULT, &profile, SWITCH).expect("it is placed");
    let own = [params(0, &profile), params(1, &profile)];
    let graphs = own.map(|params| record::<MbecnEnqueueProgram>(&params, &profile).graph);
    let limits = [0, 1].map(|queue| limit(&graphs[queue]));
    assert_ne!(limits[0], limits[1], "the queues differ");
    let firmware =
        [own[0], own[1], MbecnEnqueueProgram::params(&MbecnSettings::DEFAULT, profile.depth_unit).unwrap()];
    let depths = || limits.into_iter().chain([limit(&source.program.graph)]).flat_map(|at| at - 1..at + 2);
    let agrees = |mut machine: Machine, what: &str| {
        for depth in depths() {
            for (place, params) in PLACES.into_iter().zip(&firmware) {
                let packet = Packet::from(&Arrival { depth, ..Arrival::default() });
                let marked = machine.packet(place, &packet).unwrap();
                assert_eq!(marked, marks(params, depth), "{what}: {place:?} at {depth} cells");
            }
        }
    };

    let mut machine = Machine::new(&source.program, SWITCH);
    for (place, graph) in PLACES.into_iter().zip(&graphs) {
        machine.configure(place, graph).unwrap();
    }
    agrees(machine, "the placed program");

    for target in Target::ALL {
        let text = write(&source, target).unwrap();
        let graph = read(&text).unwrap();
        let placement = Placement::of(&graph, &profile, SWITCH).unwrap();
        let mut machine = Machine::new(&Elaborated { graph, placement, ..source.program.clone() }, SWITCH);
        for (place, limit) in PLACES.into_iter().zip(limits) {
            let entry = Entry { table: "room_table", arguments: &[limit] };
            machine.configure(place, &read_with(&text, &[entry]).unwrap()).unwrap();
        }
        agrees(machine, target.name());
    }
}

#[test]
fn data_that_all_queues_share_are_of_no_queue() {
    let profile = profiles::tofino_1_like();
    let source = Source::of::<MbecnEnqueueProgram>(&MbecnSettings::DEFAULT, &profile, SWITCH).unwrap();
    let other = record::<aqm_pie::PieProgram>(
        &aqm_pie::PieProgram::params(&Default::default(), profile.depth_unit).unwrap(),
        &profile,
    );
    let mut machine = Machine::new(&source.program, SWITCH);
    assert_eq!(machine.configure(PLACES[0], &other.graph), Err(Fault::Shared));
    // The window of a slope is a row of a register file, one value for all ports.
    let graph = |window| {
        let settings = freeboard_registry::aqm_s_ecn::WindowSettings { window, ..Default::default() };
        Source::of::<freeboard_registry::aqm_s_ecn::WindowProgram>(&settings, &profile, SWITCH).unwrap()
    };
    let mut machine = Machine::new(&graph(100_000).program, SWITCH);
    assert_eq!(machine.configure(PLACES[0], &graph(150_000).program.graph), Err(Fault::Shared));
}

#[test]
fn a_table_without_its_key_is_another_program_and_takes_no_entry() {
    let profile = profiles::tofino_1_like();
    let source = Source::of::<MbecnEnqueueProgram>(&MbecnSettings::DEFAULT, &profile, Sizing::PAPER).unwrap();
    let right = canonical(&source.program.graph);
    let queue = "            eg_intr_md.egress_qid[2:0] : exact;\n";
    let key =
        format!("        key = {{\n            eg_intr_md.egress_port[6:0] : exact;\n{queue}        }}\n");
    let text = write(&source, Target::Tna).unwrap();
    assert!(text.contains(&key) && text.contains("size = 1024;"), "{text}");
    assert_eq!(canonical(&read(&text).unwrap()), right);
    for wrong in [text.replace(&key, ""), text.replace(queue, "")] {
        assert_ne!(canonical(&read(&wrong).unwrap()), right, "{wrong}");
    }
    let entry = Entry { table: "room_table", arguments: &[7] };
    let refused = read_with(&text.replace(&key, ""), &[entry]).unwrap_err();
    assert!(refused.problem.contains("has no key"), "{refused}");
    let software = write(&source, Target::V1model).unwrap();
    let key = "        key = {\n            queue_index : exact;\n        }\n";
    assert!(software.contains(key), "{software}");
    assert_ne!(canonical(&read(&software.replace(key, "")).unwrap()), right);
}

/// Scope of the data, the entries and SRAM blocks that they bring, and what the header says.
fn owned<P: Program>(scope: RegisterScope, entries: u32, sram: u32, says: &[&str]) {
    let settings = P::Settings::default();
    let source = Source::of::<P>(&settings, &profiles::tofino_1_like(), Sizing::PAPER).unwrap();
    let budget = source.program.budget();
    assert_eq!((source.program.graph.data, budget.entries), (scope, entries), "{}", source.id());
    assert_eq!(budget.sram_blocks, sram, "{}", source.id());
    let text = write(&source, Target::Tna).unwrap();
    for line in says {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn the_header_says_whose_the_data_are_and_how_fast_they_can_be_renewed() {
    let round = "one round over 1024 entries takes 10240 us";
    owned::<MbecnEnqueueProgram>(RegisterScope::Queue, 1_024, 1, &["// Data per queue: from ", round]);
    owned::<aqm_mq_ecn::MqEcnProgram>(RegisterScope::Queue, 1_024, 1, &["// Data per queue: from ", round]);
    owned::<aqm_pie::PieProgram>(RegisterScope::Queue, 2_048, 2, &["// Data per queue: from ", round]);
    owned::<aqm_step::StepEnqueueProgram>(
        RegisterScope::Port,
        128,
        1,
        &["// Data per port: from ", "1280 us"],
    );
    owned::<aqm_hull::ClassProgram>(RegisterScope::Port, 644, 4, &["// Data per port: from "]);
    owned::<aqm_dualpi2::StepProgram>(RegisterScope::Pipe, 1_024, 1, &["// Data per queue: from served."]);
}
