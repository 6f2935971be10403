//! Reading of a whole scenario file.

use super::choice_keys::{CHOICE, names};
use super::host::UNDERLAY_KEYS;
use super::quantisation::{GroupSection, QuantisationUnits};
use super::{Clocks, Host, HostGroup, InjectedFault, Run, Scenario, Scheme, Topology, Workload, build};
use crate::document::{Document, Fault, Section};

/// Sections of a scenario.
const KEYS: [&str; 10] =
    ["name", "topology", "switch", "scheme", "host", "host_group", "clocks", "workload", "fault", "run"];

/// Keys of files that other commands read.
const FOREIGN: [(&str, &str); 4] = [
    ("sweep", "sections [[axis]] with `name`, `key` and `values`, in a file for `freeboard sweep`"),
    ("claim", "in the plan.toml of a folder for `freeboard reproduce`"),
    ("axis", "in a file for `freeboard sweep`, or the plan.toml of a folder for `freeboard reproduce`"),
    ("measure", "in a file for `freeboard sweep`, or the plan.toml of a folder for `freeboard reproduce`"),
];

/// Refuses them by the command they are for.
fn refuse_foreign(root: &Section<'_>, more: &[&str]) -> Result<(), Fault> {
    let here =
        |(key, legal): &(&str, &'static str)| Some((root.get(key)?, *legal)).filter(|_| !more.contains(key));
    match FOREIGN.iter().find_map(here) {
        Some((entry, legal)) => Err(entry.fault("is not for a scenario", legal)),
        None => Ok(()),
    }
}

impl Scenario {
    /// Reads a scenario.
    ///
    /// # Errors
    /// The first thing in the file that is not legal.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| Self::from_root(root, &[]))
    }

    /// Reads a scenario from a table that may have `more` keys in addition to its own.
    pub fn from_root(root: &Section<'_>, more: &[&str]) -> Result<Self, Fault> {
        refuse_foreign(root, more)?;
        root.expect_keys(&[KEYS.as_slice(), more].concat())?;
        let name =
            root.get("name").map_or_else(|| Ok("scenario".to_owned()), |e| e.name().map(str::to_owned))?;
        let needed =
            |key: &str| root.section(key)?.ok_or_else(|| root.missing(key, &format!("a section [{key}]")));
        let topology = Topology::read(&needed("topology")?)?;
        let host_section = needed("host")?;
        let clocks =
            root.section("clocks")?.map_or_else(|| Ok(Clocks::default()), |own| Clocks::read(&own))?;
        let groups = HostGroup::read_all(root, &topology)?;
        let rates = groups.iter().filter_map(|(group, _)| group.rate_bps);
        let slowest_bps = rates.chain([topology.rate_bps]).min().unwrap_or_default();
        let frame = |run_ps: u64| topology.frame(run_ps, slowest_bps);
        let host = Host::read(&host_section, &names(&CHOICE), frame(0).queues)?;
        topology.check_rtt(&needed("topology")?, &host)?;
        let units = QuantisationUnits {
            mss: host.mss(),
            queues: frame(0).queues,
            cell: u32::from(topology.buffer.cell()),
            place: topology.place(&host, topology.rate_bps),
        };
        let of_group = |(group, section)| {
            let units = QuantisationUnits { place: HostGroup::place(&group, &topology, &host), ..units };
            GroupSection { group, section, units }
        };
        let groups: Vec<GroupSection<'_>> = groups.into_iter().map(of_group).collect();
        let schemes = Scheme::read_all(root, &units, &host_section, &groups)?;
        let groups = groups.into_iter().map(|it| it.group).collect();
        if schemes.iter().flat_map(Scheme::running).all(|it| it.underlay.is_none())
            && let Some(entry) = UNDERLAY_KEYS.iter().find_map(|key| host_section.get(key))
        {
            return Err(entry.fault("has no effect without an underlay", "a key `underlay`"));
        }
        let run = Run::read(&needed("run")?)?;
        let sections = root.sections("workload")?;
        if sections.is_empty() {
            return Err(root.missing("workload", "at least one [[workload]] section"));
        }
        let frame = frame(run.time_ps);
        let workloads =
            sections.iter().map(|section| Workload::read(section, &frame)).collect::<Result<_, _>>()?;
        let faults = Vec::new();
        let mut scenario = Self { name, topology, host, groups, clocks, schemes, workloads, faults, run };
        scenario.check_size(root)?;
        scenario.check_memory(&needed("topology")?)?;
        let network = || build(&scenario).ok().map(|built| built.topology);
        let end_ps = scenario.run.time_ps + scenario.run.drain_ps;
        scenario.faults =
            InjectedFault::read_all(root, network, scenario.topology.queues.as_deref(), end_ps)?;
        Ok(scenario)
    }
}
