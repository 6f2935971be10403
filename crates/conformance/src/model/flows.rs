//! From operations to events of one flow, as a correct transport would give them.

use super::path::Links;
use super::{FlowOp, OwnedEvent};
use freeboard_cc_api::{Ack, Bytes, Event, IntHop, IntStack, Loss, Nanos32, Prior, Seq32};
use freeboard_oracle::{Flight, FlowEvent, Path};
use freeboard_replay::Random;

/// One event on unbounded time and sequence numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedFlow {
    /// When \[ns\].
    pub now: u64,
    /// What.
    pub event: FlowEvent,
}

impl TimedFlow {
    /// As a transport hands it over whose clock is `shift` and whose sequence numbers and counters `offset` ahead.
    #[must_use]
    pub fn event(&self, shift: u64, offset: u64) -> OwnedEvent {
        let now = Nanos32(self.now.wrapping_add(shift) as u32);
        let seq = |number: u64| Seq32(number.wrapping_add(offset) as u32);
        let loss = |flight: &Flight| Loss {
            in_flight: Bytes(flight.in_flight as u32),
            una: seq(flight.una),
            nxt: seq(flight.nxt),
        };
        let ack = |flight: &Flight| Ack {
            acked: Bytes(flight.acked as u32),
            marked: Bytes(flight.marked as u32),
            una: seq(flight.una),
            nxt: seq(flight.nxt),
            in_flight: Bytes(flight.in_flight as u32),
            rtt: flight.rtt.unwrap_or(0) as u32,
            delivery_rate: flight.delivery_rate.unwrap_or(0) as u32,
            window_limited: flight.window_limited,
        };
        OwnedEvent::new(&match &self.event {
            FlowEvent::Telemetry(flight, path) => {
                let stack = &stack(path, shift, offset);
                return OwnedEvent::new(&Event::Int { now, ack: ack(flight), stack });
            }
            FlowEvent::Ack(flight) => Event::Ack { now, ack: ack(flight) },
            FlowEvent::Loss(flight) => Event::LossEpisode { now, loss: loss(flight) },
            FlowEvent::Timeout(flight) => Event::Timeout { now, loss: loss(flight) },
            FlowEvent::Idle(silence) => {
                Event::Idle { now, silence: u32::try_from(*silence).unwrap_or(u32::MAX) }
            }
            FlowEvent::Sent(bytes) => Event::Sent { now, bytes: Bytes(*bytes as u32) },
            FlowEvent::DupAck => Event::DupAck { now },
            FlowEvent::Cnp => Event::Cnp { now },
            FlowEvent::Rtt(rtt) => Event::Rtt { now, rtt: *rtt as u32 },
            FlowEvent::Tick => Event::Tick { now },
            FlowEvent::Paused(held) => Event::Paused { now, held: *held },
            FlowEvent::AppLimited => Event::AppLimited { now },
            FlowEvent::Undo { window, threshold } => {
                let threshold = Bytes(threshold.map_or(u32::MAX, |bytes| bytes as u32));
                Event::Undo { now, prior: Prior { window: Bytes(*window as u32), threshold } }
            }
        })
    }
}

fn stack(path: &Path, shift: u64, offset: u64) -> IntStack {
    let hops = core::array::from_fn(|at| {
        let hop = &path.hops[at];
        if at >= path.count {
            return IntHop::default();
        }
        IntHop {
            stamp: Nanos32(hop.stamp.wrapping_add(shift) as u32),
            depth: Bytes(hop.depth as u32),
            sent: hop.sent.wrapping_add(offset) as u32,
            rate_mbps: hop.rate_mbps as u32,
        }
    });
    IntStack { hops, count: path.count as u8 }
}

/// One flow's events.
#[derive(Clone, Debug)]
pub struct FlowModel {
    mss: u64,
    now: u64,
    una: u64,
    nxt: u64,
    links: Links,
    random: Random,
}

impl FlowModel {
    /// A fresh flow with segments of `mss` bytes.
    #[must_use]
    pub fn new(mss: u32, seed: u64) -> Self {
        let (mss, random) = (u64::from(mss), Random::new(seed));
        Self { mss, now: 1 << 20, una: 0, nxt: mss * 10, links: Links::default(), random }
    }

