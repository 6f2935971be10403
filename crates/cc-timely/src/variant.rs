//! Settings of each variant.

use crate::params::{PRESETS, TimelyPatchedSettings, TimelySettings, TimelyWSettings};
use crate::{Timely, TimelyAuthors, TimelyPatched, TimelyW};
use freeboard_cc_api::{Preset, Variant};

impl Variant for Timely {
    type Own = TimelySettings;
    const NAMED: &'static [Preset<TimelySettings>] = &TimelySettings::presets(&PRESETS);
}

impl Variant for TimelyAuthors {
    type Own = TimelySettings;
    const NAMED: &'static [Preset<TimelySettings>] = &TimelySettings::presets(&PRESETS);
}

impl Variant for TimelyPatched {
    type Own = TimelyPatchedSettings;
    const NAMED: &'static [Preset<TimelyPatchedSettings>] = &TimelyPatchedSettings::presets(&PRESETS);
}

impl Variant for TimelyW {
    type Own = TimelyWSettings;
    const NAMED: &'static [Preset<TimelyWSettings>] = &TimelyWSettings::presets(&PRESETS);
}
