//! NVIDIA's published parameters of DCQCN, for those who have a NIC's configuration in hand.
//!
//! Source: "DCQCN CC Parameters" of DOCA 3.4, for ConnectX-4 and later. A parameter has three spellings: WinOF, MLNX_OFED,
//! and the firmware's, which ends in the port as `mlxconfig` prints it (`RPG_AI_RATE_P1`).

use crate::DcqcnSettings;
use freeboard_cc_api::{FieldId, LineFraction, ParamError, Settings};

/// How a published value becomes one of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    /// 1 - g in 2^-10.
    Kept,
    /// 2^-10.
    Fraction,
    /// Microseconds.
    Micros,
    /// Mbit/s.
    Rate,
    /// 64 bytes: the table gives no unit, and the greatest value is then 2 MB.
    Lines,
    /// A plain number.
    Count,
    /// 1 for a target clamped at every cut.
    Clamp,
}

/// Corresponding setting of Freeboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Meaning {
    /// A setting.
    Setting(FieldId, Scale),
    /// No setting: what Freeboard does is what these values ask for, smallest and largest.
    Only(u32, u32),
}
use Meaning::{Only, Setting};

/// One published parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// In WinOF, in MLNX_OFED, in the firmware's configuration.
    pub names: [&'static str; 3],
    /// Default, in the published unit.
    pub default: u32,
    meaning: Meaning,
}

impl Parameter {
    /// The published unit, with a blank before it; empty for plain numbers.
    #[must_use]
    pub const fn unit(&self) -> &'static str {
        match self.meaning {
            Setting(_, Scale::Micros) => " us",
            Setting(_, Scale::Rate) => " Mbit/s",
            Setting(_, Scale::Lines) => " x 64 B",
            Setting(_, Scale::Kept | Scale::Fraction) => " / 1024",
            Setting(_, Scale::Count | Scale::Clamp) | Only(..) => "",
        }
    }
}

const fn one(names: [&'static str; 3], default: u32, meaning: Meaning) -> Parameter {
    Parameter { names, default, meaning }
}

type Own = DcqcnSettings;

/// The table, with the firmware's defaults.
pub const PARAMETERS: [Parameter; 15] = [
    one(["DcQcnDceAlphaG", "dce_tcp_g", "DCE_TCP_G"], 1_019, Setting(Own::g, Scale::Kept)),
    one(["DcQcnDceAlphaUpdatePeriod", "dce_tcp_rtt", "DCE_TCP_RTT"], 1, Setting(Own::t_alpha, Scale::Micros)),
    one(
        ["DcQcnInitialAlphaValue", "initial_alpha_value", "INITIAL_ALPHA_VALUE"],
        1_023,
        Setting(Own::alpha_init, Scale::Fraction),
    ),
    // 0 leaves the first notification to alpha.
    one(["DcQcnRateToSetOnFirstCnp", "rate_to_set_on_first_cnp", "RATE_TO_SET_ON_FIRST_CNP"], 0, Only(0, 0)),
    // A cut takes alpha/2, so half of the rate at most.
    one(["DcQcnMinDecFac", "rpg_min_dec_fac", "RPG_MIN_DEC_FAC"], 50, Only(0, 50)),
    one(["DcQcnMinRate", "rpg_min_rate", "RPG_MIN_RATE"], 1, Setting(Own::min_rate, Scale::Rate)),
    // 2^11 in 10-bit fractions: a cut takes alpha/2.
    one(["DcQcnAlphaToRateShift", "rpg_gd", "RPG_GD"], 11, Only(11, 11)),
    one(
        ["DcQcnRateReduceMonitorPeriod", "rate_reduce_monitor_period", "RATE_REDUCE_MONITOR_PERIOD"],
        4,
        Setting(Own::t_d, Scale::Micros),
    ),
    one(
        ["DcQcnClampTgtRate", "clamp_tgt_rate", "CLAMP_TGT_RATE"],
        0,
        Setting(Own::clamp_target, Scale::Clamp),
    ),
    one(
        ["DcQcnClampTgtRateAfterTimeInc", "clamp_tgt_rate_after_time_inc", "CLAMP_TGT_RATE_AFTER_TIME_INC"],
        1,
        Only(1, 1),
    ),
    one(["DcQcnTimeIncrement", "rpg_time_reset", "RPG_TIME_RESET"], 300, Setting(Own::t_i, Scale::Micros)),
    one(
        ["DcQcnByteReset", "rpg_byte_reset", "RPG_BYTE_RESET"],
        32_767,
        Setting(Own::byte_counter, Scale::Lines),
    ),
    one(["DcQcnThreshold", "rpg_threshold", "RPG_THRESHOLD"], 1, Setting(Own::f, Scale::Count)),
    one(["DcQcnAIRate", "rpg_ai_rate", "RPG_AI_RATE"], 5, Setting(Own::ai, Scale::Rate)),
    one(["DcQcnHAIRate", "rpg_hai_rate", "RPG_HAI_RATE"], 50, Setting(Own::hai, Scale::Rate)),
];

/// Why a published parameter was not taken over. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotTaken {
    /// No parameter has this name.
    Unknown,
    /// Freeboard's DCQCN has no such setting and does what values from `min` to `max` ask for.
    NoSetting {
        /// Smallest.
        min: u32,
        /// Largest.
        max: u32,
    },
    /// The setting refuses the value, which is here in its own unit.
    Refused(ParamError),
}

/// The parameter of this name, whichever spelling it is, with or without the port at its end.
#[must_use]
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    let bare = name.strip_suffix("_P1").or_else(|| name.strip_suffix("_P2")).unwrap_or(name);
    PARAMETERS.iter().find(|one| one.names.contains(&bare))
}

impl DcqcnSettings {
    /// These settings with a published parameter, at a link of `line_mbps` \[Mbit/s\]: published rates are absolute.
    ///
    /// # Errors
    /// The name is unknown, or the value has no counterpart.
    pub fn with_connectx(&self, name: &str, value: u32, line_mbps: u32) -> Result<Self, NotTaken> {
        let Some(Parameter { meaning, .. }) = parameter(name) else { return Err(NotTaken::Unknown) };
        match *meaning {
            Only(min, max) if (min..=max).contains(&value) => Ok(*self),
            Only(min, max) => Err(NotTaken::NoSetting { min, max }),
            Setting(field, scale) => {
                self.with(field, scaled(scale, value, line_mbps)).map_err(NotTaken::Refused)
            }
        }
    }
}

/// In the unit of the setting; values beyond 32 bits are the largest, which no setting takes.
const fn scaled(scale: Scale, value: u32, line_mbps: u32) -> u32 {
    match scale {
        Scale::Kept => 1_024_u32.saturating_sub(value).saturating_mul(64),
        Scale::Fraction => value.saturating_mul(64),
        Scale::Micros => value.saturating_mul(1_000),
        Scale::Rate => {
            // To the nearest; below half a unit it is 0, which no rate may be. Nor is there a link of rate 0.
            let units = (value as u64).saturating_mul(LineFraction::LINE.to_bits() as u64);
            match units.saturating_add(line_mbps as u64 >> 1).checked_div(line_mbps as u64) {
                Some(units) if units <= u32::MAX as u64 => units as u32,
                _ => u32::MAX,
            }
        }
        Scale::Lines => value.saturating_mul(64),
        Scale::Count | Scale::Clamp => value,
    }
}
