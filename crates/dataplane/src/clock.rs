//! Clock sources of a program's `now`.
//!
//! Limits, stated and tested: stamps compare serially, so a pipe must see a packet at least every 2^31 ns
//! (2.147 s), or time loses whole wraps of 4.295 s; a keep-alive packet per pipe cures that, and the
//! register is per pipe, so any port's packet counts. A late stamp (several parsers feed one pipe) gets
//! its own, earlier time and never turns the clock, also when it was stamped before the last wrap. Late is
//! relative to a packet the pipe has seen. A zero-filled clock counts as having seen stamp 0: two packets
//! stamped around 2^31 ns, the earlier one processed second and before any other packet of the pipe, are one
//! turn (4.295 s) apart, once. A keep-alive packet at start-up rules it out.

use crate::{
    Cmp, Entry, Half, Hw, K, NoRegisters, NoRegistersPorts, Op, OutSrc, Phv, Pred, RegisterScope, Registers,
    Rel, Rows, Salu, SrcA, SrcB, StatefulTable, Upd, Word, registers,
};
use freeboard_aqm_api::{Intrinsics, State, Words};
use freeboard_units::{NANOS_PER_TICK, SERIAL_HALF_RANGE};

/// A source of `now`.
pub trait Clock: 'static {
    /// Its registers, one set per pipe.
    type Registers: Registers;
    /// What it reads.
    const READS: Intrinsics;
    /// Nanoseconds in one unit of `now`.
    const RESOLUTION_NS: u32;
    /// Longest time between two packets of a pipe \[ns\]; `u64::MAX` if any.
    const LONGEST_GAP_NS: u64;

    /// The time of this pass from the stamp's low 32 bits of ns and its bits 47..32.
    fn now<H: Hw>(
        h: &mut H,
        ports: <Self::Registers as Registers>::Ports<'_, H>,
        stamp: Word<H>,
        stamp_high: Word<H>,
    ) -> Word<H>;
}

/// A clock whose programs can share a pass that runs on clock `C`: the same one, or none at all.
#[diagnostic::on_unimplemented(
    message = "programs of one pass share its clock, and these two use different ones"
)]
pub trait RunsOn<C: Clock>: Clock {}

macro_rules! runs_on {
    ($($clock:ty),*) => {
        $(impl RunsOn<$clock> for $clock {}
          impl RunsOn<$clock> for Timeless {})*
    };
}
runs_on!(Nanoseconds, Sliced48, Emulated22x10);
impl RunsOn<Self> for Timeless {}

/// No clock: for programs that use no time.
#[derive(Clone, Copy, Debug)]
pub enum Timeless {}

impl Clock for Timeless {
    type Registers = NoRegisters;
    const READS: Intrinsics = Intrinsics::empty();
    const RESOLUTION_NS: u32 = 1;
    const LONGEST_GAP_NS: u64 = u64::MAX;

    #[inline(always)]
    fn now<H: Hw>(_: &mut H, _: NoRegistersPorts, stamp: Word<H>, _: Word<H>) -> Word<H> {
        stamp
    }
}

/// The stamp itself: 32 bits of nanoseconds, wraps every 4.295 s.
#[derive(Clone, Copy, Debug)]
pub enum Nanoseconds {}

impl Clock for Nanoseconds {
    type Registers = NoRegisters;
    const READS: Intrinsics = Intrinsics::NOW;
    const RESOLUTION_NS: u32 = 1;
    const LONGEST_GAP_NS: u64 = u64::MAX;

    #[inline(always)]
    fn now<H: Hw>(_: &mut H, _: NoRegistersPorts, stamp: Word<H>, _: Word<H>) -> Word<H> {
        stamp
    }
}

/// Bits 41..10 of a 48-bit stamp: 32 bits of ticks without any register, where the compiler can slice.
#[derive(Clone, Copy, Debug)]
pub enum Sliced48 {}

impl Clock for Sliced48 {
    type Registers = NoRegisters;
    const READS: Intrinsics = Intrinsics::NOW.union(Intrinsics::NOW_HIGH);
    const RESOLUTION_NS: u32 = NANOS_PER_TICK;
    const LONGEST_GAP_NS: u64 = u64::MAX;

    #[inline(always)]
    fn now<H: Hw>(_: &mut H, _: NoRegistersPorts, stamp: Word<H>, stamp_high: Word<H>) -> Word<H> {
        Word(H::slice_stamp(stamp.0, stamp_high.0)).named("now")
    }
}

