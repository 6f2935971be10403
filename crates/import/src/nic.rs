//! DCQCN parameters of a ConnectX NIC as settings of `dcqcn/rate`.
//!
//! Source: "DCQCN CC Parameters" of DOCA 3.4 for names, units and defaults; `mlxconfig query` for the listing.

use crate::{Imported, Note};
use freeboard_cc_api::{CongestionControl, FieldDoc, FieldId, LineFraction, Settings};
use freeboard_registry::cc_dcqcn::connectx::{NotTaken, PARAMETERS, Parameter, parameter};
use freeboard_registry::cc_dcqcn::{Dcqcn, DcqcnSettings};
use freeboard_scenario::catalog::{self, CCS, Descriptor};
use freeboard_scenario::document::Fault;
use freeboard_scenario::nearest::{few, nearest};
use std::collections::BTreeSet;

/// Defaults of the NIC's firmware.
const PRESET: &str = "connectx";
const CONTROL: &str = "dcqcn/rate";

/// The interval between notifications \[us\], which is the receiver's and not the control's.
const CNP_INTERVAL: &str = "MIN_TIME_BETWEEN_CNPS";
/// Largest interval of a scenario \[us\]: 60 s.
const CNP_INTERVAL_US_MAX: u64 = 60_000_000;

/// Parameters of the same page that a scenario says elsewhere or not at all.
const NOT_MODELLED: [(&str, &str); 5] = [
    ("ROCE_CC_PRIO_MASK", "a scenario's control runs in every class"),
    ("CNP_DSCP", "the class of notifications is `cnp_class`, 6 where ports have it"),
    ("CNP_802P_PRIO", "the class of notifications is `cnp_class`, 6 where ports have it"),
    ("RPG_MAX_RATE", "a flow's largest rate is its link's"),
    ("ROCE_CC_LEGACY_DCQCN", "the control is the one that the parameters describe"),
];

/// Settings of a control and of its host.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Nic {
    settings: DcqcnSettings,
    cnp_interval_us: Option<u64>,
    line_mbps: u32,
}

impl Nic {
    /// Published defaults at this rate.
    fn at(line_mbps: u32) -> Self {
        let preset = Dcqcn::PRESETS.iter().find(|preset| preset.name == PRESET);
        let settings = preset.map_or(DcqcnSettings::DEFAULT, |preset| preset.settings);
        let settings = PARAMETERS.iter().fold(settings, |settings, one| {
            settings.with_connectx(one.names[1], one.default, line_mbps).unwrap_or(settings)
        });
        Self { settings, cnp_interval_us: None, line_mbps }
    }

    /// Takes one parameter; a note where it has no counterpart.
    fn take(&mut self, name: &str, value: u64) -> Result<Option<Note>, Refused> {
        let bare = bare(name);
        if let Some((_, reason)) = NOT_MODELLED.iter().find(|(known, _)| known.eq_ignore_ascii_case(bare)) {
            return Ok(Some(Note::new(name, format!("is not modelled: {reason}"))));
        }
        if bare.eq_ignore_ascii_case(CNP_INTERVAL) {
            if value > CNP_INTERVAL_US_MAX {
                let legal = format!("0 to {CNP_INTERVAL_US_MAX} us");
                return Err(Refused { problem: "is longer than a scenario's".to_owned(), legal });
            }
            self.cnp_interval_us = Some(value);
            return Ok(None);
        }
        let value = u32::try_from(value).unwrap_or(u32::MAX);
        let taken = self.settings.with_connectx(name, value, self.line_mbps);
        self.settings = taken.map_err(|why| self.refused(name, why))?;
        Ok(None)
    }

    fn refused(&self, name: &str, why: NotTaken) -> Refused {
        match why {
            NotTaken::Unknown => {
                let known = || PARAMETERS.iter().flat_map(|one| one.names);
                let hint =
                    nearest(name, known()).map_or_else(String::new, |near| format!(", did you mean {near}?"));
                let legal = few(name, known(), "freeboard connectx");
                Refused { problem: format!("is no published parameter{hint}"), legal }
            }
            NotTaken::NoSetting { min, max } => {
                let problem = "has no counterpart: there is no such setting".to_owned();
                let legal = if min == max { min.to_string() } else { format!("{min} to {max}") };
                Refused { problem, legal }
            }
            NotTaken::Refused(error) => {
                let FieldDoc { name: setting, .. } = DcqcnSettings::DOCS[usize::from(error.field.0)];
                let problem = format!("is out of range for `{setting}` at {} Mbit/s", self.line_mbps);
                Refused { problem, legal: self.range(name) }
            }
        }
    }

    /// The values that a parameter may have, in its own unit.
    fn range(&self, name: &str) -> String {
        let unit = parameter(name).map_or("", Parameter::unit);
        let legal = |value| self.settings.with_connectx(name, value, self.line_mbps).is_ok();
        let default = parameter(name).map_or(0, |parameter| parameter.default);
        // Legal values are one interval: what a setting takes is one, and a scale neither turns back nor leaves a gap.
        let Some(inside) = (0..32).map(|bit| 1 << bit).chain([default]).rev().find(|value| legal(*value))
        else {
            return "none at this rate".to_owned();
        };
        let end = |mut good: u32, mut bad: u32| {
            while good.abs_diff(bad) > 1 {
                let middle = good.midpoint(bad);
                if legal(middle) { good = middle } else { bad = middle }
            }
            if legal(bad) { bad } else { good }
        };
        format!("{} to {}{unit}", end(inside, 0), end(inside, u32::MAX))
    }

