//! Settings of each version.

use crate::params::{OnRampSettings, PRESETS, StrawmanSettings};
use crate::{OnRamp, Strawman};
use freeboard_cc_api::{Preset, Variant};

impl Variant for OnRamp {
    type Own = OnRampSettings;
    const NAMED: &'static [Preset<OnRampSettings>] = &PRESETS;
}

impl Variant for Strawman {
    type Own = StrawmanSettings;
    const NAMED: &'static [Preset<StrawmanSettings>] = &StrawmanSettings::presets(&PRESETS);
}
