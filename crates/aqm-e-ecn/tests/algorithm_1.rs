//! E-ECN against \[Wang22\] Algorithm 1, worked by hand.

use freeboard_aqm_api::{Aqm, Arrival, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_e_ecn::{Comparison, Divisor, Exact, ExactSettings, Shift16, Shift32, ShiftSettings};
use proptest::prelude::*;

/// Feeds (time, length) pairs to a fresh queue; returns which packets were marked.
fn marks<A: Aqm>(settings: &A::Settings, trace: &[(u32, u32)]) -> Vec<bool> {
    let params = A::params(settings, DepthUnit::BYTE).unwrap();
    let (mut pipe, mut port, mut queue) = Default::default();
    let mark = |&(now, depth): &(u32, u32)| {
        let a = Arrival { now: Nanos32(now), depth, ..Arrival::default() };
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
        A::on_enqueue(&params, scope, &a) == Verdict::Signal
    };
    trace.iter().map(mark).collect()
}

/// The queue grows by `growth` per packet, packets come `gap` apart; the first marked length.
fn onset<A: Aqm>(settings: &A::Settings, gap: u32, growth: u32) -> u32 {
    let trace: Vec<_> = (0..200).map(|index| (index * gap, index * growth)).collect();
    let first = marks::<A>(settings, &trace).iter().position(|&marked| marked).expect("grows past K");
    trace[first].1
}

#[test]
fn marking_starts_one_horizon_of_growth_before_the_threshold() {
    // 1000 B per us and 18 us ahead: 60 000 - 18 000.
    assert_eq!(onset::<Exact>(&ExactSettings::default(), 1_000, 1_000), 42_000);
    // Twice as steep, twice as early.
    assert_eq!(onset::<Exact>(&ExactSettings::default(), 1_000, 2_000), 24_000);
}

#[test]
fn equation_1_divides_by_the_window_and_wants_more_than_the_threshold() {
    let equation = Exact::PRESETS.iter().find(|preset| preset.name == "equation-1").unwrap().settings;
    assert_eq!(onset::<Exact>(&equation, 1_000, 1_000), 43_000);
    // Packets 2 us apart: the pseudo-code sees 500 B per us, equation (1) still 1000.
    assert_eq!(onset::<Exact>(&equation, 2_000, 1_000), 43_000);
    assert_eq!(onset::<Exact>(&ExactSettings::default(), 2_000, 1_000), 51_000);
}

#[test]
fn no_horizon_is_a_plain_threshold() {
    let settings = ExactSettings { t_a: 0, ..ExactSettings::default() };
    let trace: Vec<_> = (0..500u32).map(|index| (index * 700, index * 7_919 % 90_000)).collect();
    let expected: Vec<_> = trace.iter().map(|&(_, depth)| depth >= 60_000).collect();
    assert_eq!(marks::<Exact>(&settings, &trace), expected);
}

#[test]
fn a_falling_queue_hides_the_threshold_unless_the_rate_is_clamped() {
    // 70 000 B, falling by 1000 B per us: predicted 70 000 - 18 000 is below 60 000.
    let trace: Vec<_> = (0..10).map(|index| (index * 1_000, 80_000 - index * 1_000)).collect();
    let falling = marks::<Exact>(&ExactSettings::default(), &trace);
    // The first packet knows no rate; from the second on 79 000 - 18 000 and the next still reach K.
    assert_eq!(falling[..4], [true, true, true, false]);
    let clamped = ExactSettings { clamp_rate_at_zero: 1, ..ExactSettings::default() };
    assert!(marks::<Exact>(&clamped, &trace).iter().all(|&marked| marked));
}

#[test]
fn a_rate_holds_until_a_window_has_passed() {
    let settings = ExactSettings { t_i: 10_000, t_a: 10_000, k: 10_000, ..ExactSettings::default() };
    // 5000 B in the first window; its rate holds for the packets of the next 9999 ns, whatever they find.
    let trace = [(0, 0), (10_000, 5_000), (15_000, 4_999), (19_999, 5_000), (20_000, 5_000)];
    assert_eq!(marks::<Exact>(&settings, &trace), [false, true, false, true, false]);
}

/// \[Wang22\]: the pseudo-code marks at K, the prose where K is exceeded.
#[test]
fn a_prediction_of_exactly_the_threshold_is_marked_as_the_comparison_says() {
    for (comparison, marked) in [(Comparison::AtOrAbove, true), (Comparison::Above, false)] {
        let comparison = comparison.setting();
        let settings =
            ExactSettings { k: 10_000, t_i: 1_000, t_a: 1_000, comparison, ..ExactSettings::DEFAULT };
        for (name, trace) in [
            ("without a rate", vec![(0, 10_000)]),
            ("steady", vec![(0, 10_000), (1_000, 10_000)]),
            ("rising", vec![(0, 8_000), (1_000, 9_000)]),
            ("falling", vec![(0, 12_000), (1_000, 11_000)]),
        ] {
            assert_eq!(marks::<Exact>(&settings, &trace).last(), Some(&marked), "{name}");
        }
    }
}

#[test]
fn a_late_stamp_changes_no_rate() {
    let trace = [(5_000, 0), (6_000, 1_000), (5_500, 50_000), (6_500, 42_000)];
    assert_eq!(marks::<Exact>(&ExactSettings::default(), &trace), [false, false, true, true]);
}

#[test]
fn the_shift_overpredicts_by_elapsed_over_window() {
    let shift = ShiftSettings::default();
    let exact = ExactSettings { t_a: 16_000, ..ExactSettings::default() };
    // On the window they agree: 16 000 B ahead.
    assert_eq!(onset::<Exact>(&exact, 1_000, 1_000), 44_000);
    assert_eq!(onset::<Shift16>(&shift, 1_000, 1_000), 44_000);
    // 1.2 windows apart the exact rate is 833 B per us, 13 333 B ahead; the shift still takes 1000.
    assert_eq!(onset::<Exact>(&exact, 1_200, 1_000), 47_000);
    assert_eq!(onset::<Shift16>(&shift, 1_200, 1_000), 44_000);
    // Ten windows apart: 1600 B against 16 000 B.
    assert_eq!(onset::<Exact>(&exact, 10_000, 1_000), 59_000);
    assert_eq!(onset::<Shift16>(&shift, 10_000, 1_000), 44_000);
    assert_eq!(onset::<Shift32>(&shift, 1_000, 1_000), 28_000);
}

#[test]
fn a_threshold_below_one_cell_is_refused_and_one_in_force_is_whole_cells() {
    let cell = DepthUnit::cell(80).unwrap();
    let settings = ShiftSettings { k: 79, ..ShiftSettings::default() };
    assert_eq!(Shift16::params(&settings, cell).unwrap_err().min, 80);
    let settings = ShiftSettings { k: 60_010, ..settings };
    let params = Shift16::params(&settings, cell).unwrap();
    assert_eq!(Shift16::effective(&params, &settings, ShiftSettings::k), Some(60_000));
}

fn traces() -> impl Strategy<Value = Vec<(u32, u32)>> {
    let step = (prop_oneof![1u32..3_000, 1u32..100_000], 0u32..200_000);
    (any::<u32>(), prop::collection::vec(step, 1..200)).prop_map(|(start, steps)| {
        let mut now = start;
        let stamp = |(gap, depth): (u32, u32)| {
            now = now.wrapping_add(gap);
            (now, depth)
        };
        steps.into_iter().map(stamp).collect()
    })
}

proptest! {
    #[test]
    fn the_shift_is_the_exact_form_over_the_nominal_window(trace in traces(), t_i in 1u32..20_000) {
        let shift = ShiftSettings { t_i, ..ShiftSettings::default() };
        for (t_a, found) in [(16, marks::<Shift16>(&shift, &trace)), (32, marks::<Shift32>(&shift, &trace))] {
            let exact = ExactSettings { t_i, t_a: t_a * t_i, divisor: Divisor::Window.setting(), ..ExactSettings::default() };
            prop_assert_eq!(&found, &marks::<Exact>(&exact, &trace));
        }
    }

    #[test]
    fn adding_a_constant_to_the_clock_changes_nothing(trace in traces(), shift: u32) {
        let later: Vec<_> = trace.iter().map(|&(now, depth)| (now.wrapping_add(shift), depth)).collect();
        let settings = ExactSettings::default();
        prop_assert_eq!(marks::<Exact>(&settings, &trace), marks::<Exact>(&settings, &later));
        let settings = ShiftSettings::default();
        prop_assert_eq!(marks::<Shift16>(&settings, &trace), marks::<Shift16>(&settings, &later));
    }

    #[test]
    fn scaling_all_lengths_changes_nothing(trace in traces(), scale in 2u32..50) {
        let scaled: Vec<_> = trace.iter().map(|&(now, depth)| (now, depth * scale)).collect();
        let settings = ExactSettings::default();
        let other = ExactSettings { k: settings.k * scale, ..settings };
        prop_assert_eq!(marks::<Exact>(&settings, &trace), marks::<Exact>(&other, &scaled));
    }

    #[test]
    fn a_longer_horizon_only_adds_marks_to_a_queue_that_does_not_shrink(trace in traces(), t_a in 0u32..100_000) {
        let mut trace = trace;
        trace.sort_by_key(|&(_, depth)| depth);
        for (index, step) in trace.iter_mut().enumerate() {
            step.0 = index as u32 * 900;
        }
        let near = marks::<Exact>(&ExactSettings { t_a, ..ExactSettings::default() }, &trace);
        let far = marks::<Exact>(&ExactSettings { t_a: t_a + 5_000, ..ExactSettings::default() }, &trace);
        prop_assert!(near.iter().zip(&far).all(|(near, far)| !near || *far));
    }

    #[test]
    fn every_decision_is_the_one_of_real_arithmetic(trace in traces(), t_a in 0u32..1_000_000, t_i in 1u32..5_000) {
        let settings = ExactSettings { t_a, t_i, ..ExactSettings::default() };
        let mut last: Option<(u64, i128)> = None;
        let (mut rate, mut unrolled, mut previous) = ((0i128, 1i128), 0u64, trace[0].0);
        for (&(now, depth), marked) in trace.iter().zip(marks::<Exact>(&settings, &trace)) {
            unrolled += u64::from(now.wrapping_sub(previous));
            previous = now;
            let depth = i128::from(depth);
            match last {
                None => last = Some((unrolled, depth)),
                Some((then, before)) if unrolled - then >= u64::from(t_i) => {
                    rate = (depth - before, i128::from(unrolled - then));
                    last = Some((unrolled, depth));
                }
                Some(_) => {}
            }
            let predicted = depth * rate.1 + rate.0 * i128::from(t_a);
            prop_assert_eq!(marked, predicted >= i128::from(settings.k) * rate.1);
        }
    }
}
