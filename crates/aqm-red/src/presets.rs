//! Published settings of RED.

use crate::low_pass_settings::LowPassSettings;
use crate::settings::{Counter, RedSettings, Start};
use freeboard_aqm_api::Preset;

const NS3: &str = "ns-3 defaults: 5 and 15 packets, 0.002, 1/50, gentle, wait, more than one packet queued";

const NS3_SETTINGS: RedSettings = RedSettings {
    gentle: 1,
    counter: Counter::Wait.setting(),
    start: Start::Arm.setting(),
    guard: 1_500,
    ..RedSettings::DEFAULT
};

pub(crate) const EXACT: &[Preset<RedSettings>] = &[
    Preset { name: "floyd", source: "[Floyd93]", settings: RedSettings::DEFAULT },
    Preset { name: "ns-3", source: NS3, settings: NS3_SETTINGS },
    Preset {
        name: "e-ecn-baseline",
        source: "E-ECN paper Fig. 11: 15 and 30 packets of 1000 B at 1 Gbit/s; the rest as ns-3, which it used",
        settings: RedSettings {
            kmin: 15_000,
            kmax: 30_000,
            guard: 1_000,
            mean: 1_000,
            packet_time: 8_000,
            ..NS3_SETTINGS
        },
    },
    Preset {
        name: "dctcp",
        source: "[Alizadeh10] §3.5: kmin = kmax = K on the queue as it is; 65 packets at 10 Gbit/s",
        settings: RedSettings { kmin: 97_500, kmax: 97_500, weight: 0, ..RedSettings::DEFAULT },
    },
];

pub(crate) const LOW_PASS: &[Preset<LowPassSettings>] = &[
    Preset {
        name: "floyd",
        source: "[Floyd93], per packet turned into time",
        settings: LowPassSettings::DEFAULT,
    },
    Preset {
        name: "e-ecn-baseline",
        source: "E-ECN paper Fig. 11: 15 and 30 packets of 1000 B at 1 Gbit/s",
        settings: LowPassSettings { kmin: 15_000, kmax: 30_000, tau: 4_096_000, ..LowPassSettings::DEFAULT },
    },
];
