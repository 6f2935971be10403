//! Parameters of PowerTCP.

use freeboard_cc_api::{Bytes, ParamError, Preset, Settings, part, settings};
use freeboard_fixmath::{Reciprocal, mul_q16, mul_q20_up};

settings! {
    /// Settings of both forms of PowerTCP; each has those that it looks at.
    pub struct AllPowerTcpSettings {
        /// Weight of a new window (gamma), with telemetry.
        gamma: FractionQ16 = 58_982, 655..=65_536, "[Addanki22], authors' simulator: 0.9";
        /// Weight of a new window (gamma), by delay.
        gamma_theta: FractionQ16 = 45_875, 655..=65_536, "authors' simulator: 0.7";
        /// Utilisation aimed at, with telemetry: power is divided by it.
        eta: FractionQ16 = 62_259, 32_768..=65_536, "authors' simulator: 0.95";
        /// Round-trip time that reads as power 1, by delay, as a multiple of T.
        slack: FractionQ16 = 68_813, 65_536..=131_072, "authors' simulator: 1.05";
        /// Additive increase (beta).
        ai: Bytes = 975, 1..=1_048_576, "authors' simulator: 150 Mbit/s at 25 Gbit/s, so 600 Mbit/s for 13 us";
        /// Base round-trip time (tau).
        t: Nanos = 13_000, 1_000..=4_000_000, "[Li19] §5.1, whose fabric the authors' simulator extends: 13 us", follows BaseRtt;
        /// Line rate of the NIC \[Mbit/s\].
        line_mbps: Count = 100_000, 100..=1_600_000, "[Li19] §5.1: 100 Gbit/s", follows LineMbps;
        /// Smallest rate.
        min_rate: LineFraction = 1_049, 1..=1_048_576, "HPCC's example: 100 Mbit/s at 100 Gbit/s";
    }
}

part! {
    /// Settings of PowerTCP with telemetry.
    pub struct PowerTcpSettings of AllPowerTcpSettings { gamma, eta, ai, t, line_mbps, min_rate }
}

part! {
    /// Settings of theta-PowerTCP.
    pub struct ThetaPowerTcpSettings of AllPowerTcpSettings { gamma_theta, slack, ai, t, line_mbps, min_rate }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct PowerTcpParams {
    /// Weight of a new window with telemetry, Q16.
    pub gamma: u32,
    /// Weight of a new window by delay, Q16.
    pub gamma_theta: u32,
    /// Utilisation aimed at, Q16.
    pub eta: u32,
    /// Additive increase \[B\].
    pub ai: u32,
    /// Divides by T \[ns\].
    pub per_t: Reciprocal,
    /// T with its slack \[ns\]: the longest span one sample stands for, by delay.
    pub t_slack: u32,
    /// Divides by it.
    pub per_t_slack: Reciprocal,
    /// Line rate · T: initial and largest window \[B\].
    pub bdp: u32,
    /// Divides by it.
    pub per_bdp: Reciprocal,
    /// Smallest window \[B\].
    pub min_window: u32,
    /// Payload of a full segment: the smallest window that is answered \[B\].
    pub mss: u32,
}

pub(crate) const PRESETS: [Preset<AllPowerTcpSettings>; 3] = [
    Preset {
        name: "simulator-constants",
        source: "the paper's law with the constants of the authors' simulator at 100 Gbit/s and 13 us",
        settings: AllPowerTcpSettings::DEFAULT,
    },
    Preset {
        name: "paper",
        source: "[Addanki22] algorithms 1 and 2 as printed: no target utilisation, no slack, gamma 0.9 for both",
        settings: AllPowerTcpSettings {
            eta: 65_536,
            slack: 65_536,
            gamma_theta: 58_982,
            ..AllPowerTcpSettings::DEFAULT
        },
    },
    Preset {
        name: "at-25g",
        source: "authors' simulator: hosts of 25 Gbit/s",
        settings: AllPowerTcpSettings { line_mbps: 25_000, ai: 244, ..AllPowerTcpSettings::DEFAULT },
    },
];

impl PowerTcpParams {
    pub(crate) fn try_new(settings: &AllPowerTcpSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        // 1.6 Tbit/s · 4 ms = 800 MB: below the window ceiling of 2^30.
        let bdp = Reciprocal::new(8_000).mul_div(settings.line_mbps, settings.t);
        let t_slack = mul_q16(settings.t, settings.slack);
        Ok(Self {
            gamma: settings.gamma,
            gamma_theta: settings.gamma_theta,
            eta: settings.eta,
            ai: settings.ai,
            per_t: Reciprocal::new(settings.t),
            t_slack,
            per_t_slack: Reciprocal::new(t_slack),
            bdp,
            per_bdp: Reciprocal::new(bdp),
            // Rounded up, so that its rate, window over `bdp`, is not below the smallest.
            min_window: mul_q20_up(bdp, settings.min_rate),
            mss: mss.0.max(1),
        })
    }
}
