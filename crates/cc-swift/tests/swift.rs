//! Swift against \[Kumar20\] algorithm 1: target, growth, cuts, and closed loops down to parts of a segment.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Control, Event, Loss, Nanos32};
use freeboard_cc_swift::{Swift, SwiftParams, SwiftSettings};
use freeboard_replay::{FlowEvents, Random};

const MSS: u32 = 1_000;
const ONE: u32 = 1 << 16;
const LINE: u32 = 1 << 20;
/// 25 us and three hops of 1.5 us.
const BASE: u32 = 29_500;

fn params(settings: SwiftSettings) -> SwiftParams {
    Swift::params(&settings, Bytes(MSS)).unwrap()
}

fn acked(flow: &mut Swift, params: &SwiftParams, now: u32, (bytes, rtt): (u32, u32)) -> Control {
    let ack = Ack { acked: Bytes(bytes), rtt, window_limited: true, ..Ack::default() };
    flow.on_event(params, &Event::Ack { now: Nanos32(now), ack })
}

/// A flow of `window` segments (Q16) at most, reached by timeouts and growth.
fn at_window(window: u32, settings: SwiftSettings) -> (Swift, SwiftParams) {
    let params = SwiftParams { initial_window: window, ..params(settings) };
    (Swift::default(), params)
}

/// 29 500 + clamp(a (1/sqrt(w) - 1/sqrt(100)), 0, 125 000), a = 125 000/(1/sqrt(0.1) - 1/sqrt(100)) = 40 819.12: by
/// hand, to whole nanoseconds.
#[test]
fn the_target_grows_as_the_root_of_the_window_falls() {
    for (window, target) in [
        (655, 154_500),
        (6_554, 154_500),
        (ONE, 66_237),
        (4 * ONE, 45_828),
        (25 * ONE, 33_582),
        (100 * ONE, BASE),
        (999 * ONE, BASE),
    ] {
        for (delay, below) in [(target - 6, true), (target + 6, false)] {
            let (mut flow, params) = at_window(window, SwiftSettings::DEFAULT);
            acked(&mut flow, &params, 0, (MSS, delay));
            assert_eq!(flow.window_q16() > window, below, "{window}: {delay}");
        }
    }
}

#[test]
fn the_target_never_rises_with_the_window_and_stays_in_its_range() {
    let mut random = Random::new(2);
    for _ in 0..1_000 {
        let fs_min = 655 + random.below(6_000);
        let settings = SwiftSettings {
            fs_range: random.below(1 << 19),
            fs_min,
            fs_max: 1 + random.below(1_000),
            ..SwiftSettings::DEFAULT
        };
        let Ok(params) = Swift::params(&settings, Bytes(MSS)) else { continue };
        let mut last = u32::MAX;
        for bits in 9..30 {
            let root = (4_294_967_296.0 / libm::sqrt(f64::from(1u32 << bits))) as u32;
            let target = params.target.at(root);
            assert!(target <= last && (BASE..=BASE + settings.fs_range).contains(&target));
            last = target;
        }
    }
}

#[test]
fn a_round_trip_below_the_target_adds_ai_segments_however_it_is_acknowledged() {
    for bytes in [MSS, 2 * MSS, MSS / 4] {
        let (mut flow, params) = at_window(200 * ONE, SwiftSettings::DEFAULT);
        let mut real = 200.0;
        for _ in 0..10 * 200 * MSS / bytes {
            acked(&mut flow, &params, 0, (bytes, 10_000));
            real += f64::from(bytes / MSS.min(bytes)) * f64::from(bytes.min(MSS)) / f64::from(MSS) / real;
        }
        let found = f64::from(flow.window_q16()) / 65_536.0;
        // 4 of 65 536: what an acknowledgement of a quarter of a segment loses.
        assert!((found - real).abs() < 0.01, "{found} {real}");
        assert!((9.7..10.0).contains(&(found - 200.0)), "{found}");
    }
}

