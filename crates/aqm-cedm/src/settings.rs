//! Settings of CEDM, and what the data path makes of them.

use freeboard_aqm_api::{FieldId, ParamError, Preset, Settings, settings};
use freeboard_fixmath::Gain;
use freeboard_units::{Bytes, DepthUnit};

settings! {
    /// Settings of CEDM.
    pub struct CedmSettings {
        /// Queue length from which on packets are marked while it grows.
        k1: Bytes = 97_500, 1..=1 << 28, "[Bai16] §6: 65 packets of 1500 B at 10 Gbit/s", follows QueueBytes;
        /// Queue length from which on every packet is marked.
        k2: Bytes = 153_125, 1..=1 << 28, "the author's switch: (5 K1 + C x RTT)/4, at 10 Gbit/s and 100 us", follows UpperQueueBytes;
        /// Gain of the average growth: 2^-w per sample.
        weight: Log2 = 3, 0..=8, "the author's switch: 0.129";
        /// Packets of at least this size sample the growth as they leave.
        full: Bytes = 1_400, 64..=9_000, "the author's switch: nearly full packets; the number is ours";
        /// Packets up to this size are not marked.
        small: Bytes = 100, 0..=1_500, "the author's switch";
    }
}

settings! {
    /// Settings of the variant in one pass.
    pub struct WindowSettings {
        /// Queue length from which on packets are marked while it grows.
        k1: Bytes = 97_500, 1..=1 << 25, "[Bai16] §6: 65 packets of 1500 B at 10 Gbit/s", follows QueueBytes;
        /// Queue length from which on every packet is marked.
        k2: Bytes = 153_125, 1..=1 << 25, "the author's switch: (5 K1 + C x RTT)/4, at 10 Gbit/s and 100 us", follows UpperQueueBytes;
        /// Window over which the growth is taken.
        window: Nanos = 12_000, 100..=1_000_000_000, "chosen by us: ten full packets at 10 Gbit/s", follows TenPacketTimes;
        /// Packets up to this size are not marked.
        small: Bytes = 100, 0..=1_500, "the author's switch";
    }
}

pub(crate) const WINDOW_PRESETS: &[Preset<WindowSettings>] = &[
    Preset {
        name: "dctcp-10g",
        source: "the author's rule for K2 at 10 Gbit/s and 100 us",
        settings: WindowSettings::DEFAULT,
    },
    Preset {
        name: "testbed-1g",
        source: "[Shan17]: 1 Gbit/s, C x RTT 125 KB; K1 32 KB as on MQ-ECN's testbed",
        settings: WindowSettings { k1: 32_000, k2: 71_250, window: 120_000, ..WindowSettings::DEFAULT },
    },
];

/// Both thresholds in depth units: K1 at least one, K2 at least K1.
pub(crate) fn thresholds(k1: u32, k2: u32, max: u32, unit: DepthUnit) -> Result<(u32, u32), ParamError> {
    let (low, high) = (unit.floor(Bytes(k1)), unit.floor(Bytes(k2)));
    if low == 0 {
        return Err(ParamError::new(CedmSettings::k1, k1, unit.bytes(), max));
    }
    if high < low {
        return Err(ParamError::new(CedmSettings::k2, k2, k1, max));
    }
    Ok((low, high))
}

pub(crate) const PRESETS: &[Preset<CedmSettings>] = &[
    Preset {
        name: "dctcp-10g",
        source: "the author's rule for K2 at 10 Gbit/s and 100 us",
        settings: CedmSettings::DEFAULT,
    },
    Preset {
        name: "testbed-1g",
        source: "[Shan17]: 1 Gbit/s, C x RTT 125 KB; K1 32 KB as on MQ-ECN's testbed",
        settings: CedmSettings { k1: 32_000, k2: 71_250, ..CedmSettings::DEFAULT },
    },
];

/// Parameters as the data path uses them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct CedmParams {
    /// Thresholds in depth units, K1 <= K2.
    pub(crate) k1: u32,
    pub(crate) k2: u32,
    pub(crate) gain: Gain,
    pub(crate) full: u32,
    pub(crate) small: u32,
    pub(crate) unit: DepthUnit,
}

impl CedmParams {
    pub(crate) fn try_new(settings: &CedmSettings, unit: DepthUnit) -> Result<Self, ParamError> {
        settings.check()?;
        let (k1, k2) = thresholds(settings.k1, settings.k2, 1 << 28, unit)?;
        // Within the range of its field, which no gain exceeds.
        let gain = Gain::from_shift(settings.weight).unwrap_or(Gain::SMALLEST);
        Ok(Self { k1, k2, gain, full: settings.full, small: settings.small, unit })
    }

    pub(crate) fn effective(&self, settings: &CedmSettings, field: FieldId) -> Option<u32> {
        match field {
            CedmSettings::k1 => Some(self.k1.saturating_mul(self.unit.bytes())),
            CedmSettings::k2 => Some(self.k2.saturating_mul(self.unit.bytes())),
            _ => settings.get(field),
        }
    }
}
