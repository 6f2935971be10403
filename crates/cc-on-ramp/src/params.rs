//! Parameters of On-Ramp.

use freeboard_cc_api::{Bytes, ParamError, Preset, Settings, part, settings};
use freeboard_fixmath::Gain;

settings! {
    /// Settings of On-Ramp.
    pub struct OnRampSettings {
        /// One-way delay above which a flow is paused (T).
        t: Nanos = 30_000, 1..=1_000_000_000, "[Liu21] §2: 30 us on a single switch at 100 Gbit/s", follows OneWayDelay;
        /// Gain of the average of beta, g = 2^-shift.
        g_shift: Log2 = 4, 0..=15, "[Liu21] §3.2: g = 1/16";
        /// Beta before the first measurement.
        beta_init: FractionQ16 = 0, 0..=65_536, "chosen by us: 0, where a first pause is the strawman's";
        /// Longest pause one report can set, and longest wait of a full cap for an ACK where it is counted here.
        pause_max: Nanos = 1_000_000, 1..=1_000_000_000, "chosen by us: well below a 5 ms timeout";
        /// One-way delay beyond which, in either direction, a sample is a clock error and ignored.
        sane: Nanos = 100_000_000, 1_000..=1_000_000_000, "chosen by us: ten times a full 9 MB buffer at 10 Gbit/s";
        /// Most bytes in flight, released by the cumulative ACK or a timeout; 0 for no cap.
        in_flight_cap: Bytes = 0, 0..=1_073_741_824, "[Liu21]: none";
    }
}

part! {
    /// Settings of the first version, which has no beta.
    pub struct StrawmanSettings of OnRampSettings { t, pause_max, sane, in_flight_cap }
}

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct OnRampParams {
    /// T \[ns\].
    pub t: u32,
    /// Beta before the first measurement, Q16.
    pub beta_init: u32,
    /// Longest pause \[ns\].
    pub pause_max: u32,
    /// Largest believable one-way delay \[ns\].
    pub sane: u32,
    /// Most bytes in flight.
    pub in_flight_cap: Bytes,
    /// Gain of the average of beta.
    pub gain: Gain,
}

pub(crate) const PRESETS: [Preset<OnRampSettings>; 5] = [
    Preset {
        name: "single-switch",
        source: "[Liu21] Figs 1, 2: T = 30 us",
        settings: OnRampSettings::DEFAULT,
    },
    Preset {
        name: "fat-tree",
        source: "[Liu21] §5.2.3: T = 16 us, 10 us above the longest path",
        settings: OnRampSettings { t: 16_000, ..OnRampSettings::DEFAULT },
    },
    Preset {
        name: "cloudlab",
        source: "[Liu21] §5: T = 50 us",
        settings: OnRampSettings { t: 50_000, ..OnRampSettings::DEFAULT },
    },
    Preset {
        name: "google-cloud",
        source: "[Liu21] §5: T = 150 us",
        settings: OnRampSettings { t: 150_000, ..OnRampSettings::DEFAULT },
    },
    Preset {
        name: "capped",
        source: "chosen by us: the fat-tree's bandwidth-delay product, 12.24 us at 100 Gbit/s, as a cap",
        settings: OnRampSettings { in_flight_cap: 153_000, ..OnRampSettings::DEFAULT },
    },
];

impl OnRampParams {
    pub(crate) fn try_new(settings: &OnRampSettings) -> Result<Self, ParamError> {
        settings.check()?;
        // Within the range of its field, which no gain exceeds.
        let gain = Gain::from_shift(settings.g_shift).unwrap_or(Gain::SMALLEST);
        Ok(Self {
            t: settings.t,
            beta_init: settings.beta_init,
            pause_max: settings.pause_max,
            sane: settings.sane,
            in_flight_cap: if settings.in_flight_cap == 0 {
                Bytes::MAX
            } else {
                Bytes(settings.in_flight_cap)
            },
            gain,
        })
    }
}
