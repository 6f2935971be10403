//! Theta-PowerTCP against \[Addanki22\] algorithm 2.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Nanos32, Seq32};
use freeboard_cc_powertcp::{PowerTcpParams, ThetaPowerTcp, ThetaPowerTcpSettings};
use freeboard_replay::{FlowEvents, Random};

const MSS: u32 = 1_000;
const BDP: u32 = 162_500;
const ONE: f64 = 16_777_216.0;

fn params(settings: ThetaPowerTcpSettings) -> PowerTcpParams {
    ThetaPowerTcp::params(&settings, Bytes(MSS)).unwrap()
}

/// As printed: no slack, gamma 0.9.
fn printed() -> PowerTcpParams {
    params(ThetaPowerTcpSettings { slack: 65_536, gamma_theta: 58_982, ..ThetaPowerTcpSettings::DEFAULT })
}

fn sample(flow: &mut ThetaPowerTcp, params: &PowerTcpParams, now: u32, (una, rtt): (u32, u32)) -> u32 {
    let ack =
        Ack { acked: Bytes(MSS), una: Seq32(una), nxt: Seq32(una.wrapping_add(BDP)), rtt, ..Ack::default() };
    flow.on_event(params, &Event::Ack { now: Nanos32(now), ack }).window.0
}

/// Worked by hand with T = 13 us, samples a T apart: (1 + change/T) · rtt/T, half of rtt/T at least.
#[test]
fn power_is_the_slope_plus_one_times_the_delay() {
    for (before, rtt, power) in [
        (13_000, 13_000, 1.0),
        (13_000, 26_000, 4.0),
        (26_000, 26_000, 2.0),
        (26_000, 19_500, 0.75),
        (26_000, 13_000, 0.5),
    ] {
        let (params, mut flow) = (printed(), ThetaPowerTcp::default());
        let start = u32::MAX - 5_000;
        sample(&mut flow, &params, start, (0, before));
        sample(&mut flow, &params, start.wrapping_add(13_000), (1, rtt));
        let found = f64::from(flow.power()) / ONE;
        assert!((found - power).abs() < 1e-5, "{before} {rtt}: {found}");
    }
}

#[test]
fn smoothing_follows_the_printed_average_at_any_spacing() {
    let params = printed();
    let mut random = Random::new(3);
    let (mut flow, mut now, mut before) = (ThetaPowerTcp::default(), 7u32, 15_000);
    sample(&mut flow, &params, now, (0, before));
    let mut real = 1.0;
    for una in 1..20_000u32 {
        let span = 80 + random.below(if una % 50 == 0 { 40_000 } else { 400 });
        let rtt = 13_000 + random.below(8_000);
        now = now.wrapping_add(span);
        sample(&mut flow, &params, now, (una, rtt));
        let slope = (f64::from(rtt) - f64::from(before)) / f64::from(span);
        let delay = f64::from(rtt) / 13_000.0;
        let weight = (f64::from(span) / 13_000.0).min(1.0);
        real = (real + weight * ((slope + 1.0) * delay - real)).max(delay / 2.0);
        before = rtt;
        let found = f64::from(flow.power()) / ONE;
        assert!((found - real).abs() < 2e-3, "{una}: {found} {real}");
    }
}

/// A queue that grew packet by packet and was gone for the next one leaves nothing behind: in every sample a half at
/// least would keep the growth and lose the fall.
#[test]
fn a_fall_in_one_sample_undoes_a_rise_in_many() {
    let (params, mut flow) = (printed(), ThetaPowerTcp::default());
    let (mut now, mut rtt) = (0, 13_000);
    let next = |flow: &mut ThetaPowerTcp, now: u32, rtt| {
        sample(flow, &params, now, (1, rtt));
        f64::from(flow.power()) / ONE
    };
    next(&mut flow, now, rtt);
    for _ in 0..10 {
        (now, rtt) = (now + 100, rtt + 100);
        next(&mut flow, now, rtt);
    }
    // A slope of 1 for a thirteenth of T.
    let grown = f64::from(flow.power()) / ONE;
    assert!((grown - 14.0 / 13.0).abs() < 0.005, "{grown}");
    let fallen = next(&mut flow, now + 100, 13_000);
    assert!((fallen - 1.0).abs() < 0.01, "{fallen}");
}

