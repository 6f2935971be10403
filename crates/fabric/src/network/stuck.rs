//! Flows that have not completed, and what each of them waits for.

use super::Network;
use super::shards::Parts;
use crate::data_plane::{DataPlane, NONE, QueueScheme};
use crate::flow::FlowId;
use crate::time::Ps;
use crate::transport::FlowControl;

/// Why a flow has not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StuckReason {
    /// It starts later.
    NotStarted {
        /// When.
        at: Ps,
    },
    /// A link on its way, there or back, is down.
    LinkDown {
        /// By its index in the topology.
        link: u32,
        /// Until when.
        until: Ps,
    },
    /// The NIC of one of its hosts is paused.
    HostPaused {
        /// Which host.
        host: u32,
        /// Until when.
        until: Ps,
    },
    /// A transmitter on its way, there or back, is paused for its class.
    Paused {
        /// Which one, by its port.
        port: u32,
    },
    /// Its packets are on their way.
    UnderWay {
        /// How many.
        packets: u32,
    },
    /// A timer of its sender is set: retransmission, pacing or the hold of an underlay.
    Timer {
        /// When it rings.
        at: Ps,
    },
    /// It waits for a turn at its NIC.
    Nic,
    /// Nothing will ever happen to it: a defect of the simulator.
    Nothing,
}

/// A flow that has not completed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stuck {
    /// Which flow.
    pub flow: FlowId,
    /// What it waits for.
    pub reason: StuckReason,
}

impl core::fmt::Display for StuckReason {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::NotStarted { at } => write!(f, "it starts at {} us", at.micros()),
            Self::LinkDown { link, until } => write!(f, "link {link} is down until {} us", until.micros()),
            Self::HostPaused { host, until } => {
                write!(f, "host {host} is paused until {} us", until.micros())
            }
            Self::Paused { port } => write!(f, "port {port} is paused for its class"),
            Self::UnderWay { packets } => write!(f, "{packets} of its packets are under way"),
            Self::Timer { at } => write!(f, "its sender's timer rings at {} us", at.micros()),
            Self::Nic => write!(f, "it waits for a turn at its NIC"),
            Self::Nothing => write!(f, "nothing will ever happen to it, a defect of the simulator"),
        }
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// The flows with an end that have not completed, and what each of them waits for first.
    #[must_use]
    pub fn stuck(&self) -> Vec<Stuck> {
        Parts(&[self]).stuck()
    }
}

impl<Q: QueueScheme, F: FlowControl> Parts<'_, Q, F> {
    /// [`Network::stuck`] of a run on several shards.
    pub(super) fn stuck(&self) -> Vec<Stuck> {
        let Some(flows) = self.0.first().map(|first| first.flows.all()) else { return Vec::new() };
        let mut packets = vec![0u32; flows.len()];
        for shard in self.0 {
            shard.books().each_resident(|_, tag| {
                if let Some(packets) = packets.get_mut(shard.plane.packets.get(tag.id()).flow as usize) {
                    *packets += 1;
                }
            });
        }
        let mut all = Vec::new();
        for (id, spec) in (0u32..).zip(flows.iter().map(|flow| flow.spec)) {
            if !spec.has_end() || self.of_host(spec.to).flows.get(id).is_complete {
                continue;
            }
            let is_paused = |port: &u32| self.of_port(*port).plane.is_paused(*port, spec.traffic_class);
            let reason = self.of_host(spec.from).reason(id, packets[id as usize], is_paused);
            all.push(Stuck { flow: FlowId(id), reason });
        }
        all
    }
}

impl<Q> DataPlane<Q> {
    /// A transmitter is paused for a class.
    pub(super) fn is_paused(&self, port: u32, class: u8) -> bool {
        let pause_state = self.queues[port as usize].pause_state.as_ref();
        pause_state.is_some_and(|it| !it.may_send(class, self.now))
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    fn reason(&self, id: u32, packets: u32, is_paused: impl Fn(&u32) -> bool) -> StuckReason {
        let flow = self.flows.get(id);
        if flow.slot == NONE {
            return StuckReason::NotStarted { at: flow.spec.start };
        }
        let (from, to) = (flow.spec.from, flow.spec.to);
        let routes = &self.plane.routes;
        let there = routes.path(&self.topology, from, to, id).hops;
        let back = routes.path(&self.topology, to, from, id).hops;
        let ports = || there.iter().chain(&back).map(|hop| hop.port);
        if let Some(faults) = &self.faults {
            let until = |port: u32| Ps(faults.down_until[port as usize]);
            if let Some(port) = ports().find(|&port| until(port).0 > self.plane.now) {
                return StuckReason::LinkDown { link: port / 2, until: until(port) };
            }
            for host in [from, to] {
                let until = Ps(faults.paused_until[routes.host_port(host) as usize]);
                if until.0 > self.plane.now {
                    return StuckReason::HostPaused { host, until };
                }
            }
        }
        if let Some(port) = ports().find(is_paused) {
            return StuckReason::Paused { port };
        }
        if packets > 0 {
            return StuckReason::UnderWay { packets };
        }
        let sender = &self.connections[flow.slot as usize].sender;
        match sender.next_timer() {
            Some(at) => StuckReason::Timer { at: Ps(at) },
            None if self.plane.hosts.nics.exist()
                && self.plane.hosts.nics[sender.route.port].holds(flow.slot) =>
            {
                StuckReason::Nic
            }
            None => StuckReason::Nothing,
        }
    }
}
