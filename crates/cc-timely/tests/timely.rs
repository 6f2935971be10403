//! TIMELY's three forms against floating-point models written from the papers.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Nanos32, Seq32, Settings};
use freeboard_cc_timely::{
    Timely, TimelyAuthors, TimelyParams, TimelyPatched, TimelyPatchedSettings, TimelySettings, TimelyW,
};
use freeboard_replay::{FlowEvents, Random};

const LINE: u32 = 1 << 20;
/// Half of line rate: room in both directions.
const HALF: u32 = LINE / 2;

fn settings() -> TimelySettings {
    TimelySettings { initial_rate: HALF, ..TimelySettings::DEFAULT }
}

fn params(settings: TimelySettings) -> TimelyParams {
    Timely::params(&settings, Bytes(1_000)).unwrap()
}

/// The rate after each of a row of samples [us].
fn rates<C: CongestionControl<Params = TimelyParams>>(params: &TimelyParams, samples: &[u32]) -> Vec<u32> {
    let mut flow = C::default();
    let sample = |rtt: &u32| {
        let event = Event::Rtt { now: Nanos32(0), rtt: rtt * 1_000 };
        flow.on_event(params, &event).rate.to_bits()
    };
    samples.iter().map(sample).collect()
}

/// From each rate to the next.
fn steps(rates: Vec<u32>) -> Vec<u32> {
    rates.windows(2).map(|pair| pair[1].wrapping_sub(pair[0])).collect()
}

#[test]
fn the_first_sample_only_initialises() {
    let params = params(settings());
    assert_eq!(rates::<Timely>(&params, &[900]), [HALF]);
    assert_eq!(rates::<TimelyPatched>(&params, &[900]), [HALF]);
}

#[test]
fn a_known_round_trip_gives_the_known_gradient() {
    let params = params(settings());
    let mut flow = Timely::default();
    for rtt in [100_000, 120_000] {
        flow.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt });
    }
    // 0.875 of 20 us over 20 us is 0.875; the rate loses 0.8 of that.
    assert_eq!(flow.gradient().nanos(), 17_500);
    assert_eq!(flow.gradient().magnitude(params.per_min_rtt), 57_344);
    let expected = f64::from(HALF) * (1.0 - 0.8 * 0.875);
    assert!((f64::from(flow.control(&params).rate.to_bits()) - expected).abs() < 12.0);
}

#[test]
fn above_t_high_the_rate_falls_by_beta_of_the_excess() {
    let params = params(settings());
    let rate = rates::<Timely>(&params, &[1_000, 1_000])[1];
    let expected = f64::from(HALF) * (1.0 - 0.8 * (1.0 - 500.0 / 1_000.0));
    assert!((f64::from(rate) - expected).abs() < 40.0, "{rate} {expected}");
}

#[test]
fn a_steep_gradient_takes_the_rate_to_the_floor_and_not_below() {
    let params = params(settings());
    assert_eq!(rates::<Timely>(&params, &[60, 400])[1], params.min_rate);
}

#[test]
fn the_simulators_form_counts_every_increase_and_the_authors_falling_samples() {
    let params = params(settings());
    let flat = [30; 9];
    assert_eq!(
        steps(rates::<Timely>(&params, &flat)),
        [1_049, 1_049, 1_049, 1_049, 1_049, 5_243, 5_243, 5_243]
    );
    assert_eq!(steps(rates::<TimelyAuthors>(&params, &flat)), [1_049; 8]);
    // Falling between the bounds: both count, the authors from the fifth falling sample on.
    let falling = [99, 98, 97, 96, 95, 94, 93, 92];
    assert_eq!(
        steps(rates::<TimelyAuthors>(&params, &falling)),
        [1_049, 1_049, 1_049, 1_049, 5_243, 5_243, 5_243]
    );
    // Below T_low the authors add delta only.
    let low = [40, 39, 38, 37, 36, 35, 34, 33];
    assert_eq!(steps(rates::<TimelyAuthors>(&params, &low)), [1_049; 7]);
}

/// \[Mittal15\] algorithm 1: only above T_high the rate falls, below it a gradient of 0 raises it; the authors' count is of samples
/// that fall.
#[test]
fn a_level_round_trip_raises_the_rate_up_to_t_high_itself() {
    let params = params(settings());
    let level = |rtt: u32| [rtt; 9];
    assert_eq!(steps(rates::<Timely>(&params, &level(500)))[..3], [1_049; 3]);
    assert_eq!(steps(rates::<TimelyAuthors>(&params, &level(100))), [1_049; 8]);
}

/// The patched form in floating point.
fn patched(rate: f64, gradient: f64, rtt: f64) -> f64 {
    let weight = (2.0 * gradient + 0.5).clamp(0.0, 1.0);
    let error = (rtt - 50.0) / 50.0;
    (1_049.0 * (1.0 - weight) + rate * (1.0 - 0.008 * weight * error)).clamp(1_049.0, f64::from(LINE))
}