    /// Appends the events of one operation.
    pub fn apply(&mut self, op: FlowOp, events: &mut Vec<TimedFlow>) {
        self.now += u64::from(self.random.below(20_000));
        match op {
            FlowOp::Acks { count, segments, mark_one_in, window, limited } => {
                for _ in 0..count {
                    let flight = self.ack(segments, mark_one_in, window, limited);
                    events.push(self.timed(FlowEvent::Ack(flight)));
                }
            }
            FlowOp::Telemetry { count, hops, load, depth_log2 } => {
                for _ in 0..count {
                    let flight = self.ack(1, 16, 100, true);
                    let path = self.links.sample(self.now, (hops, load, depth_log2), &mut self.random);
                    events.push(self.timed(FlowEvent::Telemetry(flight, path)));
                }
            }
            FlowOp::Tick { count } => {
                for _ in 0..count {
                    events.push(self.timed(FlowEvent::Tick));
                    self.now += u64::from(self.random.below(40_000));
                }
            }
            FlowOp::Silence { log2 } => {
                let silence = (1u64 << log2) + u64::from(self.random.below(3)) - 1;
                self.now += silence;
                events.push(self.timed(FlowEvent::Idle(silence)));
            }
            FlowOp::Sent { segments } => {
                let bytes = u64::from(segments) * self.mss;
                self.nxt += bytes;
                events.push(self.timed(FlowEvent::Sent(bytes)));
            }
            FlowOp::Pause => {
                events.push(self.timed(FlowEvent::Paused(true)));
                self.now += u64::from(self.random.below(200_000));
                events.push(self.timed(FlowEvent::Paused(false)));
            }
            other => {
                let event = self.single(other);
                events.push(self.timed(event));
            }
        }
    }

    /// The operations that are one event.
    fn single(&mut self, op: FlowOp) -> FlowEvent {
        let flight = self.flight(0, 0, true);
        match op {
            FlowOp::Loss => FlowEvent::Loss(flight),
            FlowOp::Timeout => FlowEvent::Timeout(flight),
            FlowOp::Cnp => FlowEvent::Cnp,
            // A place passes no negative time on.
            FlowOp::Rtt => FlowEvent::Rtt((self.random.word() >> 1).into()),
            FlowOp::AppLimited => FlowEvent::AppLimited,
            FlowOp::Undo => {
                let segments = |count: u32| u64::from(count) * self.mss;
                let window = segments(self.random.below(256));
                let bounded = !self.random.one_in(4);
                let threshold = bounded.then(|| segments(self.random.below(256)));
                FlowEvent::Undo { window, threshold }
            }
            _ => FlowEvent::DupAck,
        }
    }

    fn ack(&mut self, segments: u8, mark_one_in: u8, window: u8, limited: bool) -> Flight {
        self.now += u64::from(self.random.below(5_000));
        // What is acknowledged was sent, and something stays in flight unless the window is 0.
        let acked = (u64::from(segments) * self.mss).min(self.nxt - self.una);
        self.una += acked;
        self.nxt = self.nxt.max(self.una + u64::from(window) * self.mss);
        let marks = mark_one_in != 0 && self.random.one_in(mark_one_in.into());
        let rtt = (!self.random.one_in(16)).then(|| self.rtt());
        let delivery_rate = (!self.random.one_in(16)).then(|| self.random.below(1 << 20).into());
        Flight { rtt, delivery_rate, ..self.flight(acked, if marks { acked } else { 0 }, limited) }
    }

    /// From a microsecond to a third of a millisecond, seldom to milliseconds.
    fn rtt(&mut self) -> u64 {
        u64::from(match self.random.below(16) {
            0 => 1 + self.random.below(3_000_000),
            1..=7 => 1_000 + self.random.below(60_000),
            _ => 20_000 + self.random.below(300_000),
        })
    }

    fn flight(&self, acked: u64, marked: u64, window_limited: bool) -> Flight {
        let Self { una, nxt, .. } = *self;
        Flight { acked, marked, una, nxt, in_flight: nxt - una, window_limited, ..Flight::default() }
    }

    fn timed(&self, event: FlowEvent) -> TimedFlow {
        TimedFlow { now: self.now, event }
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
