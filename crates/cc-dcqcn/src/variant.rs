//! What the variants may be told.

use crate::params::{DcqcnSettings, DcqcnWSettings, PRESETS};
use crate::{Dcqcn, DcqcnW};
use cc_api::{Part, Preset};

/// A variant's own settings: all but those that it would not look at.
pub trait Variant {
    /// The settings.
    type Own: Part<Whole = DcqcnWSettings>;
    /// Named ones.
    const NAMED: &'static [Preset<Self::Own>];
}

impl Variant for Dcqcn {
    type Own = DcqcnSettings;
    const NAMED: &'static [Preset<DcqcnSettings>] = &DcqcnSettings::presets(&PRESETS);
}

impl Variant for DcqcnW {
    type Own = DcqcnWSettings;
    const NAMED: &'static [Preset<DcqcnWSettings>] = &PRESETS;
}
