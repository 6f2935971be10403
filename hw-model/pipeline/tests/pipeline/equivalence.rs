//! The machine and the firmware backend agree, decision by decision and register by register.

use crate::fixtures::{Firmware, codel, departure, e_ecn, ecn_sharp, misfits, red, tcn};
use freeboard_aqm_api::{Aqm, Departure};
use freeboard_dataplane::{Chain, Data, Pass, Program};
use freeboard_fixmath::split_mix::SplitMix64;
use freeboard_pipeline::{Elaborated, Intrinsic, Machine, Packet, Place, Sizing, SojournOverflow, profiles};
use freeboard_units::DepthUnit;

/// Small enough to be quick, large enough that instances must not be confused.
const SIZING: Sizing = Sizing { pipes: 2, ports: 2, queues_per_port: 3 };

fn machine<P: Program>(params: &P::Params) -> Machine {
    let profile = profiles::tofino_1_like();
    let program = Elaborated::of::<P>(params, &profile, SIZING).unwrap_or_else(|refusal| panic!("{refusal}"));
    Machine::new(&program, SIZING)
}

/// A trace with idle gaps, bursts, wraps of the 32-bit stamp and late stamps.
struct Trace {
    random: SplitMix64,
    now: u64,
    standing: bool,
}

impl Trace {
    fn new(seed: u64) -> Self {
        let mut random = SplitMix64::new(seed);
        // Close below a wrap, so that every trace crosses one.
        let now = (u64::from(random.below(3)) << 32) + 0xfff0_0000;
        Self { random, now, standing: false }
    }

    fn next(&mut self) -> Departure {
        let r = &mut self.random;
        let gap = match r.below(1000) {
            0 => 2_000_000_000,
            1..=9 => 1 << (10 + r.below(20)),
            _ => r.below(8_000),
        };
        self.now += u64::from(gap);
        self.standing ^= r.below(400) == 0;
        let late = if r.below(50) == 0 { u64::from(r.below(3_000)) } else { 0 };
        let sojourn = if self.standing { 80_000 + r.below(125_000) } else { r.below(90_000) };
        let depth = r.below(if self.standing { 1500 } else { 200 });
        departure(self.now - late, sojourn, depth, r.half())
    }
}

/// Runs `packets` packets over all queues of two ports; returns the marks.
fn agree<P: Program>(params: &P::Params, seed: u64, packets: usize) -> (u64, Machine) {
    let mut machine = machine::<P>(params);
    let mut trace = Trace::new(seed);
    let mut pipes = [<Pass<P> as Aqm>::Pipe::default(); 2];
    let mut ports = [P::Port::default(); 2];
    let mut queues = [[P::Queue::default(); 3]; 2];
    let mut marks = 0;
    for index in 0..packets {
        let d = trace.next();
        let (port, queue) = (trace.random.below(2) as usize, trace.random.below(3) as usize);
        let place = Place { pipe: port, port, queue };
        let mut firmware =
            Firmware::<Pass<P>> { pipe: pipes[port], port: ports[port], queue: queues[port][queue] };
        let expected = firmware.departs(params, &d);
        let marked = machine
            .packet(place, &Packet::from(&d))
            .unwrap_or_else(|fault| panic!("packet {index}: {fault}"));
        assert_eq!(marked, expected, "packet {index} of seed {seed}: {d:?}");
        let same = machine.agrees(place, &firmware.pipe, &firmware.port, &firmware.queue);
        same.unwrap_or_else(|mismatch| panic!("packet {index} of seed {seed}: {mismatch}"));
        (pipes[port], ports[port], queues[port][queue]) = (firmware.pipe, firmware.port, firmware.queue);
        marks += u64::from(marked);
    }
    (marks, machine)
}

fn random_ecn_sharp(seed: u64) -> ecn_sharp::EcnSharp {
    let mut random = SplitMix64::new(seed);
    let pst_target = 1_000 + random.below(100_000);
    ecn_sharp::EcnSharp::new(pst_target + random.below(100_000), pst_target, 1 + random.below(2_000))
}

#[test]
fn ecn_sharp_agrees_in_every_layout() {
    for seed in 0..20 {
        let params = random_ecn_sharp(seed);
        let marks = [
            agree::<ecn_sharp::PaperShaped>(&params, seed, 3_000).0,
            agree::<ecn_sharp::Compact>(&params, seed, 3_000).0,
            agree::<ecn_sharp::WideClock>(&params, seed, 3_000).0,
        ];
        assert!(marks.iter().all(|&count| count > 0), "seed {seed} marks nothing: {marks:?}");
        assert_eq!(marks[0], marks[1], "paper-shaped and compact are one scheme");
    }
}

