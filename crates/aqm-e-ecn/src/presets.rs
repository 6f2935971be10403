//! Published settings of E-ECN.

use crate::params::{Comparison, Divisor, ExactSettings, ShiftSettings};
use freeboard_aqm_api::Preset;

const STEADY: &str = "[Wang22] §V-A: 10 Gbit/s, 60 packets of 1000 B, T_i 1 us, T_a about 3 base RTTs";
const EQUATION: &str = "[Wang22] equations (1) and (2) and their prose: divides by T_i, and \"exceeds\"";
const BURSTS: &str = "[Wang22] Fig. 10: 1 Gbit/s, 50 packets, T_i 10 us, T_a 5 RTTs of 32 us";
const COMPARED: &str = "[Wang22] Fig. 11: 1 Gbit/s, 30 packets, T_i 10 us, T_a about 5 RTTs of 32 us";
const FAT_TREE: &str = "[Wang22] Fig. 12: 50 packets, T_a 0.3 ms; T_i of the 1 Gbit/s ports";

const fn gigabit(k: u32, t_a: u32) -> ExactSettings {
    ExactSettings { k, t_i: 10_000, t_a, ..ExactSettings::DEFAULT }
}

pub(crate) const EXACT: &[Preset<ExactSettings>] = &[
    Preset { name: "paper", source: STEADY, settings: ExactSettings::DEFAULT },
    Preset {
        name: "equation-1",
        source: EQUATION,
        settings: ExactSettings {
            divisor: Divisor::Window.setting(),
            comparison: Comparison::Above.setting(),
            ..ExactSettings::DEFAULT
        },
    },
    Preset { name: "bursts-1g", source: BURSTS, settings: gigabit(50_000, 160_000) },
    Preset { name: "compared-1g", source: COMPARED, settings: gigabit(30_000, 160_000) },
    Preset { name: "fat-tree", source: FAT_TREE, settings: gigabit(50_000, 300_000) },
];

pub(crate) const SHIFT: &[Preset<ShiftSettings>] = &[
    Preset { name: "paper", source: STEADY, settings: ShiftSettings::DEFAULT },
    Preset { name: "bursts-1g", source: BURSTS, settings: ShiftSettings { k: 50_000, t_i: 10_000 } },
    Preset { name: "compared-1g", source: COMPARED, settings: ShiftSettings { k: 30_000, t_i: 10_000 } },
];
