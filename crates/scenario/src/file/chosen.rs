//! An algorithm picked by a scenario, with its settings as asked and as they take effect.

use super::place::{Fit, Place};
use crate::catalog::{self, Descriptor, VariantId};
use crate::document::{Entry, Fault, Section};
use crate::nearest::few;
use freeboard_params::{Field, FieldDoc, Follows, ParamError};

/// An algorithm with all its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// Which variant.
    pub variant: VariantId,
    /// `name/variant`.
    pub id: String,
    /// Named settings it starts from.
    pub preset: String,
    /// One value per field, in the field's unit.
    pub values: Vec<u32>,
    /// What the hardware uses instead, same order.
    pub effective: Vec<u32>,
    /// Every setting in words.
    pub lines: Vec<SettingLine>,
}

/// One setting in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingLine {
    /// Key.
    pub name: String,
    /// Value as asked.
    pub asked: String,
    /// Value as it takes effect.
    pub effective: String,
    /// Who says so.
    pub origin: Origin,
    /// What of the place decides it where the scenario does not.
    pub follows: Follows,
    /// What of the topology it contradicts, with the topology's number.
    pub warning: Option<String>,
}

/// Who decides a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The scenario.
    Scenario,
    /// The preset.
    Preset,
    /// The topology, which the preset's value does not suit.
    Topology,
}

/// Where the parts of a choice are parsed: an id, an optional preset, a section of settings.
pub(super) struct Parsed<'a, 'd> {
    /// The value that names the algorithm.
    pub(super) id: Entry<'d>,
    /// The value that names the preset.
    pub(super) preset: Option<Entry<'d>>,
    /// The table in which settings are keys, and the keys in it that are not settings.
    pub(super) settings: Option<(&'a Section<'d>, &'a [&'a str])>,
}

impl Chosen {
    /// Picks from `among`; `granule` is the bytes of a depth unit or of a segment. What the scenario does not say follows
    /// `place`.
    pub(super) fn read(
        parsed: &Parsed<'_, '_>,
        among: &'static [Descriptor],
        granule: u32,
        place: &Place,
    ) -> Result<Self, Fault> {
        let Some(algorithm) = catalog::find(among, parsed.id.string()?) else {
            let names = catalog::names(among);
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let legal = few(parsed.id.string()?, names.iter().copied(), "freeboard list");
            return Err(Fault { legal, ..parsed.id.unknown_name(&names) });
        };
        let (preset, mut values) = preset(parsed, algorithm)?;
        let mut entries: Vec<Option<Entry<'_>>> = vec![None; algorithm.fields.len()];
        if let Some((section, others)) = parsed.settings {
            let names: Vec<&str> = algorithm.docs.iter().map(|doc| doc.name).collect();
            section.expect_keys(&[others, &names].concat())?;
            for (at, doc) in algorithm.docs.iter().enumerate() {
                if let Some(entry) = section.get(doc.name) {
                    let read = catalog::read(algorithm, at, &entry.label());
                    values[at] = read.map_err(|refusal| entry.refused(refusal))?;
                    entries[at] = Some(entry);
                }
            }
        }
        let of_preset = values.clone();
        let mut decided = placed(algorithm, &mut values, &entries, place);
        let mut quantised = algorithm.quantise(&values, granule);
        if quantised.is_err() && values != of_preset {
            // A place that the algorithm is not made for, such as a pool smaller than its needs: as the preset has it, with warnings.
            values = of_preset;
            decided = unplaced(algorithm, &values, decided, place);
            quantised = algorithm.quantise(&values, granule);
        }
        let effective = quantised.map_err(|error| refused(&error, algorithm, &entries, &parsed.id))?;
        let lines = lines(algorithm, &values, &effective, decided);
        Ok(Self { variant: algorithm.id, id: algorithm.to_string(), preset, values, effective, lines })
    }

    /// The same algorithm with one setting changed; `None` if it has no such setting or refuses the value.
    #[must_use]
    pub fn with(&self, setting: &str, value: u32, granule: u32) -> Option<Self> {
        let algorithm = self.variant.descriptor();
        let at = algorithm.field(setting)?;
        let mut changed = self.clone();
        *changed.values.get_mut(at)? = value;
        changed.effective = algorithm.quantise(&changed.values, granule).ok()?;
        let line = changed.lines.get_mut(at)?;
        line.asked = catalog::text(algorithm, at, value);
        line.effective = catalog::text(algorithm, at, changed.effective[at]);
        line.origin = Origin::Scenario;
        Some(changed)
    }

