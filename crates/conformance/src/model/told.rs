//! An event as a transport tells it, with the telemetry it lends.

use cc_api::{Ack, Event, IntStack, Nanos32};

/// An event of a flow that owns what it refers to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Told {
    event: Event<'static>,
    stack: Option<IntStack>,
}

impl Told {
    /// An event that refers to nothing.
    #[must_use]
    pub const fn new(event: Event<'static>) -> Self {
        Self { event, stack: None }
    }

    /// An acknowledgement with telemetry.
    #[must_use]
    pub const fn telemetry(now: Nanos32, ack: Ack, stack: IntStack) -> Self {
        Self { event: Event::Ack { now, ack }, stack: Some(stack) }
    }

    /// The event.
    #[must_use]
    pub const fn get(&self) -> Event<'_> {
        match (&self.event, &self.stack) {
            (Event::Ack { now, ack }, Some(stack)) => Event::Int { now: *now, ack: *ack, stack },
            (event, _) => *event,
        }
    }
}
