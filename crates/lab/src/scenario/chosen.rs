//! An algorithm picked by a scenario, with its settings as asked and as they take effect.

use crate::catalog::{Algorithm, Found, find};
use crate::document::{Entry, Fault, Section};
use crate::quantity::{kind_of, print};
use freeboard_params::{Field, ParamError, Unit};

/// An algorithm with all its settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
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
    /// Written in the scenario, not taken from the preset.
    pub explicit: bool,
}

/// Where the parts of a choice are written: an id, an optional preset, a section of settings.
pub(super) struct Written<'a, 'd> {
    /// The value that names the algorithm.
    pub(super) id: Entry<'d>,
    /// The value that names the preset.
    pub(super) preset: Option<Entry<'d>>,
    /// The table in which settings are keys, and the keys in it that are not settings.
    pub(super) settings: Option<(&'a Section<'d>, &'a [&'a str])>,
}

impl Chosen {
    /// Picks from `algorithms`; `granule` is the bytes of a depth unit or of a segment.
    pub(super) fn read(
        written: &Written<'_, '_>,
        algorithms: &[Algorithm],
        granule: u32,
    ) -> Result<Self, Fault> {
        let algorithm = match find(algorithms, written.id.string()?) {
            Found::One(algorithm) => algorithm,
            Found::Unknown(ids) => {
                let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
                return Err(written.id.unknown_name(&ids));
            }
        };
        let (preset, mut values) = preset(written, algorithm)?;
        let mut entries: Vec<Option<Entry<'_>>> = vec![None; algorithm.fields.len()];
        if let Some((section, others)) = written.settings {
            let names: Vec<&str> = algorithm.docs.iter().map(|doc| doc.name).collect();
            section.expect_keys(&[others, &names].concat())?;
            for (at, doc) in algorithm.docs.iter().enumerate() {
                if let Some(entry) = section.get(doc.name) {
                    values[at] = setting(&entry, algorithm, at)?;
                    entries[at] = Some(entry);
                }
            }
        }
        let effective = (algorithm.quantise)(&values, granule)
            .map_err(|error| refused(&error, algorithm, &entries, &written.id))?;
        let lines = lines(algorithm, &values, &effective, &entries);
        Ok(Self { id: algorithm.id(), preset, values, effective, lines })
    }
}

impl Chosen {
    /// The same algorithm with one setting changed; `None` if it has no such setting or refuses the value.
    #[must_use]
    pub fn with(&self, algorithms: &[Algorithm], setting: &str, value: u32, granule: u32) -> Option<Self> {
        let Found::One(algorithm) = find(algorithms, &self.id) else { return None };
        let at = algorithm.field(setting)?;
        let mut changed = self.clone();
        *changed.values.get_mut(at)? = value;
        changed.effective = (algorithm.quantise)(&changed.values, granule).ok()?;
        let field = algorithm.fields.get(at)?;
        let text = |value: u32| value_text(field, algorithm.docs[at].choices, value);
        let line = changed.lines.get_mut(at)?;
        (line.asked, line.effective, line.explicit) = (text(value), text(changed.effective[at]), true);
        Some(changed)
    }
}

fn preset(written: &Written<'_, '_>, algorithm: &Algorithm) -> Result<(String, Vec<u32>), Fault> {
    let names: Vec<&str> = algorithm.presets.iter().map(|preset| preset.name).collect();
    let at = written.preset.as_ref().map_or(Ok(0), |entry| entry.choice(&names))?;
    let name = names.get(at).copied();
    let values = algorithm.preset(name).unwrap_or_default();
    Ok((name.unwrap_or("default").to_owned(), values))
}

fn setting(entry: &Entry<'_>, algorithm: &Algorithm, at: usize) -> Result<u32, Fault> {
    let (field, doc) = (algorithm.fields[at], algorithm.docs[at]);
    if field.unit == Unit::Choice {
        let choice = entry.choice(doc.choices)?;
        return Ok(u32::try_from(choice).unwrap_or(field.default));
    }
    if field.unit == Unit::Switch
        && let Ok(on) = entry.boolean()
    {
        return Ok(u32::from(on));
    }
    let explained = |mut fault: Fault| {
        fault.legal = format!("{} ({})", fault.legal, doc.meaning.trim().trim_end_matches('.'));
        fault
    };
    entry.word(&kind_of(field.unit), field.min..=field.max).map_err(explained)
}

/// The algorithm's own refusal, at the line of the setting, or of the algorithm if the preset set it.
fn refused(
    error: &ParamError,
    algorithm: &Algorithm,
    entries: &[Option<Entry<'_>>],
    id: &Entry<'_>,
) -> Fault {
    let at = usize::from(error.field.0);
    let (Some(field), Some(doc)) = (algorithm.fields.get(at), algorithm.docs.get(at)) else {
        return id.fault("has a setting it refuses", "");
    };
    let text = |value: u32| value_text(field, doc.choices, value);
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

fn value_text(field: &Field, choices: &[&str], value: u32) -> String {
    match choices.get(value as usize) {
        Some(choice) if field.unit == Unit::Choice => (*choice).to_owned(),
        _ => print(i128::from(value), &kind_of(field.unit)),
    }
}

fn lines(
    algorithm: &Algorithm,
    asked: &[u32],
    effective: &[u32],
    entries: &[Option<Entry<'_>>],
) -> Vec<SettingLine> {
    let line = |at: usize| {
        let (field, doc) = (&algorithm.fields[at], &algorithm.docs[at]);
        SettingLine {
            name: doc.name.to_owned(),
            asked: value_text(field, doc.choices, asked[at]),
            effective: value_text(field, doc.choices, effective[at]),
            explicit: entries[at].is_some(),
        }
    };
    (0..algorithm.fields.len()).map(line).collect()
}
