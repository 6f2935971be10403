//! Edges of RFC 8033's controller and of its coin, to the unit.

use freeboard_aqm_api::{
    Aqm, Arrival, DepthUnit, FieldId, Nanos32, Part, PortId, PortView, QueueView, Scope, Settings, Verdict,
};
use freeboard_aqm_pie::{Controller, Exact, ExactParams, ExactQueue, Pie, PiePipelineSettings, PieSettings};

/// Gains of 1 on the error alone, which is 1 at twice the target.
const STEEP: PieSettings = PieSettings { target: 1_000, alpha: 65_536, beta: 0, ..PieSettings::DEFAULT };
/// No gain at all.
const FLAT: PieSettings = PieSettings { target: 3_000, alpha: 0, beta: 0, ..PieSettings::DEFAULT };
const PERCENT_2: u32 = 85_899_346;

fn updated(settings: &PieSettings, probability: u32, delay_old: u32, delay: u32) -> Controller {
    let mut controller = Controller::new(settings);
    (controller.probability, controller.delay_old, controller.burst) = (probability, delay_old, 0);
    controller.update(settings, delay);
    controller
}

fn ticked(params: &mut ExactParams, now: u32, sojourn: u32) -> u32 {
    let queues = [QueueView { depth: 30_000, sojourn, weight: 1 }];
    Exact::on_control(params, Nanos32(now), &PortView { port: PortId(0), queues: &queues, pool_depth: 0 });
    params.probability
}

#[test]
fn steps_are_scaled_below_each_bound_and_not_at_it() {
    // §4.2: 10^-6 .. 10^-1, and 2048, 512, 128, 32, 8, 2.
    let bounds = [(4_295, 11), (42_950, 9), (429_497, 7), (4_294_967, 5), (42_949_673, 3), (429_496_730, 1)];
    for (at, (bound, shift)) in bounds.into_iter().enumerate() {
        let moved = |probability| updated(&STEEP, probability, 2_000, 2_000).probability - probability;
        assert_eq!(moved(bound - 1), u32::MAX >> shift, "below bound {at}");
        let next = bounds.get(at + 1).map_or(PERCENT_2, |(_, shift)| u32::MAX >> shift);
        assert_eq!(moved(bound), next, "at bound {at}");
    }
}

#[test]
fn beyond_fifty_thirds_of_the_target_two_percent_are_added() {
    // §4.2: 250 ms where the target is 15 ms.
    let moved = |delay| updated(&FLAT, 1 << 20, 0, delay).probability - (1 << 20);
    assert_eq!((moved(50_000), moved(50_001)), (0, PERCENT_2));
}

#[test]
fn the_probability_decays_only_while_there_was_no_delay_twice() {
    let kept = |delay_old, delay| updated(&FLAT, 1 << 20, delay_old, delay).probability;
    assert_eq!((kept(0, 1), kept(1, 0)), (1 << 20, 1 << 20));
    assert_eq!(kept(0, 0), (1 << 20) - (1 << 14) - 1);
}

#[test]
fn a_burst_is_allowed_after_two_short_delays_without_a_probability() {
    // §4.4: short is below half the target.
    let burst = |probability, delay_old, delay| updated(&FLAT, probability, delay_old, delay).burst;
    assert_eq!(burst(0, 1_499, 1_499), FLAT.max_burst);
    assert_eq!((burst(0, 1_500, 1_499), burst(0, 1_499, 1_500), burst(2, 1_499, 1_499)), (0, 0, 0));
    let mut spent = Controller::new(&FLAT);
    (spent.burst, spent.probability) = (20_000, 7);
    spent.update(&FLAT, 5_000);
    assert_eq!((spent.burst, spent.delay_old), (20_000 - FLAT.t_update, 5_000));
}

