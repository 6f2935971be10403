//! Segmentation offload: what a batch does as one, of TCP-like and of RDMA-like hosts.

use crate::listener::{Listener, alone, endless};
use crate::support::{bare, dctcp, dumbbell};
use freeboard_fabric::transport::Pacing;
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, Ps};

/// Two times of a full packet and its frame at 10 Gbit/s \[ns\].
const APART: u32 = 2 * 1_230;

/// Hosts whose batches have `segments` segments.
fn in_batches(segments: u32, hosts: &HostConfig) -> HostConfig {
    HostConfig { offload: segments * u32::from(hosts.mss), ..*hosts }
}

/// Both kinds of host.
fn kinds() -> [HostConfig; 2] {
    [bare(), HostConfig::rdma()]
}

/// Packets that left, and those that did not leave right after another one.
fn packets_and_bursts(listener: &Listener) -> (usize, usize) {
    let heard = listener.heard.borrow();
    let bursts = heard.sent.windows(2).filter(|pair| pair[1] - pair[0] > APART).count() + 1;
    (heard.sent.len(), bursts)
}

#[test]
fn a_batch_is_paced_as_one_at_the_same_rate() {
    for hosts in kinds() {
        let single = Listener::paced(1 << 18);
        alone(hosts, &single);
        let (packets, bursts) = packets_and_bursts(&single);
        assert_eq!(packets, bursts);
        for segments in [2, 8, 32] {
            let listener = Listener::paced(1 << 18);
            alone(in_batches(segments, &hosts), &listener);
            let (many, bursts) = packets_and_bursts(&listener);
            assert_eq!(many.div_ceil(segments as usize), bursts, "{segments}");
            assert!(many.abs_diff(packets) <= segments as usize, "{segments}: {many} and {packets}");
        }
    }
}

#[test]
fn a_batch_has_one_transmit_stamp() {
    for (hosts, packet) in kinds().iter().zip([1_230, 838]) {
        for segments in [1, 8] {
            let listener = Listener { report_every: 1, ..Listener::paced(1 << 18) };
            alone(in_batches(segments, hosts), &listener);
            let heard = listener.heard.borrow();
            let mut stamps: Vec<u32> = heard.reports.iter().map(|report| report.sent.0).collect();
            let packets = stamps.len();
            stamps.dedup();
            assert_eq!(packets.div_ceil(segments as usize), stamps.len(), "{segments}");
            // What waits for its turn behind the first packet of the batch counts as on its way.
            let delays = heard.reports.iter().map(|report| report.received.since(report.sent));
            let (least, most) = (delays.clone().min().unwrap(), delays.max().unwrap());
            assert!((most - least).abs_diff((segments - 1) * packet) <= 100 * segments, "{least} to {most}");
        }
    }
}

#[test]
fn a_hold_acts_between_batches_and_not_inside() {
    for hosts in kinds() {
        for segments in [1, 10, 40] {
            let listener = Listener { report_every: 1, gap: 20_000, ..Listener::new(1 << 30) };
            alone(in_batches(segments, &hosts), &listener);
            let (packets, bursts) = packets_and_bursts(&listener);
            assert_eq!(packets.div_ceil(segments as usize), bursts, "{segments}");
            assert!(bursts > 60, "{segments}: {bursts}");
        }
    }
}

#[test]
fn a_batch_is_a_third_of_a_paced_window_at_most() {
    for (segments, window, batch) in [(44, 30, 10), (8, 30, 8), (44, 2, 1)] {
        let hosts = HostConfig { pacing: Pacing::Fq, ..bare() };
        let listener = Listener::new(window * u32::from(hosts.mss));
        alone(in_batches(segments, &hosts), &listener);
        let (packets, bursts) = packets_and_bursts(&listener);
        let mean = packets as f64 / bursts as f64;
        // The first window leaves at once: it has no round-trip time to be paced by.
        assert!((mean / f64::from(batch) - 1.0).abs() < 0.1, "{segments} of {window}: {mean}");
    }
}

/// A window that is no multiple of a batch: what is in flight stays below it, a segment more at most for hosts that test before a packet.
#[test]
fn a_batch_fits_the_window_as_a_whole() {
    for hosts in [bare(), HostConfig { pacing: Pacing::Fq, ..bare() }, HostConfig::rdma()] {
        let mss = u32::from(hosts.mss);
        for segments in [1, 8, 44] {
            let listener = Listener::new(31 * mss);
            alone(in_batches(segments, &hosts), &listener);
            let most = listener.heard.borrow().in_flight_max;
            // A third of the window is ten segments.
            assert!(most <= 31 * mss && most > (31 - segments.min(10)) * mss, "{segments}: {}", most / mss);
        }
    }
}

#[test]
fn a_batch_is_one_turn_at_the_nic() {
    for segments in [1, 8, 65] {
        let controls = vec![Listener::new(1 << 30), Listener::new(1 << 30)];
        let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
        let mut net = endless(topology, in_batches(segments, &HostConfig::rdma()), controls.clone());
        for control in 0..2 {
            net.add_flow(FlowSpec::endless(0, receiver, Ps::ZERO).under(control)).unwrap();
        }
        net.run_until(Ps::from_ms(2));
        let mut all = Vec::new();
        for (at, control) in controls.iter().enumerate() {
            all.extend(control.heard.borrow().sent.iter().map(|time| (*time, at)));
        }
        all.sort_unstable();
        let turns: Vec<usize> = all.chunk_by(|one, two| one.1 == two.1).map(<[_]>::len).collect();
        assert!(turns.len() > 30, "{turns:?}");
        // The first flow is alone for its first turn.
        assert!(turns[2..turns.len() - 1].iter().all(|turn| *turn == segments as usize), "{turns:?}");
    }
}

#[test]
fn a_batch_of_one_segment_is_no_offload() {
    for hosts in kinds() {
        let finish = |segments| {
            let (topology, receiver, _) = dumbbell(4, Ps::from_us(40));
            let hosts = in_batches(segments, &hosts);
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
}

#[test]
fn lost_parts_of_batches_are_repaired() {
    for hosts in [bare(), HostConfig { pacing: Pacing::Fq, ..bare() }, HostConfig::rdma()] {
        let (topology, receiver, _) = dumbbell(8, Ps::from_us(20));
        let hosts = in_batches(44, &hosts);
        let mut net = dctcp(topology, u32::MAX, BufferConfig::PortPackets(40), hosts, 1);
        for host in 0..8 {
            net.add_flow(FlowSpec::new(host, receiver, 2_000_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(2_000)), "{hosts:?}");
        let census = net.census();
        assert_eq!(census.injected, census.delivered + census.dropped + census.resident);
    }
}
