//! The decision on one packet, with the reasons for it.

use crate::Verdict;
use freeboard_units::DepthUnit;

/// Most triggers one scheme may name. Chosen by us: no scheme built has more than four reasons to signal.
pub const MAX_TRIGGERS: usize = 4;

/// One trigger of a scheme as one packet met it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// It asks for a signal.
    pub fired: bool,
    /// Value of the quantity it watches.
    pub value: u32,
    /// Value at which it arms.
    pub needed: u32,
}

impl Reason {
    /// A trigger that watches `value` and arms at `needed`.
    #[inline(always)]
    #[must_use]
    pub const fn new(fired: bool, value: u32, needed: u32) -> Self {
        Self { fired, value, needed }
    }

    /// The same with both quantities in bytes, where they were counted in `unit`.
    #[inline(always)]
    #[must_use]
    pub const fn counted_in(self, unit: DepthUnit) -> Self {
        let bytes = unit.bytes();
        // The usual unit: two saturating products less for every packet that is counted.
        if bytes == 1 {
            return self;
        }
        Self { value: self.value.saturating_mul(bytes), needed: self.needed.saturating_mul(bytes), ..self }
    }
}

/// What a scheme decides about one packet. It signals, or drops, exactly where a reason fired (tested for all).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Decision {
    /// What becomes of the packet.
    pub verdict: Verdict,
    /// By slot of [`Meta::triggers`](crate::Meta::triggers); `None` for a trigger that this call does not ask.
    pub reasons: [Option<Reason>; MAX_TRIGGERS],
}

impl Decision {
    /// Nothing was asked.
    pub const FORWARD: Self = Self { verdict: Verdict::Forward, reasons: [None; MAX_TRIGGERS] };

    /// A signal where the scheme's one trigger fired.
    #[inline(always)]
    #[must_use]
    pub const fn by(reason: Reason) -> Self {
        Self { verdict: Verdict::signal_if(reason.fired), reasons: [Some(reason), None, None, None] }
    }

    /// A signal where one of the scheme's two triggers fired.
    #[inline(always)]
    #[must_use]
    pub const fn either(first: Reason, second: Reason) -> Self {
        Self {
            verdict: Verdict::signal_if(first.fired | second.fired),
            reasons: [Some(first), Some(second), None, None],
        }
    }
}

/// Without reasons: for schemes that name no triggers.
impl From<Verdict> for Decision {
    fn from(verdict: Verdict) -> Self {
        Self { verdict, ..Self::FORWARD }
    }
}

impl PartialEq<Verdict> for Decision {
    fn eq(&self, verdict: &Verdict) -> bool {
        self.verdict == *verdict
    }
}