/// The emulated clock of ECN# §4.1: 22 low bits sliced from the stamp, 10 high bits counted in a register.
///
/// Deviation from Algorithm 2: the low register keeps the whole 32-bit stamp and compares it serially,
/// because counting a wrap whenever the low part goes down turns the clock 4.295 s forward on one late
/// packet. The high register keeps its count already shifted, which saves an operation.
#[derive(Clone, Copy, Debug)]
pub enum Emulated22x10 {}

impl Clock for Emulated22x10 {
    type Registers = ClockRegisters;
    const READS: Intrinsics = Intrinsics::NOW;
    const RESOLUTION_NS: u32 = NANOS_PER_TICK;
    const LONGEST_GAP_NS: u64 = (SERIAL_HALF_RANGE - 1) as u64;

    #[inline(always)]
    fn now<H: Hw>(h: &mut H, ports: ClockPorts<'_, H>, stamp: Word<H>, _: Word<H>) -> Word<H> {
        let turn = h.stateful(ports.low, &Rows([]), [], stamp, stamp).named("turn");
        let (wrapped, before_wrap) = (turn.bit::<0>(), turn.bit::<1>());
        let epoch = h.stateful(ports.high, &Rows([]), [wrapped, before_wrap], stamp, stamp).named("epoch");
        (epoch | (stamp >> crate::By::<10>).named("ticks")).named("now")
    }
}

registers! {
    /// The two halves of the emulated clock.
    pub struct ClockRegisters, ClockPorts {
        /// Latest stamp seen \[ns\].
        low: ClockLow,
        /// Wraps of the low half counted so far, shifted left by 22.
        high: ClockHigh,
    }
}

impl State for ClockRegisters {
    fn canonical(&self, words: &mut Words) {
        words.push(self.low);
        words.push(self.high);
    }
}

/// Not earlier than the latest stamp, in serial order.
const NEWER: Pred = Pred::LO;
/// Numerically below the latest stamp.
const BELOW: Pred = Pred::HI;

/// Keeps the latest stamp; says in bit 0 that the low half wrapped, in bit 1 that the packet was stamped
/// before the latest wrap.
#[derive(Clone, Copy, Debug)]
pub enum ClockLow {}

impl StatefulTable for ClockLow {
    const NAME: &'static str = "clock_low";
    const SCOPE: RegisterScope = RegisterScope::Pipe;
    type Cell = u32;
    type Key<C: Copy> = [C; 0];
    type Config = Rows<0>;
    const OUT_BITS: u32 = 2;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::always(
            Salu::new("advance")
                .cmp_lo(Cmp::serial(Phv::Lo, Half::Lo, Rel::Ge))
                .cmp_hi(Cmp::phv_minus_mem(Phv::Lo, Half::Lo, Rel::Lt))
                .lo(Upd::set(Phv::Lo).when(NEWER))
                .hi(Upd::set_k(K::Imm(1)).when(NEWER.and(BELOW)))
                .hi(Upd::set_k(K::Imm(2)).when(NEWER.or(BELOW).not()))
                .out(OutSrc::Alu(Half::Hi), Pred::ALWAYS),
        )),
        None,
        None,
        None,
    ];
}

/// One wrap of the 22-bit low half, in ticks.
const EPOCH: K = K::Const(1 << 22);

/// Counts the wraps; a packet from before the latest one gets the epoch before.
#[derive(Clone, Copy, Debug)]
pub enum ClockHigh {}

impl StatefulTable for ClockHigh {
    const NAME: &'static str = "clock_high";
    const SCOPE: RegisterScope = RegisterScope::Pipe;
    type Cell = u32;
    type Key<C: Copy> = [C; 2];
    type Config = Rows<0>;
    const OUT_BITS: u32 = 32;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::new(
            0b01,
            0b01,
            Salu::new("wrap")
                .lo(Upd::new(SrcA::Mem(Half::Lo), Op::Add, SrcB::K(EPOCH)))
                .out(OutSrc::Alu(Half::Lo), Pred::ALWAYS),
        )),
        Some(Entry::new(
            0b10,
            0b10,
            Salu::new("before")
                .hi(Upd::new(SrcA::Mem(Half::Lo), Op::Sub, SrcB::K(EPOCH)))
                .out(OutSrc::Alu(Half::Hi), Pred::ALWAYS),
        )),
        Some(Entry::always(Salu::new("read").out(OutSrc::Old(Half::Lo), Pred::ALWAYS))),
        None,
    ];
}
