//! Connections that a later flow between the same hosts goes on with.

use crate::listener::{Listener, endless};
use crate::support::{bare, dctcp, dumbbell};
use freeboard_cc_api::{Bytes, CcMeta, CongestionControl, Control, Nanos32, NoUnderlay};
use freeboard_fabric::{BufferConfig, Controls, FlowSpec, HostConfig, Network, Ps};
use freeboard_params::{ParamError, Preset, Words};

const MSS: u64 = 1_460;
/// Base round trip of the tests, transmissions apart \[us\].
const RTT_US: u64 = 80;

fn reusing() -> HostConfig {
    HostConfig { reuse: true, ..HostConfig::default() }
}

/// Completion times of two flows of `segments` from one host, the second one `later` \[us\].
fn two(hosts: HostConfig, segments: u64, later: u64) -> [Ps; 2] {
    let (topology, receiver, _) = dumbbell(1, Ps::from_us(RTT_US));
    let mut net = dctcp(topology, u32::MAX, BufferConfig::Unlimited, hosts, 1);
    for start in [0, later] {
        net.add_flow(FlowSpec::new(0, receiver, segments * MSS, Ps::from_us(start))).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    [0, 1].map(|at| net.records()[at].fct())
}

#[test]
fn a_reused_connection_has_no_handshake_and_its_window() {
    // 100 segments from a window of 10: SYN, then 10, 20, 40 and the rest: four round trips and a half. That leaves a window of 80,
    // more than the 67 that fit the path: the second flow's wire is never idle.
    let [cold, warm] = two(reusing(), 100, 2_000);
    let half = Ps::from_us(RTT_US / 2);
    // 100 segments of 1.2 us, and the store-and-forward hop.
    assert_eq!(warm, half + Ps(101 * 1_200_000), "nothing waits for a window");
    assert!(cold > Ps::from_us(4 * RTT_US), "{cold:?}");
    let [first, second] = two(HostConfig::default(), 100, 2_000);
    assert_eq!((first, second), (cold, cold), "connections are new without it");
}

#[test]
fn a_connection_in_use_is_not_reused() {
    let [first, second] = two(reusing(), 100, 10);
    assert!(first > Ps::from_us(3 * RTT_US) && second > Ps::from_us(3 * RTT_US), "{first:?} {second:?}");
}

#[test]
fn other_hosts_do_not_take_a_connection_up() {
    let (topology, receiver, _) = dumbbell(2, Ps::from_us(RTT_US));
    let mut net = dctcp(topology, u32::MAX, BufferConfig::Unlimited, reusing(), 1);
    for (host, start) in [(0, 0), (1, 2_000), (0, 4_000)] {
        net.add_flow(FlowSpec::new(host, receiver, 100 * MSS, Ps::from_us(start))).unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(100)));
    let times: Vec<Ps> = net.records().iter().map(freeboard_fabric::results::FlowRecord::fct).collect();
    assert_eq!(times[0], times[1]);
    assert!(times[2] < times[0]);
    net.ledger().unwrap();
}

/// Its window counts the silences it was told of.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Silences(u32);

impl CongestionControl for Silences {
    const META: CcMeta = crate::support::PLAIN;
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = ();

    fn params((): &(), _: Bytes) -> Result<(), ParamError> {
        Ok(())
    }

    fn on_idle(&mut self, params: &(), _: Nanos32, silence: u32) -> Control {
        self.0 += 1 + silence / 1_000_000;
        self.control(params)
    }

    fn control(&self, (): &()) -> Control {
        Control::window(Bytes((1 << 20) + self.0))
    }

    fn canonical(&self, _: &mut Words) {}
}

#[test]
fn a_silence_of_a_timeout_is_told_and_a_shorter_one_is_not() {
    // The timeout is 5 ms, its smallest.
    for (later_us, told) in [(3_000, 0), (8_500, 1 + 8)] {
        let (topology, receiver, _) = dumbbell(1, Ps::from_us(RTT_US));
        let controls = vec![Controls::<Silences, NoUnderlay>::new((), ())];
        let switches = crate::support::tail_drop(BufferConfig::Unlimited);
        let hosts = HostConfig { reuse: true, ..bare() };
        let mut net = Network::new(topology, &switches, hosts, controls, 1).unwrap();
        net.add_flow(FlowSpec::new(0, receiver, MSS, Ps::ZERO)).unwrap();
        let second = net.add_flow(FlowSpec::endless(0, receiver, Ps::from_us(later_us))).unwrap();
        net.run_until(Ps::from_us(later_us + 50));
        assert_eq!(net.control(second).unwrap().window.0 - (1 << 20), told, "{later_us} us");
    }
}

#[test]
fn numbers_go_on_and_every_byte_arrives_under_loss() {
    let listener = Listener::new(60 * MSS as u32);
    let (topology, receiver, _) = dumbbell(2, Ps::from_us(RTT_US));
    let mut net = endless(topology, reusing(), vec![listener.clone()]);
    for flow in 0..40 {
        net.add_flow(FlowSpec::new(flow % 2, receiver, 70 * MSS, Ps::from_us(300 * u64::from(flow))))
            .unwrap();
    }
    assert!(net.run_until_all_done(Ps::from_ms(200)));
    assert_eq!(net.records().len(), 40);
    net.ledger().unwrap();
}
