//! An algorithm picked by a scenario, with its settings as asked and as they take effect.

use crate::catalog::{self, Descriptor, VariantId};
use crate::document::{Entry, Fault, Section};
use freeboard_params::ParamError;

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
    /// Picks from `among`; `granule` is the bytes of a depth unit or of a segment.
    pub(super) fn read(
        written: &Written<'_, '_>,
        among: &'static [Descriptor],
        granule: u32,
    ) -> Result<Self, Fault> {
        let Some(algorithm) = catalog::find(among, written.id.string()?) else {
            let names = catalog::names(among);
            return Err(written.id.unknown_name(&names.iter().map(String::as_str).collect::<Vec<_>>()));
        };
        let (preset, mut values) = preset(written, algorithm)?;
        let mut entries: Vec<Option<Entry<'_>>> = vec![None; algorithm.fields.len()];
        if let Some((section, others)) = written.settings {
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
        let effective = algorithm
            .quantise(&values, granule)
            .map_err(|error| refused(&error, algorithm, &entries, &written.id))?;
        let explicit: Vec<bool> = entries.iter().map(Option::is_some).collect();
        let lines = lines(algorithm, &values, &effective, &explicit);
        Ok(Self { variant: algorithm.id, id: algorithm.to_string(), preset, values, effective, lines })
    }

    /// The same algorithm with one setting changed; `None` if it has no such setting or refuses the value.
    #[must_use]
    pub fn with(&self, setting: &str, value: u32, granule: u32) -> Option<Self> {
        let algorithm = self.variant.descriptor();
        let at = algorithm.field(setting)?;
        let mut changed = self.clone();
        changed.values[at] = value;
        changed.effective = algorithm.quantise(&changed.values, granule).ok()?;
        let mut explicit: Vec<bool> = self.lines.iter().map(|line| line.explicit).collect();
        explicit[at] = true;
        changed.lines = lines(algorithm, &changed.values, &changed.effective, &explicit);
        Some(changed)
    }
}

fn preset(written: &Written<'_, '_>, algorithm: &Descriptor) -> Result<(String, Vec<u32>), Fault> {
    let presets = algorithm.presets();
    let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
    let at = written.preset.as_ref().map_or(Ok(0), |entry| entry.choice(&names))?;
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

fn lines(algorithm: &Descriptor, asked: &[u32], effective: &[u32], explicit: &[bool]) -> Vec<SettingLine> {
    let line = |(at, explicit): (usize, &bool)| SettingLine {
        name: algorithm.docs[at].name.to_owned(),
        asked: catalog::text(algorithm, at, asked[at]),
        effective: catalog::text(algorithm, at, effective[at]),
        explicit: *explicit,
    };
    explicit.iter().enumerate().map(line).collect()
}
