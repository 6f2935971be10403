//! Parts of a run for a world other than the simulator.

use super::ready::Request;
use super::schemes::AnyScheme;
use super::traffic::{flows, loops, read_tag};
use crate::file::{Scenario, SwitchMemory, build, rate};
use anyhow::Result;
use freeboard_aqm_api::{DepthUnit, NotEct};
use freeboard_fabric::{BufferConfig, ClosedLoop, Discipline, FlowSpec, LinkRate, PortQueues, QueueScheme};

/// Parts of a run with one switch: the traffic, the links, and what the switch has.
#[derive(Clone, Debug)]
pub struct Parts {
    /// All flows, as the simulator has them.
    pub flows: Vec<FlowSpec>,
    /// All closed loops, likewise.
    pub loops: Vec<ClosedLoop>,
    /// The first receiver of many-to-one traffic; all hosts after it are receivers too.
    pub receiver: u32,
    /// Rate of every host's link.
    pub rates: Vec<LinkRate>,
    /// Propagation of all links of a round trip together \[ps\].
    pub propagation_ps: u64,
    /// More delay of what each host sends \[ps\].
    pub added_ps: Vec<u64>,
    /// The packet memory.
    pub buffer: BufferConfig,
    /// The queues of every port, at least one.
    pub queues: PortQueues,
    /// Unit of depths.
    pub unit: DepthUnit,
    /// The marking scheme for a switch with a port per host.
    pub scheme: AnyScheme,
    /// Action on a packet without ECN under a signal.
    pub not_ect: NotEct,
}

impl Parts {
    /// Builds the parts of one run.
    ///
    /// # Errors
    /// There is no such scheme, or the simulator would refuse the scenario.
    pub fn new(request: &Request<'_>) -> Result<Self> {
        let Request { scenario, seed, .. } = *request;
        let chosen = request.chosen()?;
        let built = build(scenario)?;
        let SwitchMemory { buffer, unit, queues } = SwitchMemory::new(scenario, false)?;
        let queues = queues.unwrap_or_else(|| PortQueues::new(&[1], Discipline::Strict));
        let hosts = scenario.topology.shape.hosts();
        let rates: Vec<LinkRate> =
            (0..hosts).map(|host| rate(scenario.rate_bps(host))).collect::<Result<_>>()?;
        let prototype = AnyScheme::new(&chosen.aqm, unit, scenario.topology.queues.as_deref())?;
        let scheme = prototype.for_device(&rates, queues.queues.len());
        let not_ect = match chosen.not_ect_drops {
            Some(true) => NotEct::Drop,
            Some(false) => NotEct::Pass,
            None => scheme.not_ect(),
        };
        let added = |host: u32| {
            let class = built.delays.class(seed, host, 0).checked_sub(1);
            class.and_then(|class| built.topology.delay_classes.get(usize::from(class))).map_or(0, |it| it.0)
        };
        Ok(Self {
            flows: flows(scenario, &built, seed)?,
            loops: loops(scenario, &built, seed),
            receiver: built.senders,
            rates,
            propagation_ps: propagation_ps(scenario),
            added_ps: (0..hosts).map(added).collect(),
            buffer,
            queues,
            unit,
            scheme,
            not_ect,
        })
    }

    /// The workload of a flow, by index in the scenario, and whether it is of an incast burst.
    #[must_use]
    pub const fn origin(flow: &FlowSpec) -> (usize, bool) {
        read_tag(flow.tag)
    }
}

/// The part of the smallest base round-trip time that is no transmission.
fn propagation_ps(scenario: &Scenario) -> u64 {
    let topology = &scenario.topology;
    topology.rtt.min_ps.saturating_sub(topology.transmissions_ps(&scenario.host))
}
