//! Settings of each variant.

use crate::params::{DcqcnSettings, DcqcnWSettings, PRESETS};
use crate::{Dcqcn, DcqcnW};
use freeboard_cc_api::{Preset, Variant};

impl Variant for Dcqcn {
    type Own = DcqcnSettings;
    const NAMED: &'static [Preset<DcqcnSettings>] = &DcqcnSettings::presets(&PRESETS);
}

impl Variant for DcqcnW {
    type Own = DcqcnWSettings;
    const NAMED: &'static [Preset<DcqcnWSettings>] = &PRESETS;
}
