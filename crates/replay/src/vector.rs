//! One event of one flow in a piece of memory, for a place that is handed bytes and gives bytes back.

use freeboard_cc_api::{
    Ack, Bytes, CongestionControl, Control, Event, IntHop, IntStack, LineFraction, Loss, Nanos32, Prior,
    Seq32,
};

/// Words of one hop.
const HOP_WORDS: usize = 4;
/// The kind of an acknowledgement.
const ACK: u32 = 1;
/// The kind of an acknowledgement with telemetry.
const INT: u32 = 11;
/// The kind of a reduction that is taken back, the last one.
const UNDO: u32 = 12;

/// An event of a flow as words: those of a golden trace's columns, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
pub struct EventWords {
    words: [u32; Self::COLUMNS],
    hops: u32,
    path: [[u32; HOP_WORDS]; freeboard_cc_api::MAX_INT_HOPS],
}

/// A flow, what happens to it, and what it answers. The place changes state and answer.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Vector<C: CongestionControl> {
    /// Parameters.
    pub params: C::Params,
    /// State.
    pub state: C,
    /// The event.
    pub event: EventWords,
    /// Window and rate after it.
    pub answer: [u32; 2],
}

impl<C: CongestionControl> Vector<C> {
    /// Lets the event happen.
    #[inline(always)]
    pub fn run(&mut self) {
        let stack = self.event.stack();
        let control = self.state.on_event(&self.params, &self.event.event(&stack));
        self.answer = [control.window.0, control.rate.to_bits()];
    }

    /// The answer.
    #[must_use]
    pub const fn control(&self) -> Control {
        let [window, rate] = self.answer;
        Control { window: Bytes(window), rate: LineFraction::from_bits(rate) }
    }
}

impl EventWords {
    /// Columns of an event without its path.
    pub const COLUMNS: usize = 13;
    /// Columns of a path: how many hops there are, and the words of each.
    pub const PATH_COLUMNS: usize = 1 + HOP_WORDS * freeboard_cc_api::MAX_INT_HOPS;
    /// Kinds of events; the first column is the number of one.
    pub const KINDS: u32 = UNDO + 1;

    /// From the columns of an event that brings no telemetry.
    #[must_use]
    pub const fn new(words: [u32; Self::COLUMNS]) -> Self {
        Self { words, hops: 0, path: [[0; HOP_WORDS]; freeboard_cc_api::MAX_INT_HOPS] }
    }

    /// The same event with the columns of a path; what stands beyond its last hop is not taken over.
    #[must_use]
    pub fn with_path(self, [hops, words @ ..]: [u32; Self::PATH_COLUMNS]) -> Self {
        let mut path = [[0; HOP_WORDS]; freeboard_cc_api::MAX_INT_HOPS];
        for (hop, words) in path.iter_mut().zip(words.as_chunks().0).take(hops as usize) {
            *hop = *words;
        }
        Self { hops, path, ..self }
    }

    /// The columns of the event.
    #[must_use]
    pub const fn columns(&self) -> [u32; Self::COLUMNS] {
        self.words
    }

    /// The columns of its path, if it brings telemetry.
    #[must_use]
    pub fn path(&self) -> Option<[u32; Self::PATH_COLUMNS]> {
        let mut columns = [0; Self::PATH_COLUMNS];
        let [hops, words @ ..] = &mut columns;
        *hops = self.hops;
        words.as_chunks_mut().0.copy_from_slice(&self.path);
        self.brings_telemetry().then_some(columns)
    }

    /// An acknowledgement with telemetry.
    #[must_use]
    pub const fn brings_telemetry(&self) -> bool {
        let [kind, ..] = self.words;
        kind == INT
    }

    /// What a control that reads no telemetry is told instead: an acknowledgement is one without it.
    #[inline(always)]
    #[must_use]
    pub const fn without_telemetry(self) -> Self {
        let mut words = self.words;
        let [kind, ..] = &mut words;
        if *kind == INT {
            *kind = ACK;
        }
        Self::new(words)
    }

    /// The same event without its round-trip time where that is negative, 2^31 ns or more.
    #[inline(always)]
    #[must_use]
    pub const fn without_negative_rtt(mut self) -> Self {
        let [_, _, _, _, _, _, _, _, rtt, ..] = &mut self.words;
        if rtt.cast_signed() < 0 {
            *rtt = 0;
        }
        self
    }

