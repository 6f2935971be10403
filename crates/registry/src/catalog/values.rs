//! Settings as one value per field.

use alloc::vec::Vec;
use freeboard_params::{FieldId, Preset, Settings};

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

/// One value per field, in declaration order.
pub fn values_of<S: Settings>(settings: &S) -> Vec<u32> {
    (0..).zip(S::FIELDS).map(|(id, field)| settings.get(FieldId(id)).unwrap_or(field.default)).collect()
}

/// One value per field of each preset.
pub(super) fn of_presets<S: Settings>(presets: &[Preset<S>]) -> Vec<PresetValues> {
    let one = |preset: &Preset<S>| PresetValues {
        name: preset.name,
        source: preset.source,
        values: values_of(&preset.settings),
    };
    presets.iter().map(one).collect()
}