    /// As keys of a scenario.
    fn text(&self) -> String {
        let mut text = format!("[host]\ncc = \"{CONTROL}\"\n");
        if let Some(us) = self.cnp_interval_us {
            text.push_str(&format!("cnp_interval = \"{us} us\"\n"));
        }
        text.push_str("\n[host.cc_settings]\n");
        let Some(variant) = CCS.iter().find(|one| one.to_string() == CONTROL) else { return text };
        for (at, doc) in DcqcnSettings::DOCS.iter().enumerate() {
            let value = self.settings.get(FieldId(at as u16)).unwrap_or_default();
            text.push_str(&format!("{} = {:?}\n", doc.name, exact(variant, at, value)));
        }
        text
    }
}

/// Why a value is not taken.
struct Refused {
    problem: String,
    legal: String,
}

impl Refused {
    fn at(self, file: &str, line: usize, name: &str, value: &str) -> Fault {
        Fault {
            file: file.into(),
            line,
            key: name.to_owned(),
            value: Some(value.to_owned()),
            problem: self.problem,
            legal: self.legal,
        }
    }
}

/// Converts parameters of the form `NAME=VALUE`, at a link of `line_mbps` \[Mbit/s\]: published rates are absolute.
///
/// # Errors
/// A name is unknown, or a value has no counterpart.
pub fn parameters(given: &[String], line_mbps: u32) -> Result<Imported, Fault> {
    let mut nic = Nic::at(line_mbps);
    let mut notes = Vec::new();
    let mut before: Vec<(&str, &str)> = Vec::new();
    for one in given {
        let parts = one.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
        let Some((name, value)) = parts else {
            let problem = "is no name with a whole number".to_owned();
            let refused = Refused { problem, legal: "e.g. rpg_ai_rate=5".to_owned() };
            return Err(refused.at("command line", 0, "NAME=VALUE", one));
        };
        let differs =
            |(other, had): &&(&str, &str)| is_same(other, name) && number(had).ok() != number(value).ok();
        if let Some((other, had)) = before.iter().find(differs) {
            let problem = format!("is beside {other} = {had}, and one of the two would have no effect");
            let legal =
                "the parameters of one port; `freeboard import mlxconfig` takes those of both".to_owned();
            return Err(Refused { problem, legal }.at("command line", 0, name, value));
        }
        before.push((name, value));
        let taken = number(value).and_then(|number| nic.take(name, number));
        notes.extend(taken.map_err(|refused| refused.at("command line", 0, name, value))?);
    }
    Ok(Imported { text: nic.text(), notes })
}

/// A port of a listing.
struct Port<'a> {
    /// Number of the card in the listing, from 1.
    device: usize,
    name: &'static str,
    nic: Nic,
    /// Parameters before, with their values.
    before: Vec<(&'a str, &'a str)>,
}

impl<'a> Port<'a> {
    /// The port of a listing that a parameter is of, added at its first parameter.
    fn of<'p>(
        ports: &'p mut Vec<Self>,
        device: usize,
        parameter: &str,
        line_mbps: u32,
    ) -> Option<&'p mut Self> {
        let name = if parameter.ends_with("_P2") { "P2" } else { "P1" };
        let known = ports.iter().position(|it| (it.device, it.name) == (device, name));
        let at = known.unwrap_or(ports.len());
        if known.is_none() {
            ports.push(Self { device, name, nic: Nic::at(line_mbps), before: Vec::new() });
        }
        ports.get_mut(at)
    }

    fn take(&mut self, name: &'a str, value: &'a str) -> Result<Option<Note>, Refused> {
        let read = number(value)?;
        if let Some((other, had)) =
            self.before.iter().find(|(other, had)| is_same(other, name) && number(had).ok() != Some(read))
        {
            let problem = format!("is beside {other} = {had}, and one of the two would have no effect");
            return Err(Refused { problem, legal: "a parameter once per port".to_owned() });
        }
        self.before.push((name, value));
        self.nic.take(name, read)
    }
}

