//! Reading of a whole scenario file.

use super::choice_keys::{CHOICE, names};
use super::host::{CNP_KEYS, UNDERLAY_KEYS};
use super::quantisation::{GroupSection, QuantisationUnits};
use super::{
    Clocks, Host, HostGroup, InjectedFault, Run, Running, Scenario, Scheme, Topology, Workload, build,
};
use crate::document::{Document, Fault, Faults, Section, all_faults};

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

/// Faults found so far, in the order of reading.
#[derive(Default)]
struct Found(Vec<Fault>);

impl Found {
    /// Keeps a fault and goes on without the value.
    fn keep<T>(&mut self, read: Result<T, Fault>) -> Option<T> {
        read.map_err(|fault| self.0.push(fault)).ok()
    }

    /// Reads each section of a list; `None` if one is at fault.
    fn keep_all<T>(
        &mut self,
        sections: &[Section<'_>],
        read: impl Fn(&Section<'_>) -> Result<T, Fault>,
    ) -> Option<Vec<T>> {
        let all: Vec<_> = sections.iter().map(|section| self.keep(read(section))).collect();
        all.into_iter().collect()
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

    /// Reads a scenario and finds all its faults.
    ///
    /// # Errors
    /// All that is not legal in the file; nothing is said of a key that only depends on a value at fault.
    pub fn read_or_all_faults(document: &Document) -> Result<Self, Faults> {
        let read = |document: &Document| {
            let read = document.read(|root| {
                let mut found = Found::default();
                Ok(Self::collect(root, &[], &mut found).ok_or(found.0))
            });
            read.unwrap_or_else(|fault| Err(vec![fault]))
        };
        read(document).map_err(|_| all_faults(document, |document| read(document).err().unwrap_or_default()))
    }

    /// Reads a scenario from a table that may have `more` keys in addition to its own.
    pub fn from_root(root: &Section<'_>, more: &[&str]) -> Result<Self, Fault> {
        let mut found = Found::default();
        let read = Self::collect(root, more, &mut found);
        match found.0.into_iter().next() {
            Some(first) => Err(first),
            None => read.ok_or_else(|| root.missing("name", "a scenario")),
        }
    }

    /// Reads what does not depend on a section at fault.
    fn collect(root: &Section<'_>, more: &[&str], found: &mut Found) -> Option<Self> {
        let known = refuse_foreign(root, more);
        found.keep(known.and_then(|()| root.expect_keys(&[KEYS.as_slice(), more].concat())));
        let name =
            root.get("name").map_or_else(|| Ok("scenario".to_owned()), |e| e.name().map(str::to_owned));
        let name = found.keep(name);
        let needed =
            |key: &str| root.section(key)?.ok_or_else(|| root.missing(key, &format!("a section [{key}]")));
        let topology_section = found.keep(needed("topology"));
        let topology = topology_section.as_ref().and_then(|section| found.keep(Topology::read(section)));
        let host_section = found.keep(needed("host"));
        let clocks = root
            .section("clocks")
            .and_then(|own| own.map_or_else(|| Ok(Clocks::default()), |own| Clocks::read(&own)));
        let clocks = found.keep(clocks);
        let run = needed("run").and_then(|section| Run::read(&section));
        let run = |found: &mut Found| found.keep(run);
        let (Some(mut topology), Some(topology_section)) = (topology, topology_section) else {
            run(found);
            return None;
        };
        let groups = found.keep(HostGroup::read_all(root, &topology));
        let rates = groups.iter().flatten().filter_map(|(group, _)| group.rate_bps);
        let slowest_bps = rates.chain([topology.slowest_bps()]).min().unwrap_or_default();
        let queues = topology.frame(0, slowest_bps).queues;
        let host = host_section
            .as_ref()
            .and_then(|section| found.keep(Host::read(section, &names(&CHOICE), queues)));
        let schemes = match (&host, &host_section, groups) {
            (Some(host), Some(section), Some(groups)) => {
                topology.measure_rtt(host);
                found.keep(topology.check_rtt(&topology_section, host));
                found.keep(read_schemes(root, &topology, (host, section), groups))
            }
            _ => None,
        };
        let run = run(found);
        let sections = found.keep(root.sections("workload"))?;
        if sections.is_empty() {
            found.0.push(root.missing("workload", "at least one [[workload]] section"));
        }
        let frame = topology.frame(run.as_ref()?.time_ps, slowest_bps);
        let workloads = found.keep_all(&sections, |section| Workload::read(section, &frame));
        let (schemes, groups) = schemes?;
        let is_notified = schemes.iter().flat_map(Scheme::running).any(Running::takes_notifications);
        let host = host.map(|host| if is_notified { host.with_notifications(queues) } else { host });
        let faults = Vec::new();
        let mut scenario = Self {
            name: name?,
            topology,
            host: host?,
            groups,
            clocks: clocks?,
            schemes,
            workloads: workloads?,
            faults,
            run: run?,
        };
        if !found.0.is_empty() {
            return None;
        }
        found.keep(scenario.check_size(root))?;
        found.keep(scenario.check_memory(&topology_section))?;
        let network = || build(&scenario).ok().map(|built| built.topology);
        let end_ps = scenario.run.time_ps + scenario.run.drain_ps;
        let faults = InjectedFault::read_all(root, network, scenario.topology.queues.as_deref(), end_ps);
        scenario.faults = found.keep(faults)?;
        scenario.compare_port_rates();
        Some(scenario)
    }
}

/// Reads what is compared, on hosts of these groups.
fn read_schemes<'d>(
    root: &Section<'d>,
    topology: &Topology,
    (host, host_section): (&Host, &Section<'d>),
    groups: Vec<(HostGroup, Section<'d>)>,
) -> Result<(Vec<Scheme>, Vec<HostGroup>), Fault> {
    let units = QuantisationUnits {
        mss: host.mss(),
        queues: topology.frame(0, topology.rate_bps).queues,
        cell: u32::from(topology.buffer.cell()),
        place: topology.place(host, topology.rate_bps),
    };
    let of_group = |(group, section)| {
        let units = QuantisationUnits { place: HostGroup::place(&group, topology, host), ..units };
        GroupSection { group, section, units }
    };
    let groups: Vec<GroupSection<'_>> = groups.into_iter().map(of_group).collect();
    let schemes = Scheme::read_all(root, &units, host_section, &groups)?;
    refuse_idle_keys(&schemes, host, host_section)?;
    Ok((schemes, groups.into_iter().map(|it| it.group).collect()))
}

/// Refuses keys of hosts that no flow of any scheme looks at.
fn refuse_idle_keys(schemes: &[Scheme], host: &Host, section: &Section<'_>) -> Result<(), Fault> {
    let any = |is: &dyn Fn(&Running) -> bool| schemes.iter().flat_map(Scheme::running).any(is);
    let refuse = |keys: &[&str], problem: &str, legal: &str| {
        let idle = keys.iter().find_map(|key| section.get(key));
        idle.map_or(Ok(()), |entry| Err(entry.fault(problem, legal)))
    };
    if !any(&|it| it.underlay.is_some()) {
        refuse(&UNDERLAY_KEYS, "has no effect without an underlay", "a key `underlay`")?;
    }
    if !any(&Running::takes_notifications) {
        let problem = "has no effect without a congestion control that takes notifications";
        refuse(&CNP_KEYS, problem, "such a `cc`, e.g. \"dcqcn/rate\"")?;
    }
    if !any(&Running::reads_telemetry) {
        let problem = "has no effect without a congestion control that reads telemetry";
        refuse(&["telemetry"], problem, "such a `cc`, e.g. \"hpcc/int\"")?;
    }
    if host.config().undo && !any(&|it| it.takes_undo(host.mss())) {
        let problem = "has no effect without a congestion control that takes a cut back";
        refuse(&["undo"], problem, "such a `cc`: newreno, ecn-star, cubic or dctcp/tcp")?;
    }
    Ok(())
}