#[test]
fn the_window_moves_once_per_round_trip() {
    let (params, mut flow) = (printed(), ThetaPowerTcp::default());
    sample(&mut flow, &params, 0, (0, 20_000));
    let first = sample(&mut flow, &params, 1_000, (1, 20_000));
    for packet in 2..100 {
        let window = sample(&mut flow, &params, packet * 1_000, (packet * 1_000, 20_000));
        assert_eq!(window, first, "{packet}");
    }
    assert!(sample(&mut flow, &params, 101_000, (BDP + 2, 20_000)) < first);
}

#[test]
fn a_standing_queue_is_driven_out_and_an_empty_path_filled() {
    let params = params(ThetaPowerTcpSettings::DEFAULT);
    let (mut flow, mut now, mut window) = (ThetaPowerTcp::default(), 0u32, BDP);
    // Another flow holds half of the link: the queue is what is above the rest.
    let rtt_of = |window: u32| 13_000 + window.saturating_sub(BDP / 2) * 2 / 25;
    for una in 0..300u32 {
        let rtt = rtt_of(window);
        now = now.wrapping_add(rtt);
        window = sample(&mut flow, &params, now, (una * (BDP + 1), rtt));
    }
    let share = f64::from(window) / f64::from(BDP / 2);
    // Slack of 5 % and an additive increase of 0.6 % of the product.
    assert!((1.0..1.2).contains(&share), "{share}");
}

#[test]
fn samples_from_before_a_silence_have_no_slope() {
    for (name, silent) in [("idle", true), ("an age of more than a second", false)] {
        let (params, mut flow) = (printed(), ThetaPowerTcp::default());
        sample(&mut flow, &params, 0, (0, 500_000));
        let now = Nanos32(1_073_741_900);
        if silent {
            flow.on_event(&params, &Event::Idle { now, silence: 1_073_741_900 });
        }
        sample(&mut flow, &params, now.0, (1, 13_000));
        assert_eq!(f64::from(flow.power()), ONE, "{name}: only starts");
        sample(&mut flow, &params, now.0.wrapping_add(13_000), (2, 13_000));
        assert!((f64::from(flow.power()) / ONE - 1.0).abs() < 1e-5, "{name}");
    }
}

/// The oldest sample that a slope is taken from is 2^30 ns old.
#[test]
fn a_sample_is_forgotten_beyond_its_longest_age() {
    for (age, counts) in [(1 << 30, true), ((1 << 30) + 1, false)] {
        let (params, mut flow) = (printed(), ThetaPowerTcp::default());
        sample(&mut flow, &params, 7, (0, 13_000));
        sample(&mut flow, &params, 7 + age, (1, 26_000));
        assert_eq!(f64::from(flow.power()) != ONE, counts, "{age}");
    }
}

#[test]
fn stamps_that_do_not_advance_have_no_slope() {
    let (params, mut flow) = (printed(), ThetaPowerTcp::default());
    sample(&mut flow, &params, 10_000, (0, 13_000));
    for now in [10_000, 9_000] {
        sample(&mut flow, &params, now, (1, 90_000));
        assert_eq!(f64::from(flow.power()), ONE, "{now}");
    }
}

#[test]
fn random_events_keep_the_window_in_range() {
    for preset in ThetaPowerTcp::PRESETS {
        let params = params(preset.settings);
        let (mut events, mut flow) = (FlowEvents::new(9), ThetaPowerTcp::default());
        for _ in 0..400_000 {
            let control = flow.on_event(&params, &events.step());
            assert!((MSS..=params.bdp).contains(&control.window.0));
            assert!(control.rate.to_bits() >= 1_000);
        }
    }
    assert!(size_of::<ThetaPowerTcp>() <= 48);
}
