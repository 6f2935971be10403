//! A closed loop: one flow over one bottleneck at a quarter of the line.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Nanos32, Seq32};
use freeboard_cc_bbr::{Bbr, BbrParams, BbrSettings};
use std::collections::VecDeque;

pub(crate) const MSS: u32 = 1_000;
pub(crate) const LINE: u32 = 1 << 20;

pub(crate) fn params(settings: BbrSettings) -> BbrParams {
    Bbr::params(&settings, Bytes(MSS)).unwrap()
}

/// A packet under way: when it arrives back, and what was delivered when it left, and when.
pub(crate) struct Packet {
    back: u64,
    sent: u64,
    delivered: u32,
    delivered_at: u64,
}

/// One flow over one bottleneck at a quarter of a 10 Gbit/s line: 3200 ns per segment, 100 us of propagation.
pub(crate) struct Loop {
    pub(crate) flow: Bbr,
    pub(crate) params: BbrParams,
    pub(crate) now: u64,
    pub(crate) free: u64,
    pub(crate) next_send: u64,
    pub(crate) sent: u32,
    /// Sequence number of the first byte.
    pub(crate) first: u32,
    /// Propagation and back \[ns\].
    pub(crate) base: u64,
    pub(crate) delivered: u32,
    pub(crate) delivered_at: u64,
    pub(crate) flight: VecDeque<Packet>,
    pub(crate) queue_max: u64,
    /// The path gets longer by one part in this many of time; 0 for never.
    pub(crate) stretch: u64,
}

pub(crate) const SERVICE: u64 = 3_200;
pub(crate) const BASE: u64 = 100_000;
/// Nanoseconds per segment at line rate.
const LINE_GAP: u64 = 800;

impl Loop {
    pub(crate) fn new(settings: BbrSettings) -> Self {
        let (params, start) = (params(settings), 4_294_000_000);
        Self {
            flow: Bbr::default(),
            params,
            now: start,
            free: 0,
            next_send: start,
            sent: 0,
            first: 0,
            base: BASE,
            delivered: 0,
            delivered_at: start,
            flight: VecDeque::new(),
            queue_max: 0,
            stretch: 0,
        }
    }

    pub(crate) fn number(&self, segment: u32) -> Seq32 {
        Seq32(self.first.wrapping_add(segment.wrapping_mul(MSS)))
    }

    pub(crate) fn tell(&mut self, event: &Event<'_>) {
        self.flow.on_event(&self.params, event);
    }

    /// The next thing that happens: a packet leaves, or comes back.
    pub(crate) fn step(&mut self) {
        let control = self.flow.control(&self.params);
        let open = self.flight.len() as u32 * MSS + MSS <= control.window.0;
        let back = self.flight.front().map_or(u64::MAX, |packet| packet.back);
        if open && self.next_send.max(self.now) <= back {
            self.now = self.next_send.max(self.now);
            self.next_send = self.now + LINE_GAP * u64::from(LINE) / u64::from(control.rate.to_bits());
            self.free = self.free.max(self.now) + SERVICE;
            self.queue_max = self.queue_max.max(self.free - self.now);
            let (delivered, delivered_at) = (self.delivered, self.delivered_at);
            let base =
                self.base + self.now.saturating_sub(4_294_000_000).checked_div(self.stretch).unwrap_or(0);
            self.flight.push_back(Packet { back: self.free + base, sent: self.now, delivered, delivered_at });
            self.sent += 1;
            return;
        }
        let packet = self.flight.pop_front().expect("something is in flight");
        self.now = packet.back;
        self.delivered += 1;
        self.delivered_at = self.now;
        let span = self.now - packet.delivered_at;
        let rate = u64::from(self.delivered - packet.delivered) * LINE_GAP * u64::from(LINE) / span.max(1);
        let ack = Ack {
            acked: Bytes(MSS),
            una: self.number(self.delivered),
            nxt: self.number(self.sent),
            in_flight: Bytes(self.flight.len() as u32 * MSS),
            rtt: (self.now - packet.sent) as u32,
            delivery_rate: rate.min(u64::from(LINE)) as u32,
            ..Ack::default()
        };
        let now = Nanos32(self.now as u32);
        self.tell(&Event::Ack { now, ack });
    }

    /// Everything comes back and nothing leaves.
    pub(crate) fn drain(&mut self) {
        self.next_send = u64::MAX;
        while !self.flight.is_empty() {
            self.step();
        }
    }

    pub(crate) fn run(&mut self, nanos: u64) {
        let end = self.now + nanos;
        while self.now < end {
            self.step();
        }
    }
}
