//! The memory of a device at run time.

use super::config::BufferConfig;
use hw_model::mmu::{Charge, ConfigError, Mmu, MmuConfig, QueueLayout};
use units::{Bytes, DepthUnit, PortId, QueueId};

/// Shared pools of a device; none if its ports have private limits only.
#[derive(Debug, Default)]
pub(crate) struct Pools {
    mmus: Vec<Mmu>,
    ports_per_mmu: u32,
}

impl Pools {
    /// The pools that `config` asks for in a device of `ports` ports.
    pub(crate) fn new(config: BufferConfig, unit: DepthUnit, ports: u32) -> Result<Self, ConfigError> {
        let BufferConfig::Shared { total, reserve, alpha, ports_per_mmu, test } = config else {
            return Ok(Self::default());
        };
        let per_mmu = if ports_per_mmu == 0 { ports } else { u32::from(ports_per_mmu) }.max(1);
        let mut mmus = Vec::new();
        let mut left = ports;
        while left > 0 {
            let here = left.min(per_mmu);
            left -= here;
            let layout = |port: u32| QueueLayout { port: PortId(port as u16), reserve, alpha };
            let queues = (0..here).map(layout).collect();
            mmus.push(Mmu::new(&MmuConfig { unit, total, test, queues })?);
        }
        Ok(Self { mmus, ports_per_mmu: per_mmu })
    }

    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        !self.mmus.is_empty()
    }

    #[inline]
    pub(crate) fn admit(&mut self, port: u32, size: u32) -> Option<Charge> {
        let (mmu, queue) = self.place(port);
        self.mmus[mmu].admit(queue, Bytes(size))
    }

    #[inline]
    pub(crate) fn release(&mut self, port: u32, size: u32, charge: Charge) {
        let (mmu, queue) = self.place(port);
        self.mmus[mmu].release(queue, Bytes(size), charge);
    }

    /// Occupancy of the pool that serves a port, in the depth unit.
    #[inline]
    pub(crate) fn depth(&self, port: u32) -> u32 {
        self.mmus[self.place(port).0].pool_depth().0
    }

    #[inline]
    fn place(&self, port: u32) -> (usize, QueueId) {
        ((port / self.ports_per_mmu) as usize, QueueId((port % self.ports_per_mmu) as u16))
    }
}
