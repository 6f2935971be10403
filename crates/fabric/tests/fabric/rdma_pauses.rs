//! RDMA-like hosts in a network that pauses rather than drops.

use crate::listener::{Listener, ListenerNet};
use crate::support::{bare, tail_drop};
use freeboard_aqm_api::Bytes;
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_device::pfc::CLASSES;
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::{
    BufferConfig, Discipline, FlowSpec, HostConfig, LinkRate, Lossless, Network, PortQueues, PortSplit, Ps,
};

/// The class of data.
const SAFE: u8 = 3;

/// HPCC's simulator goes on where a port holds so much less than makes it stop \[B\].
const XON: u32 = 3_072;

/// Twelve senders and a receiver at 100 Gbit/s, 1 us per link, 8 MB of which an eighth of what is free per port.
fn twelve(hosts: HostConfig, controls: Vec<Listener>, xon: u32) -> (ListenerNet, u32, u32) {
    let rate = LinkRate::from_bps(100_000_000_000).unwrap();
    let shape = NToOne::even(12, rate, Ps::from_us(4));
    let mut classes = [false; CLASSES];
    classes[usize::from(SAFE)] = true;
    let lossless = Lossless {
        classes,
        guaranteed: Bytes(0),
        alpha: Alpha::from_log2(-3).unwrap(),
        alpha_mbps: None,
        xon_offset: Bytes(xon),
        headroom: None,
        frame_max: Bytes(1_048),
        frame_min: Bytes(60),
        quanta: u16::MAX,
    };
    let queues = PortQueues::new(&[1, 1, 1, 1], Discipline::Dwrr);
    let queues = PortQueues { queue_of_class: [0, 1, 2, 3, 2, 2, 2, 2], lossless: Some(lossless), ..queues };
    let buffer = BufferConfig::Shared {
        total: Bytes(8_000_000),
        reserve: Bytes(0),
        alpha: Alpha::from_log2(3).unwrap(),
        split: PortSplit::Together,
        test: ThresholdTest::Before,
    };
    let mut switches = tail_drop(buffer);
    switches.queues = Some(queues);
    let (receiver, bottleneck) = (shape.receiver(), shape.bottleneck());
    let net = Network::new(shape.build(), &switches, hosts, controls, 1).unwrap();
    (net, receiver, bottleneck)
}

fn held(net: &ListenerNet) -> u64 {
    (0..12).map(|host| net.held(net.topology().port_to_host(host).unwrap() ^ 1, SAFE).0).sum()
}

#[test]
fn flows_at_line_rate_into_one_port_lose_nothing_and_fill_it() {
    for (ack_class, offload) in [(Some(0), 0), (None, 0), (Some(0), 64_000)] {
        let listener = Listener::new(u32::MAX);
        let hosts = HostConfig { ack_class, offload, ..HostConfig::rdma() };
        let (mut net, receiver, bottleneck) = twelve(hosts, vec![listener.clone()], XON);
        for from in 0..12 {
            net.add_flow(FlowSpec::new(from, receiver, 4_000_000, Ps::ZERO).of_class(SAFE)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(100)));
        let counters = net.counters();
        assert!(net.pause_frames() > 24 && held(&net) > 0, "{}", net.pause_frames());
        assert_eq!((counters.drops, counters.resent_packets, counters.timeouts), (0, 0, 0));
        // 48 MB in packets of 1048 B at 100 Gbit/s take 4024 us.
        let us = net.records().iter().map(|record| record.finish.0 / 1_000_000).max().unwrap();
        assert!((4_024..4_060).contains(&us), "{us} us");
        let finishes = net.records().iter().map(|record| record.finish.0);
        let first = finishes.min().unwrap() / 1_000_000;
        assert!(first > 3_500, "shares are even: {first} us");
        assert!(net.port_stats(bottleneck).depth_max > 1_000_000);
        net.run_until(net.now() + Ps::from_ms(1));
        assert_eq!(listener.heard.borrow().acked, 48_000_000);
    }
}

#[test]
fn a_class_that_is_not_paused_goes_on_beside_one_that_is() {
    let (paused, free) = (Listener::new(u32::MAX), Listener::paced(1 << 16));
    let (mut net, receiver, _) =
        twelve(HostConfig { ack_class: Some(0), ..HostConfig::rdma() }, vec![paused, free.clone()], XON);
    for from in 0..12 {
        net.add_flow(FlowSpec::endless(from, receiver, Ps::ZERO).of_class(SAFE)).unwrap();
    }
    // To another sender, not to the receiver: only the NIC could stand in its way.
    net.add_flow(FlowSpec::endless(0, 1, Ps::ZERO).of_class(1).under(1)).unwrap();
    net.run_until(Ps::from_ms(3));
    let share = held(&net) as f64 / 12.0 / 3e9;
    assert!(share > 0.5, "senders are held for {share} of the time");
    // A sixteenth of the line: 1048 B every 1341.44 ns.
    let sent = free.heard.borrow().sent.clone();
    assert!((2_200..=2_237).contains(&sent.len()), "{}", sent.len());
    let longest = sent.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
    assert!(longest <= 1_600, "{longest} ns without a packet of the free class");
}

/// A flow stands still because others of its host fill the switch. Its own way is empty, so what of its delay is more than the
/// way's were the pause, and a control that was told of a hold would take it for its underlay's.
#[test]
fn a_pause_of_the_link_is_neither_the_underlays_nor_delay() {
    for (kind, hosts) in [("RDMA", HostConfig::rdma()), ("TCP", HostConfig { header: 40, ..bare() })] {
        let (greedy, probe) =
            (Listener::new(1 << 22), Listener { report_every: 1, ..Listener::paced(1 << 16) });
        let hosts = HostConfig { ack_class: Some(0), ..hosts };
        let (mut net, receiver, _) = twelve(hosts, vec![greedy, probe.clone()], 200_000);
        for from in 0..12 {
            net.add_flow(FlowSpec::endless(from, receiver, Ps::ZERO).of_class(SAFE)).unwrap();
        }
        net.add_flow(FlowSpec::endless(0, 1, Ps::ZERO).of_class(SAFE).under(1)).unwrap();
        net.run_until(Ps::from_ms(3));
        let heard = probe.heard.borrow();
        let longest = heard.sent.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
        assert!(longest > 50_000, "{kind}: the longest pause is {longest} ns");
        assert!(heard.reports.len() > 10, "{kind}: {}", heard.reports.len());
        // Two links of 1 us, two transmissions, and at most a packet of others on either wire.
        let delays = heard.reports.iter().map(|report| report.received.since(report.sent));
        let (least, most) = (delays.clone().min().unwrap(), delays.max().unwrap());
        assert!(least >= 2_160 && most < 2_600, "{kind}: {least} to {most} ns");
        assert_eq!(heard.holds, 0, "{kind}");
        assert!(heard.reports.iter().all(|report| report.pause_at_sent == 0), "{kind}");
    }
}
