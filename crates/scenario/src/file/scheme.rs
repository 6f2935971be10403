//! One of the schemes a scenario compares: what switches run and what hosts run.

use super::Chosen;
use super::choice_keys::{CHOICE, SCHEME, SWITCH, names};
use super::chosen::Parsed;
use super::quantisation::{GroupSection, QuantisationUnits};
use crate::catalog::{AQMS, CCS, Descriptor, VariantId, underlays};
use crate::document::{Entry, Fault, Section};
use freeboard_cc_api::{Bytes, Event, Loss, Nanos32, Prior};
use freeboard_params::Follows;
use std::collections::BTreeSet;

/// A marking scheme with a congestion control, maybe over an underlay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scheme {
    /// Name in tables and legends.
    pub name: String,
    /// What switch queues run.
    pub aqm: Chosen,
    /// What flows run.
    pub host: Running,
    /// What flows from the hosts of each group run.
    pub groups: Vec<Running>,
    /// What a signal does to a packet without ECN: pass it or drop it; `None` for the scheme's own answer.
    pub not_ect_drops: Option<bool>,
}

/// What a signal may do to a packet without ECN.
const NOT_ECT: [&str; 2] = ["pass", "drop"];

/// What the flows of a host run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Running {
    /// The congestion control.
    pub cc: Chosen,
    /// What holds packets below it.
    pub underlay: Option<Chosen>,
}

impl Scheme {
    /// Reads `[[scheme]]` entries, or the single scheme of `[switch]`.
    pub(super) fn read_all(
        root: &Section<'_>,
        units: &QuantisationUnits,
        host: &Section<'_>,
        groups: &[GroupSection<'_>],
    ) -> Result<Vec<Self>, Fault> {
        let base = HostLayer { host, units, groups };
        base.running()?;
        let listed = root.sections("scheme")?;
        let switch = root.section("switch")?;
        match (&switch, listed.as_slice()) {
            (Some(switch), []) => {
                base.refuse_idle(&[])?;
                Ok(vec![Self::of_switch(switch, &base)?])
            }
            (None, []) => {
                Err(root.missing("switch", "a section [switch], or [[scheme]] sections to compare"))
            }
            (Some(switch), [first, ..]) => {
                let both = "stands beside [[scheme]] sections, which would leave it without effect";
                let entry = switch.get("aqm").or_else(|| first.get("aqm"));
                Err(entry
                    .map_or_else(|| root.missing("switch.aqm", both), |e| e.fault(both, "one of the two")))
            }
            (None, listed) => {
                base.refuse_idle(listed)?;
                let schemes: Result<Vec<Self>, Fault> =
                    listed.iter().map(|section| Self::of_entry(section, &base)).collect();
                unique(listed, schemes?)
            }
        }
    }

    fn of_switch(section: &Section<'_>, base: &HostLayer<'_, '_>) -> Result<Self, Fault> {
        let aqm = read_aqm(section, base.units, &names(&SWITCH))?;
        let not_ect_drops = read_not_ect(section, &aqm)?;
        Ok(Self {
            name: aqm.id.clone(),
            aqm,
            host: base.running()?,
            groups: base.groups(None)?,
            not_ect_drops,
        })
    }

    fn of_entry(section: &Section<'_>, base: &HostLayer<'_, '_>) -> Result<Self, Fault> {
        let others = [names(&SWITCH).as_slice(), &names(&SCHEME), &names(&CHOICE)].concat();
        let aqm = read_aqm(section, base.units, &others)?;
        let name = section.get("name").map_or_else(|| Ok(aqm.id.clone()), |e| e.name().map(str::to_owned))?;
        let host = Running::read(&[section], base.host, base.units)?;
        let groups = base.groups(Some(section))?;
        let not_ect_drops = read_not_ect(section, &aqm)?;
        Ok(Self { name, aqm, host, groups, not_ect_drops })
    }

    /// Returns one sentence per setting that contradicts the topology.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.aqm.warnings().chain(self.running().flat_map(Running::warnings)).collect()
    }

    /// Returns what flows of any host run: those of no group first.
    pub fn running(&self) -> impl Iterator<Item = &Running> {
        core::iter::once(&self.host).chain(&self.groups)
    }
}

