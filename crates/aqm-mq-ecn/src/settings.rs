//! Settings of MQ-ECN.

use freeboard_aqm_api::{Preset, settings};

settings! {
    /// Settings of MQ-ECN.
    pub struct MqEcnSettings {
        /// Threshold of the port.
        k_port: Bytes = 97_500, 1..=1 << 28, "[Bai16b] §6: 65 packets of 1500 B at 10 Gbit/s", follows QueueBytes;
        /// Which queue of the port this instance marks.
        queue: Count = 0, 0..=7, "chosen by us: the first", follows Queue;
    }
}

pub(crate) const PRESETS: &[Preset<MqEcnSettings>] = &[
    Preset {
        name: "dctcp-10g",
        source: "[Bai16b] §6: 65 packets at 10 Gbit/s",
        settings: MqEcnSettings::DEFAULT,
    },
    Preset {
        name: "testbed-1g",
        source: "[Bai16b] §6: 32 KB at 1 Gbit/s",
        settings: MqEcnSettings { k_port: 32_000, ..MqEcnSettings::DEFAULT },
    },
];
