//! The layout of a packet buffer and what is wrong with one.

use super::Alpha;
use freeboard_units::{Bytes, DepthUnit, PortId};

/// What a packet takes; bytes, the usual unit, need no division.
#[inline]
pub(super) const fn cells(unit: DepthUnit, size: Bytes) -> u32 {
    if unit.bytes() == 1 { size.0 } else { unit.ceil(size) }
}

/// What a queue's pool part is compared with its threshold as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThresholdTest {
    /// Refuse when the queue stands at or above T before the packet (BCC §2.2).
    #[default]
    Before,
    /// Refuse when the queue would stand above T with the packet (BCC's public code).
    Including,
}

impl ThresholdTest {
    /// Whether a queue with `used` of the pool may take `units` more under `threshold`.
    #[inline]
    pub(super) const fn admits(self, used: u32, units: u32, threshold: u32) -> bool {
        match self {
            Self::Before => used < threshold,
            Self::Including => used.saturating_add(units) <= threshold,
        }
    }
}

/// One queue of the buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QueueLayout {
    /// The port the queue belongs to.
    pub port: PortId,
    /// Its private reserve \[B\], rounded down to whole cells.
    pub reserve: Bytes,
    /// Its share of the free pool.
    pub alpha: Alpha,
}

/// One packet buffer: a total, of which every queue's reserve is set aside and the rest is the shared pool.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MmuConfig {
    /// Bytes or cells.
    pub unit: DepthUnit,
    /// All of the memory \[B\], reserves included, rounded down to whole cells.
    pub total: Bytes,
    /// The threshold comparison.
    pub test: ThresholdTest,
    /// The queues, by index.
    pub queues: Vec<QueueLayout>,
}

impl MmuConfig {
    /// `ports` ports of one queue each, all alike.
    #[must_use]
    pub fn uniform(total: Bytes, ports: u16, reserve: Bytes, alpha: Alpha) -> Self {
        let queues = (0..ports).map(|port| QueueLayout { port: PortId(port), reserve, alpha }).collect();
        Self { unit: DepthUnit::BYTE, total, test: ThresholdTest::Before, queues }
    }
}

/// Which entry of a layout is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConfigField {
    /// The exponent of an alpha.
    AlphaLog2,
    /// The memory, in the layout's unit.
    Total,
    /// The sum of the reserves, in the layout's unit.
    Reserves,
    /// The number of queues.
    Queues,
    /// The number of ingress groups.
    Groups,
    /// The sum of the ingress groups' guarantees, in the layout's unit.
    Guaranteed,
    /// The sum of the lossless groups' headroom, in the layout's unit.
    Headroom,
    /// The ingress side's memory beside the egress side's pool, in the layout's unit.
    IngressTotal,
    /// A link's speed \[Mb/s\].
    LinkMbps,
    /// A link's cable \[m\].
    CableMetres,
    /// A link's largest frame \[B\].
    FrameMax,
    /// The smallest frame of a link's lossless class \[B\].
    FrameMin,
    /// The quanta of a pause frame.
    PauseQuanta,
}

/// A layout that was refused; `min ..= max` would have been accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// Which entry.
    pub field: ConfigField,
    /// Its value.
    pub value: i64,
    /// Smallest legal value.
    pub min: i64,
    /// Largest legal value.
    pub max: i64,
}

impl ConfigError {
    /// Refuses `value` outside `min ..= max`.
    pub(crate) fn unless_within(field: ConfigField, value: i64, min: i64, max: i64) -> Result<(), Self> {
        if value < min || value > max { Err(Self { field, value, min, max }) } else { Ok(()) }
    }
}

impl core::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:?} is {}, legal is {} to {}", self.field, self.value, self.min, self.max)
    }
}

impl core::error::Error for ConfigError {}