/// Legal values of a key that names an algorithm.
const AN_ID: &str = "an id that `freeboard list` prints";

fn read_not_ect(section: &Section<'_>, aqm: &Chosen) -> Result<Option<bool>, Fault> {
    if let (Some(entry), VariantId::Aqm(id)) = (section.get("not_ect"), aqm.variant)
        && id.meta().hooks.is_empty()
    {
        let problem = format!("has no effect with {}, which never signals", aqm.id);
        return Err(entry.fault(problem, "a scheme that signals, e.g. aqm = \"step\""));
    }
    section.get("not_ect").map(|entry| entry.choice(&NOT_ECT).map(|choice| choice == 1)).transpose()
}

fn read_aqm(section: &Section<'_>, units: &QuantisationUnits, others: &[&str]) -> Result<Chosen, Fault> {
    let parsed = Parsed {
        id: section.need("aqm", AN_ID)?,
        preset: section.get("preset"),
        settings: Some((section, others)),
    };
    let chosen = Chosen::read(&parsed, AQMS, units.cell, &units.place)?;
    let own = chosen.lines.iter().find(|line| line.follows == Follows::Queue);
    match own.and_then(|line| section.get(&line.name)) {
        Some(entry) if units.queues > 1 => {
            Err(entry.fault("has no effect with several queues per port", "every queue knows its own number"))
        }
        _ => Ok(chosen),
    }
}

/// Two schemes with one name could not be told apart in a table.
fn unique(sections: &[Section<'_>], schemes: Vec<Scheme>) -> Result<Vec<Scheme>, Fault> {
    let mut names = BTreeSet::new();
    for (at, scheme) in schemes.iter().enumerate() {
        if !names.insert(&scheme.name) {
            let named = sections[at].get("name").or_else(|| sections[at].get("aqm"));
            let fault = |entry: Entry<'_>| entry.fault("is the name of another scheme", "a unique `name`");
            return Err(named.map_or_else(|| sections[at].missing("name", "a unique `name`"), fault));
        }
    }
    Ok(schemes)
}

/// Hosts that a file gives beside a scheme.
struct HostLayer<'a, 'd> {
    host: &'a Section<'d>,
    units: &'a QuantisationUnits,
    groups: &'a [GroupSection<'d>],
}

impl<'d> HostLayer<'_, 'd> {
    /// What flows run where a scheme says nothing.
    fn running(&self) -> Result<Running, Fault> {
        Running::read(&[], self.host, self.units)
    }

    /// What flows of each group run: by the scheme's word on the group, the group's own, the scheme's, the host's.
    fn groups(&self, scheme: Option<&Section<'d>>) -> Result<Vec<Running>, Fault> {
        let own = scheme.map_or_else(|| Ok(Vec::new()), |scheme| self.own_groups(scheme))?;
        let of = |it: &GroupSection<'d>| {
            let own = own.iter().find(|(name, _)| *name == it.group.name).map(|(_, section)| section);
            let layers: Vec<&Section<'d>> = own.into_iter().chain([&it.section]).chain(scheme).collect();
            Running::read(&layers, self.host, &it.units)
        };
        self.groups.iter().map(of).collect()
    }

    /// The sections `[[scheme.host_group]]` of a scheme, by the group's name.
    fn own_groups(&self, scheme: &Section<'d>) -> Result<Vec<(String, Section<'d>)>, Fault> {
        let names_of: Vec<&str> = self.groups.iter().map(|it| it.group.name.as_str()).collect();
        let mut all: Vec<(String, Section<'d>)> = Vec::new();
        for section in scheme.sections("host_group")? {
            section.expect_keys(&[names(&CHOICE).as_slice(), &["name"]].concat())?;
            let entry = section.need("name", "the name of a [[host_group]]")?;
            let name = entry.string()?;
            if !names_of.contains(&name) {
                return Err(entry.unknown_name(&names_of));
            }
            if all.iter().any(|(other, _)| other == name) {
                return Err(entry.fault("names a group twice", "every group once"));
            }
            if ["cc", "underlay"].iter().all(|key| section.get(key).is_none()) {
                return Err(section.missing("cc", "a key `cc` or `underlay`"));
            }
            all.push((name.to_owned(), section));
        }
        Ok(all)
    }

    /// Refuses a group that differs from the other hosts in nothing.
    fn refuse_idle(&self, schemes: &[Section<'d>]) -> Result<(), Fault> {
        let mut named = Vec::new();
        for scheme in schemes {
            named.extend(self.own_groups(scheme)?.into_iter().map(|(name, _)| name));
        }
        let differs = |it: &GroupSection<'d>| {
            ["rate", "cc", "underlay"].iter().any(|key| it.section.get(key).is_some())
                || named.contains(&it.group.name)
        };
        match self.groups.iter().find(|it| !differs(it)) {
            Some(idle) => {
                Err(idle.section.missing("rate", "a key `rate`, `cc` or `underlay`, here or in a scheme"))
            }
            None => Ok(()),
        }
    }
}

