//! The sender's side: a class that waits until its pause ends.

use super::PauseTiming;

/// Classes of priority flow control (IEEE 802.1Qbb).
pub const CLASSES: usize = 8;

/// The pause of one class at its sender. The pause ends by itself; a frame of 0 quanta ends it at once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PauseGate {
    until: u64,
}

impl PauseGate {
    /// A pause frame takes effect at `now` \[ps\]; it replaces a pause that is running.
    pub const fn on_pause(&mut self, now: u64, quanta: u16, timing: &PauseTiming) {
        self.until = now.saturating_add(timing.span_ps(quanta));
    }

    /// Whether a new packet of the class may start at `now` \[ps\].
    #[inline]
    #[must_use]
    pub const fn may_send(&self, now: u64) -> bool {
        now >= self.until
    }

    /// When the class may send again if no frame comes \[ps\]; 0 if it never was paused.
    #[inline]
    #[must_use]
    pub const fn until(&self) -> u64 {
        self.until
    }
}
