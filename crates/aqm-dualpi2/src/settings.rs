//! Settings of both markers.

use freeboard_aqm_api::{Preset, settings};

settings! {
    /// Settings of the step.
    pub struct StepSettings {
        /// Sojourn time above which a packet is marked.
        step: Nanos = 100_000, 0..=u32::MAX - 1, "RFC 9332 §A: 1 ms on the Internet; a tenth of it is ours", follows QueueTime;
    }
}

settings! {
    /// Settings of the ramp.
    pub struct RampSettings {
        /// Sojourn time up to which nothing is marked.
        min: Nanos = 80_000, 0..=1 << 30, "RFC 9332 §A: 0.8 of the step", follows QueueTime;
        /// Length of the ramp from no mark to all; takes effect as the nearest power of two.
        range: Nanos = 40_000, 1..=1 << 24, "RFC 9332 §A: 0.8 to 1.2 of the step", follows HalfQueueTime;
    }
}

pub(crate) const STEP: &[Preset<StepSettings>] = &[
    Preset { name: "data-centre", source: "a tenth of RFC 9332's", settings: StepSettings::DEFAULT },
    Preset { name: "linux", source: "Linux dualpi2: 1 ms", settings: StepSettings { step: 1_000_000 } },
];

pub(crate) const RAMP: &[Preset<RampSettings>] = &[
    Preset { name: "data-centre", source: "a tenth of RFC 9332's", settings: RampSettings::DEFAULT },
    Preset {
        name: "rfc9332",
        source: "RFC 9332 §A: 0.8 to 1.2 ms",
        settings: RampSettings { min: 800_000, range: 400_000 },
    },
];