    /// Of an event.
    #[must_use]
    pub fn of(event: &Event<'_>) -> Self {
        let mut all = Self::default();
        let now = event.now().0;
        all.words = match event {
            Event::Sent { bytes, .. } => [0, now, bytes.0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
            Event::Ack { ack, .. } => ack_words(1, now, ack),
            Event::DupAck { .. } => bare(2, now),
            Event::LossEpisode { loss, .. } => loss_words(3, now, loss),
            Event::Timeout { loss, .. } => loss_words(4, now, loss),
            Event::Cnp { .. } => bare(5, now),
            Event::Rtt { rtt, .. } => [6, now, 0, 0, 0, 0, 0, 0, *rtt, 0, 0, 0, 0],
            Event::Tick { .. } => bare(7, now),
            Event::Paused { held, .. } => [8, now, 0, 0, 0, 0, 0, 0, 0, 0, 0, (*held).into(), 0],
            Event::AppLimited { .. } => bare(9, now),
            Event::Idle { silence, .. } => [10, now, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, *silence],
            Event::Int { ack, .. } => ack_words(INT, now, ack),
            Event::Undo { prior, .. } => {
                [UNDO, now, prior.window.0, 0, 0, 0, 0, prior.threshold.0, 0, 0, 0, 0, 0]
            }
        };
        if let Event::Int { stack, .. } = event {
            all.hops = u32::from(stack.count);
            all.path = stack.hops.map(|hop| [hop.stamp.0, hop.depth.0, hop.sent, hop.rate_mbps]);
        }
        all
    }

    /// The telemetry, for [`Self::event`] to refer to.
    #[inline(always)]
    #[must_use]
    pub fn stack(&self) -> IntStack {
        let hop = |&[stamp, depth, sent, rate_mbps]: &[u32; HOP_WORDS]| IntHop {
            stamp: Nanos32(stamp),
            depth: Bytes(depth),
            sent,
            rate_mbps,
        };
        let [a, b, c, d, e] = &self.path;
        IntStack { hops: [hop(a), hop(b), hop(c), hop(d), hop(e)], count: (self.hops & 7) as u8 }
    }

    /// The event.
    #[inline(always)]
    #[must_use]
    pub const fn event<'a>(&self, stack: &'a IntStack) -> Event<'a> {
        let [
            kind,
            now,
            bytes,
            acked,
            marked,
            una,
            nxt,
            in_flight,
            rtt,
            delivery_rate,
            limited,
            held,
            silence,
        ] = self.words;
        let (now, una, nxt, in_flight) = (Nanos32(now), Seq32(una), Seq32(nxt), Bytes(in_flight));
        let loss = Loss { in_flight, una, nxt };
        let (acked, marked, window_limited) = (Bytes(acked), Bytes(marked), limited == 1);
        let ack = Ack { acked, marked, una, nxt, in_flight, rtt, delivery_rate, window_limited };
        match kind {
            0 => Event::Sent { now, bytes: Bytes(bytes) },
            1 => Event::Ack { now, ack },
            2 => Event::DupAck { now },
            3 => Event::LossEpisode { now, loss },
            4 => Event::Timeout { now, loss },
            5 => Event::Cnp { now },
            6 => Event::Rtt { now, rtt },
            7 => Event::Tick { now },
            8 => Event::Paused { now, held: held == 1 },
            9 => Event::AppLimited { now },
            10 => Event::Idle { now, silence },
            UNDO => Event::Undo { now, prior: Prior { window: Bytes(bytes), threshold: in_flight } },
            _ => Event::Int { now, ack, stack },
        }
    }
}

const fn bare(kind: u32, now: u32) -> [u32; EventWords::COLUMNS] {
    [kind, now, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
}

const fn loss_words(kind: u32, now: u32, loss: &Loss) -> [u32; EventWords::COLUMNS] {
    [kind, now, 0, 0, 0, loss.una.0, loss.nxt.0, loss.in_flight.0, 0, 0, 0, 0, 0]
}

const fn ack_words(kind: u32, now: u32, ack: &Ack) -> [u32; EventWords::COLUMNS] {
    let limited = ack.window_limited as u32;
    let (una, nxt, in_flight) = (ack.una.0, ack.nxt.0, ack.in_flight.0);
    [kind, now, 0, ack.acked.0, ack.marked.0, una, nxt, in_flight, ack.rtt, ack.delivery_rate, limited, 0, 0]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FlowEvents, plan};

    #[test]
    fn an_event_of_every_kind_comes_back_from_its_words() {
        let mut events = FlowEvents::new(plan::SEED);
        let mut kinds = [0; EventWords::KINDS as usize];
        for _ in 0..20_000 {
            let event = events.step();
            let words = EventWords::of(&event);
            kinds[words.words[0] as usize] += 1;
            let stack = words.stack();
            assert_eq!(words.event(&stack), event);
            let columns = EventWords::new(words.columns());
            assert_eq!(words.path().map_or(columns, |path| columns.with_path(path)), words);
        }
        assert!(kinds.iter().skip(1).all(|seen| *seen > 20), "{kinds:?}");
    }

    #[test]
    fn what_stands_beyond_the_last_hop_is_not_taken_over() {
        let words = EventWords::new([INT, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let mut path = [7; EventWords::PATH_COLUMNS];
        path[0] = 2;
        let stack = words.with_path(path).stack();
        assert_eq!(stack.count, 2);
        assert_eq!(stack.hops.map(|hop| hop.sent), [7, 7, 0, 0, 0]);
    }
}
