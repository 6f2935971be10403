//! The registers that only the paper-shaped layout has, and the one table that owns each.

use freeboard_dataplane::blocks::{COUNT_ON, FIRST_UPCOMING, NEXT_INTERVAL};
use freeboard_dataplane::{
    Cmp, Entry, Half, K, OutSrc, Pair, Phv, Pred, RegisterScope, Rows, RowsMath, Salu, StatefulTable, Upd,
};

/// Whether a marking episode is under way; swapped for "the queue is standing", which it always equals
/// afterwards. Output: the state before this packet.
#[derive(Clone, Copy, Debug)]
pub enum MarkingState {}

impl StatefulTable for MarkingState {
    const NAME: &'static str = "marking_state";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = u32;
    type Key<C: Copy> = [C; 0];
    type Config = Rows<0>;
    const OUT_BITS: u32 = 1;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::always(Salu::new("swap").lo(Upd::set(Phv::Lo)).out(OutSrc::Old(Half::Lo), Pred::ALWAYS))),
        None,
        None,
        None,
    ];
}

/// Time of the next mark and upcoming count, without the flag. Key: standing now, marking before.
#[derive(Clone, Copy, Debug)]
pub enum MarkingNext {}

impl StatefulTable for MarkingNext {
    const NAME: &'static str = "marking_next";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = Pair;
    type Key<C: Copy> = [C; 2];
    type Config = RowsMath<1>;
    const OUT_BITS: u32 = 1;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::new(
            0b11,
            0b01,
            Salu::new("enter")
                .lo(Upd::k_plus(K::Row(0), Phv::Lo))
                .hi(Upd::set_k(FIRST_UPCOMING))
                .out(OutSrc::One, Pred::ALWAYS),
        )),
        Some(Entry::new(
            0b11,
            0b11,
            Salu::new("continue")
                .cmp_lo(Cmp::later(Phv::Lo, Half::Lo))
                .lo(NEXT_INTERVAL.when(Pred::LO))
                .hi(COUNT_ON.when(Pred::LO))
                .out(OutSrc::One, Pred::LO),
        )),
        None,
        None,
    ];
}
