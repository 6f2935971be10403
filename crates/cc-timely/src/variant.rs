//! What the variants may be told.

use crate::params::{AllTimelySettings, PRESETS, TimelyPatchedSettings, TimelySettings, TimelyWSettings};
use crate::{Timely, TimelyAuthors, TimelyPatched, TimelyW};
use cc_api::{Part, Preset};

/// A variant's own settings: all but those that it would not look at.
pub trait Variant {
    /// The settings.
    type Own: Part<Whole = AllTimelySettings>;
    /// Named ones.
    const NAMED: &'static [Preset<Self::Own>];
}

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
