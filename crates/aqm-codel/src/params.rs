//! Settings of CoDel, with the published presets.

use freeboard_aqm_api::{Preset, settings};

settings! {
    /// Settings of the exact variants.
    #[cfg_attr(feature = "defmt", derive(defmt::Format))]
    pub struct CodelSettings {
        /// Sojourn time that is acceptable as a standing queue.
        target: Nanos = 5_000_000, 1_024..=2_000_000_000, "RFC 8289 §4.2: 5 ms", follows Target;
        /// How long the sojourn time must stay there before the first signal: a worst-case RTT.
        interval: Nanos = 100_000_000, 1_024..=120_000_000, "RFC 8289 §4.3: 100 ms", follows Interval;
        /// Backlog up to which a queue is left alone: one packet of the largest size.
        mtu: Bytes = 1_514, 0..=65_535, "RFC 8289 §5.4: MAXPACKET";
        /// Signals mark (Linux's `ecn`): the schedule moves with each; off, they drop, and it moves with the packet behind.
        ecn: Switch = 0, 0..=1, "RFC 8289 §5.5 drops; so does Linux's codel unless told otherwise";
    }
}

settings! {
    /// Settings of the pipeline variant.
    pub struct PipelineSettings {
        /// Sojourn time that is acceptable as a standing queue.
        target: Nanos = 10_000, 1..=u32::MAX, "[Zhang19] §5.3: 10 us", follows Target;
        /// How long the sojourn time must stay there before the first signal: a worst-case RTT.
        interval: Nanos = 240_000, 1_024..=2_000_000_000, "[Zhang19] §5.3: 240 us", follows Interval;
        /// Backlog up to which a queue is left alone: one packet of the largest size.
        mtu: Bytes = 1_514, 0..=65_535, "RFC 8289 §5.4: MAXPACKET";
    }
}

const fn datacenter(target: u32, interval: u32) -> CodelSettings {
    CodelSettings { target, interval, ecn: 1, ..CodelSettings::DEFAULT }
}

pub(crate) const EXACT: &[Preset<CodelSettings>] = &[
    Preset { name: "rfc8289", source: "RFC 8289 §4: wide area", settings: CodelSettings::DEFAULT },
    Preset { name: "testbed", source: "[Zhang19] §5.2", settings: datacenter(85_000, 200_000) },
    Preset { name: "simulations", source: "[Zhang19] §5.3 and 5.4", settings: datacenter(10_000, 240_000) },
];

pub(crate) const PIPELINE: &[Preset<PipelineSettings>] = &[
    Preset { name: "simulations", source: "[Zhang19] §5.3 and 5.4", settings: PipelineSettings::DEFAULT },
    Preset {
        name: "testbed",
        source: "[Zhang19] §5.2",
        settings: PipelineSettings { target: 85_000, interval: 200_000, ..PipelineSettings::DEFAULT },
    },
];
