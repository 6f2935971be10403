//! The registers of the pipeline variants: window, last length, fall over the last window.

use aqm_api::{State, Words};
use dataplane::{
    Cmp, Entry, K, Lane, Op, OutSrc, Pair, Phv, Pred, RegisterScope, Rel, Rows, Salu, SrcA, SrcB,
    StatefulTable, Upd, registers,
};

/// Deadline of the window in lane `Lo`; lane `Hi` is 0 until a packet was seen. Output: 1 for the first
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
                .cmp_lo(Cmp::mem(Lane::Hi, Rel::Eq))
                .cmp_hi(Cmp::serial(Phv::Lo, Lane::Lo, Rel::Ge))
                .lo(Upd::k_plus(K::Row(0), Phv::Lo).when(FRESH.or(DUE)))
                .hi(Upd::set_k(K::Imm(1)).when(FRESH))
                .hi(Upd::set_k(K::Imm(2)).when(DUE))
                .out(OutSrc::Alu(Lane::Hi), FRESH.or(DUE)),
        )),
        None,
        None,
        None,
    ];
}

/// Scaled length at the last turn of the window. Key: it turns. Output: how far the length fell, scaled.
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
                .hi(Upd::new(SrcA::Mem(Lane::Lo), Op::Sub, SrcB::Phv(Phv::Lo)))
                .out(OutSrc::Alu(Lane::Hi), Pred::ALWAYS),
        )),
        None,
        None,
        None,
    ];
}

/// Fall over the last whole window, scaled to the horizon, as a signed word. Key: a window was measured.
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
        Some(Entry::always(Salu::new("keep").out(OutSrc::Old(Lane::Lo), Pred::ALWAYS))),
        None,
        None,
    ];
}

registers! {
    /// Registers per queue.
    pub struct ShiftQueue, ShiftPorts {
        /// Deadline of the window, and whether one runs.
        window: Window,
        /// Length at the start of the window, times T_a / T_i.
        last: LastLength,
        /// Fall over the window before, times T_a / T_i.
        fall: Fall,
    }
}

impl State for ShiftQueue {
    fn canonical(&self, words: &mut Words) {
        words.push(if self.window.hi == 0 { 0 } else { self.window.lo });
        words.push(u32::from(self.window.hi != 0));
        words.push(self.last);
        words.push(self.fall);
    }
}
