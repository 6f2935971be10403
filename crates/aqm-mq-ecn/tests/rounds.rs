//! MQ-ECN's thresholds over the queues of a port.

use freeboard_aqm_api::{Aqm, DepthUnit, Nanos32, PortId, PortView, QueueView};
use freeboard_aqm_mq_ecn::{MqEcn, MqEcnSettings};

fn threshold(queue: u32, queues: &[QueueView], ticks: u32) -> u32 {
    let settings = MqEcnSettings { queue, ..MqEcnSettings::default() };
    let mut params = MqEcn::params(&settings, DepthUnit::BYTE).unwrap();
    let view = PortView { port: PortId(0), queues, pool_depth: 0 };
    for _ in 0..ticks {
        MqEcn::on_control(&mut params, Nanos32(0), &view);
    }
    params.threshold()
}

fn queue(weight: u32, depth: u32) -> QueueView {
    QueueView { depth, weight, sojourn: 0 }
}

#[test]
fn busy_queues_share_the_ports_threshold_by_weight() {
    let queues = [queue(2, 9), queue(1, 9), queue(1, 9), queue(5, 0)];
    let found: Vec<u32> = (0..3).map(|number| threshold(number, &queues, 1)).collect();
    assert_eq!(found, [48_750, 24_375, 24_375]);
}

#[test]
fn a_queue_alone_and_an_idle_port_have_all_of_it() {
    assert_eq!(threshold(0, &[queue(1, 9), queue(1, 0)], 1), 97_500);
    assert_eq!(threshold(0, &[queue(1, 0), queue(1, 0)], 3), 97_500);
    assert_eq!(threshold(0, &[], 1), 97_500);
}

#[test]
fn the_round_time_follows_by_a_quarter_per_sample() {
    let settings = MqEcnSettings::default();
    let mut params = MqEcn::params(&settings, DepthUnit::BYTE).unwrap();
    let alone = [queue(1, 9), queue(1, 0)];
    let both = [queue(1, 9), queue(1, 9)];
    let mut tick = |queues: &[QueueView]| {
        let view = PortView { port: PortId(0), queues, pool_depth: 0 };
        MqEcn::on_control(&mut params, Nanos32(0), &view);
        params.threshold()
    };
    assert_eq!(tick(&alone), 97_500);
    // From one quantum to 1 1/4: the threshold is four fifths.
    assert_eq!(tick(&both), 78_000);
    let settled = (0..40).map(|_| tick(&both)).last();
    assert_eq!(settled, Some(48_750));
}

#[test]
fn a_round_after_an_idle_port_is_the_first_one_again() {
    let mut params = MqEcn::params(&MqEcnSettings::default(), DepthUnit::BYTE).unwrap();
    let mut tick = |depths: [u32; 2]| {
        let queues = depths.map(|depth| queue(1, depth));
        MqEcn::on_control(
            &mut params,
            Nanos32(0),
            &PortView { port: PortId(0), queues: &queues, pool_depth: 0 },
        );
        params.threshold()
    };
    assert_eq!([[9, 0], [0, 0], [9, 9]].map(&mut tick), [97_500, 97_500, 48_750]);
}

#[test]
fn a_weight_counts_up_to_31() {
    for (weights, expected) in
        [([31, 62], [48_750; 2]), ([31, 32], [48_750; 2]), ([62, 1 << 20], [48_750; 2])]
    {
        let queues = weights.map(|weight| queue(weight, 9));
        assert_eq!([0, 1].map(|number| threshold(number, &queues, 1)), expected, "{weights:?}");
    }
}

#[test]
fn absurd_weights_and_too_many_queues_are_harmless() {
    for weight in [0, 31, 32, u32::MAX] {
        assert!(threshold(7, &[queue(weight, u32::MAX); 12], 3) <= 97_500);
    }
}
