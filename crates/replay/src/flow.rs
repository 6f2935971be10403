//! A stream of events of one flow, for congestion controls.

use crate::Random;
use freeboard_cc_api::{Ack, Bytes, Event, IntHop, IntStack, Loss, MAX_INT_HOPS, Nanos32, Prior, Seq32};

/// Payload of a full segment in the stream \[B\].
const MSS: u32 = 1460;

/// Link rates on the telemetry path \[Mbit/s\]; 0 is what a broken hop may report.
const RATES_MBPS: [u32; 4] = [100_000, 400_000, 25_000, 0];

/// An endless stream of flow events of every kind: ACKs mostly, with and without telemetry, with marks,
/// losses, timeouts, pauses and silences.
#[derive(Clone, Debug)]
pub struct FlowEvents {
    random: Random,
    now: u32,
    una: u32,
    nxt: u32,
    /// One ACK in this many carries a mark; 0 for none.
    mark_one_in: u32,
    left: u32,
    held: bool,
    /// End of the data that was sent when the last loss or timeout came, until an undo.
    lost_until: Option<u32>,
    stack: IntStack,
}

impl FlowEvents {
    /// The stream of `seed`; sequence numbers and clock start anywhere, as when attached in mid-life.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (now, una) = (random.word(), random.word());
        let hop = IntHop { stamp: Nanos32(0), depth: Bytes(0), sent: 0, rate_mbps: 0 };
        let stack = IntStack { hops: [hop; MAX_INT_HOPS], count: 0 };
        let nxt = una.wrapping_add(10 * MSS);
        Self { random, now, una, nxt, mark_one_in: 0, left: 0, held: false, lost_until: None, stack }
    }

    /// The next event.
    pub fn step(&mut self) -> Event<'_> {
        if self.left == 0 {
            self.left = 1 + self.random.below(400);
            self.mark_one_in = [0, 1, 4, 64][self.random.below(4) as usize & 3];
        }
        self.left = self.left.wrapping_sub(1);
        self.now = self.now.wrapping_add(self.random.below(50_000));
        let now = Nanos32(self.now);
        match self.random.below(256) {
            0 => {
                self.lost_until = Some(self.nxt);
                Event::LossEpisode { now, loss: self.loss() }
            }
            1 => {
                self.lost_until = Some(self.nxt);
                Event::Timeout { now, loss: self.loss() }
            }
            2 => Event::Idle { now, silence: self.random.word() },
            3 => Event::AppLimited { now },
            4..=13 => Event::DupAck { now },
            14..=15 => match self.lost_until {
                // Duplicates are reported once all that was sent before the loss has arrived.
                Some(end) if Seq32(self.una).is_at_or_after(Seq32(end)) => {
                    self.lost_until = None;
                    Event::Undo { now, prior: self.prior() }
                }
                _ => Event::DupAck { now },
            },
            16..=19 => Event::Cnp { now },
            20..=23 => Event::Rtt { now, rtt: self.rtt() },
            24..=39 => Event::Tick { now },
            40..=41 => {
                self.held = !self.held;
                Event::Paused { now, held: self.held }
            }
            42..=71 => {
                let bytes = MSS * (1 + self.random.below(4));
                self.nxt = self.nxt.wrapping_add(bytes);
                Event::Sent { now, bytes: Bytes(bytes) }
            }
            72..=119 => {
                let ack = self.ack();
                self.advance_path();
                Event::Int { now, ack, stack: &self.stack }
            }
            _ => Event::Ack { now, ack: self.ack() },
        }
    }

    fn in_flight(&self) -> u32 {
        self.nxt.wrapping_sub(self.una)
    }

    /// From a microsecond to a third of a millisecond; rarely none, rarely seconds. A negative one reaches no control.
    fn rtt(&mut self) -> u32 {
        match self.random.below(64) {
            0 => 0,
            1 => self.random.word() >> 1,
            2..=31 => 1_000 + self.random.below(30_000),
            _ => 20_000 + self.random.below(300_000),
        }
    }

    /// One more sample of the path; now and then of another path, of another length.
    fn advance_path(&mut self) {
        if self.random.one_in(64) {
            self.stack.count = self.random.below(MAX_INT_HOPS as u32 + 1) as u8;
        }
        let count = usize::from(self.stack.count);
        for (at, hop) in self.stack.hops.iter_mut().enumerate() {
            if at >= count {
                *hop = IntHop::default();
                continue;
            }
            let reach = self.random.below(60_000);
            hop.stamp = Nanos32(self.now.wrapping_sub(reach));
            hop.depth = Bytes(self.random.below(2_000) * self.random.below(400));
            hop.sent = hop.sent.wrapping_add(self.random.below(400_000));
            hop.rate_mbps = RATES_MBPS[if self.random.one_in(64) { 3 } else { at & 1 }];
        }
    }

    fn loss(&self) -> Loss {
        Loss { in_flight: Bytes(self.in_flight()), una: Seq32(self.una), nxt: Seq32(self.nxt) }
    }

    /// Up to 255 segments, one in four without a threshold; rarely of any size.
    fn prior(&mut self) -> Prior {
        if self.random.one_in(16) {
            return Prior { window: Bytes(self.random.word()), threshold: Bytes(self.random.word()) };
        }
        let window = Bytes(self.random.below(256) * MSS);
        let threshold = if self.random.one_in(4) { u32::MAX } else { self.random.below(256) * MSS };
        Prior { window, threshold: Bytes(threshold) }
    }

    fn ack(&mut self) -> Ack {
        // Keep data in flight: what is acknowledged was sent.
        if self.in_flight() < 4 * MSS {
            self.nxt = self.nxt.wrapping_add(16 * MSS);
        }
        let acked = (MSS * (1 + self.random.below(2))).min(self.in_flight());
        self.una = self.una.wrapping_add(acked);
        let marked = self.mark_one_in != 0 && self.random.one_in(self.mark_one_in);
        Ack {
            acked: Bytes(acked),
            marked: Bytes(if marked { acked } else { 0 }),
            una: Seq32(self.una),
            nxt: Seq32(self.nxt),
            in_flight: Bytes(self.in_flight()),
            rtt: self.rtt(),
            delivery_rate: self.random.below(1 << 20),
            window_limited: !self.random.one_in(8),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn acknowledges_only_what_was_sent_and_wraps() {
        let mut events = FlowEvents::new(3);
        let (mut last, mut wraps) = (None, 0);
        for _ in 0..4_000_000 {
            if let Event::Ack { ack, .. } = events.step() {
                assert!(ack.nxt.is_at_or_after(ack.una));
                wraps += u32::from(last.is_some_and(|last: u32| ack.una.0 < last));
                last = Some(ack.una.0);
            }
        }
        assert!(wraps >= 1);
    }
}
