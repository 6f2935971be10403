//! Segmentation offload: what a batch does as one.

use crate::listener::{Listener, ListenerNet};
use crate::support::{bare, dctcp, dumbbell, tail_drop};
use fabric::transport::Pacing;
use fabric::{BufferConfig, FlowSpec, HostConfig, Network, Ps};

const MSS: u32 = 1_460;
/// Two times of a full packet and its frame at 10 Gbit/s \[ns\].
const APART: u32 = 2 * 1_230;

fn hosts(segments: u32, pacing: Pacing) -> HostConfig {
    HostConfig { offload: segments * MSS, pacing, ..bare() }
}

/// One endless flow over a path of 80 us that is never congested, for 5 ms.
fn run(hosts: HostConfig, listener: &Listener) -> ListenerNet {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let controls = vec![listener.clone()];
    let mut net = Network::new(topology, &tail_drop(BufferConfig::Unlimited), hosts, controls, 1).unwrap();
    net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO)).unwrap();
    net.run_until(Ps::from_ms(5));
    net
}

/// Packets that left, and those that did not leave right after another one.
fn packets_and_bursts(listener: &Listener) -> (usize, usize) {
    let heard = listener.heard.borrow();
    let bursts = heard.sent.windows(2).filter(|pair| pair[1] - pair[0] > APART).count() + 1;
    (heard.sent.len(), bursts)
}

#[test]
fn a_batch_is_paced_as_one_at_the_same_rate() {
    let single = Listener::paced(1 << 18);
    run(hosts(0, Pacing::None), &single);
    let (packets, bursts) = packets_and_bursts(&single);
    assert_eq!(packets, bursts);
    for segments in [2, 8, 32] {
        let listener = Listener::paced(1 << 18);
        run(hosts(segments, Pacing::None), &listener);
        let (many, bursts) = packets_and_bursts(&listener);
        assert_eq!(many.div_ceil(segments as usize), bursts, "{segments}");
        assert!(many.abs_diff(packets) <= segments as usize, "{segments}: {many} and {packets}");
    }
}

#[test]
fn a_batch_has_one_transmit_stamp() {
    for segments in [1, 8] {
        let listener = Listener { report_every: 1, ..Listener::paced(1 << 18) };
        run(hosts(segments, Pacing::None), &listener);
        let heard = listener.heard.borrow();
        let mut stamps: Vec<u32> = heard.reports.iter().map(|report| report.sent.0).collect();
        let packets = stamps.len();
        stamps.dedup();
        assert_eq!(packets.div_ceil(segments as usize), stamps.len(), "{segments}");
        // What waits for its turn behind the first packet of the batch counts as on its way.
        let delays = heard.reports.iter().map(|report| report.received.since(report.sent));
        let (least, most) = (delays.clone().min().unwrap(), delays.max().unwrap());
        assert!((most - least).abs_diff((segments - 1) * 1_230) <= 100 * segments, "{least} to {most}");
    }
}

#[test]
fn a_hold_acts_between_batches_and_not_inside() {
    for segments in [1, 10, 40] {
        let listener = Listener { report_every: 1, gap: 20_000, ..Listener::new(1 << 30) };
        run(hosts(segments, Pacing::None), &listener);
        let (packets, bursts) = packets_and_bursts(&listener);
        assert_eq!(packets.div_ceil(segments as usize), bursts, "{segments}");
        assert!(bursts > 60, "{segments}: {bursts}");
    }
}

#[test]
fn a_batch_is_a_third_of_a_paced_window_at_most() {
    for (segments, window, batch) in [(44, 30, 10), (8, 30, 8), (44, 2, 1)] {
        let listener = Listener::new(window * MSS);
        run(hosts(segments, Pacing::Fq), &listener);
        let (packets, bursts) = packets_and_bursts(&listener);
        let mean = packets as f64 / bursts as f64;
        // The first window leaves at once: it has no round-trip time to be paced by.
        assert!((mean / f64::from(batch) - 1.0).abs() < 0.1, "{segments} of {window}: {mean}");
    }
}

#[test]
fn a_batch_of_one_segment_is_no_offload() {
    let finish = |segments| {
        let (topology, receiver, _) = dumbbell(4, Ps::from_us(40));
        let hosts = hosts(segments, Pacing::None);
        let mut net = dctcp(topology, 90_000, BufferConfig::PortPackets(200), hosts, 1);
        for host in 0..4 {
            net.add_flow(FlowSpec::new(host, receiver, 1_000_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        net.counters().digest
    };
    assert_eq!(finish(1), finish(0));
    assert_ne!(finish(44), finish(0));
}

#[test]
fn lost_parts_of_batches_are_repaired() {
    for pacing in [Pacing::None, Pacing::Fq] {
        let (topology, receiver, _) = dumbbell(8, Ps::from_us(20));
        let mut net = dctcp(topology, u32::MAX, BufferConfig::PortPackets(40), hosts(44, pacing), 1);
        for host in 0..8 {
            net.add_flow(FlowSpec::new(host, receiver, 2_000_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(2_000)), "{pacing:?}");
        let census = net.census();
        assert_eq!(census.made, census.consumed + census.dropped + census.resident);
    }
}
