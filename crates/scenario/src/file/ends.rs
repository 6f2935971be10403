//! Hosts between which a workload may have flows.

use super::{Scenario, Shape, Traffic, Workload};
use std::collections::BTreeSet;

/// Hosts that data comes from, and hosts that it goes to, from 0.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Ends {
    pub(super) from: BTreeSet<u32>,
    pub(super) to: BTreeSet<u32>,
}

impl Ends {
    fn new(from: impl IntoIterator<Item = u32>, to: impl IntoIterator<Item = u32>) -> Self {
        Self { from: from.into_iter().collect(), to: to.into_iter().collect() }
    }

    /// Any of some hosts and any other.
    fn among(hosts: impl IntoIterator<Item = u32>) -> Self {
        let from: BTreeSet<u32> = hosts.into_iter().collect();
        Self { to: from.clone(), from }
    }

    /// Whether data comes from one of these hosts or goes to one.
    pub(super) fn reach(&self, hosts: &[u32]) -> bool {
        hosts.iter().any(|host| self.from.contains(host) || self.to.contains(host))
    }
}

impl Scenario {
    /// Returns the ends of the flows that a workload may have.
    pub(super) fn ends(&self, workload: &Workload) -> Ends {
        let shape = &self.topology.shape;
        let hosts = shape.hosts();
        let senders = hosts - shape.receivers();
        let receiver = senders + workload.receiver;
        match &workload.traffic {
            Traffic::Poisson(it) => self.drawn(&it.hosts, receiver),
            Traffic::Requests(it) => self.drawn(&it.hosts, receiver),
            Traffic::Incast(it) if it.hosts.is_empty() => Ends::new(0..senders, [receiver]),
            Traffic::Incast(it) => {
                Ends::new(it.hosts.iter().take(it.incast_degree as usize).copied(), [receiver])
            }
            Traffic::Long(it) => {
                let flows = || 0..it.flows;
                let from = flows().map(|flow| it.from(senders.max(1), flow));
                Ends::new(from, flows().map(|flow| it.to(receiver, flow)))
            }
            Traffic::Permutation(_) => Ends::among(0..hosts),
            Traffic::Listed(it) => {
                let flows = &it.file.flows;
                Ends::new(flows.iter().map(|flow| flow.from), flows.iter().map(|flow| flow.to))
            }
            Traffic::Constant(it) => {
                let from = (0..it.flows).map(|flow| it.from(senders.max(1), flow));
                Ends::new(from, [receiver])
            }
            Traffic::ClosedLoop(it) => Ends::among(it.pairs().flat_map(|(one, other)| [one, other])),
        }
    }

    /// Ends that are drawn: senders and a receiver, or any two hosts.
    fn drawn(&self, listed: &[u32], receiver: u32) -> Ends {
        let shape = &self.topology.shape;
        match (shape, listed) {
            (Shape::NToOne(_), _) => Ends::new(0..shape.hosts() - shape.receivers(), [receiver]),
            (_, []) => Ends::among(0..shape.hosts()),
            (_, listed) => Ends::among(listed.iter().copied()),
        }
    }
}
