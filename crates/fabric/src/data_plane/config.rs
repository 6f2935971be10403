//! Switch configuration.

use super::queues::PortQueues;
use freeboard_aqm_api::{DepthUnit, NotEct};
use freeboard_hw_model::mmu::{Alpha, ThresholdTest};
use freeboard_units::Bytes;

/// Which ports of a switch share a memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PortSplit {
    /// All of them.
    #[default]
    Together,
    /// Blocks of this many ports, in port order.
    Blocks(u16),
    /// This many memories, the ports dealt to them round robin.
    InTurn(u16),
}

/// The memory of a switch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BufferConfig {
    /// No limit.
    Unlimited,
    /// This many packets per port.
    PortPackets(u32),
    /// This many bytes per port.
    PortBytes(u32),
    /// Shared pools with dynamic thresholds.
    Shared {
        /// Memory of one MMU \[B\], reserves included.
        total: Bytes,
        /// Private reserve per port \[B\].
        reserve: Bytes,
        /// Share of the free pool.
        alpha: Alpha,
        /// The ports of each MMU.
        split: PortSplit,
        /// The threshold comparison.
        test: ThresholdTest,
    },
}

/// All switches of a network.
#[derive(Clone, Debug)]
pub struct SwitchConfig<Q> {
    /// The scheme, as a prototype; every switch gets its own state.
    pub scheme: Q,
    /// The memory.
    pub buffer: BufferConfig,
    /// What depths count in.
    pub unit: DepthUnit,
    /// What a signal does to a packet without ECN; `None` for what the scheme says itself.
    pub not_ect: Option<NotEct>,
    /// The queues of every port; `None` for one, first in first out.
    pub queues: Option<PortQueues>,
}

impl<Q> SwitchConfig<Q> {
    /// Depths in bytes, the scheme's own answer to packets without ECN, one queue per port.
    pub const fn new(scheme: Q, buffer: BufferConfig) -> Self {
        Self { scheme, buffer, unit: DepthUnit::BYTE, not_ect: None, queues: None }
    }
}