impl Running {
    /// Returns one sentence per setting that contradicts the topology.
    pub fn warnings(&self) -> impl Iterator<Item = String> + '_ {
        self.cc.warnings().chain(self.underlay.iter().flat_map(Chosen::warnings))
    }

    /// Whether its control is told of marks by notifications.
    pub(super) fn takes_notifications(&self) -> bool {
        matches!(self.cc.variant, VariantId::Cc(id) if id.meta().cnp)
    }

    /// Whether its control reads telemetry of the path.
    pub(super) fn reads_telemetry(&self) -> bool {
        matches!(self.cc.variant, VariantId::Cc(id) if id.meta().int)
    }

    /// Whether its control takes a cut back that a spurious loss or timeout caused.
    pub(super) fn takes_undo(&self, mss: u32) -> bool {
        let VariantId::Cc(id) = self.cc.variant else { return false };
        let Ok(mut flow) = id.place(&self.cc.values, Bytes(mss)) else { return false };
        let now = Nanos32::default();
        let cut = flow
            .on_event(&Event::Timeout { now, loss: Loss { in_flight: Bytes(16 * mss), ..Loss::default() } });
        let prior = Prior { window: Bytes(cut.window.0.saturating_add(16 * mss)), threshold: Bytes::MAX };
        flow.on_event(&Event::Undo { now, prior }) != cut
    }

    /// Reads each part from the first section that has it: of `layers`, then of `host`.
    fn read(layers: &[&Section<'_>], host: &Section<'_>, units: &QuantisationUnits) -> Result<Self, Fault> {
        let (mut cc, mut underlay) = (None, None);
        for section in layers.iter().chain([&host]) {
            let parts = Self::read_parts(section, units)?;
            (cc, underlay) = (cc.or(parts.0), underlay.or(parts.1));
        }
        let cc = cc.ok_or_else(|| host.missing("cc", AN_ID))?;
        Ok(Self { cc, underlay })
    }

    /// `cc` and `underlay` with their presets and settings, if they are there.
    fn read_parts(
        section: &Section<'_>,
        units: &QuantisationUnits,
    ) -> Result<(Option<Chosen>, Option<Chosen>), Fault> {
        let part =
            |key: &str, preset: Option<&str>, settings: &str, among: &'static [Descriptor], granule| {
                let Some(id) = section.get(key) else {
                    let idle = preset.and_then(|key| section.get(key)).or_else(|| section.get(settings));
                    let fault = |entry: Entry<'_>| {
                        entry.fault(
                            format!("has no effect without `{key}` beside it"),
                            format!("{key} = \"...\""),
                        )
                    };
                    return idle.map_or(Ok(None), |entry| Err(fault(entry)));
                };
                let settings = section.section(settings)?;
                let settings = settings.as_ref().map(|section| (section, [].as_slice()));
                let parsed = Parsed { id, preset: preset.and_then(|key| section.get(key)), settings };
                Chosen::read(&parsed, among, granule, &units.place).map(Some)
            };
        let cc = part("cc", Some("cc_preset"), "cc_settings", CCS, units.mss)?;
        let underlay = part("underlay", None, "underlay_settings", underlays(), 1)?;
        Ok((cc, underlay))
    }
}