/// Converts a listing of `mlxconfig query`: one section of settings per port, in the order of the cards and their ports. Where the
/// listing has the columns Default, Current and Next Boot, the current value counts.
///
/// # Errors
/// No DCQCN parameter is listed, one has two values for a port, or a value has no counterpart.
pub fn listing(file: &str, text: &str, line_mbps: u32) -> Result<Imported, Fault> {
    let mut ports: Vec<Port<'_>> = Vec::new();
    let mut notes = Vec::new();
    let mut column = Column::Last;
    let (mut device, mut others) = (1, BTreeSet::new());
    for (at, line) in text.lines().enumerate() {
        if let Some(number) = line.trim().strip_prefix("Device #") {
            device = number.trim_end_matches(':').parse().unwrap_or(device + 1);
            continue;
        }
        if line.trim_start().starts_with("Configurations:") {
            column = Column::of(line);
            continue;
        }
        let Some((name, values)) = row(line) else { continue };
        let known = is_known(name);
        let Some(value) = column.value(&values).filter(|_| known) else {
            others.insert(bare(name));
            continue;
        };
        let Some(port) = Port::of(&mut ports, device, name, line_mbps) else { continue };
        notes.extend(port.take(name, value).map_err(|refused| refused.at(file, at + 1, name, value))?);
        if let Some(next) = column.next_boot(&values).filter(|next| number(next).ok() != number(value).ok()) {
            notes.push(Note::new(
                name,
                format!("is {value} now and {next} after the next boot; the first counts"),
            ));
        }
    }
    if ports.is_empty() {
        return Err(Fault {
            file: file.into(),
            line: 0,
            key: String::new(),
            value: None,
            problem: "lists no DCQCN parameter".to_owned(),
            legal: "lines of `mlxconfig -d DEVICE query`, e.g. `RPG_AI_RATE_P1    5`".to_owned(),
        });
    }
    if !others.is_empty() {
        let names = others.into_iter().collect::<Vec<_>>().join(", ");
        notes.push(Note::new("", format!("parameters that are not about DCQCN: {names}")));
    }
    ports.sort_by_key(|port| (port.device, port.name));
    let (several, cards) = (ports.len() > 1, ports.iter().any(|port| port.device != ports[0].device));
    let of = |Port { device, name, nic, .. }: &Port<'_>| {
        let card = if cards { format!("Device #{device}, port") } else { "Port".to_owned() };
        if several { format!("# {card} {name}\n{}", nic.text()) } else { nic.text() }
    };
    Ok(Imported { text: ports.iter().map(of).collect::<Vec<_>>().join("\n"), notes })
}

/// A setting, or a parameter that the page of DCQCN names and that is none.
fn is_known(name: &str) -> bool {
    parameter(name).is_some() || is_of_the_page(name)
}

/// A parameter that the page of DCQCN names, a setting or not.
fn is_of_the_page(name: &str) -> bool {
    let bare = bare(name);
    let known = || NOT_MODELLED.iter().map(|(known, _)| *known).chain([CNP_INTERVAL]);
    known().any(|known| known.eq_ignore_ascii_case(bare))
}

/// Whether two names are one parameter: of two ports, or in two spellings.
fn is_same(one: &str, other: &str) -> bool {
    match (parameter(one), parameter(other)) {
        (Some(one), Some(other)) => one.names == other.names,
        _ => bare(one).eq_ignore_ascii_case(bare(other)),
    }
}

/// A name without its port.
fn bare(name: &str) -> &str {
    name.strip_suffix("_P1").or_else(|| name.strip_suffix("_P2")).unwrap_or(name)
}

/// A line of a listing: a name in upper case, or a known one in another spelling, and its values. Marks of changed (`*`) and
/// read-only (`RO`) lines may precede it.
fn row(line: &str) -> Option<(&str, Vec<&str>)> {
    let mut words = line.split_whitespace().skip_while(|word| matches!(*word, "*" | "RO"));
    let name = words.next().filter(|name| {
        let letter = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
        is_known(name)
            || name.bytes().all(letter) && name.starts_with(|first: char| first.is_ascii_uppercase())
    })?;
    let values: Vec<&str> = words.collect();
    (!values.is_empty()).then_some((name, values))
}

/// Which column of a listing holds the value that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Column {
    /// The only one, or the last.
    Last,
    /// Of Default, Current, Next Boot.
    Current,
}

impl Column {
    fn of(header: &str) -> Self {
        if header.contains("Current") { Self::Current } else { Self::Last }
    }

    fn value<'a>(self, values: &[&'a str]) -> Option<&'a str> {
        match self {
            Self::Last => values.last().copied(),
            Self::Current => values.get(1).or(values.last()).copied(),
        }
    }

    fn next_boot<'a>(self, values: &[&'a str]) -> Option<&'a str> {
        (self == Self::Current).then(|| values.get(2).copied()).flatten()
    }
}

/// A value as `mlxconfig` prints it: `5`, `0x1f`, `True(1)`.
fn number(value: &str) -> Result<u64, Refused> {
    let inside = value.split_once('(').and_then(|(_, rest)| rest.strip_suffix(')')).unwrap_or(value);
    let read = match inside.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).ok(),
        None if inside.bytes().all(|byte| byte.is_ascii_digit()) => inside.parse().ok(),
        None => None,
    };
    read.ok_or_else(|| Refused {
        problem: "is not a whole number".to_owned(),
        legal: "e.g. 5, 0x1f or True(1)".to_owned(),
    })
}

/// A text that reads as this very value: a small fraction has more digits than others are shown with.
fn exact(variant: &Descriptor, at: usize, value: u32) -> String {
    let short = catalog::text(variant, at, value);
    if catalog::read(variant, at, &short).is_ok_and(|read| read == value) {
        return short;
    }
    format!("{:.7}", f64::from(value) / f64::from(LineFraction::LINE.to_bits()))
}
