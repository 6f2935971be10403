//! Change of the queue length over the last whole window.

use crate::{
    Cmp, Entry, Half, Hw, K, Op, OutSrc, Pair, Phv, Pred, RegisterScope, Rel, Rows, Salu, SrcA, SrcB,
    StatefulTable, Upd, Word, registers,
};
use freeboard_aqm_api::{State, Words};

/// Deadline of the window in half `Lo`; half `Hi` is 0 until a packet was seen. Output: 1 for the first
/// packet, 2 for a packet that ends a window, else 0.
#[derive(Clone, Copy, Debug)]
pub enum Window {}

/// No packet was seen yet.
const FRESH: Pred = Pred::LO;
/// The deadline has come.
const DUE: Pred = Pred::HI.and(FRESH.not());

impl StatefulTable for Window {
    const NAME: &'static str = "window";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = Pair;
    type Key<C: Copy> = [C; 0];
    type Config = Rows<1>;
    const OUT_BITS: u32 = 2;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::always(
            Salu::new("turn")
                .cmp_lo(Cmp::mem(Half::Hi, Rel::Eq))
                .cmp_hi(Cmp::serial(Phv::Lo, Half::Lo, Rel::Ge))
                .lo(Upd::k_plus(K::Row(0), Phv::Lo).when(FRESH.or(DUE)))
                .hi(Upd::set_k(K::Imm(1)).when(FRESH))
                .hi(Upd::set_k(K::Imm(2)).when(DUE))
                .out(OutSrc::Alu(Half::Hi), FRESH.or(DUE)),
        )),
        None,
        None,
        None,
    ];
}

/// Length at the last turn of the window. Key: it turns. Output: how far the length fell.
#[derive(Clone, Copy, Debug)]
pub enum LastLength {}

impl StatefulTable for LastLength {
    const NAME: &'static str = "last_length";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = u32;
    type Key<C: Copy> = [C; 1];
    type Config = Rows<0>;
    const OUT_BITS: u32 = 32;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::new(
            1,
            1,
            Salu::new("difference")
                .lo(Upd::set(Phv::Lo))
                .hi(Upd::new(SrcA::Mem(Half::Lo), Op::Sub, SrcB::Phv(Phv::Lo)))
                .out(OutSrc::Alu(Half::Hi), Pred::ALWAYS),
        )),
        None,
        None,
        None,
    ];
}

/// Fall over the last whole window, as a signed word. Key: a window was measured.
#[derive(Clone, Copy, Debug)]
pub enum Fall {}

impl StatefulTable for Fall {
    const NAME: &'static str = "fall";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = u32;
    type Key<C: Copy> = [C; 1];
    type Config = Rows<0>;
    const OUT_BITS: u32 = 32;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::new(
            1,
            1,
            Salu::new("renew").lo(Upd::set(Phv::Lo)).out(OutSrc::Phv(Phv::Lo), Pred::ALWAYS),
        )),
        Some(Entry::always(Salu::new("keep").out(OutSrc::Old(Half::Lo), Pred::ALWAYS))),
        None,
        None,
    ];
}

registers! {
    /// Registers per queue.
    pub struct SlopeQueue, SlopePorts {
        /// Deadline of the window, and whether one runs.
        window: Window,
        /// Length at the start of the window.
        last: LastLength,
        /// Fall over the window before.
        fall: Fall,
    }
}

impl State for SlopeQueue {
    #[inline(always)]
    fn canonical(&self, words: &mut Words) {
        words.push(if self.window.hi == 0 { 0 } else { self.window.lo });
        words.push(u32::from(self.window.hi != 0));
        words.push(self.last);
        words.push(self.fall);
    }
}

/// How far `length` fell over the last whole window, as a signed word; 0 before there was one. A length may be
/// scaled, and the fall with it.
#[inline(always)]
pub fn fall<H: Hw>(
    h: &mut H,
    window: &Rows<1>,
    ports: SlopePorts<'_, H>,
    now: Word<H>,
    length: Word<H>,
) -> Word<H> {
    let turn = h.stateful(ports.window, window, [], now, now).named("turn");
    let fall = h.stateful(ports.last, &Rows([]), [turn.nonzero()], length, length).named("difference");
    // The first packet has nothing to fall from: only a window that ended renews the rate.
    h.stateful(ports.fall, &Rows([]), [turn.bit::<1>()], fall, fall).named("fall_over_window")
}
