//! Packet memory of the switch: pools in the fabric's layout, or port limits.

use anyhow::{Result, anyhow};
use freeboard_device::mmu::{Charge, Mmu};
use freeboard_fabric::BufferConfig;
use freeboard_fabric::data_plane::PoolLayout;
use freeboard_scenario::world::Parts;
use freeboard_units::Bytes;

/// The memory.
pub(crate) enum Memory {
    Pools { layout: PoolLayout, mmus: Vec<Mmu> },
    PortPackets(u32),
    PortBytes(u32),
}

/// A queue, and what its port holds.
#[derive(Clone, Copy)]
pub(crate) struct Wanted {
    pub(crate) port: u16,
    pub(crate) queue: u16,
    /// Packets and bytes that wait in the port.
    pub(crate) waiting: (u32, u32),
    /// Nothing is in transmission: a packet passes the queue.
    pub(crate) is_idle: bool,
}

impl Memory {
    pub(crate) fn new(parts: &Parts) -> Result<Self> {
        let queues = &parts.queues.queues;
        if let Some(layout) = PoolLayout::new(parts.buffer, parts.rates.len() as u32, queues.len()) {
            let mmus = layout.mmus(parts.unit, queues).map(|config| Mmu::new(&config));
            let mmus = mmus.collect::<Result<_, _>>().map_err(|error| anyhow!("{error}"))?;
            return Ok(Self::Pools { layout, mmus });
        }
        Ok(match parts.buffer {
            BufferConfig::PortPackets(packets) => Self::PortPackets(packets),
            BufferConfig::PortBytes(bytes) => Self::PortBytes(bytes),
            BufferConfig::Unlimited | BufferConfig::Shared { .. } => Self::PortBytes(u32::MAX),
        })
    }

    /// Memory for a packet of `size` bytes; `None` if there is no room.
    pub(crate) fn admit(&mut self, wanted: Wanted, size: u32) -> Option<Option<Charge>> {
        let (packets, bytes) = wanted.waiting;
        match self {
            Self::Pools { layout, mmus } => {
                let (mmu, queue) = layout.queue(wanted.port, wanted.queue);
                mmus[mmu].admit(queue, Bytes(size)).map(Some)
            }
            _ if wanted.is_idle => Some(None),
            Self::PortPackets(most) => (packets < *most).then_some(None),
            Self::PortBytes(most) => (bytes.saturating_add(size) <= *most).then_some(None),
        }
    }

    /// A packet leaves, and what it was charged is free.
    pub(crate) fn release(&mut self, (port, queue): (u16, u16), size: u32, charge: Option<Charge>) {
        if let (Self::Pools { layout, mmus }, Some(charge)) = (self, charge) {
            let (mmu, queue) = layout.queue(port, queue);
            mmus[mmu].release(queue, Bytes(size), charge);
        }
    }

    /// Occupancy of a port's pool in the depth unit; `None` for private memories.
    pub(crate) fn depth(&self, port: u16) -> Option<u32> {
        let Self::Pools { layout, mmus } = self else { return None };
        Some(mmus[layout.queue(port, 0).0].pool_depth().0)
    }

    /// The first port of a port's memory; of private ones the switch's first.
    pub(crate) fn first_port(&self, port: u16) -> u16 {
        if let Self::Pools { layout, .. } = self { layout.first_port(port) } else { 0 }
    }
}
