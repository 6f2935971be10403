//! Digests of an algorithm over a stream.

use crate::{Digest, EPOCH_EVENTS, FlowEvents, PacketEvent, PacketEvents, UnderlayEvents};
use freeboard_cc_api::{Control, Event, UnderlayEvent, UnderlayOutput};
use freeboard_params::Words;

/// A marking scheme over a packet stream: the decision digest grows with every event.
#[derive(Clone, Debug)]
pub struct AqmRun {
    events: PacketEvents,
    digest: Digest,
}

impl AqmRun {
    /// Over `events`.
    #[must_use]
    pub fn new(events: PacketEvents) -> Self {
        Self { events, digest: Digest::default() }
    }

    /// Runs one epoch (2^16 events) through `decide`, which answers with the verdict and appends the state's
    /// words; returns the rolling digest.
    pub fn epoch(&mut self, mut decide: impl FnMut(&PacketEvent, &mut Words) -> u32) -> u32 {
        for _ in 0..EPOCH_EVENTS {
            let event = self.events.step();
            let mut state = Words::new();
            let verdict = decide(&event, &mut state);
            book(&mut self.digest, &event.words(), &[verdict], &state);
        }
        self.digest.value()
    }
}

/// A congestion control over a stream of flow events.
#[derive(Clone, Debug)]
pub struct CcRun {
    events: FlowEvents,
    digest: Digest,
}

impl CcRun {
    /// Over `events`.
    #[must_use]
    pub fn new(events: FlowEvents) -> Self {
        Self { events, digest: Digest::default() }
    }

    /// Runs one epoch (2^16 events) through `decide`; returns the rolling digest.
    pub fn epoch(&mut self, mut decide: impl FnMut(&Event<'_>, &mut Words) -> Control) -> u32 {
        for _ in 0..EPOCH_EVENTS {
            let event = self.events.step();
            let mut state = Words::new();
            let control = decide(&event, &mut state);
            let answer = [control.window.0, control.rate.to_bits()];
            book(&mut self.digest, &[event.now().0], &answer, &state);
        }
        self.digest.value()
    }
}

/// An underlay over a stream of packets and reports; the pause it hands to a packet comes back with its report.
#[derive(Clone, Debug)]
pub struct UnderlayRun {
    events: UnderlayEvents,
    digest: Digest,
}

impl UnderlayRun {
    /// Over `events`.
    #[must_use]
    pub fn new(events: UnderlayEvents) -> Self {
        Self { events, digest: Digest::default() }
    }

    /// Runs one epoch (2^16 events) through `decide`; returns the rolling digest.
    pub fn epoch(&mut self, mut decide: impl FnMut(&UnderlayEvent, &mut Words) -> UnderlayOutput) -> u32 {
        for _ in 0..EPOCH_EVENTS {
            let event = self.events.step();
            let mut state = Words::new();
            let UnderlayOutput { pause, release, cap } = decide(&event, &mut state);
            if let UnderlayEvent::Sent(_) = event {
                self.events.carry(pause);
            }
            book(&mut self.digest, &event.words(), &[pause, release.0, cap.0], &state);
        }
        self.digest.value()
    }
}

fn book(digest: &mut Digest, inputs: &[u32], answer: &[u32], state: &Words) {
    for words in [inputs, answer, state.as_slice()] {
        for word in words {
            digest.word(*word);
        }
    }
}
