//! The workloads: a dumbbell, a permutation on a fat-tree, web-search flows on a leaf-spine fabric and on a lossless one.
//!
//! Schemes and controls are the registry's enums, as in every run: what is measured is what a user gets.

use freeboard_aqm_api::{DepthUnit, NotEct};
use freeboard_device::mmu::{Alpha, ThresholdTest};
use freeboard_fabric::data_plane::SetupError;
use freeboard_fabric::topology::{FatTree, LeafSpine, NToOne};
use freeboard_fabric::workload::{Arrivals, DelayAssignment, Limit, Load, Pairs, SizeTable, WEB_SEARCH};
use freeboard_fabric::{
    BufferConfig, Discipline, FlowSpec, HostConfig, LinkRate, Lossless, PortQueues, PortSplit, Ps,
    SwitchConfig, Topology,
};
use freeboard_params::Settings;
use freeboard_registry::aqm_bcc::BccSettings;
use freeboard_registry::aqm_red::{Counter, MeasuredAt, RedSettings};
use freeboard_registry::aqm_step::StepSettings;
use freeboard_registry::catalog::values_of;
use freeboard_registry::cc_dcqcn::DcqcnSettings;
use freeboard_registry::cc_dctcp::{DctcpSettings, Growth, Increase};
use freeboard_registry::{AqmId, CcId};
use freeboard_scenario::world::{AnyControl, AnyScheme, Assembly, Engine};
use freeboard_units::Bytes;

/// When a run ends.
#[derive(Clone, Copy, Debug)]
pub enum End {
    /// At this time.
    At(Ps),
    /// With the last flow.
    AllDone {
        /// When that may be: how equal the spans are that the run is timed in.
        about: Ps,
    },
}

/// Spans that a run is timed in. Chosen by us: a short span is undisturbed more often than a whole run, and those of the long workloads
/// take a hundred times as long as the start of their threads; those of w2's first millisecond and of 16 hosts, of 2 to 5 ms, do not.
const SPANS: u64 = 32;

impl End {
    /// Lets time pass up to it.
    pub fn run(self, net: &mut Engine) {
        match self {
            Self::At(time) => net.run_until(time),
            Self::AllDone { .. } => {
                net.run_until_all_done(Ps::MAX);
            }
        }
    }

    /// The same in spans of about as much simulated time each, `after` every one of which the clock can be read.
    pub fn run_in_spans(self, net: &mut Engine, mut after: impl FnMut()) {
        for span in 1..SPANS {
            let end = |time: Ps| Ps(time.0 / SPANS * span);
            match self {
                Self::At(time) => net.run_until(end(time)),
                Self::AllDone { about } => {
                    net.run_until_all_done(end(about));
                }
            }
            after();
        }
        self.run(net);
        after();
    }
}

/// Packets a port holds in the first two workloads.
const BUFFER_PACKETS: u32 = 1000;
/// Seed of everything drawn; any would do.
pub const SEED: u64 = 1;

/// Full packets are `mss` + 40 bytes on the wire, an ACK is 40; connections are there already.
fn hosts(mss: u16) -> HostConfig {
    HostConfig { mss, handshake: false, rto_min: Ps::from_ms(5), ..HostConfig::default() }
}

fn dctcp(settings: &DctcpSettings, mss: u16) -> anyhow::Result<AnyControl> {
    AnyControl::of(CcId::DctcpTcp, &values_of(settings), u32::from(mss))
}

fn scheme<S: Settings>(id: AqmId, settings: &S) -> anyhow::Result<AnyScheme> {
    Ok(AnyScheme::of(id, &[values_of(settings)], DepthUnit::BYTE)?)
}

/// 1500 B packets, initial window 10, floor 1, marked if the queue they meet is longer than `k` packets.
fn long_flows(topology: Topology, k: u32) -> anyhow::Result<Assembly> {
    let hosts = hosts(1460);
    let settings = StepSettings { k: k * 1500, ..StepSettings::DEFAULT };
    let switches =
        SwitchConfig::new(scheme(AqmId::StepEnqueue, &settings)?, BufferConfig::PortPackets(BUFFER_PACKETS));
    // As simulators that count packets have it: RFC 5681 eq. 3 on every ACK that does not cut.
    let settings = DctcpSettings {
        min_window: 1,
        growth: Growth::Always.setting(),
        increase: Increase::PerAck.setting(),
        ..DctcpSettings::DEFAULT
    };
    Ok(Assembly { topology, switches, hosts, control: dctcp(&settings, hosts.mss)?, flows: Vec::new() })
}

/// W1: 16 senders, one switch, one receiver, 10 Gbit/s and 20 us everywhere; sender i starts at i x 10 us.
///
/// # Errors
/// The workload is refused: a bug.
pub fn dumbbell(k: u32) -> anyhow::Result<Assembly> {
    let shape = NToOne::even(16, LinkRate::G10, Ps::from_us(80));
    let start = |host: u32| Ps::from_us(10 * u64::from(host));
    let flow = |host| FlowSpec::endless(host, shape.receiver(), start(host));
    Ok(Assembly { flows: (0..shape.senders).map(flow).collect(), ..long_flows(shape.build(), k)? })
}

