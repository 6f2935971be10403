//! The phantom queue as one pass: the time at which it will be empty, and packets of four sizes.
//!
//! A counter that drains needs the product of a time and a rate, which no register access has. The time at which the
//! phantom queue will be empty needs none: a packet moves it by the time its size takes to drain, and that time is
//! action data if sizes come in classes.

use crate::settings::{CLASS_PRESETS, ClassSettings, K_MAX, K_MIN};
use freeboard_aqm_api::{
    FieldId, Hooks, Intrinsics, Kind, Meta, NANOSECOND, NotEct, ParamError, Preset, Settings, State, Unit,
    Words,
};
use freeboard_dataplane::clock::Nanoseconds;
use freeboard_dataplane::{
    By, Cmp, Data, Entry, Half, Hw, K, Layout, Lookup, Mark, Metadata, NoRegisters, Op, OutSrc, Pair, Pass,
    Phv, Ports, Pred, Program, Reason, RegisterScope, Rel, Rows, Salu, SrcA, SrcB, StatefulTable, Upd,
    registers,
};
use freeboard_fixmath::{Reciprocal, mul_wide};
use freeboard_units::{DepthUnit, SERIAL_HALF_RANGE};

/// The phantom queue by classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ClassProgram;

impl Program for ClassProgram {
    #[inline(always)]
    fn mark<H: Hw>(h: &mut H, params: &ClassParams, ports: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        let from_256 = (m.size >> By::<8>).named("size_by_256").nonzero();
        let from_1024 = (m.size >> By::<10>).named("size_by_1024").nonzero();
        let from_2048 = (m.size >> By::<11>).named("size_by_2048").nonzero();
        let larger = (from_256 & !from_1024) | from_2048;
        let time = h.lookup::<DrainTime>(&params.times, [larger, from_1024]);
        let time = time.named("drain_time");
        let empty_at = h.stateful(ports.queue.empty_at, &params.first, [], m.now, time).named("empty_time");
        let length = (empty_at - m.now).named("length");
        Mark::by(Reason::above((params.limit - length).named("room").bit::<31>(), length, params.limit))
    }

    const META: Meta = Meta {
        name: "hull",
        variant: "classes",
        summary: "the phantom queue in one pass: packets of four sizes",
        source: "[Alizadeh12], as decomposed for match-action switches",
        kind: Kind::Pipeline,
        hooks: Hooks::DEQUEUE,
        reads: Intrinsics::NOW.union(Intrinsics::SIZE),
        resolution_ns: NANOSECOND,
        longest_gap_ns: SERIAL_HALF_RANGE as u64 - 1,
        control_period_ns: 0,
        not_ect: NotEct::Pass,
        drops: Hooks::empty(),
        triggers: &[("phantom signals", Unit::Nanos)],
    };
    const DATA: RegisterScope = RegisterScope::Port;
    const PRESETS: &'static [Preset<ClassSettings>] = CLASS_PRESETS;
    type Settings = ClassSettings;
    type Params = ClassParams;

    fn params(settings: &ClassSettings, _: DepthUnit) -> Result<ClassParams, ParamError> {
        settings.check()?;
        // C gamma in sixteenths of a Mbit/s: a Q16 product less 12 bits, at most 2^25.
        let drain = u32::try_from(mul_wide(settings.link, settings.gamma) >> 12).unwrap_or(u32::MAX);
        let by_rate = Reciprocal::new(drain);
        // To the nearest ns: a full packet takes 8 ns at least.
        let half = u64::from(drain >> 1);
        let time = |bytes: u32| by_rate.divide_wide(mul_wide(bytes, BIT_NANOS).wrapping_add(half));
        if settings.k_pq < settings.full {
            // A packet that finds the phantom queue empty counts as a full one: every packet would be marked for ever.
            return Err(ParamError::new(ClassSettings::k_pq, settings.k_pq, settings.full, K_MAX));
        }
        let [small, middle] = REPRESENTATIVES;
        Ok(ClassParams {
            times: [small, middle, settings.full, settings.jumbo].map(|bytes| Data::new(time(bytes))),
            first: Rows([Data::new(time(settings.full))]),
            limit: Data::new(time(settings.k_pq)),
            drain,
        })
    }

