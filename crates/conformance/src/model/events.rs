//! An event of a transport, with the telemetry that it borrows.

use freeboard_cc_api::{Event, IntStack};
use freeboard_replay::EventWords;

/// An event of a flow that owns what it refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnedEvent {
    words: EventWords,
    stack: IntStack,
}

impl OwnedEvent {
    /// An event.
    #[must_use]
    pub fn new(event: &Event<'_>) -> Self {
        EventWords::of(event).into()
    }

    /// The event.
    #[must_use]
    pub const fn get(&self) -> Event<'_> {
        self.words.event(&self.stack)
    }

    /// Its words.
    #[must_use]
    pub const fn words(&self) -> &EventWords {
        &self.words
    }
}

impl From<EventWords> for OwnedEvent {
    fn from(words: EventWords) -> Self {
        Self { words, stack: words.stack() }
    }
}
