//! CoDel against RFC 8289 and Linux, worked by hand.

use freeboard_aqm_api::{Aqm, Bytes, Departure, DepthUnit, Nanos32, Preset, Scope, Verdict};
use freeboard_aqm_codel::{CodelSettings, Linux, Phase, Pipeline, Rfc8289};

/// Packets leave every `gap` ns from `gap` on, each after 50 us with `depth` bytes behind it.
fn signals<A: Aqm>(params: &A::Params, count: u64, gap: u64, depth: u32) -> Vec<u64> {
    let (mut pipe, mut port, mut queue) = Default::default();
    (1..=count)
        .map(|index| index * gap)
        .filter(|&now| {
            let d = Departure {
                now: Nanos32(now as u32),
                now_high: (now >> 32) as u16,
                sojourn: 50_000,
                size: Bytes(1500),
                depth,
                ..Departure::default()
            };
            let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
            A::on_dequeue(params, scope, &d) == Verdict::Signal
        })
        .collect()
}

fn named<S: Copy>(presets: &[Preset<S>], name: &str) -> S {
    presets.iter().find(|preset| preset.name == name).unwrap().settings
}

#[test]
fn linux_signals_at_the_worked_times() {
    let params = Linux::params(&named(Linux::PRESETS, "simulations"), DepthUnit::BYTE).unwrap();
    let times = signals::<Linux>(&params, 2000, 1200, 60_000);
    let worked =
        [242_400, 481_200, 601_200, 734_400, 852_000, 957_600, 1_053_600, 1_142_400, 1_226_400, 1_305_600];
    assert_eq!(times[..10], worked);
    assert_eq!(times.len(), 29);
}

#[test]
fn rfc_intervals_shrink_with_the_exact_root() {
    let params = Rfc8289::params(&named(Rfc8289::PRESETS, "simulations"), DepthUnit::BYTE).unwrap();
    let times = signals::<Rfc8289>(&params, 2000, 1200, 60_000);
    // First at the deadline 1200 + 240000, then 240000/sqrt(k) later each, rounded up to a departure.
    let (mut due, mut worked) = (241_200u64, vec![]);
    for count in 1..=10u32 {
        worked.push(due.div_ceil(1200) * 1200);
        due = if count == 1 { worked[0] } else { due } + (240_000.0 / f64::from(count).sqrt()) as u64;
    }
    assert_eq!(times[..10], worked);
}

#[test]
fn one_packet_of_backlog_is_left_alone() {
    let settings = named(Rfc8289::PRESETS, "simulations");
    for (depth, some) in [(1514, false), (1515, true)] {
        let params = Rfc8289::params(&settings, DepthUnit::BYTE).unwrap();
        assert_eq!(!signals::<Rfc8289>(&params, 2000, 1200, depth).is_empty(), some);
        let params = Linux::params(&settings, DepthUnit::BYTE).unwrap();
        assert_eq!(!signals::<Linux>(&params, 2000, 1200, depth).is_empty(), some);
        let params = Pipeline::params(&named(Pipeline::PRESETS, "simulations"), DepthUnit::BYTE).unwrap();
        assert_eq!(!signals::<Pipeline>(&params, 2000, 1200, depth).is_empty(), some);
    }
}

#[test]
fn pipeline_stays_near_the_exact_count() {
    let params = Pipeline::params(&named(Pipeline::PRESETS, "simulations"), DepthUnit::BYTE).unwrap();
    let exact = Rfc8289::params(&named(Rfc8289::PRESETS, "simulations"), DepthUnit::BYTE).unwrap();
    let (coarse, exact) = (
        signals::<Pipeline>(&params, 20_000, 1200, 60_000).len(),
        signals::<Rfc8289>(&exact, 20_000, 1200, 60_000).len(),
    );
    let ratio = coarse as f64 / exact as f64;
    assert!((1.0..1.15).contains(&ratio), "{coarse} against {exact}");
}

#[test]
fn an_episode_soon_after_another_resumes_at_its_rate() {
    let settings = named(Rfc8289::PRESETS, "simulations");
    let params = Rfc8289::params(&settings, DepthUnit::BYTE).unwrap();
    let step = |queue: &mut freeboard_aqm_codel::RfcQueue, now: u64, sojourn: u32| {
        let d = Departure { now: Nanos32(now as u32), sojourn, depth: 60_000, ..Departure::default() };
        Rfc8289::on_dequeue(&params, Scope { pipe: &mut (), port: &mut (), queue }, &d)
    };
    // Twenty-odd signals, one good packet, then trouble again: at once, and after 17 intervals.
    for (silence, resumes) in [(1_200, true), (17 * 240_000 + 240_000, false)] {
        let mut queue = freeboard_aqm_codel::RfcQueue::default();
        for index in 1..2000u64 {
            step(&mut queue, index * 1200, 50_000);
        }
        let before = queue.count;
        let pause = 2000 * 1200 + silence;
        step(&mut queue, pause, 0);
        assert!(queue.phase.contains(Phase::REMEMBERED) == resumes || silence > 1_200);
        for index in 1..=202u64 {
            step(&mut queue, pause + index * 1200, 50_000);
        }
        assert!(before > 20);
        assert_eq!(queue.count, if resumes { before - 1 } else { 1 });
    }
}

#[test]
fn sixteen_times_the_interval_fits_the_clock() {
    let settings = CodelSettings { interval: 120_000_001, ..CodelSettings::default() };
    assert!(Rfc8289::params(&settings, DepthUnit::BYTE).is_err());
}

#[test]
fn an_episode_is_forgotten_however_long_the_calm_after_it_lasts() {
    // 40 minutes of one calm packet a second are more than half the range of a tick.
    let params = Linux::params(&named(Linux::PRESETS, "simulations"), DepthUnit::BYTE).unwrap();
    let mut queue = Default::default();
    let mut packet = |now: u64, sojourn: u32| {
        let d = Departure {
            now: Nanos32(now as u32),
            now_high: (now >> 32) as u16,
            sojourn,
            depth: 60_000,
            ..Departure::default()
        };
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
        Linux::on_dequeue(&params, scope, &d) == Verdict::Signal
    };
    let start = 1 << 40;
    assert!((0..2000).filter(|index| packet(start + index * 1200, 50_000)).count() > 20);
    let second = 1_000_000_000;
    (1..=2400).for_each(|index| assert!(!packet(start + index * second, 0)));
    let again = start + 2401 * second;
    let times: Vec<u64> =
        (0..2000).map(|index| index * 1200).filter(|at| packet(again + at, 50_000)).collect();
    assert_eq!(times[1] / 100_000, 4, "the second signal comes an interval after the first: {times:?}");
}

/// Several parsers feed one queue, so a stamp may lie before an earlier one: a millisecond of that is no long calm.
#[test]
fn a_stamp_from_before_the_episode_does_not_forget_it() {
    let params = Rfc8289::params(&named(Rfc8289::PRESETS, "simulations"), DepthUnit::BYTE).unwrap();
    let (mut pipe, mut port, mut queue) = Default::default();
    let mut leave = |now: u32, sojourn| {
        let d = Departure { now: Nanos32(now), sojourn, depth: 60_000, ..Departure::default() };
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
        Rfc8289::on_dequeue(&params, scope, &d);
        queue
    };
    let start = 10_000_000;
    let standing = (0..1_000).map(|index| leave(start + index * 1_200, 90_000)).last().unwrap();
    assert!(standing.count > 5);
    leave(start + 1_200_000, 0);
    let late = leave(start + 1_200_000 - 1_000_000, 0);
    assert!(late.phase.contains(Phase::REMEMBERED));
}
