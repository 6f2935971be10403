//! Bounds of every control output and liveness of every flow, over the registry and all legal settings.

use freeboard_cc_api::{Bytes, LineFraction, Nanos32, OrAck, Sent, UnderlayEvent, UnderlayOutput};
use freeboard_conformance::model::FlowModel;
use freeboard_conformance::suites::cc_setups;
use freeboard_conformance::values::{default_values, named, random_values};
use freeboard_registry::{AnyUnderlay, CcId, UnderlayId};
use freeboard_replay::{Random, UnderlayEvents, plan};

/// Settings of an underlay: the defaults, those with a cap, and random ones.
fn layers(id: UnderlayId) -> impl Iterator<Item = (AnyUnderlay, u32)> {
    let (fields, docs) = id.fields();
    let mut random = Random::new(191);
    let drawn = (0..12).map(move |_| random_values(fields, &mut random));
    let capped = plan::underlay_settings(fields).as_slice().to_vec();
    [default_values(fields), capped].into_iter().chain(drawn).filter_map(move |values| {
        let longest = named(docs, &values).get("pause_max").unwrap_or(0);
        Some((id.place(&values).ok()?, u32::try_from(longest).ok()?))
    })
}

/// An underlay in the life of a flow: the stream tells its packets what they carry.
struct Life {
    flow: AnyUnderlay,
    events: UnderlayEvents,
}

impl Life {
    fn new(flow: AnyUnderlay, seed: u64) -> Self {
        Self { flow, events: UnderlayEvents::new(seed) }
    }

    fn step(&mut self) -> (UnderlayEvent, UnderlayOutput) {
        let event = self.events.step();
        let answer = self.flow.take(&event);
        if let UnderlayEvent::Sent(_) = event {
            self.events.carry(answer.pause);
        }
        (event, answer)
    }
}

#[test]
fn every_answer_lets_a_segment_go_at_a_rate_from_the_smallest_to_the_line() {
    for id in CcId::ALL {
        for (seed, setup) in (0..).zip(cc_setups(*id, 190)) {
            let smallest = named(id.fields().1, &setup.values).get("min_rate").unwrap_or(1);
            let mut flow = setup.place();
            for timed in FlowModel::new(setup.mss, seed).random(3_000) {
                let answer = flow.on_event(&timed.event(seed << 20, 5 << 30).get());
                assert!(answer.window >= Bytes(setup.mss), "{setup:?}: {answer:?} after {timed:?}");
                assert!(answer.rate <= LineFraction::LINE, "{setup:?}: {answer:?} after {timed:?}");
                let rate = i64::from(answer.rate.to_bits());
                assert!(rate >= smallest as i64, "{setup:?}: {answer:?} after {timed:?}");
                assert_eq!(flow.control(), answer, "{setup:?}: what holds is what was answered");
            }
        }
    }
}

#[test]
fn every_pause_ends_by_time_alone_within_its_maximum() {
    for id in UnderlayId::ALL {
        let mut pauses = 0;
        for (seed, (flow, longest)) in (0..).zip(layers(*id)) {
            let mut life = Life::new(flow, seed);
            for _ in 0..3_000 {
                let (event, answer) = life.step();
                let held = answer.release.signed_since(event.now()).max(0).cast_unsigned();
                assert!(held <= longest, "{id:?}: held for {held} ns of {longest}");
                let end = event.now().plus(held);
                assert!(life.flow.release(end).signed_since(end) <= 0, "{id:?}: still held after {held} ns");
                pauses += u32::from(held > 0);
            }
        }
        assert!(pauses > 1_000 || id.name().is_empty(), "{id:?}: only {pauses} pauses");
    }
}

/// Half a turn of the clock is 2.147 s: a deadline older than that compares as one to come.
///
/// A whole turn, 4.295 s, after a pause, an old deadline is one to come for whatever is told no more than 32 bits of time: for a
/// pause at most.
#[test]
fn a_flow_that_was_silent_for_longer_than_half_a_turn_of_the_clock_resumes_at_once() {
    for id in UnderlayId::ALL {
        let mut silent = 0;
        for (seed, (flow, longest)) in (0..).zip(layers(*id)) {
            let mut life = Life::new(flow, 100 + seed);
            let (mut before, mut now, mut deadline) = (Nanos32(0), 0u64, 0u64);
            for _ in 0..3_000 {
                let (event, answer) = life.step();
                now += u64::from(event.now().since(before));
                before = event.now();
                if let Ok(held @ 1..) = u64::try_from(answer.release.signed_since(event.now())) {
                    deadline = now + held;
                }
                for silence in [(1 << 31) + longest, 2_200_000_000 + longest, 3_000_000_000, 4_000_000_000] {
                    let since = (now + u64::from(silence) - deadline) % (1 << 32);
                    if since + u64::from(longest) < 1 << 32 {
                        silent += 1;
                        let then = before.plus(silence);
                        let held = life.flow.release(then).signed_since(then);
                        assert!(held <= 0, "{id:?}: held for {held} ns after {silence} ns");
                    }
                }
            }
        }
        assert!(silent > 10_000, "{id:?}: only {silent} silences");
    }
}

fn moved(event: UnderlayEvent, time: u32, packet: u32) -> UnderlayEvent {
    let at = |stamp: Nanos32| stamp.plus(time);
    match event {
        UnderlayEvent::Sent(it) => {
            UnderlayEvent::Sent(Sent { now: at(it.now), packet: it.packet.wrapping_add(packet), ..it })
        }
        UnderlayEvent::Report(it) => UnderlayEvent::Report(OrAck {
            now: at(it.now),
            packet: it.packet.wrapping_add(packet),
            sent: at(it.sent),
            received: at(it.received),
            ..it
        }),
        UnderlayEvent::Ack { now, acked } => UnderlayEvent::Ack { now: at(now), acked },
        UnderlayEvent::Query { now } => UnderlayEvent::Query { now: at(now) },
    }
}

/// Packets and times are counted from anywhere: 2^32 of either pass in the middle of one of the runs.
#[test]
fn where_packets_and_time_are_counted_from_changes_nothing() {
    for id in UnderlayId::ALL {
        for (seed, (flow, _)) in (0..).zip(layers(*id)) {
            for (time, packet) in
                [(0, 1 << 31), (0, u32::MAX - 700), (1 << 31, 0), (u32::MAX - 4_000_000, 77)]
            {
                let (mut life, mut other) = (Life::new(flow, 200 + seed), flow);
                for _ in 0..3_000 {
                    let (event, mut answer) = life.step();
                    let found = other.take(&moved(event, time, packet));
                    // No hold is the time of asking.
                    answer.release = answer.release.plus(time);
                    assert_eq!(found, answer, "{id:?}: {event:?} moved by {time} ns and {packet} packets");
                }
            }
        }
    }
}
