//! The hosts' own clocks, and probes between them.

use crate::support::{Erased, Fixed, FixedNet, dumbbell, fixed, tail_drop};
use core::cell::RefCell;
use freeboard_cc_api::{Bytes, Control, OrAck, Sent, Underlay};
use freeboard_device::nic::{Clock, ClockError, StampNoise};
use freeboard_fabric::topology::LeafSpine;
use freeboard_fabric::{
    BufferConfig, Controls, FabricError, FlowSpec, HostConfig, LinkRate, Network, ProbeSample, ProbeSpec, Ps,
};
use freeboard_params::{ParamError, Words};
use freeboard_units::Nanos32;

thread_local! {
    /// One-way delays that the underlay of this thread's flows has measured \[ns\].
    static MEASURED: RefCell<Vec<i32>> = const { RefCell::new(Vec::new()) };
}

/// Measures and never holds.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Meter;

impl Underlay for Meter {
    const NAME: &'static str = "meter";
    type Settings = ();
    type Params = ();

    fn params((): &()) -> Result<(), ParamError> {
        Ok(())
    }

    fn on_sent(&mut self, (): &(), _: &Sent) -> u32 {
        0
    }

    fn on_or_ack(&mut self, (): &(), report: &OrAck) {
        MEASURED.with_borrow_mut(|all| all.push(report.received.signed_since(report.sent)));
    }

    fn on_ack(&mut self, (): &(), _: Nanos32, _: Bytes) {}

    fn release(&self, (): &(), now: Nanos32) -> Nanos32 {
        now
    }

    fn in_flight_cap(&self, (): &()) -> Bytes {
        Bytes::MAX
    }

    fn canonical(&self, _: &mut Words) {}
}

type Measured = Network<Erased, Controls<Fixed, Meter>>;

fn bare() -> HostConfig {
    HostConfig { handshake: false, ..HostConfig::default() }
}

fn constant(offset_ns: i64) -> Clock {
    Clock::new(ClockError::offset(offset_ns * 1_000), StampNoise::NONE, 0)
}

/// One flow of 50 packets with a window of one; the measured delays, and when it was complete.
fn measured(clocks: Option<[i64; 2]>) -> (Vec<i32>, Ps, u32) {
    MEASURED.with_borrow_mut(Vec::clear);
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(80));
    let controls = vec![Controls::new(Control::window(Bytes(1460)), ())];
    let mut net = Measured::new(topology, &tail_drop(BufferConfig::Unlimited), bare(), controls, 1).unwrap();
    if let Some(offsets) = clocks {
        net.set_clocks(&offsets.map(constant)).unwrap();
    }
    net.add_flow(FlowSpec::new(0, receiver, 50 * 1460, Ps::ZERO)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(20)));
    (MEASURED.take(), net.records()[0].finish, net.counters().digest)
}

#[test]
fn a_one_way_delay_is_wrong_by_the_difference_of_the_clocks_and_nothing_else_changes() {
    let (perfect, done, digest) = measured(None);
    // Two transmissions of a full packet and half of the propagation.
    assert!(perfect.len() >= 49 && perfect.iter().all(|owd| *owd == 42_400), "{perfect:?}");
    for offsets in [[0, 0], [200, 200], [0, 1_500], [70_000, -20_000]] {
        let (delays, finish, same) = measured(Some(offsets));
        let expected = 42_400 + (offsets[1] - offsets[0]) as i32;
        assert!(delays.iter().all(|owd| *owd == expected), "{offsets:?}: {delays:?}");
        assert_eq!((delays.len(), finish, same), (perfect.len(), done, digest), "{offsets:?}");
    }
}

#[test]
fn there_is_one_clock_per_host() {
    let (topology, _, _) = dumbbell(2, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::Unlimited, bare(), 1460);
    assert_eq!(net.set_clocks(&[Clock::PERFECT; 2]), Err(FabricError::Clocks));
    assert_eq!(net.set_clocks(&[Clock::PERFECT; 3]), Ok(()));
}

