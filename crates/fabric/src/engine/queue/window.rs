//! A lookahead window, in which events are numbers.

use crate::engine::event::{Kind, WHAT_BITS, What};

/// A lookahead window.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    /// When it begins \[ps\].
    pub(crate) start: u64,
    /// The first time after it \[ps\].
    pub(crate) end: u64,
}

impl Window {
    /// An event within it as a number: comparing those is comparing events.
    #[inline]
    pub(super) const fn key_of(self, time: u64, what: What) -> u64 {
        ((time - self.start) << WHAT_BITS) | what.0 as u64
    }

    /// The same of an event of a kind.
    #[inline]
    pub(crate) const fn key(self, time: u64, kind: Kind, index: u32) -> u64 {
        self.key_of(time, What::new(kind, index))
    }

    /// When the event with this key is due \[ps\].
    #[inline]
    pub(crate) const fn time(self, key: u64) -> u64 {
        self.start + (key >> WHAT_BITS)
    }
}