#[test]
fn the_patched_form_follows_its_equation() {
    let params = params(settings());
    let mut random = Random::new(5);
    let mut flow = TimelyPatched::default();
    let (mut rate, mut difference, mut before) = (f64::from(HALF), 0.0, 0.0);
    for at in 0..5_000 {
        let rtt = 50.0 + f64::from(random.below(200)) / 8.0;
        let nanos = (rtt * 1_000.0) as u32;
        if at > 0 {
            difference = 0.125 * difference + 0.875 * (rtt - before);
            rate = patched(rate, difference / 20.0, rtt);
        }
        before = rtt;
        let got =
            f64::from(flow.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt: nanos }).rate.to_bits());
        // Each step rounds by a few units and beta is 0.06 % low; compare from the same start.
        assert!((got - rate).abs() < 8.0 + rate * 4e-5, "step {at}: {got} {rate}");
        rate = got;
    }
}

#[test]
fn the_patched_form_settles_where_the_delay_equals_its_reference_plus_the_pull_of_delta() {
    // Two flows, one queue: the fixed point is shared, whatever they start from.
    let params = params(TimelySettings { delta: 200, ..settings() });
    let (mut a, mut b) = (TimelyPatched::default(), TimelyPatched::default());
    a.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt: 60_000 });
    for _ in 0..3 {
        b.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt: 900_000 });
    }
    let mut queue = 40.0;
    let (mut first, mut second) = (0.0, 0.0);
    for _ in 0..60_000 {
        let event = Event::Rtt { now: Nanos32(0), rtt: ((20.0 + queue) * 1_000.0) as u32 };
        first = f64::from(a.on_event(&params, &event).rate.to_bits());
        second = f64::from(b.on_event(&params, &event).rate.to_bits());
        queue = f64::max(queue + (first + second - f64::from(LINE)) / f64::from(LINE) * 20.0, 0.0);
    }
    assert!((first / second - 1.0).abs() < 0.05, "{first} {second}");
}

#[test]
fn one_sample_per_round_trip_or_per_segment() {
    let ack = |una: u32, nxt: u32| {
        let ack =
            Ack { acked: Bytes(1_000), una: Seq32(una), nxt: Seq32(nxt), rtt: 30_000, ..Ack::default() };
        Event::Ack { now: Nanos32(0), ack }
    };
    for (segment, expected) in [(0, 9), (16_000, 6)] {
        let params = params(TimelySettings { segment, hai: 1_049, ..settings() });
        let mut flow = Timely::default();
        let start = u32::MAX - 40_000;
        // Ten packets are in flight: the eleventh is the first one sent after a sample.
        for packet in 0..110 {
            let una = start.wrapping_add(packet * 1_000);
            flow.on_event(&params, &ack(una, una.wrapping_add(10_000)));
        }
        let steps = (flow.control(&params).rate.to_bits() - HALF) / 1_049;
        assert_eq!(steps, expected, "{segment}");
    }
}

#[test]
fn below_t_low_the_rate_never_falls_and_below_t_high_a_falling_gradient_never_cuts() {
    let params = params(settings());
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let mut flow = Timely::default();
        let mut last = HALF;
        for _ in 0..20_000 {
            let rtt = 1_000 + random.below(700_000);
            let rate = flow.on_event(&params, &Event::Rtt { now: Nanos32(0), rtt }).rate.to_bits();
            if rtt < params.t_low || (rtt <= params.t_high && !flow.gradient().rises()) {
                assert!(rate >= last);
            }
            if rtt > params.t_high {
                assert!(rate <= last);
            }
            last = rate;
        }
    }
}

#[test]
fn random_events_keep_the_rate_in_range() {
    fn check<C: CongestionControl<Params = TimelyParams>>() {
        for preset in C::PRESETS {
            let params = C::params(&preset.settings, Bytes(1_000)).unwrap();
            let (mut events, mut flow) = (FlowEvents::new(3), C::default());
            for _ in 0..50_000 {
                let control = flow.on_event(&params, &events.step());
                assert!((params.min_rate..=LINE).contains(&control.rate.to_bits()));
                assert!(control.window.0 >= 1_000);
            }
        }
        assert!(size_of::<C>() <= 48);
    }
    check::<Timely>();
    check::<TimelyAuthors>();
    check::<TimelyPatched>();
    check::<TimelyW>();
}

#[test]
fn contradictions_are_refused_by_name() {
    let crossed = TimelySettings { t_low: 400_000, t_high: 300_000, ..TimelySettings::DEFAULT };
    assert_eq!(Timely::params(&crossed, Bytes(1_000)).unwrap_err().field, TimelySettings::t_high);
    // The same field has another number among the patched form's.
    let crossed = TimelyPatchedSettings { t_low: 400_000, t_high: 300_000, ..TimelyPatchedSettings::DEFAULT };
    let refused = TimelyPatched::params(&crossed, Bytes(1_000)).unwrap_err();
    assert_eq!((refused.field, refused.min), (TimelyPatchedSettings::t_high, 400_000));
    assert_ne!(TimelyPatchedSettings::t_high, TimelySettings::t_high);
    assert!(TimelySettings::DEFAULT.with(TimelySettings::min_rtt, 0).is_err());
}