/// W2 with `k` = 8: a fat-tree of k-port switches, 100 Gbit/s and 1 us everywhere, one path per destination, one
/// flow of every host to the one half of all hosts further on, the i-th starting at i x 100 ns.
///
/// # Errors
/// The workload is refused: a bug.
pub fn permutation(k: u32) -> anyhow::Result<Assembly> {
    let shape = FatTree::of_ports(k, LinkRate::G100, Ps::from_us(1));
    let start = |host: u32| Ps::from_ns(100 * u64::from(host));
    let flow = |host| FlowSpec::endless(host, (host + shape.hosts() / 2) % shape.hosts(), start(host));
    let flows = (0..shape.hosts()).map(flow).collect();
    Ok(Assembly { flows, ..long_flows(shape.build_single_path(), 65)? })
}

/// W3: the leaf-spine fabric of BCC's simulations under web-search flows at 80 % of the core.
///
/// 8 leaves of 16 hosts, 8 spines, 100 Gbit/s, 80 us; pools of 3 MB for 8 ports, 128 KB of every port's own beside
/// them, and alpha 4; 9000 B packets; BCC with the paper's settings.
///
/// # Errors
/// The workload is refused: a bug.
pub fn loaded_fabric(flows: u64) -> anyhow::Result<Assembly> {
    let shape = LeafSpine::even(8, 8, 16, LinkRate::G100, Ps::from_us(80));
    let hosts = hosts(8960);
    let settings = BccSettings::DEFAULT;
    let alpha = Alpha::from_log2(2).map_err(SetupError::Buffer)?;
    let buffer = BufferConfig::Shared {
        total: Bytes(settings.pool + settings.ports * settings.reserve),
        reserve: Bytes(settings.reserve),
        alpha,
        split: PortSplit::Blocks(8),
        test: ThresholdTest::Before,
    };
    let switches = SwitchConfig::new(scheme(AqmId::BccPipeline, &settings)?, buffer);
    let settings =
        DctcpSettings { initial_window: 20, min_window: 1, alpha_init: 0, ..DctcpSettings::DEFAULT };
    // Of eight racks' traffic one part stays in the rack: the core carries 7/8 of it.
    let shares = f64::from(shape.leaves * shape.spines) * 8.0 / 7.0;
    let load = Load { fraction: 0.8, capacity: LinkRate::G100, shares, wire_factor: 9000.0 / 8960.0 };
    let flows = web_search(shape.hosts(), load)?.flows(SEED, Limit { flows, until: Ps::MAX });
    let control = dctcp(&settings, hosts.mss)?;
    Ok(Assembly { topology: shape.build(), switches, hosts, control, flows: flows.into_iter().collect() })
}

/// Flows of the web-search table between any two hosts.
fn web_search(hosts: u32, load: Load) -> anyhow::Result<Arrivals> {
    Ok(Arrivals {
        sizes: SizeTable::new(WEB_SEARCH)?,
        pairs: Pairs::Uniform { hosts },
        load,
        start: Ps::ZERO,
        delays: DelayAssignment::None,
        tag: 0,
    })
}

/// W4: the lossless fabric of On-Ramp's simulations under web-search flows at 60 % of the hosts' links, with an incast of 40
/// times 500 KB.
///
/// 5 pods of 4 racks of 16 hosts, 16 core switches, 100 Gbit/s to the hosts and 400 Gbit/s above, 1 us per link
/// (\[Liu21\] §5.1.2); 32 MB per switch, one lossless class beside that of the answers; RED at departure; DCQCN. Buffers and
/// pauses are those of the plans in `plans/on-ramp`.
///
/// # Errors
/// The workload is refused: a bug.
pub fn lossless_fabric(until: Ps) -> anyhow::Result<Assembly> {
    let shape = FatTree {
        pods: 5,
        edges: 4,
        aggregations: 4,
        cores: 4,
        hosts_per_edge: 16,
        host_rate: LinkRate::G100,
        fabric_rate: LinkRate::G400,
        core_rate: LinkRate::G400,
        delay: Ps::from_us(1),
    };
    // One request of the paper's larger kind, every eighth host to the last one: it is what pauses.
    let senders = (0..shape.hosts()).step_by(8);
    let answers = senders.map(|host| FlowSpec::new(host, shape.hosts() - 1, 500_000, Ps::from_us(20)));
    let arrivals = at_60_percent(shape.hosts(), 1048.0 / 1000.0, until)?;
    lossless(&shape, arrivals.into_iter().chain(answers).collect())
}

