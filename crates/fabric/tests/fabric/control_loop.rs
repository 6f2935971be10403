//! Long flows under DCTCP: sawtooth, fairness, the marking threshold.

use crate::support::{DctcpNet, dctcp, dumbbell};
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Ps};

/// Marking threshold \[B\]: 65 packets at 10 Gbit/s (DCTCP §3.4).
const K: u32 = 97_500;

fn long_flows(count: u32, seed: u64) -> (DctcpNet, Vec<FlowId>, u32) {
    let (topology, receiver, bottleneck) = dumbbell(count, Ps::from_us(80));
    let mut net = dctcp(topology, K, BufferConfig::Unlimited, HostConfig::default(), seed);
    let flows = (0..count)
        .map(|host| {
            net.add_flow(FlowSpec::endless(host, receiver, Ps::from_us(u64::from(host) * 37))).unwrap()
        })
        .collect();
    net.run_until(Ps::from_ms(20));
    (net, flows, bottleneck)
}

#[test]
fn the_queue_of_two_flows_swings_as_the_sawtooth_model_says() {
    let (mut net, _, bottleneck) = long_flows(2, 1);
    net.reset_maxima();
    net.trace_queues(vec![bottleneck], Ps::from_us(1), 20_000);
    let before = net.port_stats(bottleneck);
    net.run_until(Ps::from_ms(40));
    let stats = net.port_stats(bottleneck).since(&before);
    // DCTCP §3.3: Q_max = K + N packets, amplitude A = sqrt(N (C RTT + K) / 2) packets per flow's half.
    let packets = |bytes: f64| bytes / 1500.0;
    let window = packets(100_000.0) + packets(f64::from(K));
    let top = packets(f64::from(K)) + 2.0;
    let swing = 0.5 * libm::sqrt(2.0 * 2.0 * window);
    let max = packets(f64::from(stats.depth_max));
    // Each flow adds one packet per round trip and feedback is one round trip late: two more packets.
    assert!((max - top).abs() <= 3.0, "maximum {max}, theory {top}");
    let mean = stats.packets_mean();
    let expected = top - swing / 2.0;
    // Desynchronised flows swing less than the synchronised model: within half a swing.
    assert!((mean - expected).abs() <= swing / 2.0 + 1.0, "mean {mean}, theory {expected}");
    let least = net.queue_trace().unwrap().of(bottleneck).map(|(_, sample)| sample.packets).min().unwrap();
    assert!(f64::from(least) >= top - 2.0 * swing, "least {least}, swing {swing}");
    assert!(stats.utilisation() > 0.999, "the queue never runs dry");
    assert_eq!(stats.dropped(), 0);
}

#[test]
fn long_flows_share_the_link_fairly() {
    let (mut net, flows, _) = long_flows(8, 2);
    let received = |net: &DctcpNet| flows.iter().map(|&f| net.received(f).unwrap()).collect::<Vec<_>>();
    let before = received(&net);
    net.run_until(Ps::from_ms(220));
    let shares: Vec<f64> = received(&net).iter().zip(&before).map(|(a, b)| (a - b) as f64).collect();
    let (sum, squares) = shares.iter().fold((0.0, 0.0), |(s, q), x| (s + x, q + x * x));
    let jain = sum * sum / (squares * shares.len() as f64);
    assert!(jain > 0.99, "Jain index {jain}, shares {shares:?}");
}

#[test]
fn more_flows_lift_the_maximum_by_their_number() {
    let top = |count| {
        let (mut net, _, bottleneck) = long_flows(count, 3);
        net.reset_maxima();
        net.run_until(Ps::from_ms(40));
        f64::from(net.port_stats(bottleneck).depth_max) / 1500.0
    };
    let (two, sixteen) = (top(2), top(16));
    // Q_max = K + N; with feedback a round trip late up to K + 2 N.
    assert!(sixteen - two >= 10.0 && sixteen <= 65.0 + 2.0 * 16.0 + 3.0, "{two} and {sixteen}");
}