#[test]
fn the_cut_is_beta_times_the_excess_and_at_most_max_mdf() {
    for delay in [BASE, BASE + 1_000, 40_000, 59_000, 79_000, 200_000, u32::MAX] {
        let (mut flow, params) = at_window(500 * ONE, SwiftSettings::DEFAULT);
        acked(&mut flow, &params, 7, (MSS, delay));
        let excess = 1.0 - f64::from(BASE) / f64::from(delay);
        let exact = 500.0 * (1.0 - f64::min(0.8 * excess, 0.5));
        let found = f64::from(flow.window_q16()) / 65_536.0;
        assert!((found - exact).abs() < 500.0 * 6.2e-5, "{delay}: {found} {exact}");
    }
}

#[test]
fn one_round_trip_is_cut_once_whatever_happens_in_it() {
    let (mut flow, params) = at_window(400 * ONE, SwiftSettings::DEFAULT);
    let start = u32::MAX - 20_000;
    acked(&mut flow, &params, start, (MSS, 100_000));
    let once = flow.window_q16();
    assert!(once < 400 * ONE);
    let loss = Loss::default();
    for ahead in [1, 1_000, 50_000, 99_000] {
        let now = Nanos32(start.wrapping_add(ahead));
        acked(&mut flow, &params, now.0, (MSS, 100_000));
        flow.on_event(&params, &Event::LossEpisode { now, loss });
        flow.on_event(&params, &Event::Timeout { now, loss });
        assert_eq!(flow.window_q16(), once, "{ahead}");
    }
    let now = Nanos32(start.wrapping_add(100_001));
    flow.on_event(&params, &Event::LossEpisode { now, loss });
    assert_eq!(flow.window_q16(), once / 2, "fast recovery takes max_mdf");
}

#[test]
fn timeouts_in_a_row_end_at_the_smallest_window_and_an_acknowledgement_ends_the_row() {
    let (mut flow, params) = at_window(64 * ONE, SwiftSettings::DEFAULT);
    let timeout = |at: u32| Event::Timeout { now: Nanos32(at), loss: Loss::default() };
    for (at, window) in [(0, 32), (1, 16), (2, 8)] {
        flow.on_event(&params, &timeout(at));
        assert_eq!(flow.window_q16(), window * ONE, "no round trip is known: each may cut");
    }
    let mut spared = flow;
    flow.on_event(&params, &timeout(3));
    assert_eq!(flow.window_q16(), 655);
    acked(&mut spared, &params, 3, (0, 10_000));
    spared.on_event(&params, &timeout(20_000));
    assert_eq!(spared.window_q16(), 4 * ONE);
}

#[test]
fn below_a_segment_the_rate_is_the_window_per_round_trip() {
    let (mut flow, params) = at_window(ONE / 4, SwiftSettings::DEFAULT);
    // Above every target: a cut to 0.25 · (1 - 0.8 · 0.845) = 0.125, the largest.
    let control = acked(&mut flow, &params, 0, (MSS, 1_000_000));
    assert_eq!(control.window, Bytes(MSS));
    // 125 B in 1 ms of 12.5 B/ns: 1e-5 of the line, 10.5 units.
    assert_eq!(control.rate.to_bits(), 10);
    let (mut flow, params) = at_window(ONE / 2, SwiftSettings { line_mbps: 1_000, ..SwiftSettings::DEFAULT });
    // Half a segment and ai of one more: back above it, at line rate.
    assert_eq!(acked(&mut flow, &params, 0, (MSS, 20_000)).rate.to_bits(), LINE);
    assert_eq!(flow.window_q16(), ONE + ONE / 2);
}

