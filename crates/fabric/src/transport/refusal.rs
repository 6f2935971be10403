//! Go-back-N NACK state of the receiver.

/// A gap that was complained of.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Refusal {
    /// What would have been next.
    wanted: Option<u64>,
    /// Before this the same gap is not complained of again \[ps\].
    again_at: u64,
}

impl Refusal {
    /// Data beyond a gap at `next` has come: whether it is time to complain of it, which is then not until `interval` \[ps\]
    /// later, but for another gap.
    pub(super) fn is_due(&mut self, next: u64, now: u64, interval: u64) -> bool {
        if self.wanted == Some(next) && now < self.again_at {
            return false;
        }
        *self = Self { wanted: Some(next), again_at: now + interval };
        true
    }
}
