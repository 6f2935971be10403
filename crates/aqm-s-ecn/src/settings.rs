//! Settings of S-ECN.

use freeboard_aqm_api::{FieldId, ParamError, Preset, Settings, settings};
use freeboard_fixmath::{Gain, Reciprocal, mul_wide};
use freeboard_units::DepthUnit;

settings! {
    /// Settings of S-ECN.
    pub struct SEcnSettings {
        /// Link rate C \[Mbit/s\].
        link: Count = 10_000, 100..=1_600_000, "chosen by us: 10 Gbit/s", follows LineMbps;
        /// Gain of the average growth: 2^-w per sample.
        weight: Log2 = 3, 0..=8, "0.129 in CEDM, the same authors' next scheme";
        /// Packets of at least this size sample the growth as they leave.
        full: Bytes = 1_400, 64..=9_000, "as in CEDM; the number is ours";
    }
}

pub(crate) const PRESETS: &[Preset<SEcnSettings>] = &[
    Preset { name: "reconstruction", source: "chosen by us", settings: SEcnSettings::DEFAULT },
    Preset {
        name: "compared-1g",
        source: "E-ECN paper Fig. 11: 1 Gbit/s, packets of 1000 B",
        settings: SEcnSettings { link: 1_000, full: 900, ..SEcnSettings::DEFAULT },
    },
];

settings! {
    /// Settings of the variant in one pass.
    pub struct WindowSettings {
        /// Link rate C \[Mbit/s\]: growth by C over the window is certainty.
        link: Count = 10_000, 100..=LINK_MAX, "chosen by us: 10 Gbit/s", follows LineMbps;
        /// Window over which the growth is taken.
        window: Nanos = 12_000, WINDOW_MIN..=WINDOW_MAX, "chosen by us: ten full packets at 10 Gbit/s", follows TenPacketTimes;
    }
}

/// Shortest and longest window \[ns\].
pub(crate) const WINDOW_MIN: u32 = 100;
pub(crate) const WINDOW_MAX: u32 = 1_000_000_000;

/// Fastest link \[Mbit/s\].
pub(crate) const LINK_MAX: u32 = 1_600_000;

pub(crate) const WINDOW_PRESETS: &[Preset<WindowSettings>] =
    &[Preset { name: "reconstruction", source: "chosen by us", settings: WindowSettings::DEFAULT }];

/// Mbit/s in one byte per ns.
pub(crate) const MBIT_PER_BYTE_NANO: u32 = 8_000;

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct SEcnParams {
    /// 1/C, for growths in Q16 depth units per ns.
    pub(crate) rate: Reciprocal,
    pub(crate) gain: Gain,
    pub(crate) full: u32,
}

impl SEcnParams {
    pub(crate) fn try_new(settings: &SEcnSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        // C in depth units per ns, Q16: 819 at least for 100 Mbit/s in bytes.
        let per_unit = MBIT_PER_BYTE_NANO.saturating_mul(unit.bytes());
        let rate = Reciprocal::new(per_unit).divide_wide(mul_wide(settings.link, 1 << 16));
        // Within the range of its field, which no gain exceeds.
        let gain = Gain::from_shift(settings.weight).unwrap_or(Gain::SMALLEST);
        Ok(Self { rate: Reciprocal::new(rate), gain, full: settings.full })
    }

    pub(crate) fn effective(settings: &SEcnSettings, field: FieldId) -> Option<u32> {
        settings.get(field)
    }
}
