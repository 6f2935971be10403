//! Published settings of BCC.

use crate::settings::{BccSettings, ExactSettings, Marking, Own};
use freeboard_aqm_api::Preset;

macro_rules! presets {
    ($table:ident, $settings:ident) => {
        pub(crate) const $table: &[Preset<$settings>] = &[
            Preset { name: "decimal", source: "[Bai20] §V: Kmax 2.6 MB, Kmin 1.8 MB", settings: $settings::DEFAULT },
            Preset {
                name: "binary",
                source: "[Bai20] §V with MiB and KiB",
                settings: $settings { pool: 3 << 20, reserve: 128 << 10, ..$settings::DEFAULT },
            },
            Preset {
                name: "authors-script",
                source: "the authors' public simulation script (2017-04): 1.72 MiB less 128 KiB, 800 KiB, 80 packets",
                settings: $settings {
                    pool: 3 << 20,
                    reserve: 128 << 10,
                    b_r: 1_672_479,
                    range: 800 << 10,
                    k_port: 720_000,
                    own: Own::Included.setting(),
                    ..$settings::DEFAULT
                },
            },
            Preset {
                name: "cut-off",
                source: "[Bai20] Fig. 12: every packet from where the pool holds 2.2 MB or more",
                settings: $settings { marking: Marking::CutOff.setting(), ..$settings::DEFAULT },
            },
        ];
    };
}
presets!(PIPELINE, BccSettings);
presets!(EXACT, ExactSettings);
