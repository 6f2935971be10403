//! Groups of hosts that differ from the others: in the rate of their links, in what their flows run.

use super::choice_keys::{CHOICE, names};
use super::link_rate::LinkRate;
use super::place::Place;
use super::workload::HOSTS;
use super::{Host, Shape, Topology};
use crate::document::{Entry, Fault, Maybe, Name, Section, read, rows, section, within};
use crate::quantity::COUNT;
use std::collections::BTreeMap;

section! {
    /// Hosts that differ from the others.
    HostGroup {
        "name" name: String = String::new(), Name, "name in schemes and axes", needed "a name in quotes";
        "hosts" hosts: Vec<u32> = Vec::new(), HOSTS, "which hosts, by number; each in one group at most",
            needed "a list of hosts, e.g. [1, 2, 3]";
        "rate" rate_bps: Option<u64> = None, Maybe(LinkRate), "rate of their links", default "`rate` of [topology]";
    }
}

impl HostGroup {
    /// Reads the sections `[[host_group]]`, and returns them with each.
    pub(super) fn read_all<'d>(
        root: &Section<'d>,
        topology: &Topology,
    ) -> Result<Vec<(Self, Section<'d>)>, Fault> {
        let hosts = u64::from(topology.shape.hosts());
        let mut taken: BTreeMap<u32, String> = BTreeMap::new();
        let mut all: Vec<(Self, Section<'d>)> = Vec::new();
        for section in root.sections("host_group")? {
            let group: Self = read(&section, &names(&CHOICE))?;
            let fault = |key: &str, problem: String, legal: &str| {
                section
                    .get(key)
                    .map_or_else(|| section.missing(key, legal), |it: Entry<'_>| it.fault(problem, legal))
            };
            within(&section, "hosts", &COUNT, 1..=hosts)?;
            if let (Some(entry), Shape::LinkNetwork(_)) = (section.get("rate"), &topology.shape) {
                return Err(entry.fault("has no effect on links of a file", "the rate in the file"));
            }
            if all.iter().any(|(other, _)| other.name == group.name) {
                return Err(fault("name", "is the name of another group".to_owned(), "a name of its own"));
            }
            for host in &group.hosts {
                if let Some(other) = taken.insert(*host, group.name.clone()) {
                    let problem = format!("has host {}, which stands in {other:?} already", host + 1);
                    return Err(fault("hosts", problem, "every host once, in one group"));
                }
            }
            all.push((group, section));
        }
        Ok(all)
    }

    /// What settings of its flows follow.
    pub(super) fn place(&self, topology: &Topology, host: &Host) -> Place {
        topology.place(host, self.rate_bps.unwrap_or(topology.rate_bps))
    }

    /// Returns the keys with their values; what its flows run is a scheme's.
    pub(super) fn rows(&self, prefix: &str) -> Vec<(String, String)> {
        rows(self, prefix)
    }
}