fn probe(from: u32, to: u32) -> ProbeSpec {
    ProbeSpec {
        from,
        to,
        start: Ps::from_us(3),
        stop: Ps::from_ms(1),
        interval: Ps::from_us(100),
        spacing: Ps::from_us(10),
        bytes: 64,
        traffic_class: 0,
    }
}

/// 2 leaves of 2 hosts, and 2 spines.
fn racks() -> FixedNet {
    let topology = LeafSpine::even(2, 2, 2, LinkRate::G10, Ps::from_us(8)).build();
    fixed(topology, BufferConfig::Unlimited, bare(), 300_000)
}

#[test]
fn probes_of_an_empty_network_keep_their_times_and_take_what_the_path_takes() {
    let mut net = racks();
    net.add_probes(probe(0, 3)).unwrap();
    net.add_probes(probe(3, 0)).unwrap();
    net.run_until(Ps::from_ms(2));
    let samples: Vec<ProbeSample> = net.probe_samples().copied().collect();
    // Ten pairs each: 3 us, 103 us, ... 903 us.
    assert_eq!(samples.len(), 40);
    let one_way = Ps::from_us(4) + LinkRate::G10.time_of(4 * 64);
    for sample in &samples {
        let (pair, half) = (u64::from(sample.number / 2), u64::from(sample.number % 2));
        assert_eq!(sample.sent, Ps::from_us(3 + 100 * pair + 10 * half));
        assert_eq!(sample.received - sample.sent, one_way, "{sample:?}");
    }
    assert_eq!(samples.iter().filter(|sample| sample.probe == 1).count(), 20);
    let census = net.census();
    assert_eq!((census.injected, census.delivered, census.resident), (40, 40, 0));
}

#[test]
fn probes_wait_behind_data_like_any_packet_and_leave_flows_alone() {
    let mut net = racks();
    net.add_flow(FlowSpec::new(0, 3, 3_000_000, Ps::ZERO)).unwrap();
    net.add_flow(FlowSpec::new(1, 3, 3_000_000, Ps::ZERO)).unwrap();
    net.add_probes(probe(2, 3)).unwrap();
    net.add_probes(probe(0, 2)).unwrap();
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let one_way = Ps::from_us(4) + LinkRate::G10.time_of(4 * 64);
    let waited = |probe: u32| {
        let own = net.probe_samples().filter(move |sample| sample.probe == probe);
        own.filter(|sample| sample.received - sample.sent > one_way + Ps::from_us(5)).count()
    };
    // Two hosts send into one link; in their own ports probes wait before they leave, which does not count.
    assert!(waited(0) > 10, "{}", waited(0));
    assert_eq!(waited(1), 0);
    assert_eq!(net.records().len(), 2);
    assert_eq!(net.counters().stray_packets, 0);
}

#[test]
fn a_probe_that_is_dropped_is_no_sample() {
    let (topology, receiver, _) = dumbbell(3, Ps::from_us(80));
    let mut net = fixed(topology, BufferConfig::PortPackets(20), bare(), 200_000);
    for sender in 0..2 {
        net.add_flow(FlowSpec::endless(sender, receiver, Ps::ZERO)).unwrap();
    }
    net.add_probes(ProbeSpec { interval: Ps::from_us(11), stop: Ps::from_ms(5), ..probe(2, receiver) })
        .unwrap();
    net.run_until(Ps::from_ms(6));
    let arrived = net.probe_samples().count();
    assert!(arrived > 0 && arrived < 2 * 454, "{arrived}");
}

#[test]
fn impossible_probes_are_refused() {
    let mut net = racks();
    let good = probe(0, 3);
    let bad = [
        ProbeSpec { to: 0, ..good },
        ProbeSpec { to: 4, ..good },
        ProbeSpec { bytes: 0, ..good },
        ProbeSpec { traffic_class: 8, ..good },
        ProbeSpec { spacing: Ps::ZERO, ..good },
        ProbeSpec { spacing: good.interval, ..good },
    ];
    for spec in bad {
        assert_eq!(net.add_probes(spec), Err(FabricError::Probe), "{spec:?}");
    }
    assert_eq!(net.add_probes(good), Ok(()));
}
