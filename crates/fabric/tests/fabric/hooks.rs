//! AQM hooks: arguments of the calls and effects of the verdicts.

use crate::support::{Erased, FixedNet, META, bare, dumbbell};
use freeboard_aqm_api::{
    Aqm, Arrival, Bytes, Decision, Departure, DepthUnit, Hooks, Intrinsics, Meta, Nanos32, NotEct, PortView,
    Reason, Scope, Verdict,
};
use freeboard_cc_api::Control;
use freeboard_fabric::{
    BufferConfig, Controls, FlowSpec, HostConfig, Instance, LinkRate, Network, Ps, SwitchConfig, Topology,
};
use freeboard_params::{ParamError, Preset};

/// What the probe does at a departure, as its parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Deed {
    Watch,
    DropLate(u32),
    SignalAll,
    SignalAfterTicks(u32),
}

/// Watches everything through its reasons and acts on departures.
#[derive(Debug)]
struct Probe;

impl Aqm for Probe {
    const META: Meta = Meta {
        hooks: Hooks::all(),
        reads: Intrinsics::all(),
        control_period_ns: 10_000,
        drops: Hooks::DEQUEUE,
        ..META
    };
    const PRESETS: &'static [Preset<()>] = &[];
    type Settings = ();
    type Params = Deed;
    type Pipe = ();
    type Port = ();
    type Queue = ();

    fn params((): &(), _: DepthUnit) -> Result<Deed, ParamError> {
        Ok(Deed::Watch)
    }

    fn on_enqueue(_: &Deed, _: Scope<'_, Self>, a: &Arrival) -> Decision {
        Decision {
            verdict: Verdict::Forward,
            ..Decision::by(Reason::new(a.random == 0, a.depth, a.pool_depth))
        }
    }

    fn on_dequeue(deed: &Deed, _: Scope<'_, Self>, departure: &Departure) -> Decision {
        let verdict = match *deed {
            Deed::DropLate(limit) if departure.sojourn > limit => Verdict::Drop,
            Deed::SignalAll | Deed::SignalAfterTicks(0) => Verdict::Signal,
            _ => Verdict::Forward,
        };
        let waited = Reason::new(false, departure.sojourn, departure.depth);
        let stamp = Reason::new(false, u32::from(departure.now_high), departure.now.0);
        Decision { verdict, reasons: [None, Some(waited), Some(stamp), None] }
    }

    fn on_control(deed: &mut Deed, _: Nanos32, view: &PortView<'_>) {
        assert_eq!(view.queues.len(), 1);
        if let Deed::SignalAfterTicks(ticks) = deed {
            *ticks = ticks.saturating_sub(1);
        }
    }
}

type Net = FixedNet;

fn network(topology: Topology, deed: Deed, not_ect: Option<NotEct>, hosts: HostConfig) -> Net {
    let mut switches = SwitchConfig::new(Erased::new(Instance::<Probe>::new(deed)), BufferConfig::Unlimited);
    switches.not_ect = not_ect;
    Network::new(topology, &switches, hosts, vec![Controls::new(Control::window(Bytes(14_600)), ())], 1)
        .unwrap()
}

/// Fifty packets that arrive at one instant.
fn volley(deed: Deed, not_ect: Option<NotEct>) -> (Net, u32) {
    let (topology, receiver, bottleneck) = dumbbell(50, Ps::from_us(80));
    let mut net = network(topology, deed, not_ect, bare());
    for host in 0..50 {
        net.add_flow(FlowSpec::new(host, receiver, 1460, Ps::ZERO)).unwrap();
    }
    (net, bottleneck)
}

