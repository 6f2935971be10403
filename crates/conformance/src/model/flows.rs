//! From operations to events of one flow, as a correct transport would give them.

use super::FlowOp;
use cc_api::{Ack, Bytes, Event, Loss, Nanos32, Seq32};
use oracle::{Flight, FlowEvent};
use replay::Random;

/// Kinds of events that carry nothing but a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    Sent(u32),
    DupAck,
    Cnp,
    Rtt(u32),
    Tick,
    Paused(bool),
    AppLimited,
}

/// One event on unbounded time and sequence numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedFlow {
    /// When \[ns\].
    pub now: u64,
    /// What, for an oracle.
    pub event: FlowEvent,
    plain: Plain,
    rtt: u32,
}

impl TimedFlow {
    /// As a transport hands it over whose clock is `shift` and whose sequence numbers `offset` ahead.
    #[must_use]
    pub fn event(&self, shift: u64, offset: u64) -> Event<'static> {
        let now = Nanos32(self.now.wrapping_add(shift) as u32);
        let seq = |number: u64| Seq32(number.wrapping_add(offset) as u32);
        let loss = |flight: &Flight| Loss {
            in_flight: Bytes(flight.in_flight as u32),
            una: seq(flight.una),
            nxt: seq(flight.nxt),
        };
        match &self.event {
            FlowEvent::Ack(flight) => Event::Ack {
                now,
                ack: Ack {
                    acked: Bytes(flight.acked as u32),
                    marked: Bytes(flight.marked as u32),
                    una: seq(flight.una),
                    nxt: seq(flight.nxt),
                    in_flight: Bytes(flight.in_flight as u32),
                    rtt: self.rtt,
                    delivery_rate: self.rtt & 0xf_ffff,
                    window_limited: flight.window_limited,
                },
            },
            FlowEvent::Loss(flight) => Event::LossEpisode { now, loss: loss(flight) },
            FlowEvent::Timeout(flight) => Event::Timeout { now, loss: loss(flight) },
            FlowEvent::Idle(silence) => {
                Event::Idle { now, silence: u32::try_from(*silence).unwrap_or(u32::MAX) }
            }
            FlowEvent::Other => match self.plain {
                Plain::Sent(bytes) => Event::Sent { now, bytes: Bytes(bytes) },
                Plain::DupAck => Event::DupAck { now },
                Plain::Cnp => Event::Cnp { now },
                Plain::Rtt(rtt) => Event::Rtt { now, rtt },
                Plain::Tick => Event::Tick { now },
                Plain::Paused(held) => Event::Paused { now, held },
                Plain::AppLimited => Event::AppLimited { now },
            },
        }
    }
}

/// One flow's events.
#[derive(Clone, Debug)]
pub struct FlowModel {
    mss: u64,
    now: u64,
    una: u64,
    nxt: u64,
    random: Random,
}

impl FlowModel {
    /// A fresh flow with segments of `mss` bytes.
    #[must_use]
    pub fn new(mss: u32, seed: u64) -> Self {
        Self { mss: mss.into(), now: 1 << 20, una: 0, nxt: u64::from(mss) * 10, random: Random::new(seed) }
    }

    /// Appends the events of one operation.
    pub fn apply(&mut self, op: FlowOp, events: &mut Vec<TimedFlow>) {
        self.now += u64::from(self.random.below(20_000));
        match op {
            FlowOp::Acks { count, segments, mark_one_in, window, limited } => {
                for _ in 0..count {
                    events.push(self.ack(segments, mark_one_in, window, limited));
                }
            }
            FlowOp::Loss => events.push(self.timed(FlowEvent::Loss(self.flight(0, 0, true)))),
            FlowOp::Timeout => {
                events.push(self.timed(FlowEvent::Timeout(self.flight(0, 0, true))));
            }
            FlowOp::Silence { log2 } => {
                let silence = (1u64 << log2) + u64::from(self.random.below(3)) - 1;
                self.now += silence;
                events.push(self.timed(FlowEvent::Idle(silence)));
            }
            FlowOp::Sent { segments } => {
                let bytes = u64::from(segments) * self.mss;
                self.nxt += bytes;
                events.push(self.plain(Plain::Sent(bytes as u32)));
            }
            FlowOp::DupAck => events.push(self.plain(Plain::DupAck)),
            FlowOp::Cnp => events.push(self.plain(Plain::Cnp)),
            FlowOp::Rtt => {
                let rtt = self.random.word();
                events.push(self.plain(Plain::Rtt(rtt)));
            }
            FlowOp::Tick => events.push(self.plain(Plain::Tick)),
            FlowOp::Pause => {
                events.push(self.plain(Plain::Paused(true)));
                events.push(self.plain(Plain::Paused(false)));
            }
            FlowOp::AppLimited => events.push(self.plain(Plain::AppLimited)),
        }
    }

    fn ack(&mut self, segments: u8, mark_one_in: u8, window: u8, limited: bool) -> TimedFlow {
        self.now += u64::from(self.random.below(5_000));
        // What is acknowledged was sent, and something stays in flight unless the window is 0.
        let acked = (u64::from(segments) * self.mss).min(self.nxt - self.una);
        self.una += acked;
        self.nxt = self.nxt.max(self.una + u64::from(window) * self.mss);
        let marks = mark_one_in != 0 && self.random.one_in(mark_one_in.into());
        let flight = self.flight(acked, if marks { acked } else { 0 }, limited);
        let rtt = 20_000 + self.random.below(300_000);
        TimedFlow { rtt, ..self.timed(FlowEvent::Ack(flight)) }
    }

    fn flight(&self, acked: u64, marked: u64, window_limited: bool) -> Flight {
        Flight { acked, marked, una: self.una, nxt: self.nxt, in_flight: self.nxt - self.una, window_limited }
    }

    fn timed(&self, event: FlowEvent) -> TimedFlow {
        TimedFlow { now: self.now, event, plain: Plain::DupAck, rtt: 0 }
    }

    fn plain(&self, plain: Plain) -> TimedFlow {
        TimedFlow { plain, ..self.timed(FlowEvent::Other) }
    }

    /// Events of random operations, at least `count`.
    pub fn random(&mut self, count: usize) -> Vec<TimedFlow> {
        let mut events = Vec::with_capacity(count + 128);
        while events.len() < count {
            let words = core::array::from_fn(|_| self.random.word());
            self.apply(FlowOp::from_words(words), &mut events);
        }
        events
    }
}