    /// Returns one sentence per setting that contradicts the topology.
    pub fn warnings(&self) -> impl Iterator<Item = String> + '_ {
        let sentence = |line: &SettingLine| {
            let warning = line.warning.as_ref()?;
            Some(format!("{}: {} = {}, but {warning}", self.id, line.name, line.asked))
        };
        self.lines.iter().filter_map(sentence)
    }
}

/// Lets what the scenario does not say follow the place; returns who decided each value, and what it contradicts.
fn placed(
    algorithm: &Descriptor,
    values: &mut [u32],
    entries: &[Option<Entry<'_>>],
    place: &Place,
) -> Vec<(Origin, Option<String>)> {
    let settings = algorithm.fields.iter().zip(algorithm.docs).zip(values).zip(entries);
    let one = |(((field, doc), value), entry): (((&Field, &FieldDoc), &mut u32), &Option<Entry<'_>>)| {
        let contradiction = |value| place.contradiction(doc.follows, value);
        if entry.is_some() {
            return (Origin::Scenario, contradiction(*value));
        }
        match place.fit(doc.follows, field, *value) {
            Fit::Wants(wanted) if wanted != *value => {
                *value = wanted;
                (Origin::Topology, contradiction(wanted))
            }
            Fit::Suits | Fit::Wants(_) => (Origin::Preset, contradiction(*value)),
        }
    };
    settings.map(one).collect()
}

/// Keeps what the preset says of settings that would follow the place; each is warned of.
fn unplaced(
    algorithm: &Descriptor,
    values: &[u32],
    decided: Vec<(Origin, Option<String>)>,
    place: &Place,
) -> Vec<(Origin, Option<String>)> {
    let settings = algorithm.docs.iter().zip(values).zip(decided);
    let one = |((doc, value), before): ((&FieldDoc, &u32), (Origin, Option<String>))| match before {
        (Origin::Topology, _) => (Origin::Preset, place.contradiction(doc.follows, *value)),
        other => other,
    };
    settings.map(one).collect()
}

fn preset(parsed: &Parsed<'_, '_>, algorithm: &Descriptor) -> Result<(String, Vec<u32>), Fault> {
    let presets = algorithm.presets();
    let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
    let at = parsed.preset.as_ref().map_or(Ok(0), |entry| entry.choice(&names))?;
    let name = names.get(at).copied();
    Ok((name.unwrap_or("default").to_owned(), algorithm.preset(name).unwrap_or_default()))
}

/// The algorithm's own refusal, at the line of the setting, or of the algorithm if the preset set it.
fn refused(
    error: &ParamError,
    algorithm: &Descriptor,
    entries: &[Option<Entry<'_>>],
    id: &Entry<'_>,
) -> Fault {
    let at = usize::from(error.field.0);
    let Some(doc) = algorithm.docs.get(at) else { return id.fault("has a setting it refuses", "") };
    let text = |value: u32| catalog::text(algorithm, at, value);
    let legal = if error.min <= error.max {
        format!("{} to {} beside the other settings", text(error.min), text(error.max))
    } else {
        "no value beside the other settings".to_owned()
    };
    match entries.get(at).and_then(Option::as_ref) {
        Some(entry) => {
            let effect = format!("is refused ({})", doc.meaning.trim().trim_end_matches('.'));
            entry.fault(effect, legal)
        }
        None => id.fault(format!("refuses its setting {} = {}", doc.name, text(error.value)), legal),
    }
}

fn lines(
    algorithm: &Descriptor,
    asked: &[u32],
    effective: &[u32],
    placed: Vec<(Origin, Option<String>)>,
) -> Vec<SettingLine> {
    let line = |(at, (origin, warning)): (usize, (Origin, Option<String>))| SettingLine {
        name: algorithm.docs[at].name.to_owned(),
        asked: catalog::text(algorithm, at, asked[at]),
        effective: catalog::text(algorithm, at, effective[at]),
        origin,
        follows: algorithm.docs[at].follows,
        warning,
    };
    placed.into_iter().enumerate().map(line).collect()
}
