//! DCQCN against \[Zhu15\] and the published simulator's rules.

use freeboard_cc_api::{Bytes, CongestionControl, Event, Nanos32};
use freeboard_cc_dcqcn::{ClampTarget, Dcqcn, DcqcnParams, DcqcnSettings, DcqcnW};
use freeboard_replay::FlowEvents;

const LINE: u32 = 1 << 20;

fn preset(name: &str) -> DcqcnSettings {
    Dcqcn::PRESETS.iter().find(|preset| preset.name == name).unwrap().settings
}

fn params(settings: DcqcnSettings) -> DcqcnParams {
    Dcqcn::params(&settings, Bytes(1_000)).unwrap()
}

fn cnp(flow: &mut Dcqcn, params: &DcqcnParams, now: u32) -> u32 {
    flow.on_event(params, &Event::Cnp { now: Nanos32(now) }).rate.to_bits()
}

fn tick(flow: &mut Dcqcn, params: &DcqcnParams, now: u32) -> u32 {
    flow.on_event(params, &Event::Tick { now: Nanos32(now) }).rate.to_bits()
}

#[test]
fn the_first_notification_halves_the_rate_at_the_next_check() {
    let params = params(DcqcnSettings { t_alpha: 50_000, ..DcqcnSettings::DEFAULT });
    let mut flow = Dcqcn::default();
    assert_eq!(cnp(&mut flow, &params, 0), LINE);
    assert_eq!(tick(&mut flow, &params, 3_999), LINE);
    assert_eq!(tick(&mut flow, &params, 4_000), LINE / 2);
    assert_eq!(tick(&mut flow, &params, 8_000), LINE / 2, "no notification, no cut");
}

#[test]
fn many_notifications_within_a_period_cut_once() {
    for name in ["vendor", "paper"] {
        let params = params(preset(name));
        let (mut flow, mut cuts, mut last) = (Dcqcn::default(), 0, LINE);
        for now in (0..params.t_d * 10).step_by(500) {
            let rate = cnp(&mut flow, &params, now);
            cuts += u32::from(rate < last);
            assert!(rate >= last / 2);
            last = rate;
        }
        assert!((9..=10).contains(&cuts), "{name}: {cuts}");
    }
}

#[test]
fn recovery_goes_halfway_then_adds_then_adds_more() {
    let params = params(preset("vendor"));
    let mut flow = Dcqcn::default();
    cnp(&mut flow, &params, 0);
    let cut = tick(&mut flow, &params, 4_000);
    let at = |step: u32| 4_000 + step * 300_000;
    assert_eq!(tick(&mut flow, &params, at(1)), (cut + LINE).div_ceil(2), "F = 1: one stage of recovery");
    let target = flow.target();
    assert_eq!(target, LINE, "the target was line rate and stays there");
    // From a lower target the increases show.
    cnp(&mut flow, &params, at(1) + 1_000);
    let cut = tick(&mut flow, &params, at(1) + 5_000);
    let (base, start) = (flow.target(), at(1) + 5_000);
    let mut rate = cut;
    for (step, by) in [(1, 0), (2, 210), (3, 2_097), (4, 2_097)] {
        let target = flow.target() + by;
        rate = (rate + target).div_ceil(2);
        // The check that found the notification was up to a T_d later than its deadline.
        assert_eq!(tick(&mut flow, &params, start + step * 300_000), rate, "step {step}");
        assert_eq!(flow.target(), target);
    }
    assert_eq!(flow.target(), base + 210 + 2 * 2_097);
}

#[test]
fn the_target_follows_the_rate_after_an_increase_or_always() {
    for (clamp, expected) in [(ClampTarget::AfterIncrease, LINE), (ClampTarget::Always, LINE / 2)] {
        let clamp_target = clamp.setting();
        let params = params(DcqcnSettings { clamp_target, t_alpha: 50_000, ..DcqcnSettings::DEFAULT });
        let mut flow = Dcqcn::default();
        for now in [0, 4_000, 8_000, 12_000] {
            cnp(&mut flow, &params, now);
        }
        assert!(
            flow.target().abs_diff(expected) <= expected / 2
                && (flow.target() == LINE) == (clamp == ClampTarget::AfterIncrease)
        );
    }
}

#[test]
fn alpha_decays_by_one_minus_g_per_silent_period_however_it_is_counted() {
    let params = params(DcqcnSettings::DEFAULT);
    for gap in [1, 2, 3, 20, 77, 1_000, 3_000, 5_000] {
        let (mut often, mut seldom) = (Dcqcn::default(), Dcqcn::default());
        cnp(&mut often, &params, 0);
        cnp(&mut seldom, &params, 0);
        for period in 1..=gap {
            tick(&mut often, &params, period * 1_000);
        }
        tick(&mut seldom, &params, gap * 1_000);
        let exact = libm::pow(255.0 / 256.0, f64::from(gap)) * f64::from(LINE);
        let (a, b) = (often.alpha_q20(&params), seldom.alpha_q20(&params));
        assert!((f64::from(b) - exact).abs() < 14.0, "{gap}: {b} {exact}");
        assert!(a.abs_diff(b) <= 300, "{gap}: {a} {b}");
    }
}

