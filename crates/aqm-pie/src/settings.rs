//! Settings of PIE.

use freeboard_aqm_api::{Preset, part, settings};

settings! {
    /// Settings of PIE.
    pub struct PieSettings {
        /// Queueing delay the controller aims at.
        target: Nanos = 15_000, 1_000..=100_000_000, "RFC 8033 §4.2: 15 ms; a thousandth of it, for data centres";
        /// Time between two updates of the probability.
        t_update: Nanos = 15_000, 15_000..=1_000_000_000, "RFC 8033 §4.2: 15 ms; a thousandth of it";
        /// Gain of the error: probability per target that the delay is off the target.
        alpha: FractionQ16 = 123, 0..=65_536, "RFC 8033 §4.2: 1/8 Hz x 15 ms";
        /// Gain of the change: probability per target that the delay moved.
        beta: FractionQ16 = 1_229, 0..=65_536, "RFC 8033 §4.2: 1 1/4 Hz x 15 ms";
        /// Time that an idle queue may be overrun before anything is signalled.
        max_burst: Nanos = 150_000, 0..=1_000_000_000, "RFC 8033 §4.4: 150 ms; a thousandth of it";
        /// Queue length up to which nothing is signalled.
        guard: Bytes = 3_000, 0..=1 << 28, "RFC 8033 §4.1: two full packets";
        /// Probability above which packets are dropped, ECN or not.
        drop_above: FractionQ16 = 6_554, 0..=65_536, "RFC 8033 §5.1: 10 %";
        /// Probability until the first update.
        start: FractionQ16 = 655, 0..=65_536, "chosen by us: a place without a control plane signals 1 %";
        /// Which queue of the port this instance controls.
        queue: Count = 0, 0..=7, "chosen by us: the first", follows Queue;
    }
}

part! {
    /// Settings of the variant that never drops.
    pub struct PiePipelineSettings of PieSettings { target, t_update, alpha, beta, max_burst, guard, start, queue }
}

pub(crate) const PRESETS: [Preset<PieSettings>; 2] = [
    Preset {
        name: "data-centre",
        source: "RFC 8033 with all times a thousandth",
        settings: PieSettings::DEFAULT,
    },
    Preset {
        name: "rfc8033",
        source: "RFC 8033 §4",
        settings: PieSettings {
            target: 15_000_000,
            t_update: 15_000_000,
            max_burst: 150_000_000,
            start: 0,
            ..PieSettings::DEFAULT
        },
    },
];
