//! A stream of what an underlay of one flow sees.

use crate::Random;
use crate::plan::CAP;
use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent, UnderlayEvent};

/// Payload of a full segment in the stream \[B\].
const MSS: u32 = 1460;

/// Most bytes that are not acknowledged: twice the cap of the plan.
const UNACKED_MAX: u32 = 2 * CAP;

/// Packets on their way that a report may still name. A power of two.
const FLYING: usize = 32;

/// Farthest a clock is off for a phase, as a power of two \[ns\]: none, 8 us, 131 us, and a step of 1.07 s.
const OFFSETS_LOG2: [u32; 4] = [0, 13, 17, 30];

/// One-way delays a phase may hover below \[ns\]: a calm path, one around the usual thresholds, a full buffer, an
/// overflowing one.
const DELAYS_NS: [u32; 4] = [20_000, 60_000, 400_000, 9_000_000];

/// Spacings of events a phase may have \[ns\]: 100 and 10 Gbit/s of 1500 B, and sparse traffic.
const GAPS_NS: [u32; 4] = [120, 1_200, 20_000, 300_000];

/// A packet on its way.
#[derive(Clone, Copy, Debug, Default)]
struct Flying {
    packet: u32,
    sent: u32,
    pause: u32,
}

/// An endless stream of packets, reports, acknowledgements and queries of one flow.
///
/// Reports are late, doubled, lost and out of order; receivers' clocks are off and step; stamps, packet numbers and
/// counters start anywhere and wrap; now and then an echo is nonsense, and a flow falls silent for seconds.
#[derive(Clone, Debug)]
pub struct UnderlayEvents {
    random: Random,
    now: u32,
    packet: u32,
    unacked: u32,
    flying: [Flying; FLYING],
    gap: u32,
    delay: u32,
    offset: u32,
    left: u32,
}

impl UnderlayEvents {
    /// The stream of `seed`.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let (now, packet) = (random.word(), random.word());
        let flying = [Flying { packet, sent: now, pause: 0 }; FLYING];
        Self { random, now, packet, unacked: 0, flying, gap: 0, delay: 0, offset: 0, left: 0 }
    }

    /// The next event. After a packet was sent, [`carry`](Self::carry) says what pause it carries.
    pub const fn step(&mut self) -> UnderlayEvent {
        if self.left == 0 {
            self.new_phase();
        }
        self.left = self.left.wrapping_sub(1);
        self.now = self.now.wrapping_add(self.random.below(2 * self.gap + 1));
        let now = Nanos32(self.now);
        match self.random.below(16) {
            0..=5 if self.unacked < UNACKED_MAX => self.send(),
            6..=10 => UnderlayEvent::Report(self.report()),
            0..=5 | 11..=13 => {
                let acked = self.random.below(5).wrapping_mul(MSS);
                let acked = if acked < self.unacked { acked } else { self.unacked };
                self.unacked = self.unacked.wrapping_sub(acked);
                UnderlayEvent::Ack { now, acked: Bytes(acked) }
            }
            _ => UnderlayEvent::Query { now },
        }
    }

    /// What the packet sent last carries.
    pub const fn carry(&mut self, pause: u32) {
        self.flying[self.packet as usize % FLYING].pause = pause;
    }

    const fn send(&mut self) -> UnderlayEvent {
        self.packet = self.packet.wrapping_add(1);
        self.unacked = self.unacked.saturating_add(MSS);
        self.flying[self.packet as usize % FLYING] = Flying { packet: self.packet, sent: self.now, pause: 0 };
        UnderlayEvent::Sent(Sent { now: Nanos32(self.now), packet: self.packet, fresh: Bytes(MSS) })
    }

    /// Of a packet among the last 32: nearly always a newer one than before, so that most count.
    const fn report(&mut self) -> OrAck {
        let back = if self.random.one_in(4) { self.random.below(FLYING as u32) } else { 0 };
        let Flying { packet, sent, pause } = self.flying[self.packet.wrapping_sub(back) as usize % FLYING];
        let delay = self.random.below(self.delay);
        let received = sent.wrapping_add(delay).wrapping_add(self.offset);
        let pause = if self.random.one_in(512) { self.random.word() } else { pause };
        OrAck {
            now: Nanos32(self.now),
            packet,
            sent: Nanos32(sent),
            received: Nanos32(received),
            pause_at_sent: pause,
        }
    }

    const fn new_phase(&mut self) {
        self.left = 1 + self.random.below(300);
        self.gap = GAPS_NS[self.random.below(4) as usize & 3];
        self.delay = DELAYS_NS[self.random.below(4) as usize & 3];
        // Half of the phases have good clocks; a step of seconds is the rarest.
        let kinds = 1 + self.random.below(4);
        let off = OFFSETS_LOG2[self.random.below(kinds) as usize & 3];
        let offset = self.random.below(1 << off);
        self.offset = if self.random.one_in(2) { offset } else { offset.wrapping_neg() };
        match self.random.below(32) {
            // Silences around half and whole turns of the clock.
            0 => self.now = self.now.wrapping_add(self.random.word()),
            1 => self.packet = self.random.word(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_event_and_of_trouble_occurs() {
        let mut events = UnderlayEvents::new(5);
        let (mut kinds, mut wraps, mut old, mut negative, mut insane) = ([0; 4], 0, 0, 0, 0);
        let (mut before, mut newest) = (0u32, None);
        for _ in 0..200_000 {
            let event = events.step();
            kinds[event.words()[0] as usize] += 1;
            wraps += u32::from(event.now().0 < before);
            before = event.now().0;
            if let UnderlayEvent::Sent(_) = event {
                events.carry(7);
            }
            if let UnderlayEvent::Report(report) = event {
                let delay = report.received.signed_since(report.sent);
                old += u32::from(newest.is_some_and(|it: u32| report.packet.wrapping_sub(it) as i32 <= 0));
                newest = Some(report.packet);
                negative += u32::from(delay < 0);
                insane += u32::from(delay.unsigned_abs() > 100_000_000);
            }
        }
        assert!(kinds.iter().all(|count| *count > 10_000), "{kinds:?}");
        assert!(wraps > 3 && old > 1_000 && negative > 1_000, "{wraps} {old} {negative}");
        assert!((500..20_000).contains(&insane), "{insane} clock steps");
    }
}
