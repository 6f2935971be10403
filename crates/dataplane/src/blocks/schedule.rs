//! Marks at intervals that shrink with 1/sqrt(count), while a condition holds.

use super::canonical_pair;
use crate::{
    Cmp, Entry, Half, K, Op, OutSrc, Pair, Phv, Pred, RegisterScope, Rel, RowsMath, Salu, SrcA, SrcB,
    StatefulTable, Upd,
};
use freeboard_aqm_api::Words;

/// Flag, count and time of the next mark in one access: half `Lo` is `marking_next`, half `Hi` the
/// *upcoming* `marking_count`, 0 outside an episode.
///
/// Keeping the upcoming count lets the math unit read what a control law divides by: the count after its
/// increment. Key: the condition holds. Output: mark this packet.
#[derive(Clone, Copy, Debug)]
pub enum Marking {}

/// No marking episode is under way.
const IDLE: Pred = Pred::LO;
/// An episode is under way and its next mark is due.
const DUE: Pred = Pred::HI.and(IDLE.not());

/// Count on entry is 1, so the upcoming one is 2.
pub const FIRST_UPCOMING: K = K::Imm(2);

impl StatefulTable for Marking {
    const NAME: &'static str = "marking";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = Pair;
    type Key<C: Copy> = [C; 1];
    type Config = RowsMath<1>;
    const OUT_BITS: u32 = 1;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::new(
            1,
            1,
            Salu::new("mark")
                .cmp_lo(Cmp::mem(Half::Hi, Rel::Eq))
                .cmp_hi(Cmp::later(Phv::Lo, Half::Lo))
                .lo(Upd::k_plus(K::Row(0), Phv::Lo).when(IDLE))
                .lo(NEXT_INTERVAL.when(DUE))
                .hi(Upd::set_k(FIRST_UPCOMING).when(IDLE))
                .hi(COUNT_ON.when(DUE))
                .out(OutSrc::One, IDLE.or(DUE)),
        )),
        Some(Entry::always(Salu::new("leave").hi(Upd::set_k(K::Imm(0))))),
        None,
        None,
    ];
}

/// `marking_next += interval / sqrt(marking_count)`.
pub const NEXT_INTERVAL: Upd = Upd::new(SrcA::Mem(Half::Lo), Op::Add, SrcB::Math(Half::Hi));
/// `marking_count += 1`, saturating.
pub const COUNT_ON: Upd = Upd::new(SrcA::Mem(Half::Hi), Op::SatAdd, SrcB::K(K::Imm(1)));

impl Marking {
    /// The cell's words, the next time as 0 outside an episode.
    pub fn canonical(cell: Pair, words: &mut Words) {
        canonical_pair(cell, words);
    }
}