#[test]
fn the_other_programs_agree() {
    for seed in 0..10 {
        let counts = [
            agree::<tcn::Tcn>(&Data::new(150_001), seed, 3_000).0,
            agree::<codel::Codel>(&ecn_sharp::EcnSharp::new(0, 5_000, 100_000), seed, 3_000).0,
            agree::<e_ecn::FixedWindow>(&e_ecn::EEcn::new(10_000, 900), seed, 3_000).0,
            agree::<red::RedLowPass>(&red::Red::new(16, 100), seed, 3_000).0,
            agree::<misfits::WideKey>(&(), seed, 3_000).0,
        ];
        assert!(counts.iter().all(|&count| count > 0 && count < 3_000), "seed {seed}: {counts:?}");
    }
}

#[test]
fn a_chain_is_one_pass_and_marks_what_either_marks() {
    type Both = Chain<e_ecn::FixedWindow, red::RedLowPass>;
    let params = (e_ecn::EEcn::new(10_000, 900), red::Red::new(16, 100));
    let alone =
        agree::<e_ecn::FixedWindow>(&params.0, 5, 2_000).0 + agree::<red::RedLowPass>(&params.1, 5, 2_000).0;
    let (both, _) = agree::<Both>(&params, 5, 2_000);
    assert!(both > 0 && both <= alone, "{both} of {alone}");
}

#[test]
fn lookups_and_random_slices_agree() {
    let params = misfits::Shared { pool: Data::new(65_535), ..misfits::Shared::default() };
    let profile = profiles::commodity_mmu();
    let program = Elaborated::of::<misfits::SharedBufferByFlag>(&params, &profile, SIZING).expect("fits");
    let mut machine = Machine::new(&program, SIZING);
    let mut firmware = Firmware::<Pass<misfits::SharedBufferByFlag>>::default();
    let mut random = SplitMix64::new(4);
    let mut marks = 0;
    for _ in 0..3_000 {
        let d = Departure {
            pool_depth: random.below(70_000),
            ..departure(0, 0, random.below(110), random.half())
        };
        let expected = firmware.departs(&params, &d);
        assert_eq!(machine.packet(Place::default(), &Packet::from(&d)), Ok(expected), "{d:?}");
        marks += u32::from(expected);
    }
    assert!((500..2_900).contains(&marks), "{marks}");
}

#[test]
fn the_filter_state_agrees() {
    let params = red::Red::new(14, 60);
    let mut machine = machine::<red::RedLowPass>(&params);
    let mut firmware = Firmware::<Pass<red::RedLowPass>>::default();
    let mut trace = Trace::new(9);
    for _ in 0..2_000 {
        let d = trace.next();
        firmware.departs(&params, &d);
        machine.packet(Place::default(), &Packet::from(&d)).expect("no fault");
        let average = firmware.queue.average;
        assert_eq!(machine.register("average", Place::default()), Some([average.value_q8, average.stamp]));
    }
}

#[test]
fn long_traces_reach_every_case_of_every_instruction() {
    let (_, machine) = agree::<ecn_sharp::Compact>(&ecn_sharp::EcnSharp::new(150_000, 60_000, 40), 3, 40_000);
    assert_eq!(machine.coverage().uncovered(), Vec::<String>::new());
    let (_, machine) = agree::<ecn_sharp::Compact>(&ecn_sharp::EcnSharp::new(150_000, 60_000, 40), 3, 2);
    let text = machine.coverage().to_string();
    assert!(text.contains("clock_low/advance: ran 2 times, cmp_lo held 0 and failed 2 times"), "{text}");
    assert!(text.contains("uncovered: clock_high/wrap never ran\n"), "{text}");
    assert!(text.contains("uncovered: clock_low/advance: cmp_lo was never true\n"), "{text}");
}

#[test]
fn an_overlong_sojourn_aliases_or_saturates() {
    let params = Data::new(150_001);
    let profile = profiles::tofino_1_like();
    let program = Elaborated::of::<tcn::Tcn>(&params, &profile, SIZING).expect("fits");
    // 2^18 ns and a little: far above the threshold, but 38 ns in 18 bits.
    let packet = Packet::new(0).with(Intrinsic::Sojourn, (1 << 18) + 38);
    let mut aliases = Machine::new(&program, SIZING);
    let mut saturates = Machine::new(&program, SIZING).with_sojourn(SojournOverflow::Saturate);
    assert_eq!(aliases.packet(Place::default(), &packet), Ok(false));
    assert_eq!(saturates.packet(Place::default(), &packet), Ok(true));
    let wide = Elaborated::of::<tcn::Tcn>(&params, &profiles::tofino_2_like(), SIZING).expect("fits");
    assert_eq!(Machine::new(&wide, SIZING).packet(Place::default(), &packet), Ok(true));
}

#[test]
fn fixtures_have_their_parameters_in_the_depth_unit_of_the_profile() {
    let program = Elaborated::configured::<tcn::Tcn>(&(), &profiles::tofino_1_like(), SIZING).expect("fits");
    assert_eq!(program.profile.depth_unit, DepthUnit::cell(80).expect("not 0"));
}
