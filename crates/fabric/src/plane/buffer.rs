//! The memory of a device at run time.

use super::config::BufferConfig;
use super::queues::{QueueConfig, QueueMemory};
use hw_model::mmu::{Charge, ConfigError, Mmu, MmuConfig, QueueLayout, ThresholdTest};
use units::{Bytes, DepthUnit, PortId, QueueId};

/// Shared pools of a device; none if its ports have private limits only.
#[derive(Debug, Default)]
pub(crate) struct Pools {
    mmus: Vec<Mmu>,
    ports_per_mmu: u32,
    queues_per_port: u32,
}

impl Pools {
    /// The pools that `config` asks for in a device of `ports` ports with these queues each.
    pub(crate) fn new(
        config: BufferConfig,
        unit: DepthUnit,
        ports: u32,
        queues: &[QueueConfig],
    ) -> Result<Self, ConfigError> {
        let Some(layout) = PoolLayout::new(config, ports) else { return Ok(Self::default()) };
        let mmus = layout.mmus(unit, queues).map(|mmu| Mmu::new(&mmu)).collect::<Result<_, _>>()?;
        Ok(Self { mmus, ports_per_mmu: layout.per_mmu, queues_per_port: queues.len() as u32 })
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

    /// Memory for a packet of one of several queues.
    pub(crate) fn admit_queue(&mut self, port: u32, queue: usize, size: u32) -> Option<Charge> {
        let (mmu, queue) = self.place_queue(port, queue);
        self.mmus[mmu].admit(queue, Bytes(size))
    }

    /// Gives it back.
    pub(crate) fn release_queue(&mut self, port: u32, queue: usize, size: u32, charge: Charge) {
        let (mmu, queue) = self.place_queue(port, queue);
        self.mmus[mmu].release(queue, Bytes(size), charge);
    }

    /// The first port that shares a port's pool; with private buffers the first port of the device.
    pub(crate) const fn first_port(&self, port: u32) -> u32 {
        match port.checked_rem(self.ports_per_mmu) {
            Some(beyond) => port - beyond,
            None => 0,
        }
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

    fn place_queue(&self, port: u32, queue: usize) -> (usize, QueueId) {
        let (mmu, QueueId(port)) = self.place(port);
        (mmu, QueueId((u32::from(port) * self.queues_per_port) as u16 + queue as u16))
    }
}

/// Which ports share which memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoolLayout {
    total: Bytes,
    memory: QueueMemory,
    test: ThresholdTest,
    ports: u32,
    pub(super) per_mmu: u32,
}

impl PoolLayout {
    /// `None` if the buffer is not shared.
    pub(super) fn new(config: BufferConfig, ports: u32) -> Option<Self> {
        let BufferConfig::Shared { total, reserve, alpha, ports_per_mmu, test } = config else { return None };
        let per_mmu = if ports_per_mmu == 0 { ports } else { u32::from(ports_per_mmu) }.max(1);
        Some(Self { total, memory: QueueMemory { reserve, alpha }, test, ports, per_mmu })
    }

    /// One memory after the other, in port order, with the queues of its ports.
    pub(super) fn mmus(
        self,
        unit: DepthUnit,
        queues: &[QueueConfig],
    ) -> impl Iterator<Item = MmuConfig> + '_ {
        let QueueMemory { reserve, alpha } = self.memory;
        let even = QueueMemory { reserve: Bytes(reserve.0 / (queues.len() as u32).max(1)), alpha };
        let of_port = move |port: u32| {
            queues.iter().map(move |queue| {
                let QueueMemory { reserve, alpha } = queue.memory.unwrap_or(even);
                QueueLayout { port: PortId(port as u16), reserve, alpha }
            })
        };
        (0..self.ports.div_ceil(self.per_mmu)).map(move |mmu| {
            let here = (self.ports - mmu * self.per_mmu).min(self.per_mmu);
            MmuConfig {
                unit,
                total: self.total,
                test: self.test,
                queues: (0..here).flat_map(of_port).collect(),
            }
        })
    }
}
