//! The mark condition of a program, and the triggers that make it up.

use crate::{Cond, Data, Hw, Native, Word};
use freeboard_aqm_api::{Decision, MAX_TRIGGERS, Verdict};
use freeboard_units::DepthUnit;

/// One trigger of a program: the condition under which it asks for a mark, and the word it watches.
#[derive(Debug)]
pub struct Reason<H: Hw> {
    fired: Cond<H>,
    value: Word<H>,
    needed: u32,
    unit: DepthUnit,
}

impl<H: Hw> Clone for Reason<H> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}
impl<H: Hw> Copy for Reason<H> {}

impl<H: Hw> Reason<H> {
    /// A trigger that watches `value`, below 2^31 or negative, and arms at `needed`.
    #[inline(always)]
    #[must_use]
    pub fn at(fired: Cond<H>, value: Word<H>, needed: Data) -> Self {
        Self { fired, value, needed: needed.value(), unit: DepthUnit::BYTE }
    }

    /// The same for one that arms above `limit`.
    #[inline(always)]
    #[must_use]
    pub fn above(fired: Cond<H>, value: Word<H>, limit: Data) -> Self {
        Self { needed: limit.value().saturating_add(1), ..Self::at(fired, value, limit) }
    }

    /// The same for a value counted in `unit`: places book it in bytes.
    #[inline(always)]
    #[must_use]
    pub fn counted_in(self, unit: DepthUnit) -> Self {
        Self { unit, ..self }
    }
}

/// When a packet is marked, and why. Backends place the condition only; reasons that nobody reads cost nothing.
#[derive(Debug)]
pub struct Mark<H: Hw> {
    /// The packet is marked.
    pub condition: Cond<H>,
    /// By slot of the program's triggers. The condition holds exactly where one of them does (tested for all).
    pub reasons: [Option<Reason<H>>; MAX_TRIGGERS],
}

impl<H: Hw> Mark<H> {
    /// Where the program's one trigger fires.
    #[inline(always)]
    #[must_use]
    pub fn by(reason: Reason<H>) -> Self {
        Self { condition: reason.fired, reasons: [Some(reason), None, None, None] }
    }

    /// Where one of the program's two triggers fires.
    #[track_caller]
    #[inline(always)]
    #[must_use]
    pub fn either(first: Reason<H>, second: Reason<H>) -> Self {
        Self::shared(first.fired | second.fired, first, second)
    }

    /// The same for triggers whose disjunction the pipeline computes with less, as `condition`.
    #[inline(always)]
    #[must_use]
    pub fn shared(condition: Cond<H>, first: Reason<H>, second: Reason<H>) -> Self {
        Self { condition, reasons: [Some(first), Some(second), None, None] }
    }

    /// Without triggers.
    #[inline(always)]
    #[must_use]
    pub fn unexplained(condition: Cond<H>) -> Self {
        Self { condition, reasons: [None; MAX_TRIGGERS] }
    }
}

impl Mark<Native> {
    /// As the scheme's decision. Slots are spelled out: LLVM keeps a loop over them.
    #[inline(always)]
    pub(crate) const fn decision(self) -> Decision {
        let [a, b, c, d] = self.reasons;
        Decision {
            verdict: Verdict::signal_if(self.condition.0),
            reasons: [native(a), native(b), native(c), native(d)],
        }
    }
}

#[inline(always)]
const fn native(reason: Option<Reason<Native>>) -> Option<freeboard_aqm_api::Reason> {
    match reason {
        None => None,
        Some(Reason { fired: Cond(fired), value: Word(value), needed, unit }) => {
            let value = if value >> 31 == 1 { 0 } else { value };
            Some(freeboard_aqm_api::Reason::new(fired, value, needed).counted_in(unit))
        }
    }
}