#[test]
fn depth_and_sojourn_are_those_of_the_queue() {
    let (mut net, bottleneck) = volley(Deed::Watch, None);
    assert!(net.run_until_all_done(Ps::from_ms(1)));
    let [arrivals, departures, ..] = net.activity(bottleneck).snapshot();
    // The last packet finds 48 waiting and one in transmission, and leaves after 49 transmissions.
    assert_eq!((arrivals.highest, arrivals.needed), (48 * 1500, 48 * 1500));
    assert_eq!(departures.highest, 49 * 1200);
    assert_eq!(departures.needed, 0, "nothing stays behind the last one");
    assert_eq!(net.activity(bottleneck).events, 100);
    assert_eq!(arrivals.fired, 0, "random words are drawn");
}

#[test]
fn stamps_have_48_bits() {
    let (topology, receiver, bottleneck) = dumbbell(1, Ps::from_us(80));
    let mut net = network(topology, Deed::Watch, None, bare());
    let start = Ps::from_ns((5 << 32) + 7);
    net.add_flow(FlowSpec::new(0, receiver, 1460, start)).unwrap();
    net.run_until(start + Ps::from_ms(1));
    let stamp = net.activity(bottleneck).snapshot()[2];
    assert_eq!((stamp.highest, stamp.needed), (5, 7 + 1_200 + 20_000));
}

#[test]
fn a_packet_dropped_on_leaving_is_replaced_at_once() {
    // Packets that waited longer than ten transmissions are dropped; the port is never idle for them.
    let (mut net, bottleneck) = volley(Deed::DropLate(12_000), None);
    net.run_until(Ps::from_us(100));
    let stats = net.port_stats(bottleneck);
    assert_eq!((stats.arrived, stats.sent, stats.dropped_scheme), (50, 11, 39));
    assert_eq!(stats.busy_ps, 11 * LinkRate::G10.time_of(1500).0);
    let census = net.census();
    assert_eq!(census.injected, census.delivered + census.dropped + census.resident);
}

#[test]
fn a_signal_on_a_packet_without_ecn_passes_or_drops_as_configured() {
    let (mut net, bottleneck) = volley(Deed::SignalAll, None);
    assert!(net.run_until_all_done(Ps::from_ms(1)));
    let stats = net.port_stats(bottleneck);
    assert_eq!((stats.unmarkable, stats.marked, stats.dropped()), (50, 0, 0));
    let (mut net, bottleneck) = volley(Deed::SignalAll, Some(NotEct::Drop));
    net.run_until(Ps::from_ms(1));
    let stats = net.port_stats(bottleneck);
    assert_eq!((stats.sent, stats.dropped_not_ect), (0, 50));
}

#[test]
fn the_control_plane_ticks_at_its_period_per_port() {
    let (mut net, bottleneck) = volley(Deed::SignalAfterTicks(4), None);
    assert!(net.run_until_all_done(Ps::from_ms(1)));
    // Departures begin at 21.2 us, 1.2 us apart; the fourth tick is at 40 us.
    let signalled = u64::from(net.activity(bottleneck).signals);
    assert_eq!(signalled, 50 - (40_000u64 - 21_200).div_ceil(1_200));
}

#[test]
fn hosts_may_run_the_scheme_too() {
    let (topology, receiver, _) = dumbbell(2, Ps::from_us(80));
    let hosts = HostConfig { nic_scheme: true, small_queue: 3_000, ..bare() };
    let mut net = network(topology, Deed::DropLate(1_000), None, hosts);
    let host_port = net.path(0, receiver, freeboard_fabric::flow::FlowId(0)).hops[0].port;
    net.add_flow(FlowSpec::new(0, receiver, 14_600, Ps::ZERO)).unwrap();
    assert!(
        net.run_until_all_done(Ps::from_ms(100)),
        "a packet lost in its own host does not block the flow"
    );
    assert!(net.activity(host_port).events > 0);
    let mut plain = network(dumbbell(2, Ps::from_us(80)).0, Deed::Watch, None, bare());
    plain.add_flow(FlowSpec::new(0, receiver, 14_600, Ps::ZERO)).unwrap();
    assert!(plain.run_until_all_done(Ps::from_ms(100)));
    assert_eq!(plain.activity(host_port).events, 0);
}
