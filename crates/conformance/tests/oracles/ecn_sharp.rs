//! Invariants of ECN# that need no oracle, on random streams, for every variant.

use freeboard_aqm_api::{Aqm, DepthUnit, Ecn, Scope, Verdict};
use freeboard_conformance::model::{Level, PacketModel, PacketOp, Scale, Span, Timed};
use freeboard_oracle::Hook;
use freeboard_registry::aqm_ecn_sharp::{
    Compact, CompactQueue, Due, EcnSharpSettings, Exact, ExactQueue, ExactSettings, Phase, Reschedule,
};
use freeboard_registry::{AqmId, AqmInstance};
use freeboard_replay::PacketEvent;

const INS: u32 = 220_000;
const PST: u32 = 10_000;
const INTERVAL: u32 = 240_000;

fn exact(due: Due, reschedule: Reschedule) -> AqmInstance<Exact> {
    let settings = ExactSettings {
        ins_target: INS,
        pst_target: PST,
        pst_interval: INTERVAL,
        due: due.setting(),
        reschedule: reschedule.setting(),
        ..ExactSettings::default()
    };
    AqmInstance::new(Exact::params(&settings, DepthUnit::BYTE).unwrap())
}

fn compact() -> AqmInstance<Compact> {
    let settings = EcnSharpSettings {
        ins_target: INS,
        pst_target: PST,
        pst_interval: INTERVAL,
        ..EcnSharpSettings::default()
    };
    AqmInstance::new(Compact::params(&settings, DepthUnit::BYTE).unwrap())
}

fn packets(seed: u64) -> Vec<Timed> {
    let scale = Scale::of(AqmId::EcnSharpExact, &[INS, PST, INTERVAL, 0, 0, 0], 1);
    let mut model = PacketModel::new(scale, 1 << 40, seed);
    let mut packets = Vec::new();
    for round in 0..12u8 {
        let standing = PacketOp::Phase {
            packets: 250,
            gap: Span::Part { field: 2, sixteenths: 1 + round % 4 },
            sojourn: Level::Near { field: 1, delta: 100 },
            depth: Level::Value(60_000),
            jitter: 8_000,
        };
        model.apply(standing, &mut packets);
        packets.extend(model.random(500));
    }
    // One parser: stamps are in order.
    packets.sort_by_key(|packet| packet.now);
    packets
}

fn step<A: Aqm>(placed: &mut AqmInstance<A>, packet: &Timed) -> bool {
    let verdict = match &packet.event(0) {
        PacketEvent::Arrival(arrival) => placed.on_enqueue(arrival),
        PacketEvent::Departure(departure) => placed.on_dequeue(departure),
    };
    verdict != Verdict::Forward
}

/// Invariant 2: above `ins_target` every packet is marked, whatever the state. Invariant 3: below `pst_target`
/// none is, and nothing is remembered.
#[test]
fn bursts_always_mark_and_short_sojourns_always_reset() {
    let (mut exact, mut compact) = (exact(Due::After, Reschedule::Schedule), compact());
    for packet in packets(1).iter().filter(|packet| packet.hook == Hook::Departure) {
        let marked = [step(&mut exact, packet), step(&mut compact, packet)];
        if packet.sojourn > INS {
            assert_eq!(marked, [true, true], "{packet:?}");
        }
        if packet.sojourn < PST {
            assert_eq!(marked, [false, false], "{packet:?}");
            assert_eq!(exact.queue.phase, Phase::empty());
            assert_eq!((compact.queue.first_above.hi, compact.queue.marking.hi), (0, 0));
        }
    }
}

