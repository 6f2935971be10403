//! One of the schemes a scenario compares: what switches run and what hosts run.

use super::Chosen;
use super::chosen::Written;
use super::described::{CHOICE, SCHEME, SWITCH, names};
use super::read::Granules;
use crate::catalog::names as catalog_names;
use crate::catalog::{AQMS, CCS, Descriptor, underlays};
use crate::document::{Entry, Fault, Section};
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
    pub cc: Chosen,
    /// What holds packets below it.
    pub underlay: Option<Chosen>,
    /// What a signal does to a packet without ECN: pass it or drop it; `None` for the scheme's own answer.
    pub not_ect_drops: Option<bool>,
}

/// What a signal may do to a packet without ECN.
const NOT_ECT: [&str; 2] = ["pass", "drop"];
/// The `[host]` section's part of a scheme.
pub(super) struct HostChoice {
    pub(super) cc: Chosen,
    pub(super) underlay: Option<Chosen>,
}

impl Scheme {
    /// Reads `[[scheme]]` entries, or the single scheme of `[switch]`.
    pub(super) fn read_all(
        root: &Section<'_>,
        granules: &Granules,
        host: &Section<'_>,
    ) -> Result<Vec<Self>, Fault> {
        let base = HostChoice::read(host, granules)?;
        let listed = root.sections("scheme")?;
        let switch = root.section("switch")?;
        match (&switch, listed.as_slice()) {
            (Some(switch), []) => Ok(vec![Self::of_switch(switch, granules, &base)?]),
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
                let schemes: Result<Vec<Self>, Fault> =
                    listed.iter().map(|section| Self::of_entry(section, granules, &base)).collect();
                unique(listed, schemes?)
            }
        }
    }

    fn of_switch(section: &Section<'_>, granules: &Granules, base: &HostChoice) -> Result<Self, Fault> {
        let aqm = read_aqm(section, granules, &names(&SWITCH))?;
        let not_ect_drops = read_not_ect(section)?;
        Ok(Self {
            name: aqm.id.clone(),
            aqm,
            cc: base.cc.clone(),
            underlay: base.underlay.clone(),
            not_ect_drops,
        })
    }

    fn of_entry(section: &Section<'_>, granules: &Granules, base: &HostChoice) -> Result<Self, Fault> {
        let others = [names(&SWITCH).as_slice(), &names(&SCHEME), &names(&CHOICE)].concat();
        let aqm = read_aqm(section, granules, &others)?;
        let name = section.get("name").map_or_else(|| Ok(aqm.id.clone()), |e| e.name().map(str::to_owned))?;
        let own = HostChoice::read_parts(section, granules)?;
        let cc = own.0.unwrap_or_else(|| base.cc.clone());
        let underlay = own.1.or_else(|| base.underlay.clone());
        Ok(Self { name, aqm, cc, underlay, not_ect_drops: read_not_ect(section)? })
    }
}

fn read_not_ect(section: &Section<'_>) -> Result<Option<bool>, Fault> {
    section.get("not_ect").map(|entry| entry.choice(&NOT_ECT).map(|choice| choice == 1)).transpose()
}

fn read_aqm(section: &Section<'_>, granules: &Granules, others: &[&str]) -> Result<Chosen, Fault> {
    let written = Written {
        id: section.need("aqm", &catalog_names(AQMS).join(", "))?,
        preset: section.get("preset"),
        settings: Some((section, others)),
    };
    let chosen = Chosen::read(&written, AQMS, granules.cell, &granules.place)?;
    let own = chosen.lines.iter().find(|line| line.follows == Follows::Queue);
    match own.and_then(|line| section.get(&line.name)) {
        Some(entry) if granules.queues > 1 => {
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

impl HostChoice {
    fn read(host: &Section<'_>, granules: &Granules) -> Result<Self, Fault> {
        let (cc, underlay) = Self::read_parts(host, granules)?;
        match cc {
            Some(cc) => Ok(Self { cc, underlay }),
            None => Err(host.missing("cc", &catalog_names(CCS).join(", "))),
        }
    }

    /// `cc` and `underlay` with their presets and settings, if they are there.
    fn read_parts(
        section: &Section<'_>,
        granules: &Granules,
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
                let written = Written { id, preset: preset.and_then(|key| section.get(key)), settings };
                Chosen::read(&written, among, granule, &granules.place).map(Some)
            };
        let cc = part("cc", Some("cc_preset"), "cc_settings", CCS, granules.mss)?;
        let underlay = part("underlay", None, "underlay_settings", underlays(), 1)?;
        Ok((cc, underlay))
    }
}
