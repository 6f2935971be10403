//! A lookahead window, in which events are numbers.

use crate::engine::event::{Kind, WHAT_BITS, What};

/// A lookahead window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// Beginning \[ps\].
    pub(crate) start: u64,
    /// The first time after it \[ps\].
    pub(crate) end: u64,
}

impl Window {
    /// Key of an event of the window: keys compare as their events do.
    #[inline]
    pub(super) const fn key_of(self, time: u64, what: What) -> u64 {
        ((time - self.start) << WHAT_BITS) | what.0 as u64
    }

    /// Key of an event of a kind.
    #[inline]
    pub(crate) const fn key(self, time: u64, kind: Kind, index: u32) -> u64 {
        self.key_of(time, What::new(kind, index))
    }

    /// Time of the event with this key \[ps\].
    #[inline]
    pub(crate) const fn time(self, key: u64) -> u64 {
        self.start + (key >> WHAT_BITS)
    }
}