/// Invariants 4, 5 and 6: the first persistent mark lies strictly more than an interval after the run began; mark
/// k + 1 of the authors' form at least floor(I/sqrt(k)) after mark k; mark k of the paper's strictly after the
/// sum of the steps.
#[test]
fn persistent_marks_keep_their_distances() {
    for (at, reschedule) in [(Due::After, Reschedule::Schedule), (Due::At, Reschedule::Now)] {
        let mut exact = exact(at, reschedule);
        let (mut since, mut last, mut count, mut due) = (None, 0, 0u32, 0.0);
        let mut longest = 0;
        for packet in packets(2 + reschedule as u64).iter().filter(|it| it.hook == Hook::Departure) {
            let before = exact.queue;
            step(&mut exact, packet);
            if packet.sojourn < PST {
                (since, count) = (None, 0);
                continue;
            }
            let start = *since.get_or_insert(packet.now);
            let ExactQueue { count: is, phase, .. } = exact.queue;
            let was = if before.phase.contains(Phase::MARKING) { before.count } else { 0 };
            if !phase.contains(Phase::MARKING) || is == was {
                continue;
            }
            count += 1;
            assert_eq!(is, count, "one mark per packet");
            let gap = f64::from(INTERVAL) / f64::from(count.max(2) - 1).sqrt();
            if count == 1 {
                assert!(packet.now > start + u64::from(INTERVAL), "{packet:?}");
                due = packet.now as f64;
            } else if reschedule == Reschedule::Now {
                assert!(packet.now - last >= gap.floor() as u64, "mark {count} at {packet:?}");
            } else {
                due += gap.floor();
                assert!(packet.now as f64 > due, "mark {count} at {packet:?}");
            }
            (last, longest) = (packet.now, longest.max(count));
        }
        assert!(longest > 30, "{longest} marks in the longest episode");
    }
}

/// Invariant 8: on one stream, raising a target or the interval never makes the first persistent mark earlier.
#[test]
fn larger_targets_and_intervals_mark_later() {
    let first = |pst_target: u32, pst_interval: u32| {
        let settings =
            ExactSettings { ins_target: u32::MAX, pst_target, pst_interval, ..ExactSettings::default() };
        let mut placed = AqmInstance::<Exact>::new(Exact::params(&settings, DepthUnit::BYTE).unwrap());
        packets(4).iter().position(|packet| step(&mut placed, packet)).unwrap_or(usize::MAX)
    };
    for (pst_target, pst_interval) in [(PST, INTERVAL), (5_000, 100_000), (12_000, 500_000)] {
        let base = first(pst_target, pst_interval);
        assert!(base < usize::MAX);
        for more in [1, 500, 5_000, 200_000] {
            assert!(first(pst_target + more, pst_interval) >= base);
            assert!(first(pst_target, pst_interval + more) >= base);
        }
    }
}

/// Invariant 10: an episode counts from 1, and a compact register never shows an upcoming count of 1.
#[test]
fn counts_begin_at_one_mark() {
    let (mut exact, mut compact) = (exact(Due::At, Reschedule::Now), compact());
    for packet in packets(5) {
        step(&mut exact, &packet);
        step(&mut compact, &packet);
        let CompactQueue { marking, .. } = compact.queue;
        assert!(!exact.queue.phase.contains(Phase::MARKING) || exact.queue.count >= 1);
        assert_ne!(marking.hi, 1);
    }
}

/// Invariant 1: the scheme neither reads nor writes the ECN field, and never drops.
#[test]
fn packets_without_ecn_are_judged_like_any_other_and_never_dropped() {
    let (mut with, mut without) = (compact(), compact());
    for packet in packets(6) {
        let stripped = Timed { ecn: Ecn::empty().bits(), ..packet };
        assert_eq!(step(&mut with, &packet), step(&mut without, &stripped));
        if let PacketEvent::Departure(departure) = packet.event(0) {
            let scope = Scope { pipe: &mut with.pipe, port: &mut with.port, queue: &mut with.queue };
            assert_ne!(Compact::on_dequeue(&with.params, scope, &departure), Verdict::Drop);
            let scope = Scope { pipe: &mut without.pipe, port: &mut without.port, queue: &mut without.queue };
            Compact::on_dequeue(&without.params, scope, &departure);
        }
    }
}

/// The paper's schedule, left behind by sparse packets, marks dense ones in one burst until it has caught up; the
/// authors' form marks none in a row. 50 packets 200 us apart, then 1.2 us, all at 50 us.
#[test]
fn a_schedule_that_fell_behind_catches_up_in_one_burst() {
    let longest_run = |mut placed: AqmInstance<Exact>| {
        let (mut longest, mut run) = (0, 0);
        for index in 1..=4_000u64 {
            let now = if index <= 50 { index * 200_000 } else { 10_000_000 + (index - 50) * 1_200 };
            let packet = Timed {
                now,
                hook: Hook::Departure,
                sojourn: 50_000,
                size: 1500,
                depth: 60_000,
                port_depth: 0,
                pool_depth: 0,
                ecn: 2,
                random: 0,
            };
            run = if step(&mut placed, &packet) && index > 50 { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        longest
    };
    assert_eq!(longest_run(exact(Due::After, Reschedule::Schedule)), 408);
    assert!(longest_run(exact(Due::At, Reschedule::Now)) <= 1);
}