#[test]
fn alpha_reaches_zero_and_one() {
    let params = params(preset("low-gain"));
    let mut flow = Dcqcn::default();
    cnp(&mut flow, &params, 0);
    let mut now = 0;
    while flow.alpha_q20(&params) > 0 {
        now += 50_000;
        tick(&mut flow, &params, now);
        assert!(now < 400_000_000);
    }
    let start = now;
    while flow.alpha_q20(&params) < LINE {
        now += 50_000;
        cnp(&mut flow, &params, now);
        assert!(now - start < 400_000_000);
    }
}

#[test]
fn the_rate_reaches_its_target_and_the_line() {
    let params = params(preset("vendor"));
    let mut flow = Dcqcn::default();
    for now in (0..400_000).step_by(1_000) {
        cnp(&mut flow, &params, now);
    }
    assert_eq!(flow.control(&params).rate.to_bits(), params.min_rate);
    let mut last = params.min_rate;
    for step in 1..2_000 {
        let rate = tick(&mut flow, &params, 400_000u32.wrapping_add(step * 300_000));
        assert!(rate >= last, "no notification, no cut");
        last = rate;
    }
    assert_eq!(last, LINE);
}

#[test]
fn a_frozen_timer_does_not_raise_and_goes_on_where_it_stood() {
    for (freeze, raised) in [(1, false), (0, true)] {
        let params = params(DcqcnSettings { freeze, ..preset("low-gain") });
        let mut flow = Dcqcn::default();
        cnp(&mut flow, &params, 0);
        let cut = tick(&mut flow, &params, 50_000);
        flow.on_event(&params, &Event::Paused { now: Nanos32(80_000), held: true });
        let during = tick(&mut flow, &params, 900_000);
        assert_eq!(during > cut, raised);
        flow.on_event(&params, &Event::Paused { now: Nanos32(1_000_000), held: false });
        if freeze == 1 {
            assert_eq!(tick(&mut flow, &params, 1_024_999), cut, "25 us were left");
            assert!(tick(&mut flow, &params, 1_025_000) > cut);
        }
    }
}

#[test]
fn bytes_count_towards_recovery_where_there_is_a_counter() {
    let params = params(preset("paper"));
    let mut flow = Dcqcn::default();
    let cut = cnp(&mut flow, &params, 0);
    assert_eq!(cut, LINE / 2, "at once");
    let mut send = |bytes| {
        let event = Event::Sent { now: Nanos32(1_000), bytes: Bytes(bytes) };
        flow.on_event(&params, &event).rate.to_bits()
    };
    assert_eq!(send(9_999_999), cut);
    assert_eq!(send(1), LINE / 4 * 3, "halfway to the rate before the cut");
}

#[test]
fn the_window_is_the_product_scaled_by_the_rate() {
    let params = params(DcqcnSettings { t_alpha: 50_000, ..DcqcnSettings::DEFAULT });
    let mut flow = DcqcnW::default();
    assert_eq!(flow.control(&params).window, Bytes(153_000));
    for now in [0, 4_000] {
        flow.on_event(&params, &Event::Cnp { now: Nanos32(now) });
    }
    assert_eq!(flow.control(&params).window, Bytes(76_500));
    assert_eq!(Dcqcn::default().control(&params).window, Bytes::MAX);
}

#[test]
fn random_events_keep_rate_target_and_alpha_in_range() {
    for preset in Dcqcn::PRESETS {
        for freeze in 0..2 {
            let params = params(DcqcnSettings { freeze, ..preset.settings });
            let (mut events, mut flow) = (FlowEvents::new(u64::from(freeze)), Dcqcn::default());
            for _ in 0..100_000 {
                let rate = flow.on_event(&params, &events.step()).rate.to_bits();
                assert!((params.min_rate..=LINE).contains(&rate));
                assert!(flow.target() <= LINE && flow.alpha_q20(&params) <= LINE);
            }
        }
    }
    assert!(size_of::<DcqcnW>() <= 48);
}

#[test]
fn a_notification_after_seconds_without_one_still_cuts() {
    let params = params(preset("paper"));
    let mut flow = Dcqcn::default();
    cnp(&mut flow, &params, 0);
    let mut rate = 0;
    // 3 s of activity: the deadline of the first cut is more than half a turn of the clock old.
    for now in (20_000..3_000_000_000).step_by(20_000) {
        rate = tick(&mut flow, &params, now);
    }
    assert_eq!(rate, LINE);
    let alpha = flow.alpha_q20(&params);
    assert_eq!(alpha, 0);
    cnp(&mut flow, &params, 3_000_000_000);
    assert!(flow.alpha_q20(&params) > 0, "the notification was answered");
}
