//! A program with one register: of the packets that waited longer than T, every second is marked.
//!
//! `cargo run --package freeboard-dataplane --example register`

use freeboard_aqm_api::{
    Aqm, Departure, DepthUnit, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Scope,
    Settings, State, Unit, Verdict, Words, settings,
};
use freeboard_dataplane::clock::Timeless;
use freeboard_dataplane::{
    Cmp, Data, Entry, Half, Hw, K, Layout, Mark, Metadata, NoRegisters, OutSrc, Pass, Ports, Pred, Program,
    Reason, RegisterScope, Rel, Rows, Salu, StatefulTable, Upd, registers,
};

settings! {
    /// Settings of the example.
    pub struct HalfSettings {
        /// Sojourn time above which every second packet is marked.
        t: Nanos = 150_000, 0..=u32::MAX - 1, "an example's own";
    }
}

/// Whether an odd number of packets has waited too long. Key: this one did. Output: the number before it was odd.
#[derive(Clone, Copy, Debug)]
enum Odd {}

impl StatefulTable for Odd {
    const NAME: &'static str = "odd";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = u32;
    type Key<C: Copy> = [C; 1];
    type Config = Rows<0>;
    const OUT_BITS: u32 = 1;
    // One access reads, compares, writes and answers. Where the key does not match, the register stays and the output is 0.
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::new(
            1,
            1,
            Salu::new("turn")
                .cmp_lo(Cmp::mem(Half::Lo, Rel::Eq))
                .lo(Upd::set_k(K::Imm(1)).when(Pred::LO))
                .lo(Upd::set_k(K::Imm(0)).when(Pred::LO.not()))
                .out(OutSrc::Old(Half::Lo), Pred::ALWAYS),
        )),
        None,
        None,
        None,
    ];
}

registers! {
    /// Registers of a queue.
    struct HalfQueue, HalfPorts {
        /// The packets that waited too long, modulo 2.
        odd: Odd,
    }
}

impl State for HalfQueue {
    fn canonical(&self, words: &mut Words) {
        words.push(self.odd);
    }
}

/// The program: the register belongs to a queue, and no clock is needed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct HalfProgram;

impl Layout for HalfProgram {
    type Clock = Timeless;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = HalfQueue;
}

impl Program for HalfProgram {
    const META: Meta = Meta {
        name: "half",
        variant: "pipeline",
        summary: "marks every second packet whose sojourn time exceeds T",
        source: "an example",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::SOJOURN,
        resolution_ns: NANOSECOND,
        longest_gap_ns: u64::MAX,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("every second", Unit::Nanos)],
    };
    const PRESETS: &'static [Preset<HalfSettings>] = &[];
    type Settings = HalfSettings;
    /// T + 1 \[ns\].
    type Params = Data;

    fn params(settings: &HalfSettings, _: DepthUnit) -> Result<Data, ParamError> {
        settings.check()?;
        Ok(Data::new(settings.t.saturating_add(1)))
    }

    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, limit: &Data, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let above = !limit.saturating_sub(m.sojourn).named("room").nonzero();
        // The access takes the right `ports.queue.odd`: a second one does not compile.
        let second = h.stateful(ports.queue.odd, &Rows([]), [above], m.sojourn, m.sojourn).nonzero();
        Mark::by(Reason::at(second, m.sojourn, *limit))
    }
}

fn main() -> Result<(), ParamError> {
    let params = Pass::<HalfProgram>::params(&HalfSettings::DEFAULT, DepthUnit::BYTE)?;
    let (mut pipe, mut queue) = Default::default();
    let mut marked = |sojourn| {
        let departure = Departure { sojourn, ..Departure::default() };
        let scope = Scope { pipe: &mut pipe, port: &mut NoRegisters, queue: &mut queue };
        Pass::<HalfProgram>::on_dequeue(&params, scope, &departure).verdict == Verdict::Signal
    };
    let marks = [200_000, 100_000, 200_000, 150_001, 150_000, 300_000].map(&mut marked);
    assert_eq!(marks, [false, false, true, false, false, true]);
    println!("of the packets above 150 us every second is marked: {marks:?}");
    Ok(())
}
