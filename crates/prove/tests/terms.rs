//! The terms of every pipeline program, evaluated beside the machine that executes it.

use freeboard_dataplane::Program;
use freeboard_pipeline::{Elaborated, Intrinsic, Machine, Packet, Place, Sizing, profiles};
use freeboard_prove::smt::{Assignment, Inputs, Term, Terms, placed, program};

/// A linear congruential generator (Knuth's MMIX constants), enough to vary packets.
struct Draws(u64);

impl Draws {
    fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) as u32
    }
}

/// Runs packets through the machine and evaluates the terms of the same program beside it.
fn beside_the_machine<P: Program>(packets: u32) {
    let settings = P::Settings::default();
    let place = |profile| Elaborated::configured::<P>(&settings, &profile, Sizing::PAPER).ok();
    let elaborated = profiles::all().into_iter().find_map(place).expect("fits a profile");
    let graph = &elaborated.graph;
    let mut terms = Terms::new();
    let inputs = Inputs::free(&mut terms, graph, true);
    let outcome = program(&mut terms, graph, &inputs);
    let staged =
        placed(&mut terms, graph, &elaborated.placement, &inputs).expect("every word is there in time");
    assert_eq!((staged.mark, &staged.registers), (outcome.mark, &outcome.registers));
    let mut machine = Machine::new(&elaborated, Sizing::PAPER);
    let mut registers = vec![[0u32; 2]; graph.registers.len()];
    let mut draws = Draws(7);
    let mut now = 0u64;
    for _ in 0..packets {
        now += u64::from(draws.next() >> (8 + draws.next() % 16));
        let mut packet = Packet::new(draws.next())
            .with(Intrinsic::Now, now as u32)
            .with(Intrinsic::NowHigh, (now >> 32) as u32 & 0xffff);
        let mut assignment = Assignment::new();
        for (intrinsic, node) in Intrinsic::ALL.into_iter().zip(&graph.nodes) {
            if !matches!(intrinsic, Intrinsic::Now | Intrinsic::NowHigh | Intrinsic::PoolStatus) {
                let value = draws.next() >> (32 - node.width + draws.next() % node.width);
                packet = packet.with(intrinsic, value);
            }
            let value = match intrinsic {
                Intrinsic::PoolStatus => elaborated.pool_limits.status(packet.get(Intrinsic::PoolDepth)),
                other => packet.get(other),
            };
            assignment.insert(intrinsic.name().to_owned(), value.into());
        }
        assignment.insert("random".to_owned(), packet.random.into());
        for (register, halves) in graph.registers.iter().zip(&registers) {
            assignment.insert(format!("{}.lo", register.name), halves[0].into());
            assignment.insert(format!("{}.hi", register.name), halves[1].into());
        }
        let marked = machine.packet(Place::default(), &packet).expect("keeps the pipeline's rules");
        assert_eq!(terms.evaluate(&[outcome.mark], &assignment)[0] == 1, marked, "{packet:?}");
        let asked: Vec<Term> = outcome.registers.iter().flatten().copied().collect();
        let found = terms.evaluate(&asked, &assignment);
        for (index, register) in graph.registers.iter().enumerate() {
            registers[index] = [found[2 * index] as u32, found[2 * index + 1] as u32];
            assert_eq!(machine.register(register.name, Place::default()), Some(registers[index]));
        }
    }
}

macro_rules! all {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        $(all!(@one $kind $path);)*
    };
    (@one pipeline $path:path) => { beside_the_machine::<$path>(2000) };
    (@one exact $path:path) => {};
}

#[test]
fn terms_and_machine_agree_packet_by_packet() {
    freeboard_registry::for_each_aqm!(all);
}
