//! On-Ramp beside the paper's equations in floating point: every sum of pauses equal, every release within the bound.

use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent};
use freeboard_conformance::values::{default_values, named, random_values};
use freeboard_oracle::on_ramp::{OnRamp, Report};
use freeboard_registry::cc_on_ramp::OnRampSettings;
use freeboard_registry::{AnyUnderlay, UnderlayId};
use freeboard_replay::Random;

/// Steps under one setting.
const STEPS: usize = 4_000;
/// Settings.
const SETTINGS: u64 = 60;

/// A packet on its way.
#[derive(Clone, Copy)]
struct Packet {
    number: u64,
    sent: u64,
    /// Pause it carries, as the algorithm and as the model count it.
    pause: (u32, f64),
}

struct Pair {
    flow: AnyUnderlay,
    model: OnRamp,
    now: u64,
    number: u64,
    flying: Vec<Packet>,
    random: Random,
    assigned: usize,
}

impl Pair {
    fn stamp(&self) -> Nanos32 {
        Nanos32(self.now as u32)
    }

    fn step(&mut self) {
        // Now and then a silence of up to 3 s: an old deadline must not look like the future.
        self.now += u64::from(match self.random.below(400) {
            0 => self.random.below(3_000_000_000),
            _ => self.random.below(30_000),
        });
        if self.random.one_in(2) || self.flying.is_empty() {
            self.send();
        } else {
            self.report();
        }
    }

    fn send(&mut self) {
        self.number += 1;
        let sent = Sent { now: self.stamp(), packet: self.number as u32, fresh: Bytes(1_000) };
        let pause = (self.flow.on_sent(&sent), self.model.asserted(self.now as f64));
        assert_eq!(u64::from(pause.0), pause.1 as u64 & 0xffff_ffff, "pause asserted until {}", self.now);
        self.flying.push(Packet { number: self.number, sent: self.now, pause });
        // Reports get lost.
        if self.flying.len() > 20 {
            self.flying.remove(0);
        }
    }

    fn report(&mut self) {
        let at = if self.random.one_in(8) { self.random.below(self.flying.len() as u32) as usize } else { 0 };
        let packet = if self.random.one_in(16) { self.flying[at] } else { self.flying.remove(at) };
        let delay = i64::from(self.random.below(80_000)) - 5_000;
        let before = self.flow.release(self.stamp());
        let sent = Nanos32(packet.sent as u32);
        self.flow.on_or_ack(&OrAck {
            now: self.stamp(),
            packet: packet.number as u32,
            sent,
            received: sent.plus(delay as u32),
            pause_at_sent: packet.pause.0,
        });
        let after = self.flow.release(self.stamp());
        let now = self.now as f64;
        let expected = self.model.report(&Report {
            now,
            packet: packet.number,
            delay: delay as f64,
            pause_at_sent: packet.pause.1,
        });
        let held = f64::from(after.since(self.stamp()));
        match expected {
            Some((until, noise)) if (held - (until - now)).abs() <= noise + 1.0 && held > 0.0 => {
                self.model.assign(now, now + held);
                self.assigned += 1;
            }
            // So near the threshold either is lawful.
            Some((until, noise)) if until - now <= noise => assert_eq!(before, after),
            Some(expected) => panic!("held {held} ns from {now}, the oracle says {expected:?}"),
            None => assert_eq!(before, after, "a report that counts for nothing"),
        }
    }
}

fn agrees(id: UnderlayId, strawman: bool) {
    let (fields, docs) = id.fields();
    let (mut random, mut assigned) = (Random::new(7), 0);
    for seed in 0..SETTINGS {
        let mut values =
            if seed % 3 == 0 { default_values(fields) } else { random_values(fields, &mut random) };
        if id == UnderlayId::OnRampCounted {
            // A full cap holds too; the equations know of none.
            values[usize::from(OnRampSettings::in_flight_cap.0)] = 0;
        }
        let Ok(flow) = id.place(&values) else { continue };
        let model = OnRamp::new(strawman, &named(docs, &values)).unwrap();
        let now = u64::from(random.word());
        let random = Random::new(seed);
        let mut pair = Pair { flow, model, now, number: 0, flying: Vec::new(), random, assigned: 0 };
        (0..STEPS).for_each(|_| pair.step());
        assigned += pair.assigned;
    }
    assert!(assigned > 10_000, "only {assigned} pauses");
}

#[test]
fn on_ramp_follows_equation_3() {
    agrees(UnderlayId::OnRamp, false);
}

#[test]
fn the_strawman_follows_equation_2() {
    agrees(UnderlayId::OnRampStrawman, true);
}

#[test]
fn on_ramp_that_counts_follows_equation_3_where_nothing_is_capped() {
    agrees(UnderlayId::OnRampCounted, false);
}
