//! A scenario as read: everything that decides a run.

use super::{Clocks, Host, HostGroup, InjectedFault, Run, Scheme, Topology, Workload};
use crate::document::rows;

/// A scenario, checked and quantised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// Title of tables and plots.
    pub name: String,
    /// The network.
    pub topology: Topology,
    /// The hosts.
    pub host: Host,
    /// Hosts that differ from the others.
    pub groups: Vec<HostGroup>,
    /// The hosts' clocks.
    pub clocks: Clocks,
    /// What is compared, on the same traffic.
    pub schemes: Vec<Scheme>,
    /// The traffic.
    pub workloads: Vec<Workload>,
    /// What breaks.
    pub faults: Vec<InjectedFault>,
    /// The run.
    pub run: Run,
}

impl Scenario {
    /// Returns the group of a host, by its place in [`Self::groups`].
    #[must_use]
    pub fn group_of(&self, host: u32) -> Option<usize> {
        self.groups.iter().position(|group| group.hosts.contains(&host))
    }

    /// Returns the rate of a host's link \[bit/s\].
    #[must_use]
    pub fn rate_bps(&self, host: u32) -> u64 {
        if let Some(own) = self.topology.own_rate_bps(host) {
            return own;
        }
        let own = self.group_of(host).and_then(|group| self.groups[group].rate_bps);
        own.unwrap_or(self.topology.rate_bps)
    }

    /// Returns every key that schemes share and that has an effect, with its effective value.
    #[must_use]
    pub fn rows(&self) -> Vec<(String, String)> {
        let mut all = self.topology.rows();
        all.extend(rows(&self.host, "host"));
        for (number, group) in (1..).zip(&self.groups) {
            all.extend(group.rows(&format!("host_group[{number}]")));
        }
        all.extend(rows(&self.clocks, "clocks"));
        for (number, workload) in (1..).zip(&self.workloads) {
            all.extend(workload.rows(&format!("workload[{number}]")));
        }
        for (number, fault) in (1..).zip(&self.faults) {
            all.extend(fault.all_rows(&format!("fault[{number}]")));
        }
        all.extend(rows(&self.run, "run"));
        all
    }
}
