//! Numbers and stamps wrap, flows do not notice.

use crate::support::{bare, dctcp, dumbbell, fixed};
use freeboard_fabric::topology::NToOne;
use freeboard_fabric::transport::InitialSequence;
use freeboard_fabric::{BufferConfig, FlowSpec, HostConfig, LinkRate, Ps};

#[test]
fn a_flow_of_more_than_four_gibibytes_completes() {
    // Jumbo segments at 800 Gbit/s keep it short: 4.3e9 bytes are 68 000 segments.
    let rate = LinkRate::from_bps(800_000_000_000).unwrap();
    let shape = NToOne::even(1, rate, Ps::from_us(8));
    let hosts = HostConfig { mss: 64_000, ..bare() };
    let mut net = fixed(shape.build(), BufferConfig::Unlimited, hosts, 4_000_000);
    let bytes = (1u64 << 32) + 50_000_000;
    net.add_flow(FlowSpec::new(0, shape.receiver(), bytes, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let record = net.records()[0];
    assert_eq!((record.bytes, record.resent), (bytes, 0));
    assert_eq!(record.fct(), record.base);
}

#[test]
fn loss_recovery_is_the_same_wherever_numbers_start() {
    let run = |start| {
        let (topology, receiver, _) = dumbbell(8, Ps::from_us(80));
        let hosts = HostConfig { initial_sequence: InitialSequence::Fixed(start), ..HostConfig::default() };
        let mut net = dctcp(topology, 60_000, BufferConfig::PortPackets(20), hosts, 1);
        for host in 0..8 {
            net.add_flow(FlowSpec::new(host, receiver, 2_000_000, Ps::ZERO)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(10_000)));
        assert!(net.counters().resent_packets > 0);
        net.records().to_vec()
    };
    let reference = run(0);
    for start in [u32::MAX, u32::MAX - 1_000_000, 1 << 31, (1 << 31) - 1_000_000] {
        assert_eq!(run(start), reference);
    }
}

#[test]
fn stamps_that_wrap_in_the_run_change_nothing() {
    // 2^32 ns are 4.295 s: the same flows shortly before and across the wrap.
    let run = |offset: Ps| {
        let (topology, receiver, _) = dumbbell(8, Ps::from_us(80));
        let mut net = dctcp(topology, 60_000, BufferConfig::PortPackets(20), HostConfig::default(), 1);
        for host in 0..8 {
            net.add_flow(FlowSpec::new(host, receiver, 2_000_000, offset)).unwrap();
        }
        assert!(net.run_until_all_done(Ps::from_ms(20_000)));
        let times = net.records().iter().map(|record| (record.flow, record.fct(), record.resent));
        times.collect::<Vec<_>>()
    };
    assert_eq!(run(Ps::ZERO), run(Ps::from_ns((1 << 32) - 3_000_000)));
}
