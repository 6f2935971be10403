//! Activity counters: how often each trigger of a scheme fired.

/// Most triggers one scheme may name. Chosen by us: no scheme built has more than four reasons to signal.
pub const MAX_TRIGGERS: usize = 4;

/// One reason to signal, seen from outside the data path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
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
/// Kept by the place that runs the scheme, from the state before and after a call, so that the data path
/// pays nothing for them and a place without interest does not keep them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Activity {
    /// Calls seen, wrapping.
    pub events: u32,
    /// Signals given, wrapping.
    pub signals: u32,
    triggers: [Trigger; MAX_TRIGGERS],
}

impl Activity {
    /// Notes that trigger `slot` watched `value`, arms at `needed`, and fired or not.
    #[inline]
    pub fn watch(&mut self, slot: usize, fired: bool, value: u32, needed: u32) {
        if let Some(trigger) = self.triggers.get_mut(slot) {
            trigger.fired = trigger.fired.wrapping_add(u32::from(fired));
            trigger.highest = trigger.highest.max(value);
            trigger.needed = needed;
        }
    }

    /// The counters of every slot; a scheme uses as many as it names.
    #[must_use]
    pub const fn snapshot(&self) -> [Trigger; MAX_TRIGGERS] {
        self.triggers
    }
}
