//! MBECN's baseline and dynamic step over the queues of a port.

use freeboard_aqm_api::{Aqm, Arrival, DepthUnit, Nanos32, PortId, PortView, QueueView, Scope, Verdict};
use freeboard_aqm_mbecn::{
    MbecnEnqueue, MbecnParams, MbecnSettings, QUEUES, Queue, Rule, Sharing, baseline, dynamic,
};
use freeboard_dataplane::NoRegisters;
use proptest::prelude::*;

const NANOS: Nanos32 = Nanos32(0);

fn view(queues: &[QueueView]) -> PortView<'_> {
    PortView { port: PortId(0), queues, pool_depth: 0 }
}

fn params(settings: &MbecnSettings) -> MbecnParams {
    MbecnEnqueue::params(settings, DepthUnit::BYTE).unwrap()
}

/// Thresholds of all queues, from one instance each.
fn thresholds(settings: &MbecnSettings, queues: &[QueueView]) -> Vec<u32> {
    let threshold = |queue| {
        let mut params = params(&MbecnSettings { queue, ..*settings });
        MbecnEnqueue::on_control(&mut params, NANOS, &view(queues));
        params.threshold()
    };
    (0..queues.len() as u32).map(threshold).collect()
}

fn marks(params: &MbecnParams, depth: u32) -> bool {
    let (mut pipe, mut port, mut queue) = (Default::default(), NoRegisters, NoRegisters);
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
    MbecnEnqueue::on_enqueue(params, scope, &Arrival { depth, ..Arrival::default() }) == Verdict::Signal
}

fn queue(weight: u32, depth: u32) -> QueueView {
    QueueView { depth, weight, sojourn: 0 }
}

#[test]
fn a_queue_number_is_a_mask_and_a_theta_becomes_q16_by_four_bits() {
    assert!(QUEUES.is_power_of_two());
    assert_eq!(freeboard_fixmath::ONE_Q20 >> 4, freeboard_fixmath::ONE_Q16);
}

#[test]
fn a_queue_alone_has_the_ports_threshold() {
    let settings = MbecnSettings { dynamic: 0, ..MbecnSettings::default() };
    assert_eq!(params(&settings).threshold(), 97_500);
    let found = thresholds(&settings, &[queue(3, 50_000)]);
    assert!(found[0].abs_diff(97_500) <= 1, "{found:?}");
}

#[test]
fn equal_queues_have_equal_thresholds() {
    for dynamic in [0, 1] {
        let settings = MbecnSettings { dynamic, ..MbecnSettings::default() };
        let found = thresholds(&settings, &[queue(1, 10_000); 4]);
        assert!(found.iter().all(|&threshold| threshold == found[0]));
        assert!(found[0] > 0);
    }
}

#[test]
fn weights_divide_what_the_bounds_leave() {
    let settings = MbecnSettings {
        bound: Rule::EcnStar.setting(),
        k_port: 400_000,
        dynamic: 0,
        ..MbecnSettings::default()
    };
    let found = thresholds(&settings, &[queue(2, 1), queue(1, 1), queue(1, 1)]);
    assert!(found[0] > found[1] && found[1] == found[2], "{found:?}");
    assert!(found.iter().sum::<u32>().abs_diff(400_000) <= 4);
}

#[test]
fn an_idle_queue_takes_no_share_unless_all_do() {
    let queues = [queue(1, 30_000), queue(1, 0)];
    let settings = MbecnSettings { dynamic: 0, ..MbecnSettings::default() };
    assert!(thresholds(&settings, &queues)[0].abs_diff(97_500) <= 1);
    let all = MbecnSettings { sharing: Sharing::All.setting(), ..settings };
    assert!(thresholds(&all, &queues)[0].abs_diff(48_750) <= 1);
}

#[test]
fn a_loaded_port_spares_its_short_queue_and_an_unloaded_one_marks_its_long_queue() {
    let settings = MbecnSettings::default();
    // 120 000 B on the port, 97 500 B allowed: the queue with 10 000 B is never marked.
    let loaded = [queue(1, 110_000), queue(1, 10_000)];
    assert!(thresholds(&settings, &loaded)[1] > 10_000);
    // 70 000 B on the port: the queue above its half is marked at its present length.
    let unloaded = [queue(1, 60_000), queue(1, 10_000)];
    assert!(thresholds(&settings, &unloaded)[0] < 60_000);
}

#[test]
fn unused_room_goes_to_the_queues_by_their_share_of_the_packets() {
    // Equal bounds cancel: baselines of 48 750 B. Room 38 750 B, of which 11/12 for the long queue and 1/12 for the short one.
    let loaded = [queue(1, 110_000), queue(1, 10_000)];
    let settings = MbecnSettings::default();
    let near = |found: Vec<u32>, expected: [u32; 2]| {
        assert!(
            found.iter().zip(expected).all(|(found, expected)| found.abs_diff(expected) <= 2),
            "{found:?}"
        );
    };
    near(thresholds(&settings, &loaded), [48_750 + 35_521, 10_000 + 3_229]);
    near(thresholds(&MbecnSettings { dynamic: 0, ..settings }, &loaded), [48_750, 48_750]);
}

