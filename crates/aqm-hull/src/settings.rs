//! Settings of the phantom queue.

use freeboard_aqm_api::{ParamError, Preset, Settings, settings};
use freeboard_fixmath::{Reciprocal, mul_wide};

/// Smallest threshold: a minimal frame.
pub(crate) const K_MIN: u32 = 64;
/// Largest threshold: the counter holds 16 MB, and a full one is marked.
pub(crate) const K_MAX: u32 = (1 << 23) - 1;

settings! {
    /// Settings of HULL's phantom queue.
    pub struct HullSettings {
        /// Link rate C \[Mbit/s\].
        link: Count = 10_000, 100..=1_600_000, "chosen by us: 10 Gbit/s", follows LineMbps;
        /// Share of C at which the phantom queue drains.
        gamma: FractionQ16 = 62_259, 32_768..=65_536, "[Alizadeh12]: 0.95";
        /// Phantom queue length above which packets are marked.
        k_pq: Bytes = 15_000, K_MIN..=K_MAX, "chosen by us: ten full packets; [Alizadeh12] has 6 KB at 1 Gbit/s";
    }
}

settings! {
    /// Settings of the variant in one pass.
    pub struct ClassSettings {
        /// Link rate C \[Mbit/s\].
        link: Count = 10_000, 1_000..=1_600_000, "chosen by us: 10 Gbit/s", follows LineMbps;
        /// Share of C at which the phantom queue drains.
        gamma: FractionQ16 = 62_259, 32_768..=65_536, "[Alizadeh12]: 0.95";
        /// Phantom queue length above which packets are marked.
        k_pq: Bytes = 15_000, K_MIN..=K_MAX, "chosen by us: ten full packets; [Alizadeh12] has 6 KB at 1 Gbit/s";
        /// What a packet of 1024 to 2047 B counts as.
        full: Bytes = 1_500, 1_024..=2_047, "chosen by us: the Ethernet payload";
        /// What a longer one counts as.
        jumbo: Bytes = 9_000, 2_048..=9_216, "chosen by us: the usual jumbo frame";
    }
}

pub(crate) const CLASS_PRESETS: &[Preset<ClassSettings>] = &[
    Preset {
        name: "link-10g",
        source: "[Alizadeh12] at 10 Gbit/s; the threshold is ours",
        settings: ClassSettings::DEFAULT,
    },
    Preset {
        name: "paper",
        source: "[Alizadeh12]: 1 Gbit/s, 950 Mbit/s, 6 KB",
        settings: ClassSettings { link: 1_000, k_pq: 6_000, ..ClassSettings::DEFAULT },
    },
];

pub(crate) const PRESETS: &[Preset<HullSettings>] = &[
    Preset {
        name: "link-10g",
        source: "[Alizadeh12] at 10 Gbit/s; the threshold is ours",
        settings: HullSettings::DEFAULT,
    },
    Preset {
        name: "paper",
        source: "[Alizadeh12]: 1 Gbit/s, 950 Mbit/s, 6 KB",
        settings: HullSettings { link: 1_000, gamma: 62_259, k_pq: 6_000 },
    },
];

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct HullParams {
    /// Drain rate \[2^-24 B/ns\], rounded down.
    pub(crate) drain: u32,
    /// K_pq \[2^-8 B\].
    pub(crate) limit: u32,
}

/// Mbit/s in one byte per ns.
const MBIT_PER_BYTE_NANO: u32 = 8_000;

impl HullParams {
    pub(crate) fn try_new(settings: &HullSettings) -> Result<Self, ParamError> {
        settings.check()?;
        // C gamma in Q16 Mbit/s, to 2^-24 B/ns: at most 200 B/ns, 2^32 and below.
        let wide = mul_wide(settings.link, settings.gamma) << 8;
        let drain = Reciprocal::new(MBIT_PER_BYTE_NANO).divide_wide(wide);
        Ok(Self { drain, limit: settings.k_pq << 8 })
    }
}
