//! Parameters of HPCC.

use freeboard_cc_api::{Bytes, ParamError, Preset, Settings, settings};
use freeboard_fixmath::{Reciprocal, mul_q20_up};

settings! {
    /// Settings of HPCC.
    pub struct HpccSettings {
        /// Target utilisation (eta).
        eta: FractionQ16 = 62_259, 32_768..=65_536, "[Li19] §5.1: 0.95";
        /// Additive increases between two multiplicative ones (maxStage).
        max_stage: Count = 0, 0..=1_000, "HPCC project page: 0; [Li19] §5.1 prints 5";
        /// Additive increase (W_AI).
        ai: Bytes = 80, 1..=1_048_576, "[Li19] §5.1: 80 B";
        /// Base round-trip time (T).
        t: Nanos = 13_000, 1_000..=4_000_000, "[Li19] §5.1: 13 us", follows BaseRtt;
        /// Line rate of the NIC \[Mbit/s\].
        line_mbps: Count = 100_000, 100..=1_600_000, "[Li19] §5.1: 100 Gbit/s", follows LineMbps;
        /// Smallest rate.
        min_rate: LineFraction = 1_049, 1..=1_048_576, "HPCC's example: 100 Mbit/s at 100 Gbit/s";
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct HpccParams {
    /// Target utilisation, Q16.
    pub eta: u32,
    /// Additive increases between two multiplicative ones.
    pub max_stage: u32,
    /// Additive increase \[B\].
    pub ai: u32,
    /// Divides by T \[ns\].
    pub per_t: Reciprocal,
    /// Line rate · T: initial and largest window \[B\].
    pub bdp: u32,
    /// Divides by it.
    pub per_bdp: Reciprocal,
    /// Smallest window \[B\].
    pub min_window: u32,
    /// Payload of a full segment: the smallest window that is answered \[B\].
    pub mss: u32,
}

pub(crate) const PRESETS: &[Preset<HpccSettings>] = &[
    Preset { name: "simulator", source: "[Li19] §5.1 with maxStage 0", settings: HpccSettings::DEFAULT },
    Preset {
        name: "paper",
        source: "[Li19] §5.1 as printed: maxStage 5",
        settings: HpccSettings { max_stage: 5, ..HpccSettings::DEFAULT },
    },
    Preset {
        name: "advised",
        source: "HPCC project page: eta 0.99, maxStage 0",
        settings: HpccSettings { eta: 64_881, ..HpccSettings::DEFAULT },
    },
];

impl HpccParams {
    pub(crate) fn try_new(settings: &HpccSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        // 1.6 Tbit/s · 4 ms = 800 MB: below the window ceiling of 2^30.
        let bdp = Reciprocal::new(8_000).mul_div(settings.line_mbps, settings.t);
        Ok(Self {
            eta: settings.eta,
            max_stage: settings.max_stage,
            ai: settings.ai,
            per_t: Reciprocal::new(settings.t),
            bdp,
            per_bdp: Reciprocal::new(bdp),
            // Rounded up, so that its rate, window over `bdp`, is not below the smallest.
            min_window: mul_q20_up(bdp, settings.min_rate),
            mss: mss.0.max(1),
        })
    }
}
