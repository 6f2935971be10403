//! Parameters of Swift.

use crate::Target;
use freeboard_cc_api::{Bytes, ParamError, Preset, Segment, Settings, settings};
use freeboard_fixmath::Reciprocal;

settings! {
    /// Settings of Swift. Fractions of a segment are Q16.
    pub struct SwiftSettings {
        /// Segments added per round trip (ai).
        ai: FractionQ16 = 65_536, 655..=1_048_576, "public simulators: 1";
        /// Cut per relative excess of the delay (beta).
        beta: FractionQ16 = 52_429, 655..=65_536, "public simulators: 0.8";
        /// Largest cut (max_mdf).
        max_mdf: FractionQ16 = 32_768, 655..=65_536, "public simulators: 0.5";
        /// Target delay of a path without hops.
        base_target: Nanos = 25_000, 1_000..=100_000_000, "[Kumar20], simulators: 25 us", follows TargetRtt;
        /// Target delay per hop.
        hop_scale: Nanos = 1_500, 0..=1_000_000, "public simulators: 1.5 us";
        /// Hops of the path.
        hops: Count = 3, 0..=64, "chosen by us: a leaf-spine fabric has three switches on a path";
        /// Most that a small window adds to the target (fs_range); 0 for no flow scaling.
        fs_range: Nanos = 125_000, 0..=524_288, "public simulators: five times the base target";
        /// Window from which on down the target has its whole range \[segments\] (fs_min_cwnd).
        fs_min: FractionQ16 = 6_554, 655..=4_194_304, "[Kumar20]: 0.1";
        /// Window above which the target is not raised (fs_max_cwnd).
        fs_max: Packets = 100, 1..=1_024, "[Kumar20]: 100";
        /// Smallest window \[segments\].
        min_window: FractionQ16 = 655, 65..=65_536, "between 0.001 and 0.1 of public simulators: 0.01";
        /// Largest window.
        max_window: Packets = 1_000, 1..=16_384, "between 100 and 10 000 of public simulators", follows WindowMax;
        /// Window of a fresh flow.
        initial_window: Packets = 10, 1..=16_384, "Linux, TCP_INIT_CWND: 10 segments of any size; RFC 6928 §2 up to 1460 B";
        /// Timeouts in a row after which the window is the smallest (RETX_RESET_THRESHOLD).
        retx_limit: Count = 4, 1..=64, "public simulators: 4";
        /// Line rate of the NIC \[Mbit/s\], of which a window below a segment is a fraction.
        line_mbps: Count = 100_000, 100..=1_600_000, "[Kumar20]: 100 Gbit/s", follows LineMbps;
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct SwiftParams {
    /// Segments added per round trip, Q16.
    pub ai: u32,
    /// Cut per relative excess, Q16.
    pub beta: u32,
    /// Largest cut, Q16.
    pub max_mdf: u32,
    /// Target delay.
    pub target: Target,
    /// Smallest window \[segments\], Q16.
    pub min_window: u32,
    /// Largest window \[segments\], Q16; at most 2^30.
    pub max_window: u32,
    /// Window of a fresh flow \[segments\], Q16.
    pub initial_window: u32,
    /// Timeouts in a row before the smallest window.
    pub retx_limit: u32,
    /// Line rate \[B/ns\], Q20.
    pub line: u32,
    /// Payload of a full segment \[B\].
    pub mss: u32,
    /// Divides by it.
    pub per_mss: Reciprocal,
}

pub(crate) const PRESETS: &[Preset<SwiftSettings>] = &[
    Preset {
        name: "simulators",
        source: "public simulators of [Kumar20]: base 25 us, range five times that",
        settings: SwiftSettings::DEFAULT,
    },
    Preset {
        name: "narrow",
        source: "public simulators of [Kumar20]: range half the base",
        settings: SwiftSettings { fs_range: 12_500, ..SwiftSettings::DEFAULT },
    },
    Preset {
        name: "microseconds",
        source: "public simulators at 100 Gbit/s: base 3 us, a hop 1/6.55 of it",
        settings: SwiftSettings {
            base_target: 3_000,
            hop_scale: 458,
            fs_range: 15_000,
            ..SwiftSettings::DEFAULT
        },
    },
];

impl SwiftParams {
    pub(crate) fn try_new(settings: &SwiftSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        let s = settings;
        // Four times apart: the factor a of the target stays within 2^23.
        let fs_min_max = s.fs_max.wrapping_shl(14);
        if s.fs_min > fs_min_max {
            return Err(ParamError::new(SwiftSettings::fs_min, s.fs_min, 655, fs_min_max));
        }
        if s.initial_window > s.max_window {
            return Err(ParamError::new(SwiftSettings::initial_window, s.initial_window, 1, s.max_window));
        }
        // 16 384 of the largest segments stay below 2^30 bytes.
        let mss = Segment::new(mss).bytes();
        let hops = s.hop_scale.saturating_mul(s.hops);
        let base = s.base_target.saturating_add(hops);
        Ok(Self {
            ai: s.ai,
            beta: s.beta,
            max_mdf: s.max_mdf,
            target: Target::new(base, s.fs_range, s.fs_min, s.fs_max.wrapping_shl(16)),
            min_window: s.min_window,
            max_window: s.max_window.wrapping_shl(16),
            initial_window: s.initial_window.wrapping_shl(16),
            retx_limit: s.retx_limit,
            line: Reciprocal::new(8_000).mul_div(s.line_mbps, 1 << 20),
            mss,
            per_mss: Reciprocal::new(mss),
        })
    }
}
