//! One algorithm's descriptor tables without its type.

use freeboard_aqm_api::{Aqm, DepthUnit, Hooks, Intrinsics, Kind};
use freeboard_cc_api::{Bytes, CongestionControl, ControlOutput, Underlay};
use freeboard_params::{Field, FieldDoc, FieldId, ParamError, Preset, Settings};

/// Checks and quantises one value per field; the second argument is the bytes in a depth unit for a
/// marking scheme, the segment size for a congestion control, and unused for an underlay.
pub(crate) type Quantise = fn(&[u32], u32) -> Result<Vec<u32>, ParamError>;

/// A named set of settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PresetValues {
    /// Name in scenarios.
    pub name: &'static str,
    /// Where the values come from.
    pub source: &'static str,
    /// One value per field.
    pub values: Vec<u32>,
}

/// One variant of an algorithm.
#[derive(Clone, Debug)]
pub struct Algorithm {
    /// Name in the registry.
    pub name: &'static str,
    /// Name of the variant; empty for an underlay.
    pub variant: &'static str,
    /// One line.
    pub summary: &'static str,
    /// The paper or RFC it follows.
    pub source: &'static str,
    /// What it is and needs, in a few words.
    pub nature: String,
    /// Units, ranges and defaults of its settings.
    pub fields: &'static [Field],
    /// Their names and meanings, same order.
    pub docs: &'static [FieldDoc],
    /// Named settings; the first is the default.
    pub presets: Vec<PresetValues>,
    /// Checks settings and says what becomes of them.
    pub quantise: Quantise,
    /// The parts of it that act, as activity counters name them.
    pub triggers: &'static [(&'static str, freeboard_params::Unit)],
}

impl Algorithm {
    /// `name/variant`, or `name` alone without variants.
    #[must_use]
    pub fn id(&self) -> String {
        if self.variant.is_empty() { self.name.to_owned() } else { format!("{}/{}", self.name, self.variant) }
    }

    /// The settings called `name`; without a name the first ones, or every default if there are none.
    #[must_use]
    pub fn preset(&self, name: Option<&str>) -> Option<Vec<u32>> {
        let named = self.presets.iter().find(|preset| name.is_none_or(|name| preset.name == name));
        let defaults = || self.fields.iter().map(|field| field.default).collect();
        match (named, name) {
            (Some(preset), _) => Some(preset.values.clone()),
            (None, None) => Some(defaults()),
            (None, Some(_)) => None,
        }
    }

    /// Position of the field called `name`.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<usize> {
        self.docs.iter().position(|doc| doc.name == name)
    }
}

/// Settings from one value per field; missing ones stay at their default.
///
/// # Errors
/// A value outside its field's range.
pub(crate) fn settings_of<S: Settings>(values: &[u32]) -> Result<S, ParamError> {
    let numbered = (0u16..).zip(values);
    numbered
        .take(S::FIELDS.len())
        .try_fold(S::default(), |settings, (id, value)| settings.with(FieldId(id), *value))
}

fn values_of<S: Settings>(settings: &S) -> Vec<u32> {
    (0u16..).zip(S::FIELDS).map(|(id, field)| settings.get(FieldId(id)).unwrap_or(field.default)).collect()
}

fn presets_of<S: Settings>(presets: &[Preset<S>]) -> Vec<PresetValues> {
    let described = |preset: &Preset<S>| PresetValues {
        name: preset.name,
        source: preset.source,
        values: values_of(&preset.settings),
    };
    presets.iter().map(described).collect()
}

fn effective_of<S: Settings>(settings: &S, effective: impl Fn(FieldId) -> Option<u32>) -> Vec<u32> {
    let asked = values_of(settings);
    (0u16..).zip(asked).map(|(id, asked)| effective(FieldId(id)).unwrap_or(asked)).collect()
}

/// Describes a marking scheme.
#[must_use]
pub fn of_aqm<A: Aqm>() -> Algorithm {
    let kind = match A::META.kind {
        Kind::Pipeline => "pipeline",
        Kind::Exact => "exact",
    };
    Algorithm {
        name: A::META.name,
        variant: A::META.variant,
        summary: A::META.summary,
        source: A::META.source,
        nature: format!("{kind}, {}, reads {}", hooks(A::META.hooks), reads(A::META.reads)),
        fields: A::Settings::FIELDS,
        docs: A::Settings::DOCS,
        presets: presets_of(A::PRESETS),
        quantise: |values, unit| {
            let settings = settings_of::<A::Settings>(values)?;
            let unit = u16::try_from(unit).ok().and_then(DepthUnit::cell).unwrap_or(DepthUnit::BYTE);
            let params = A::params(&settings, unit)?;
            Ok(effective_of(&settings, |id| A::effective(&params, &settings, id)))
        },
        triggers: A::META.triggers,
    }
}

/// Describes a congestion control.
#[must_use]
pub fn of_cc<C: CongestionControl>() -> Algorithm {
    let drive = match C::META.output {
        ControlOutput::Window => "window",
        ControlOutput::Rate => "rate",
        ControlOutput::WindowAndRate => "window and rate",
    };
    let ecn = if C::META.ecn { ", ECN" } else { "" };
    let int = if C::META.int { ", in-band telemetry" } else { "" };
    let cnp = if C::META.cnp { ", notifications" } else { "" };
    Algorithm {
        name: C::META.name,
        variant: C::META.variant,
        summary: C::META.summary,
        source: C::META.source,
        nature: format!("{drive}{ecn}{cnp}{int}"),
        fields: C::Settings::FIELDS,
        docs: C::Settings::DOCS,
        presets: presets_of(C::PRESETS),
        quantise: |values, mss| {
            let settings = settings_of::<C::Settings>(values)?;
            let params = C::params(&settings, Bytes(mss))?;
            Ok(effective_of(&settings, |id| C::effective(&params, &settings, id)))
        },
        triggers: &[],
    }
}

/// Describes an underlay.
#[must_use]
pub fn of_underlay<U: Underlay>() -> Algorithm {
    Algorithm {
        name: U::NAME,
        variant: "",
        summary: U::SUMMARY,
        source: U::SOURCE,
        nature: "underlay".to_owned(),
        fields: U::Settings::FIELDS,
        docs: U::Settings::DOCS,
        presets: presets_of(U::PRESETS),
        quantise: |values, _| {
            let settings = settings_of::<U::Settings>(values)?;
            U::params(&settings).map(|_| values_of(&settings))
        },
        triggers: &[],
    }
}

fn hooks(hooks: Hooks) -> String {
    let named = [(Hooks::ENQUEUE, "enqueue"), (Hooks::DEQUEUE, "dequeue"), (Hooks::CONTROL, "control")];
    let present: Vec<&str> =
        named.iter().filter(|(hook, _)| hooks.contains(*hook)).map(|(_, name)| *name).collect();
    if present.is_empty() { "no hook".to_owned() } else { format!("at {}", present.join(" and ")) }
}

fn reads(reads: Intrinsics) -> String {
    let names: Vec<String> =
        reads.iter_names().map(|(name, _)| name.to_lowercase().replace('_', " ")).collect();
    if names.is_empty() { "nothing".to_owned() } else { names.join(", ") }
}
