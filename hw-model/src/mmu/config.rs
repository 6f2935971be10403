//! The layout of a packet buffer and what is wrong with one.

use super::Alpha;
use units::{Bytes, DepthUnit, PortId};

/// What a queue's pool part is compared with its threshold as.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ThresholdTest {
    /// Refuse when the queue stands at or above T before the packet (BCC §2.2).
    #[default]
    Before,
    /// Refuse when the queue would stand above T with the packet (BCC's public code).
    Including,
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

impl core::fmt::Display for ConfigError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{:?} is {}, legal is {} to {}", self.field, self.value, self.min, self.max)
    }
}

impl core::error::Error for ConfigError {}
