//! Counters of one instance: which part of a scheme acted how often, and how near the others came.

use crate::{Decision, MAX_TRIGGERS, Verdict};

/// What one trigger has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Trigger {
    /// Times it fired, wrapping.
    pub fired: u32,
    /// Highest value of the quantity it watches.
    pub highest: u32,
    /// Value at which it arms.
    pub needed: u32,
}

/// Counters of one instance. They wrap, never saturate, and reading does not clear them.
///
/// Kept by the place that runs the scheme, from the decisions it returns: where nobody counts, the compiler drops
/// the reasons.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct Activity {
    /// Calls seen, wrapping.
    pub events: u32,
    /// Signals given, wrapping.
    pub signals: u32,
    triggers: [Trigger; MAX_TRIGGERS],
}

impl Activity {
    /// Counts one call.
    // Only where it is inlined do the reasons of a scheme stay in registers.
    #[inline(always)]
    pub fn count(&mut self, decision: &Decision) {
        self.events = self.events.wrapping_add(1);
        if decision.verdict != Verdict::Forward {
            self.signals = self.signals.wrapping_add(1);
        }
        for (trigger, reason) in self.triggers.iter_mut().zip(decision.reasons) {
            if let Some(reason) = reason {
                if reason.fired {
                    trigger.fired = trigger.fired.wrapping_add(1);
                }
                if reason.value > trigger.highest {
                    trigger.highest = reason.value;
                }
                trigger.needed = reason.needed;
            }
        }
    }

    /// The counters of every slot; a scheme uses as many as it names.
    #[must_use]
    pub const fn snapshot(&self) -> [Trigger; MAX_TRIGGERS] {
        self.triggers
    }
}
