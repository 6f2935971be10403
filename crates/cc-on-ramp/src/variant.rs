//! What the versions may be told.

use crate::params::{OnRampSettings, PRESETS, StrawmanSettings};
use crate::{OnRamp, Strawman};
use cc_api::{Part, Preset};

/// A version's own settings: all but those that it would not look at.
pub trait Variant {
    /// The settings.
    type Own: Part<Whole = OnRampSettings>;
    /// Named ones.
    const NAMED: &'static [Preset<Self::Own>];
}

impl Variant for OnRamp {
    type Own = OnRampSettings;
    const NAMED: &'static [Preset<OnRampSettings>] = &PRESETS;
}

impl Variant for Strawman {
    type Own = StrawmanSettings;
    const NAMED: &'static [Preset<StrawmanSettings>] = &StrawmanSettings::presets(&PRESETS);
}