    fn effective(params: &ClassParams, settings: &ClassSettings, field: FieldId) -> Option<u32> {
        match field {
            ClassSettings::k_pq => Some(params.bytes(params.limit.value()).clamp(K_MIN, K_MAX)),
            _ => settings.get(field),
        }
    }
}

/// Sizes that stand for the classes below 256 B and below 1024 B \[B\]: an ACK with its frame, and the least a
/// host must be able to receive (RFC 791).
const REPRESENTATIVES: [u32; 2] = [64, 576];

/// When the phantom queue will be empty, in half `Lo`; half `Hi` is 0 until a packet was seen. Output: the new time.
#[derive(Clone, Copy, Debug)]
pub enum EmptyAt {}

/// No packet was seen yet.
const FRESH: Pred = Pred::LO;
/// It is empty.
const EMPTY: Pred = Pred::HI.or(FRESH);

impl StatefulTable for EmptyAt {
    const NAME: &'static str = "empty_at";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = Pair;
    type Key<C: Copy> = [C; 0];
    type Config = Rows<1>;
    const OUT_BITS: u32 = 32;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::always(
            Salu::new("fill")
                .cmp_lo(Cmp::mem(Half::Hi, Rel::Eq))
                .cmp_hi(Cmp::serial(Phv::Lo, Half::Lo, Rel::Ge))
                .lo(Upd::k_plus(K::Row(0), Phv::Lo).when(EMPTY))
                .lo(Upd::new(SrcA::Mem(Half::Lo), Op::Add, SrcB::Phv(Phv::Hi)).when(EMPTY.not()))
                .hi(Upd::set_k(K::Imm(1)))
                .out(OutSrc::Alu(Half::Lo), Pred::ALWAYS),
        )),
        None,
        None,
        None,
    ];
}

registers! {
    /// Registers per queue.
    pub struct ClassQueue, ClassPorts {
        /// When the phantom queue will be empty.
        empty_at: EmptyAt,
    }
}

impl State for ClassQueue {
    fn canonical(&self, words: &mut Words) {
        words.push(if self.empty_at.hi == 0 { 0 } else { self.empty_at.lo });
        words.push(self.empty_at.hi);
    }
}

/// Drain time of a packet's class.
#[derive(Clone, Copy, Debug)]
pub enum DrainTime {}

impl Lookup for DrainTime {
    const NAME: &'static str = "drain_time";
    const SCOPE: RegisterScope = RegisterScope::Port;
    /// The larger class of the two below or from 1024 B on, and which two.
    type Key<C: Copy> = [C; 2];
    type Data = [Data; 4];
    const OUT_BITS: u32 = 32;
    const SELECT: [u8; 4] = [0, 1, 2, 3];
}

/// Action data of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct ClassParams {
    /// Time a packet of each class takes to drain \[ns\].
    pub times: [Data; 4],
    /// Row 0: what a packet that finds the phantom queue empty takes, whatever its size \[ns\].
    pub first: Rows<1>,
    /// K_pq as a time \[ns\].
    pub limit: Data,
    /// Drain rate \[Mbit/s / 16\].
    pub drain: u32,
}

impl ClassParams {
    /// Bytes that drain in a time, to the nearest.
    fn bytes(&self, time: u32) -> u32 {
        let half = u64::from(BIT_NANOS >> 1);
        Reciprocal::new(BIT_NANOS).divide_wide(mul_wide(time, self.drain).wrapping_add(half))
    }
}

/// Sixteenths of a Mbit/s times ns in one byte.
const BIT_NANOS: u32 = 8_000 * 16;

/// The phantom queue by classes, in one pass.
pub type HullClasses = Pass<ClassProgram>;

impl Layout for ClassProgram {
    type Clock = Nanoseconds;
    type Pipe = NoRegisters;
    type Port = NoRegisters;
    type Queue = ClassQueue;
}