#[test]
fn a_calm_queue_is_not_signalled_below_twenty_percent() {
    // §4.1: a delay below half the target, a probability below 0.2; 13 107 / 65 536 and 13 107 units are 0.2 in Q32.
    let settings = PieSettings {
        target: 65_536,
        alpha: 0,
        beta: 1,
        start: 13_107,
        max_burst: 0,
        ..PieSettings::DEFAULT
    };
    for (sojourn, in_force) in
        [(13_106, 0), (13_107, 858_993_459), (32_767, 859_013_119), (32_768, 859_013_120)]
    {
        let mut params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
        assert_eq!(ticked(&mut params, 0, sojourn), in_force, "{sojourn}");
    }
    let low = PieSettings { start: 100, beta: 0, ..settings };
    for (sojourn, in_force) in [(32_767, 0), (32_768, 100 << 16)] {
        let mut params = Exact::params(&low, DepthUnit::BYTE).unwrap();
        assert_eq!(params.probability, 100 << 16, "before the first update");
        assert_eq!(ticked(&mut params, 0, sojourn), in_force, "{sojourn}");
    }
}

#[test]
fn the_controller_waits_for_its_period() {
    let settings = PieSettings { start: 3_277, beta: 0, max_burst: 0, ..PieSettings::DEFAULT };
    let mut params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let start = u32::MAX - 5_000;
    let first = ticked(&mut params, start, 30_000);
    assert_eq!(ticked(&mut params, start.wrapping_add(settings.t_update - 1), 30_000), first);
    assert!(ticked(&mut params, start.wrapping_add(settings.t_update), 30_000) > first);
}

fn judged(settings: &PieSettings, expected: u32, depth: u32, random: u32) -> (Verdict, u32) {
    let params = Exact::params(settings, DepthUnit::BYTE).unwrap();
    let mut queue = ExactQueue { expected };
    let arrival = Arrival { depth, random, ..Arrival::default() };
    let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
    (Exact::on_enqueue(&params, scope, &arrival).verdict, queue.expected)
}

#[test]
fn a_signal_waits_for_0_85_expected_ones_and_no_longer_than_8_5() {
    // §5.4, in Q28; a packet adds 5 %.
    let settings = PieSettings { start: 3_277, ..PieSettings::DEFAULT };
    let (few, many, step) = (228_170_138, 2_281_701_376, 3_277 << 12);
    let (wins, loses) = (0, u32::MAX);
    assert_eq!(judged(&settings, few - step - 1, 30_000, wins), (Verdict::Forward, few - 1));
    assert_eq!(judged(&settings, few - step, 30_000, wins), (Verdict::Signal, 0));
    assert_eq!(judged(&settings, many - step - 1, 30_000, loses), (Verdict::Forward, many - 1));
    assert_eq!(judged(&settings, many - step, 30_000, loses), (Verdict::Signal, 0));
    // Up to the guard nothing is counted, and an empty queue forgets.
    assert_eq!(judged(&settings, few, 3_000, wins), (Verdict::Forward, few));
    assert_eq!(judged(&settings, few, 3_001, wins), (Verdict::Signal, 0));
    assert_eq!(judged(&settings, few, 0, wins), (Verdict::Forward, 0));
    assert_eq!(judged(&PieSettings { start: 0, ..settings }, few, 30_000, wins), (Verdict::Forward, 0));
}

#[test]
fn packets_are_dropped_above_the_threshold_and_not_at_it() {
    let verdict = |start| {
        let settings = PieSettings { start, drop_above: 6_554, ..PieSettings::DEFAULT };
        judged(&settings, 1 << 31, 30_000, 0).0
    };
    assert_eq!((verdict(6_554), verdict(6_555)), (Verdict::Signal, Verdict::Drop));
}

#[test]
fn the_guard_in_force_is_whole_cells_and_the_rest_is_as_given() {
    fn in_force<A: Aqm>(settings: &A::Settings) -> Vec<Option<u32>> {
        let params = A::params(settings, DepthUnit::cell(80).unwrap()).unwrap();
        let fields = 0..A::Settings::FIELDS.len() as u16;
        fields.map(|field| A::effective(&params, settings, FieldId(field))).collect()
    }
    let exact = PieSettings::DEFAULT;
    assert_eq!(
        in_force::<Exact>(&exact),
        [15_000, 15_000, 123, 1_229, 150_000, 2_960, 6_554, 655, 0].map(Some)
    );
    let pipeline = PiePipelineSettings::DEFAULT;
    assert_eq!(in_force::<Pie>(&pipeline), [15_000, 15_000, 123, 1_229, 150_000, 2_960, 655, 0].map(Some));
}

