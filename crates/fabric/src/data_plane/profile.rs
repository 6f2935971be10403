//! Memories of chips as buffers of switches.

use super::config::{BufferConfig, PortSplit};
use super::queues::Lossless;
use freeboard_hw_model::mmu::{Alpha, ConfigError, ConfigField, MemoryLimit, MemoryProfile, ThresholdTest};
use freeboard_hw_model::pfc::CLASSES;
use freeboard_units::Bytes;

impl BufferConfig {
    /// Memories like a chip's, `ports` ports on each, which share out what the chip reserves. The switch's
    /// depth unit has to be [`MemoryProfile::unit`].
    ///
    /// # Errors
    /// The chip does not offer this alpha.
    pub fn of_profile(profile: &MemoryProfile, alpha: Alpha, ports: u16) -> Result<Self, ConfigError> {
        let [min, max] =
            [MemoryLimit::AlphaMin, MemoryLimit::AlphaMax].map(|id| i64::from(profile.value(id)));
        let value = i64::from(alpha.log2());
        if value < min || value > max {
            return Err(ConfigError { field: ConfigField::AlphaLog2, value, min, max });
        }
        let reserve = Bytes(count(profile, MemoryLimit::Reserved) / u32::from(ports.max(1)));
        let split = PortSplit::Blocks(ports);
        Ok(Self::Shared { total: profile.total(), reserve, alpha, split, test: ThresholdTest::Before })
    }
}

impl Lossless {
    /// These classes under a chip's settings.
    ///
    /// # Errors
    /// The profile's alpha is none.
    pub fn of_profile(profile: &MemoryProfile, classes: [bool; CLASSES]) -> Result<Self, ConfigError> {
        Ok(Self {
            classes,
            guaranteed: Bytes(count(profile, MemoryLimit::Guaranteed)),
            alpha: Alpha::from_log2(profile.value(MemoryLimit::LosslessAlpha) as i8)?,
            alpha_mbps: None,
            xon_offset: Bytes(count(profile, MemoryLimit::XonOffset)),
            headroom: None,
            frame_max: Bytes(count(profile, MemoryLimit::FrameMax)),
            frame_min: Bytes(count(profile, MemoryLimit::FrameMin)),
            quanta: u16::MAX,
        })
    }
}

fn count(profile: &MemoryProfile, limit: MemoryLimit) -> u32 {
    u32::try_from(profile.value(limit)).unwrap_or(0)
}