/// Lossless class 1 under these flows, ACKs in class 0; 32 MB per switch, RED at departure, DCQCN.
fn lossless(shape: &FatTree, flows: Vec<FlowSpec>) -> anyhow::Result<Assembly> {
    let alpha = |log2| Alpha::from_log2(log2).map_err(SetupError::Buffer);
    let buffer = BufferConfig::Shared {
        total: Bytes(32 << 20),
        reserve: Bytes(0),
        alpha: alpha(3)?,
        split: PortSplit::Together,
        test: ThresholdTest::Before,
    };
    let red = RedSettings {
        kmin: 400_000,
        kmax: 1_600_000,
        p_max: 13_107,
        weight: 0,
        counter: Counter::None.setting(),
        at: MeasuredAt::Departure.setting(),
        ..RedSettings::DEFAULT
    };
    let mut queues = PortQueues::new(&[1, 1], Discipline::Strict);
    queues.queue_of_class = core::array::from_fn(|class| u8::from(class == 1));
    queues.lossless = Some(Lossless {
        classes: core::array::from_fn(|class| class == 1),
        guaranteed: Bytes(4096),
        alpha: alpha(-3)?,
        alpha_mbps: Some(100_000),
        xon_offset: Bytes(3072),
        headroom: None,
        frame_max: Bytes(1048),
        frame_min: Bytes(64),
        quanta: u16::MAX,
    });
    let mut switches = SwitchConfig::new(scheme(AqmId::RedExact, &red)?, buffer);
    (switches.queues, switches.not_ect) = (Some(queues), Some(NotEct::Pass));
    let hosts = HostConfig { ack_class: Some(0), cnp_interval: Ps::ZERO, ..HostConfig::rdma() };
    let control = AnyControl::of(CcId::Dcqcn, &values_of(&DcqcnSettings::DEFAULT), u32::from(hosts.mss))?;
    let flows = flows.into_iter().map(|flow| FlowSpec { traffic_class: 1, ..flow }).collect();
    Ok(Assembly { topology: shape.build(), switches, hosts, control, flows })
}

/// Three workloads on fat-trees of any size: 100 Gbit/s and 1 us everywhere.
#[derive(Clone, Copy, Debug)]
pub enum Large {
    /// One long flow of every host to the one half of all hosts further on, under DCTCP and a step threshold.
    Permutation,
    /// Web-search flows between any two hosts at 60 % of their links, under DCTCP and a step threshold; ports have memory of their own.
    WebSearch,
    /// The same flows under DCQCN and RED at departure, in a lossless class over shared memory.
    Lossless,
}

impl Large {
    /// All three, by the name of their rows.
    pub const ALL: [(&str, Self); 3] =
        [("permutation", Self::Permutation), ("web-search", Self::WebSearch), ("lossless", Self::Lossless)];

    /// The workload on a fat-tree of switches with as many ports, with flows that start before `until`.
    ///
    /// # Errors
    /// The workload is refused: a bug.
    pub fn on(self, ports: u32, until: Ps) -> anyhow::Result<Assembly> {
        let shape = FatTree::of_ports(ports, LinkRate::G100, Ps::from_us(1));
        match self {
            Self::Permutation => permutation(ports),
            Self::WebSearch => {
                let flows = at_60_percent(shape.hosts(), 1500.0 / 1460.0, until)?;
                Ok(Assembly { flows, ..long_flows(shape.build(), 65)? })
            }
            Self::Lossless => {
                let flows = at_60_percent(shape.hosts(), 1048.0 / 1000.0, until)?;
                lossless(&shape, flows)
            }
        }
    }
}

/// Flows of the web-search table at 60 % of the hosts' links of 100 Gbit/s.
fn at_60_percent(hosts: u32, wire_factor: f64, until: Ps) -> anyhow::Result<Vec<FlowSpec>> {
    let load = Load { fraction: 0.6, capacity: LinkRate::G100, shares: f64::from(hosts), wire_factor };
    Ok(web_search(hosts, load)?.flows(SEED, Limit { flows: u64::MAX, until }).into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run in spans has the result of a whole run; the clock can be read after each span.
    #[track_caller]
    fn assert_spans(assembly: &Assembly, threads: u32, end: End) {
        let build = || Engine::new(assembly, SEED, threads).unwrap();
        let (mut whole, mut in_spans, mut spans) = (build(), build(), 0);
        end.run(&mut whole);
        end.run_in_spans(&mut in_spans, || spans += 1);
        assert_eq!((in_spans.counters(), in_spans.now(), spans), (whole.counters(), whole.now(), SPANS));
    }

    #[test]
    fn spans_add_up_to_a_run() {
        let (long, flows) = (permutation(4).unwrap(), loaded_fabric(50).unwrap());
        for threads in [1, 2] {
            assert_spans(&long, threads, End::At(Ps::from_us(777)));
            // With the end in the middle of a span, in the last one, and before all.
            for about in [0, 1, 200, 10_000] {
                assert_spans(&flows, threads, End::AllDone { about: Ps::from_us(about) });
            }
        }
    }
}