/// §4.2: the last scale ends at 10 %, and from there on steps are whole; this one is below their bound of 2 %.
#[test]
fn at_ten_percent_a_small_step_is_whole() {
    let settings = PieSettings { alpha: 256, ..STEEP };
    for (probability, step) in [(429_496_729, 1 << 23), (429_496_730, 1 << 24)] {
        let after = updated(&settings, probability, 2_000, 2_000).probability;
        assert_eq!(after - probability, step, "{probability}");
    }
}

/// Only 1 itself, 65536 in Q16, is all ones in Q32.
#[test]
fn the_largest_start_below_one_stays_below_one() {
    for (start, probability) in [(65_535, 65_535 << 16), (65_536, u32::MAX)] {
        let controller = Controller::new(&PieSettings { start, ..PieSettings::DEFAULT });
        assert_eq!(controller.probability, probability, "{start}");
    }
}

/// The pipeline compares 24 random bits: the control plane writes the upper 24 of the probability.
#[test]
fn the_pipeline_gets_the_upper_bits_of_the_probability() {
    let settings = PiePipelineSettings {
        target: 1_000,
        alpha: 65_536,
        beta: 0,
        max_burst: 0,
        ..PiePipelineSettings::DEFAULT
    };
    let mut params = Pie::params(&settings, DepthUnit::BYTE).unwrap();
    let queues = [QueueView { depth: 30_000, sojourn: 16_000, weight: 1 }];
    let view = PortView { port: PortId(0), queues: &queues, pool_depth: 0 };
    let mut controller = Controller::new(&settings.whole());
    for tick in 1..=20 {
        Pie::on_control(&mut params, Nanos32(tick * settings.t_update), &view);
        controller.update(&settings.whole(), 16_000);
        assert_eq!(params.probability.value(), controller.probability >> 8, "{tick}");
    }
    assert_ne!(params.probability.value(), 0);
}

/// §4.4, as Linux and DPDK: the allowance of a fresh instance is whole. Ten updates of 15 us spend it.
#[test]
fn a_fresh_instance_allows_a_burst() {
    let settings = PieSettings { start: 13_107, ..PieSettings::DEFAULT };
    let mut params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    assert_eq!(params.probability, 13_107 << 16, "a place without a control plane");
    let tick = |params: &mut ExactParams, index: u32| ticked(params, index * settings.t_update, 30_000);
    assert!((0..9).all(|index| tick(&mut params, index) == 0));
    assert!(tick(&mut params, 9) > 0);
}

/// §5.4: only a signal and a probability of 0 end what is expected; an update whose delay is short does not.
#[test]
fn what_is_expected_stands_still_while_nothing_is_in_force() {
    let settings = PieSettings { start: 9_830, drop_above: 65_536, max_burst: 0, ..PieSettings::DEFAULT };
    let mut params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let mut queue = ExactQueue::default();
    let mut arrive = |params: &ExactParams, random: u32| {
        let arrival = Arrival { depth: 30_000, random, ..Arrival::default() };
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
        let verdict = Exact::on_enqueue(params, scope, &arrival).verdict;
        (verdict, queue.expected)
    };
    // 15 % eight times: 1.2.
    let expected = 8 * (9_830 << 12);
    let last = (0..8).map(|_| arrive(&params, u32::MAX)).last();
    assert_eq!(last, Some((Verdict::Forward, expected)));
    assert_eq!(ticked(&mut params, 0, 7_000), 0);
    assert_eq!(arrive(&params, 0), (Verdict::Forward, expected));
    assert!(ticked(&mut params, settings.t_update, 20_000) > 0);
    assert_eq!(arrive(&params, 0), (Verdict::Signal, 0));
    // Without any probability it ends.
    let over = Exact::params(&PieSettings { start: 0, ..settings }, DepthUnit::BYTE).unwrap();
    arrive(&params, u32::MAX);
    assert_eq!(arrive(&over, 0), (Verdict::Forward, 0));
}
