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
