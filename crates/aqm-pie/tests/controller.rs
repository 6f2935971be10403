//! PIE's controller and its coins.

use freeboard_aqm_api::{Aqm, Arrival, DepthUnit, Nanos32, PortId, PortView, QueueView, Scope, Verdict};
use freeboard_aqm_pie::{Controller, Exact, ExactQueue, Pie, PiePipelineSettings, PieSettings};
use freeboard_dataplane::NoRegisters;

fn controlled(settings: &PieSettings, delays: &[u32]) -> (freeboard_aqm_pie::ExactParams, Vec<u32>) {
    let mut params = Exact::params(settings, DepthUnit::BYTE).unwrap();
    let mut seen = Vec::new();
    for (tick, &sojourn) in (1u32..).zip(delays) {
        let queues = [QueueView { depth: 30_000, sojourn, weight: 1 }];
        let view = PortView { port: PortId(0), queues: &queues, pool_depth: 0 };
        Exact::on_control(&mut params, Nanos32(tick * settings.t_update), &view);
        seen.push(params.probability);
    }
    (params, seen)
}

#[test]
fn a_delay_at_the_target_keeps_the_probability_and_one_above_raises_it() {
    let settings = PieSettings { max_burst: 0, ..PieSettings::default() };
    let (_, steady) = controlled(&settings, &[15_000; 50]);
    assert!(steady.windows(2).skip(1).all(|pair| pair[0] == pair[1]), "{steady:?}");
    let (_, rising) = controlled(&settings, &[30_000; 50]);
    assert!(rising.windows(2).all(|pair| pair[0] < pair[1]), "{rising:?}");
}

#[test]
fn a_negative_delay_is_none() {
    let settings = PieSettings { max_burst: 0, ..PieSettings::default() };
    for negative in [1 << 31, u32::MAX] {
        let [told, none] = [negative, 0].map(|delay| {
            let delays: Vec<u32> = (0..60).map(|tick| if tick % 3 == 2 { delay } else { 40_000 }).collect();
            controlled(&settings, &delays)
        });
        assert_eq!(told, none, "{negative:#x}");
        assert!(none.1.iter().any(|probability| *probability > 0));
    }
}

#[test]
fn each_instance_controls_the_queue_that_it_is_told() {
    let queues = [0, 40_000].map(|sojourn| QueueView { depth: 60_000, sojourn, weight: 1 });
    let view = PortView { port: PortId(0), queues: &queues, pool_depth: 0 };
    let after = |queue| {
        let settings = PieSettings { max_burst: 0, start: 0, queue, ..PieSettings::default() };
        let mut params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
        for tick in 1..=50 {
            Exact::on_control(&mut params, Nanos32(tick * settings.t_update), &view);
        }
        params.probability
    };
    assert!(after(1) > 0, "the second queue is too long");
    assert_eq!((after(0), after(2)), (0, 0), "an empty queue, and one that is not there");
}

/// The clock was set back by a second: the next tick is due, not the one when the clock is there again.
#[test]
fn a_tick_before_the_last_update_is_due() {
    let settings = PieSettings { max_burst: 0, ..PieSettings::default() };
    let (mut params, seen) = controlled(&settings, &[30_000; 50]);
    let queues = [QueueView { depth: 30_000, sojourn: 30_000, weight: 1 }];
    let view = PortView { port: PortId(0), queues: &queues, pool_depth: 0 };
    Exact::on_control(&mut params, Nanos32((50 * settings.t_update).wrapping_sub(1_000_000_000)), &view);
    assert!(params.probability > seen[49]);
}

#[test]
fn a_step_of_one_target_adds_alpha_over_two_between_one_and_ten_percent() {
    let settings = PieSettings { start: 3_277, beta: 0, max_burst: 0, ..PieSettings::default() };
    let (_, seen) = controlled(&settings, &[30_000, 30_000]);
    // 123/65536 a step, halved below 10 %.
    assert_eq!(seen[1] - seen[0], 123 << 15);
}

#[test]
fn an_idle_queue_forgets_and_then_allows_a_burst() {
    let settings = PieSettings::default();
    let (params, seen) = controlled(&settings, &[0; 3_000]);
    assert_eq!(seen.last(), Some(&0));
    let mut late = params;
    let queues = [QueueView { depth: 30_000, sojourn: 120_000, weight: 1 }];
    let view = PortView { port: PortId(0), queues: &queues, pool_depth: 0 };
    let mut now = 3_001 * settings.t_update;
    let mut calm = 0;
    while late.probability == 0 && calm < 100 {
        Exact::on_control(&mut late, Nanos32(now), &view);
        now = now.wrapping_add(settings.t_update);
        calm += 1;
    }
    // 150 us of allowance are ten updates.
    assert_eq!(calm, 10);
}

#[test]
fn the_probability_never_leaves_its_range_and_steps_are_capped() {
    let settings = PieSettings { alpha: 65_536, beta: 65_536, ..PieSettings::default() };
    let mut controller = Controller::new(&settings);
    for delay in [u32::MAX, 0, u32::MAX, u32::MAX, 1, 0, 0, u32::MAX] {
        let before = controller.probability;
        controller.update(&settings, delay);
        assert!(before < 429_496_730 || controller.probability <= before.saturating_add(85_899_346));
    }
}

#[test]
fn of_all_random_slices_exactly_the_probabilitys_share_marks() {
    let settings = PiePipelineSettings { start: 3_277, ..PiePipelineSettings::default() };
    let params = Pie::params(&settings, DepthUnit::BYTE).unwrap();
    let marks = |random: u32| {
        let (mut pipe, mut port, mut queue) = (Default::default(), NoRegisters, NoRegisters);
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
        let arrival = Arrival { depth: 30_000, random, ..Arrival::default() };
        Pie::on_enqueue(&params, scope, &arrival) == Verdict::Signal
    };
    // 2^24 slices; every 64th, with an odd offset, hits each residue of the comparison's low bits as well.
    let count = (0..1u32 << 18).filter(|slice| marks(slice * 64 + 37)).count();
    let exact = f64::from(3_277u32) / 65_536.0 * f64::from(1u32 << 18);
    assert!((count as f64 - exact).abs() <= 1.0, "{count}, {exact}");
}

#[test]
fn the_coin_of_the_rfc_keeps_signals_apart_and_never_waits_too_long() {
    let settings = PieSettings { start: 3_277, drop_above: 65_536, ..PieSettings::default() };
    let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let (mut queue, mut word, mut gap, mut gaps) = (ExactQueue::default(), 1u64, 0u32, Vec::new());
    for _ in 0..200_000 {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let arrival = Arrival { depth: 30_000, random: (word >> 32) as u32, ..Arrival::default() };
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
        gap += 1;
        if Exact::on_enqueue(&params, scope, &arrival) == Verdict::Signal {
            gaps.push(gap);
            gap = 0;
        }
    }
    // 5 %: 0.85 expected signals are 17 packets, 8.5 are 170.
    assert!(gaps.iter().all(|gap| (17..=170).contains(gap)));
    let mean = f64::from(gaps.iter().sum::<u32>()) / gaps.len() as f64;
    assert!((mean - 36.0).abs() < 1.0, "{mean}");
}

#[test]
fn above_the_drop_threshold_packets_are_dropped() {
    let settings = PieSettings { start: 65_536, ..PieSettings::default() };
    let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let mut queue = ExactQueue::default();
    let arrival = Arrival { depth: 30_000, ..Arrival::default() };
    let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
    assert_eq!(Exact::on_enqueue(&params, scope, &arrival), Verdict::Drop);
}
