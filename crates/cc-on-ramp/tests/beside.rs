//! State beside the flow: in-flight counter, sample ring, destination memory.

use freeboard_cc_api::{Bytes, Nanos32, OrAck, Remembered, Sent, Underlay};
use freeboard_cc_on_ramp::{
    Flight, Memory, MemorySettings, OnRamp, OnRampCounted, OnRampParams, OnRampSettings, Samples,
    SamplesSettings,
};
use freeboard_replay::Random;
use proptest::prelude::*;

const CAP: u32 = 10_000;
const PATIENCE: u32 = 1_000_000;

fn capped() -> OnRampParams {
    OnRampCounted::params(&OnRampSettings { in_flight_cap: CAP, ..OnRampSettings::DEFAULT }).unwrap()
}

fn sent(now: u32, packet: u32) -> Sent {
    Sent { now: Nanos32(now), packet, fresh: Bytes(1_000) }
}

fn full(params: &OnRampParams, now: u32) -> OnRampCounted {
    let mut flow = OnRampCounted::default();
    for packet in 0..10 {
        assert_eq!(flow.release(params, Nanos32(now)), Nanos32(now), "room for packet {packet}");
        flow.on_sent(params, &sent(now, packet));
    }
    flow
}

#[test]
fn a_full_cap_is_released_by_the_cumulative_ack_and_not_by_reports() {
    let params = capped();
    let mut flow = full(&params, 500);
    assert_eq!(flow.release(&params, Nanos32(500)), Nanos32(500 + PATIENCE));
    for packet in 0..10 {
        let report =
            OrAck { now: Nanos32(600), packet, sent: Nanos32(500), received: Nanos32(510), pause_at_sent: 0 };
        flow.on_or_ack(&params, &report);
        assert_eq!(flow.release(&params, Nanos32(600)), Nanos32(500 + PATIENCE), "reports release nothing");
    }
    flow.on_ack(&params, Nanos32(700), Bytes(1_000));
    assert_eq!(flow.release(&params, Nanos32(700)), Nanos32(700));
    flow.on_sent(&params, &sent(700, 10));
    assert_eq!(flow.release(&params, Nanos32(700)), Nanos32(700 + PATIENCE), "full again");
}

#[test]
fn a_full_cap_that_loses_every_ack_is_released_by_time_and_counts_anew() {
    let params = capped();
    let mut flow = full(&params, 500);
    let end = 500 + PATIENCE;
    assert_eq!(flow.release(&params, Nanos32(end - 1)), Nanos32(end));
    assert_eq!(flow.release(&params, Nanos32(end)), Nanos32(end));
    // What was sent before counts no more, retransmissions never do.
    flow.on_sent(&params, &Sent { fresh: Bytes(0), ..sent(end, 10) });
    for packet in 11..20 {
        flow.on_sent(&params, &sent(end, packet));
    }
    assert_eq!(flow.release(&params, Nanos32(end)), Nanos32(end), "9000 of 10000 B");
    // An ACK of what was given up does not go below nothing.
    flow.on_ack(&params, Nanos32(end), Bytes(50_000));
    assert_eq!(flow.release(&params, Nanos32(end)), Nanos32(end));
}

#[test]
fn a_full_cap_is_held_by_late_stamps_and_let_go_by_silences_of_seconds() {
    let params = capped();
    let flow = full(&params, 5_000);
    assert_eq!(flow.release(&params, Nanos32(4_000)), Nanos32(4_000 + PATIENCE), "1 us late");
    for silence in [2_200_000_000u32, 3_000_000_000, 4_200_000_000] {
        let now = Nanos32(5_000u32.wrapping_add(silence));
        assert_eq!(flow.release(&params, now), now, "{silence}");
    }
}

#[test]
fn the_count_is_what_was_sent_less_what_was_acknowledged_beyond_2_32_bytes() {
    let (mut flight, mut random, mut open, mut total) = (Flight::default(), Random::new(3), 0u64, 0u64);
    for at in 0..60_000u32 {
        let fresh = random.below(200_000);
        flight.on_sent(Nanos32(at), Bytes(fresh), PATIENCE);
        (open, total) = (open + u64::from(fresh), total + u64::from(fresh));
        let acked = random.below(220_000).min(open as u32);
        flight.on_ack(Nanos32(at), Bytes(acked));
        open -= u64::from(acked);
        let at_cap = |cap: u64| flight.release(Nanos32(at), Bytes(cap as u32), PATIENCE) != Nanos32(at);
        assert!(at_cap(open) && !at_cap(open + 1), "{open} B in flight");
    }
    assert!(total > 1 << 32);
}

