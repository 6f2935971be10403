//! Published settings of ECN#.

use crate::params::{Due, EcnSharpSettings, ExactSettings, Reschedule};
use freeboard_aqm_api::Preset;

const SIMULATIONS: &str = "[Zhang19] §5.3 and 5.4; ins_target 220 us is the stated 90th-percentile RTT, pst_target 10 us follows from \"8 packets\"";
const AUTHORS_CODE: &str = "the authors' released simulator: large-scale defaults";

pub(crate) const PIPELINE: &[Preset<EcnSharpSettings>] = &[
    Preset { name: "paper", source: "[Zhang19] §5.2, testbed", settings: EcnSharpSettings::DEFAULT },
    Preset {
        name: "simulations",
        source: SIMULATIONS,
        settings: EcnSharpSettings {
            ins_target: 220_000,
            pst_target: 10_000,
            pst_interval: 240_000,
            ..EcnSharpSettings::DEFAULT
        },
    },
];

pub(crate) const EXACT: &[Preset<ExactSettings>] = &[
    Preset { name: "paper", source: "[Zhang19] §5.2, testbed", settings: ExactSettings::DEFAULT },
    Preset {
        name: "simulations",
        source: SIMULATIONS,
        settings: ExactSettings {
            ins_target: 220_000,
            pst_target: 10_000,
            pst_interval: 240_000,
            ..ExactSettings::DEFAULT
        },
    },
    Preset {
        name: "authors-code",
        source: AUTHORS_CODE,
        settings: ExactSettings {
            ins_target: 80_000,
            pst_target: 10_000,
            pst_interval: 150_000,
            due: Due::At.setting(),
            reschedule: Reschedule::Now.setting(),
            ..ExactSettings::DEFAULT
        },
    },
];