/// Flows over one link of 100 Gbit/s, a round trip at a time: what is in flight beyond the product queues.
fn delay_of(flows: usize, rounds: u32) -> (f64, Vec<u32>) {
    let params = params(SwiftSettings { initial_window: 1, ..SwiftSettings::DEFAULT });
    let mut all = vec![Swift::default(); flows];
    let (mut now, mut delay, mut sum) = (0u32, 20_000.0f64, 0.0);
    for round in 0..rounds {
        // 80 ns per segment at line rate.
        let windows: f64 = all.iter().map(|flow| f64::from(flow.window_q16()) / 65_536.0).sum();
        delay = (0.5 * delay + 0.5 * f64::max(20_000.0, windows * 80.0)).max(20_000.0);
        now = now.wrapping_add(delay as u32);
        for flow in &mut all {
            let bytes = (f64::from(flow.window_q16()) / 65_536.0 * f64::from(MSS)) as u32;
            acked(flow, &params, now, (bytes.max(1), delay as u32));
        }
        sum += if round >= rounds / 2 { delay } else { 0.0 };
    }
    (sum / f64::from(rounds - rounds / 2), all.iter().map(Swift::window_q16).collect())
}

#[test]
fn the_delay_settles_between_the_base_target_and_that_of_the_share() {
    for (flows, target) in [(1, 29_500.0), (16, 35_000.0), (1_000, 90_000.0)] {
        let (delay, windows) = delay_of(flows, 4_000);
        assert!((0.85 * target..1.15 * target).contains(&delay), "{flows} flows: {delay}");
        assert!(windows.iter().all(|window| *window == windows[0]), "alike from the start, alike to the end");
    }
    let (_, windows) = delay_of(4_000, 4_000);
    assert!(windows[0] < ONE / 2, "4000 flows share 1000 segments: {}", windows[0]);
}

#[test]
fn a_long_silence_lets_the_next_cut_through_and_keeps_the_window() {
    let (mut flow, params) = at_window(100 * ONE, SwiftSettings::DEFAULT);
    acked(&mut flow, &params, 0, (MSS, 60_000));
    let before = flow.window_q16();
    // 2.2 s reads as the future in 32 bits of nanoseconds.
    let now = Nanos32(2_200_000_000);
    flow.on_event(&params, &Event::Idle { now, silence: 2_200_000_000 });
    assert_eq!(flow.window_q16(), before, "what was allowed may leave at once");
    acked(&mut flow, &params, 2_200_000_001, (MSS, 200_000));
    assert!(flow.window_q16() < before, "the cut before is history");
}

#[test]
fn an_application_that_sends_less_than_its_window_does_not_widen_it() {
    let (mut flow, params) = at_window(10 * ONE, SwiftSettings::DEFAULT);
    let ack = Ack { acked: Bytes(MSS), rtt: 10_000, window_limited: false, ..Ack::default() };
    flow.on_event(&params, &Event::Ack { now: Nanos32(0), ack });
    assert_eq!(flow.window_q16(), 10 * ONE);
}

#[test]
fn random_events_keep_window_and_rate_in_range() {
    for (seed, preset) in (0..).zip(Swift::PRESETS) {
        let params = params(preset.settings);
        let (mut events, mut flow) = (FlowEvents::new(seed), Swift::default());
        let mut bytes = 0u64;
        for _ in 0..400_000 {
            let event = events.step();
            bytes += if let Event::Ack { ack, .. } = event { u64::from(ack.acked.0) } else { 0 };
            let control = flow.on_event(&params, &event);
            assert!((MSS..=1_000 * MSS).contains(&control.window.0));
            assert!((655..=1_000 * ONE).contains(&flow.window_q16()));
            assert!((1..=LINE).contains(&control.rate.to_bits()));
            assert!(control.rate.to_bits() == LINE || control.window.0 == MSS, "paced below a segment alone");
        }
        assert!(bytes > 400_000_000);
    }
    assert!(size_of::<Swift>() <= 48);
}

#[test]
fn settings_that_cannot_be_told_apart_are_refused() {
    let refused = |settings: SwiftSettings| Swift::params(&settings, Bytes(MSS)).unwrap_err();
    let close = refused(SwiftSettings { fs_min: 655_360, fs_max: 20, ..SwiftSettings::DEFAULT });
    assert_eq!((close.field, close.max), (SwiftSettings::fs_min, 20 << 14));
    let wide = refused(SwiftSettings { initial_window: 20, max_window: 10, ..SwiftSettings::DEFAULT });
    assert_eq!((wide.field, wide.max), (SwiftSettings::initial_window, 10));
}
