//! Parameters of CUBIC.

use crate::Curve;
use freeboard_cc_api::{Bytes, ParamError, Preset, Segment, Settings, settings};
use freeboard_fixmath::{ONE_Q16, Reciprocal};

settings! {
    /// Settings of CUBIC.
    pub struct CubicSettings {
        /// What a cut leaves of the window.
        beta: FractionQ16 = 45_875, 32_768..=62_259, "RFC 9438 §4.6: 0.7";
        /// Steepness of the cubic \[segments/s^3\].
        c: FractionQ16 = 26_214, 655..=65_535, "RFC 9438 §5.1: 0.4";
        /// Lowers the remembered maximum further when the window was still below it.
        fast_convergence: Switch = 1, 0..=1, "RFC 9438 §4.7";
        /// Initial window.
        initial_window: Packets = 10, 1..=1_024, "RFC 6928 §2: 10 segments";
        /// Smallest window after a cut.
        min_window: Packets = 2, 1..=64, "RFC 9438 §4.6: 2 segments";
        /// Most segments one ACK adds in slow start (L of RFC 3465).
        slow_start_limit: Packets = 2, 1..=1_024, "RFC 3465 §2.2: 2";
        /// Silence after which the window restarts from the initial one; 0 for never.
        idle_restart: Nanos = 0, 0..=1_000_000_000, "chosen by us: off; RFC 5681 §4.1 has one RTO";
        /// Slow start threshold of a fresh flow; 0 for none. Stands for an early end by HyStart, or Linux's metric of a route.
        threshold: Packets = 0, 0..=16_384, "RFC 5681 §3.1: arbitrarily high";
    }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct CubicParams {
    /// Payload of a full segment \[B\].
    pub mss: u32,
    /// Initial window \[B\].
    pub initial_window: u32,
    /// Smallest window after a cut \[B\].
    pub min_window: u32,
    /// Most bytes one ACK adds in slow start.
    pub slow_start_limit: u32,
    /// Silence after which the window restarts \[ns\]; 0 for never.
    pub idle_restart: u32,
    /// Slow start threshold of a fresh flow \[B\]; 0 for none.
    pub threshold: u32,
    /// What a cut leaves, Q16.
    pub beta: u32,
    /// What fast convergence leaves of the maximum, Q16; 1 if it is off.
    pub convergence: u32,
    /// Additive increase of the Reno-friendly estimate \[segments per window\], Q16.
    pub alpha: u32,
    /// The cubic.
    pub curve: Curve,
}

pub(crate) const PRESETS: &[Preset<CubicSettings>] = &[
    Preset { name: "rfc9438", source: "RFC 9438", settings: CubicSettings::DEFAULT },
    Preset {
        name: "linux-constants",
        source: "RFC 9438 with the constants of Linux tcp_cubic: beta = 717/1024, C = 410/1024",
        settings: CubicSettings { beta: 45_888, c: 26_240, ..CubicSettings::DEFAULT },
    },
];

impl CubicParams {
    pub(crate) fn try_new(settings: &CubicSettings, mss: Bytes) -> Result<Self, ParamError> {
        settings.check()?;
        let segment = Segment::new(mss);
        let beta = settings.beta;
        let sum = ONE_Q16.saturating_add(beta);
        // RFC 9438 §4.3: alpha = 3 (1 - beta) / (1 + beta), at most 1 because beta is at least a half.
        let alpha = Reciprocal::new(sum).mul_div(ONE_Q16.saturating_sub(beta).saturating_mul(3), ONE_Q16);
        Ok(Self {
            mss: segment.bytes(),
            initial_window: segment.times(settings.initial_window),
            min_window: segment.times(settings.min_window),
            slow_start_limit: segment.times(settings.slow_start_limit),
            idle_restart: settings.idle_restart,
            threshold: segment.times(settings.threshold),
            beta,
            convergence: if settings.fast_convergence == 0 { ONE_Q16 } else { sum >> 1 },
            alpha,
            curve: Curve::new(settings.c, segment.bytes()),
        })
    }
}
