//! Every operation, relation, constant and output of a stateful ALU, at the edges of 32 bits.

use crate::fixtures::{Firmware, departure, meta};
use freeboard_aqm_api::{Departure, Intrinsics, Meta, ParamError, Preset, State, Words};
use freeboard_dataplane::clock::Nanoseconds;
use freeboard_dataplane::{
    Cmp, Data, Entry, Half, Hw, K, Layout, Mark, MathFill, MathUnit, Metadata, NoRegisters, Op, OutSrc, Pair,
    Pass, Phv, Ports, Pred, Program, RegisterScope, Registers, Rel, RowsMath, Salu, SrcA, SrcB,
    StatefulTable, Term, Upd, Visitor,
};
use freeboard_fixmath::split_mix::SplitMix64;
use freeboard_pipeline::{Elaborated, Machine, Packet, Place, Sizing, profiles};
use freeboard_units::DepthUnit;

const OPS: [Op; 11] =
    [Op::A, Op::B, Op::Add, Op::Sub, Op::SatAdd, Op::SatSub, Op::Min, Op::Max, Op::And, Op::Or, Op::Xor];
const RELS: [Rel; 6] = [Rel::Eq, Rel::Ne, Rel::Lt, Rel::Le, Rel::Gt, Rel::Ge];
const OUTS: [OutSrc; 6] = [
    OutSrc::Alu(Half::Lo),
    OutSrc::Alu(Half::Hi),
    OutSrc::Old(Half::Hi),
    OutSrc::Old(Half::Lo),
    OutSrc::Phv(Phv::Hi),
    OutSrc::One,
];
const EITHER: Pred = Pred::LO.or(Pred::HI);

/// Instruction `N` of the bank: both updates of half lo fire together where both comparisons hold.
#[derive(Clone, Copy, Debug)]
enum Bank<const N: usize> {}

const fn instruction(n: usize) -> Salu {
    let constant = if n.is_multiple_of(2) { K::Row(0) } else { K::Imm(-5) };
    let second = if n.is_multiple_of(3) { SrcB::Math(Half::Hi) } else { SrcB::Phv(Phv::Lo) };
    Salu::new("bank")
        .cmp_lo(Cmp {
            mem: Term::Minus(Half::Lo),
            phv: Term::Plus(Phv::Lo),
            k: Some(constant),
            rel: RELS[n % 6],
            serial: false,
        })
        .cmp_hi(Cmp::serial(Phv::Hi, Half::Hi, RELS[(n + 2) % 6]))
        .lo(Upd::new(SrcA::Mem(Half::Lo), OPS[n], SrcB::Phv(Phv::Hi)).when(Pred::LO))
        .lo(Upd::new(SrcA::K(K::Row(0)), OPS[n], second).when(Pred::HI))
        .hi(Upd::new(SrcA::Mem(Half::Hi), OPS[n], SrcB::K(K::Imm(-3))).when(EITHER.not()))
        .hi(Upd::new(SrcA::Mem(Half::Lo), OPS[n], SrcB::Phv(Phv::Hi)).when(EITHER))
        .out(OUTS[n % 6], Pred::LO.and(Pred::HI).not())
}

impl<const N: usize> StatefulTable for Bank<N> {
    const NAME: &'static str = "bank";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = Pair;
    type Key<C: Copy> = [C; 0];
    type Config = RowsMath<1>;
    const OUT_BITS: u32 = 32;
    const ENTRIES: [Option<Entry>; 4] = [Some(Entry::always(instruction(N))), None, None, None];
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Queue<const N: usize> {
    bank: Pair,
}

struct QueuePorts<'a, const N: usize, H: Hw> {
    bank: H::Port<'a, Bank<N>>,
}

impl<const N: usize> State for Queue<N> {
    fn canonical(&self, words: &mut Words) {
        words.push(self.bank.lo);
        words.push(self.bank.hi);
    }
}

impl<const N: usize> Registers for Queue<N> {
    type Ports<'a, H: Hw> = QueuePorts<'a, N, H>;
    fn open<'a, H: Hw>(&'a mut self, hw: &H) -> QueuePorts<'a, N, H> {
        QueuePorts { bank: hw.open::<Bank<N>>(&mut self.bank) }
    }
    fn visit<V: Visitor>(&self, visitor: &mut V) {
        visitor.register::<Bank<N>>(&self.bank);
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct One<const N: usize>;

impl<const N: usize> Layout for One<N> {
    type Clock = Nanoseconds;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = Queue<N>;
}

impl<const N: usize> Program for One<N> {
    const META: Meta = meta("alu", "bank", Intrinsics::NOW.union(Intrinsics::SOJOURN));
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = RowsMath<1>;

    fn params((): &(), _: DepthUnit) -> Result<RowsMath<1>, ParamError> {
        let math = MathUnit::reciprocal_sqrt(200_000, MathFill::LowerEdge);
        Ok(RowsMath { rows: [Data::new(0x8000_0003)], math })
    }

    fn mark<H: Hw>(h: &mut H, p: &RowsMath<1>, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        Mark::unexplained(h.stateful(ports.queue.bank, p, [], m.now, m.sojourn).nonzero())
    }
}

/// Words near 0, 2^31 and 2^32, and anything else.
fn word(random: &mut SplitMix64) -> u32 {
    let base = [0, 1 << 31, u32::MAX, random.half(), 1 << random.below(32)][random.below(5) as usize];
    base.wrapping_add(random.below(13)).wrapping_sub(6)
}

/// Runs bank `N`; how often each case of its comparisons held.
fn agrees<const N: usize>() -> [u64; 4] {
    let sizing = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };
    // The second generation's sojourn has 32 bits, so both words reach every value.
    let program = Elaborated::configured::<One<N>>(&(), &profiles::tofino_2_like(), sizing).expect("fits");
    let params = One::<N>::params(&(), DepthUnit::BYTE).expect("constant");
    let mut machine = Machine::new(&program, sizing);
    let mut firmware = Firmware::<Pass<One<N>>>::default();
    let mut random = SplitMix64::new(N as u64);
    for index in 0..20_000 {
        let sojourn = word(&mut random);
        let d: Departure = departure(u64::from(word(&mut random)), sojourn, 0, 0);
        let expected = firmware.departs(&params, &d);
        assert_eq!(
            machine.packet(Place::default(), &Packet::from(&d)),
            Ok(expected),
            "bank {N} packet {index}"
        );
        let same = machine.agrees(Place::default(), &firmware.pipe, &firmware.port, &firmware.queue);
        assert_eq!(same, Ok(()), "bank {N} packet {index}: {d:?}");
    }
    machine.coverage().instructions[0].cases
}

#[test]
fn every_alu_operation_agrees_with_the_firmware() {
    let all = [
        agrees::<0>(),
        agrees::<1>(),
        agrees::<2>(),
        agrees::<3>(),
        agrees::<4>(),
        agrees::<5>(),
        agrees::<6>(),
        agrees::<7>(),
        agrees::<8>(),
        agrees::<9>(),
        agrees::<10>(),
    ];
    for case in 0..4 {
        let banks = all.iter().filter(|cases| cases[case] > 100).count();
        assert!(banks >= 6, "case {case} is reached by {banks} banks only: {all:?}");
    }
}