#[test]
fn a_new_flow_is_held_as_long_as_the_one_before_it_and_measures_beta_at_once() {
    let params = OnRamp::params(&OnRampSettings::DEFAULT).unwrap();
    let settings = MemorySettings { age: 500_000 };
    let (mut memory, mut old) = (Memory::<16>::default(), OnRamp::default());
    assert_eq!(old.remember(Nanos32(0)), None);
    old.on_or_ack(&params, &OrAck { received: Nanos32(80_000), ..OrAck::default() });
    memory.note(&settings, Nanos32(0), 7, old.remember(Nanos32(0)).unwrap());

    let now = Nanos32(20_000);
    let seen = memory.recall(&settings, now, 7).unwrap();
    assert_eq!(seen, Remembered { delay: 80_000, until: Nanos32(50_000) });
    let mut fresh = OnRamp::starting_from(&params, now, &seen);
    assert_eq!(fresh.release(&params, now), Nanos32(50_000), "the first round trip is throttled");
    assert_eq!(OnRamp::default().release(&params, now), now, "without memory it is not");
    // 30 us of pause, and the delay is 30 us less: beta moves from 0 to 1/16 with the first report.
    assert_eq!(fresh.on_sent(&params, &sent(50_000, 1)), 30_000);
    let report = OrAck {
        now: Nanos32(110_000),
        packet: 1,
        sent: Nanos32(50_000),
        received: Nanos32(100_000),
        pause_at_sent: 30_000,
    };
    fresh.on_or_ack(&params, &report);
    assert_eq!(fresh.beta(&params), 4_096);
}

#[test]
fn what_is_too_old_of_another_destination_or_not_wanted_is_not_remembered() {
    let (on, off) = (MemorySettings { age: 500_000 }, MemorySettings::DEFAULT);
    let seen = Remembered { delay: 1, until: Nanos32(2) };
    let mut memory = Memory::<16>::default();
    memory.note(&off, Nanos32(9), 7, seen);
    assert_eq!(memory, Memory::default(), "off is the default");
    memory.note(&on, Nanos32(9), 7, seen);
    assert_eq!(memory.recall(&on, Nanos32(9), 8), None);
    assert_eq!(memory.recall(&on, Nanos32(500_008), 7), Some(seen));
    assert_eq!(memory.recall(&on, Nanos32(500_009), 7), None);
    assert_eq!(memory.recall(&on, Nanos32(9), 7), None, "an entry that was too old once is gone");
    let mut none = Memory::<0>::default();
    none.note(&on, Nanos32(9), 7, seen);
    assert_eq!(none.recall(&on, Nanos32(9), 7), None);
}

/// A ring of `N` beside packets that carry everything: equal as long as the report is not older than the ring.
fn ring_agrees<const N: usize>(every_log2: u32, seed: u64) -> (u32, u32) {
    let settings = SamplesSettings { every_log2 };
    let params = OnRamp::params(&OnRampSettings::DEFAULT).unwrap();
    let (mut ring, mut flow, mut random) = (Samples::<N>::default(), OnRamp::default(), Random::new(seed));
    let (mut now, mut packet) = (random.word(), random.word());
    let (mut history, mut seen, mut lost) = (Vec::new(), 0, 0);
    for _ in 0..4_000 {
        now = now.wrapping_add(random.below(3_000));
        packet = packet.wrapping_add(1);
        let leaves = sent(now, packet);
        let pause = flow.on_sent(&params, &leaves);
        ring.on_sent(&settings, &leaves, pause);
        if packet.trailing_zeros() >= every_log2 {
            history.push((leaves, pause));
        }
        if history.is_empty() {
            continue;
        }
        let back = random.below(history.len().min(2 * N + 2) as u32) as usize;
        let (of, carried) = history[history.len() - 1 - back];
        let received = of.now.plus(random.below(90_000));
        let echoed =
            OrAck { now: Nanos32(now), packet: of.packet, sent: of.now, received, pause_at_sent: carried };
        let report = ring.report(&settings, Nanos32(now), of.packet, received);
        assert_eq!(report, (back < N).then_some(echoed), "{back} back of {N}");
        if let Some(report) = report {
            flow.on_or_ack(&params, &report);
            seen += 1;
        } else {
            lost += 1;
        }
    }
    (seen, lost)
}

#[test]
fn a_ring_answers_as_an_echo_until_it_is_full_and_then_forgets_the_oldest() {
    for seed in 0..4 {
        for every_log2 in [0, 1, 3] {
            let runs = [
                ring_agrees::<64>(every_log2, seed),
                ring_agrees::<48>(every_log2, seed),
                ring_agrees::<1>(every_log2, seed),
            ];
            assert!(runs.iter().all(|(seen, lost)| *seen > 500 && *lost > 500), "{runs:?}");
        }
        assert_eq!(ring_agrees::<0>(0, seed).0, 0);
    }
    assert_eq!(Samples::<64>::BYTES, 12 + 64 * 8);
}

proptest! {
    #[test]
    fn a_ring_knows_nothing_of_packets_that_were_not_sent(first: u32, count in 1u32..100, asked: u32) {
        let (settings, mut ring) = (SamplesSettings::DEFAULT, Samples::<32>::default());
        prop_assert_eq!(ring.report(&settings, Nanos32(0), asked, Nanos32(0)), None);
        for packet in 0..count {
            ring.on_sent(&settings, &sent(packet, first.wrapping_add(packet)), packet);
        }
        let back = first.wrapping_add(count - 1).wrapping_sub(asked);
        let known = ring.report(&settings, Nanos32(0), asked, Nanos32(0)).is_some();
        prop_assert_eq!(known, back < count.min(32));
        // A gap in the numbers: what was before it is forgotten, and what is in it was never known.
        ring.on_sent(&settings, &sent(0, first.wrapping_add(count + 1)), 9);
        for asked in [0, count - 1, count].map(|packet| first.wrapping_add(packet)) {
            prop_assert_eq!(ring.report(&settings, Nanos32(0), asked, Nanos32(0)), None);
        }
    }
}
