//! Has a condition held without a break for longer than an interval?

use super::canonical_pair;
use crate::{
    Cmp, Entry, Half, K, OutSrc, Pair, Phv, Pred, RegisterScope, Rel, Rows, Salu, StatefulTable, Upd,
};
use freeboard_aqm_api::Words;

/// Deadline after which a run counts as standing; half `Hi` is 1 while one runs.
///
/// Key: the run is broken. Output: the run has stood longer than row 0.
#[derive(Clone, Copy, Debug)]
pub enum FirstAbove {}

/// No run above the target is under way.
const NOT_RUNNING: Pred = Pred::LO;
/// The deadline lies strictly in the past.
const EXPIRED: Pred = Pred::HI;

impl StatefulTable for FirstAbove {
    const NAME: &'static str = "first_above";
    const SCOPE: RegisterScope = RegisterScope::Queue;
    type Cell = Pair;
    type Key<C: Copy> = [C; 1];
    type Config = Rows<1>;
    const OUT_BITS: u32 = 1;
    const ENTRIES: [Option<Entry>; 4] = [
        Some(Entry::new(1, 1, Salu::new("forget").hi(Upd::set_k(K::Imm(0))))),
        Some(Entry::always(
            Salu::new("track")
                .cmp_lo(Cmp::mem(Half::Hi, Rel::Eq))
                .cmp_hi(Cmp::later(Phv::Lo, Half::Lo))
                .lo(Upd::k_plus(K::Row(0), Phv::Lo).when(NOT_RUNNING))
                .hi(Upd::set_k(K::Imm(1)).when(NOT_RUNNING))
                .out(OutSrc::One, EXPIRED.and(NOT_RUNNING.not())),
        )),
        None,
        None,
    ];
}

impl FirstAbove {
    /// The cell's words, the deadline as 0 while no run is under way.
    pub fn canonical(cell: Pair, words: &mut Words) {
        canonical_pair(cell, words);
    }
}