/// \[Kang21\]: K_base = K_bound + theta (K_port - sum of K_bound), with the bound for ECN* senders
/// theta C d ((1 + beta) N - 2 Phi beta) / (N (1 - beta)) and Phi = 1 + theta C / C_i.
#[test]
fn a_baseline_is_the_bound_of_the_queues_share_and_its_part_of_the_rest() {
    let settings = MbecnSettings { bound: Rule::EcnStar.setting(), dynamic: 0, ..MbecnSettings::default() };
    let settings = MbecnSettings { k_port: 400_000, link: 40_000, sender_link: 5_000, flows: 8, ..settings };
    let (n, beta, pipe) = (8.0, 0.25, 40_000.0 * 85_000.0 / 8_000.0);
    let bound = |theta: f64| {
        let phi = 1.0 + theta * 8.0;
        theta * pipe * ((1.0 + beta) * n - 2.0 * phi * beta) / (n * (1.0 - beta))
    };
    let thetas = [2.0 / 3.0, 1.0 / 3.0];
    let rest = 400_000.0 - thetas.map(bound).iter().sum::<f64>();
    let found = thresholds(&settings, &[queue(2, 1), queue(1, 1)]);
    for (found, theta) in found.iter().zip(thetas) {
        let expected = bound(theta) + theta * rest;
        // A packet for the rounding of either bound.
        let tolerance = 3_000.0;
        assert!((f64::from(*found) - expected).abs() <= tolerance, "{found} and not {expected}");
        assert!((f64::from(*found) - theta * 400_000.0).abs() > tolerance, "the bounds do not cancel here");
    }
}

#[test]
fn shares_of_more_than_32_bits_of_packets_are_shares_all_the_same() {
    let long = Queue { depth: 3_000_000_000, theta: 1 << 18, bound: 0 };
    let mut queues = [Queue::default(); QUEUES];
    queues[..3].copy_from_slice(&[long, long, Queue { depth: 0, theta: 1 << 19, bound: 0 }]);
    let base = baseline(&queues, 1 << 20);
    assert_eq!(base[..3], [1 << 18, 1 << 18, 1 << 19]);
    // The idle queue's half is halved once more between the two.
    let found = dynamic(&queues, &base, 1 << 20);
    assert!(found[..2].iter().all(|found| found.abs_diff(1 << 19) <= 1), "{found:?}");
}

#[test]
fn the_data_plane_marks_above_what_the_control_plane_wrote() {
    let mut params = params(&MbecnSettings { dynamic: 0, ..MbecnSettings::default() });
    assert!(!marks(&params, 97_500) && marks(&params, 97_501));
    MbecnEnqueue::on_control(&mut params, NANOS, &view(&[queue(1, 1), queue(1, 1)]));
    let threshold = params.threshold();
    assert!(threshold.abs_diff(48_750) <= 1);
    assert!(!marks(&params, threshold) && marks(&params, threshold + 1));
}

#[test]
fn a_port_without_weights_or_packets_is_harmless() {
    let mut params = params(&MbecnSettings::default());
    for queues in [&[][..], &[queue(0, 0)][..], &[queue(u32::MAX, u32::MAX); 12][..]] {
        MbecnEnqueue::on_control(&mut params, NANOS, &view(queues));
        marks(&params, u32::MAX);
    }
}

prop_compose! {
    /// Queues whose thetas add up to 1, give or take 8 units of Q20.
    fn ports()(
        weights in prop::array::uniform8(0u32..10),
        depths in prop::array::uniform8(0u32..300_000),
        bounds in prop::array::uniform8(0u32..400_000),
    ) -> [Queue; QUEUES] {
        let total: u32 = weights.iter().sum::<u32>().max(1);
        core::array::from_fn(|index| {
            let theta = ((u64::from(weights[index]) << 20) / u64::from(total)) as u32;
            Queue { depth: depths[index], theta, bound: if theta > 0 { bounds[index] } else { 0 } }
        })
    }
}

/// A byte per queue, and 8 units of Q20 of 3 MB.
const ROUNDING: u64 = 8 + 8 * 3;

proptest! {
    #[test]
    fn baseline_and_dynamic_step_conserve_the_ports_threshold(queues in ports(), k_port in 1u32..3_000_000) {
        prop_assume!(queues.iter().any(|queue| queue.theta > 0));
        let base = baseline(&queues, k_port);
        prop_assert!(base.iter().sum::<i64>().abs_diff(i64::from(k_port)) <= ROUNDING);
        let now = dynamic(&queues, &base, k_port);
        if queues.iter().any(|queue| queue.depth > 0) {
            prop_assert!(now.iter().sum::<i64>().abs_diff(i64::from(k_port)) <= 3 * ROUNDING, "{now:?}");
        } else {
            prop_assert_eq!(now, base);
        }
    }

    #[test]
    fn order_of_the_queues_does_not_matter(queues in ports(), k_port in 1u32..3_000_000, turn in 0usize..8) {
        let mut turned = queues;
        turned.rotate_left(turn);
        let (base, mut other) = (baseline(&queues, k_port), baseline(&turned, k_port));
        let mut stepped = dynamic(&turned, &other, k_port);
        other.rotate_right(turn);
        stepped.rotate_right(turn);
        prop_assert_eq!(other, base);
        prop_assert_eq!(stepped, dynamic(&queues, &base, k_port));
    }

    #[test]
    fn a_larger_port_threshold_never_lowers_a_baseline(queues in ports(), k_port in 1u32..3_000_000, more in 0u32..100_000) {
        let (base, other) = (baseline(&queues, k_port), baseline(&queues, k_port + more));
        prop_assert!(base.iter().zip(&other).all(|(base, other)| other >= base));
    }

    #[test]
    fn a_long_queue_on_an_unloaded_port_is_above_and_a_short_one_on_a_loaded_port_below(
        queues in ports(),
        k_port in 1u32..3_000_000,
    ) {
        let base = baseline(&queues, k_port);
        let now = dynamic(&queues, &base, k_port);
        let loaded = queues.iter().map(|queue| queue.depth).sum::<u32>() >= k_port;
        for ((queue, base), now) in queues.iter().zip(base).zip(now) {
            let depth = i64::from(queue.depth);
            prop_assert!(!loaded || depth > base || now >= depth);
            prop_assert!(loaded || depth <= base || now <= depth);
        }
    }
}
