//! The memory of a device at run time.

use super::config::{BufferConfig, PortSplit};
use super::queues::{QueueConfig, QueueMemory};
use freeboard_hw_model::mmu::{Charge, ConfigError, Discrepancy, Mmu, MmuConfig, QueueLayout, ThresholdTest};
use freeboard_units::{Bytes, DepthUnit, PortId, QueueId};

/// Shared pools of a device; none if its ports have private limits only.
#[derive(Debug, Default)]
pub(crate) struct Pools {
    mmus: Vec<Mmu>,
    places: Places,
}

impl Pools {
    /// The pools that `config` asks for in a device of `ports` ports with these queues each.
    pub(crate) fn new(
        config: BufferConfig,
        unit: DepthUnit,
        ports: u32,
        queues: &[QueueConfig],
    ) -> Result<Self, ConfigError> {
        let Some(layout) = PoolLayout::new(config, ports, queues.len()) else { return Ok(Self::default()) };
        let mmus = layout.mmus(unit, queues).map(|mmu| Mmu::new(&mmu)).collect::<Result<_, _>>()?;
        Ok(Self { mmus, places: layout.places })
    }

    #[inline]
    pub(crate) fn is_shared(&self) -> bool {
        !self.mmus.is_empty()
    }

    #[inline]
    pub(crate) fn admit(&mut self, port: u32, size: u32) -> Option<Charge> {
        let (mmu, queue) = self.places.port(port);
        self.mmus[mmu].admit(queue, Bytes(size))
    }

    #[inline]
    pub(crate) fn release(&mut self, port: u32, size: u32, charge: Charge) {
        let (mmu, queue) = self.places.port(port);
        self.mmus[mmu].release(queue, Bytes(size), charge);
    }

    /// The memory that serves a port.
    pub(super) fn memory(&self, port: u32) -> usize {
        self.places.port(port).0
    }

    /// Memory for a packet of one of several queues.
    pub(crate) fn admit_queue(&mut self, port: u32, queue: usize, size: u32) -> Option<Charge> {
        let (mmu, queue) = self.places.queue(port, queue);
        self.mmus[mmu].admit(queue, Bytes(size))
    }

    /// Gives it back.
    pub(crate) fn release_queue(&mut self, port: u32, queue: usize, size: u32, charge: Charge) {
        let (mmu, queue) = self.places.queue(port, queue);
        self.mmus[mmu].release(queue, Bytes(size), charge);
    }

    /// The first port that shares a port's pool; with private buffers the first port of the device.
    pub(crate) fn first_port(&self, port: u32) -> u32 {
        if self.is_shared() { self.places.first_port(port) } else { 0 }
    }

    /// Compares the accounts with the packets that are in the pools: port, queue, size, charge of each. Returns the first
    /// that differs, and its pool.
    pub(crate) fn audit(&self, packets: &[(u32, usize, u32, Charge)]) -> Option<(usize, Discrepancy)> {
        let in_pool = |pool: usize| {
            packets.iter().filter_map(move |&(port, queue, size, charge)| {
                let (own, queue) = self.places.queue(port, queue);
                (own == pool).then_some((queue, Bytes(size), charge))
            })
        };
        let mut audits = self.mmus.iter().enumerate().map(|(pool, mmu)| (pool, mmu.audit(in_pool(pool))));
        audits.find_map(|(pool, found)| Some((pool, found?)))
    }

    /// Occupancy of the pool that serves a port, in the depth unit.
    #[inline]
    pub(crate) fn depth(&self, port: u32) -> u32 {
        self.mmus[self.places.port(port).0].pool_depth().0
    }
}

/// Where every port's queues are: a memory, and the first of them in it.
#[derive(Clone, Debug, Default)]
pub(super) struct Places(Vec<(u16, u16)>);

impl Places {
    fn new(split: PortSplit, ports: u32, queues: usize) -> Self {
        let mut taken = Vec::new();
        let place = |port: u32| {
            let mmu = match split {
                PortSplit::Together => 0,
                PortSplit::Blocks(size) => port / u32::from(size.max(1)),
                PortSplit::InTurn(mmus) => port % u32::from(mmus.max(1)),
            };
            taken.resize(taken.len().max(mmu as usize + 1), 0);
            let first = taken[mmu as usize];
            taken[mmu as usize] += queues;
            (mmu as u16, first as u16)
        };
        Self((0..ports).map(place).collect())
    }

    /// Memory and first queue of a port.
    #[inline]
    pub(super) fn port(&self, port: u32) -> (usize, QueueId) {
        let (mmu, first) = self.0[port as usize];
        (usize::from(mmu), QueueId(first))
    }

    /// Memory of a port and one of its queues.
    pub(super) fn queue(&self, port: u32, queue: usize) -> (usize, QueueId) {
        let (mmu, QueueId(first)) = self.port(port);
        (mmu, QueueId(first + queue as u16))
    }

    /// The first port of the memory that a port has.
    pub(super) fn first_port(&self, port: u32) -> u32 {
        let own = self.0[port as usize].0;
        self.0.iter().position(|&(mmu, _)| mmu == own).unwrap_or(0) as u32
    }

    fn memories(&self) -> u16 {
        self.0.iter().map(|&(mmu, _)| mmu + 1).max().unwrap_or(0)
    }
}

/// Which ports share which memory.
#[derive(Clone, Debug)]
pub(super) struct PoolLayout {
    total: Bytes,
    memory: QueueMemory,
    test: ThresholdTest,
    pub(super) places: Places,
}

impl PoolLayout {
    /// `None` if the buffer is not shared.
    pub(super) fn new(config: BufferConfig, ports: u32, queues: usize) -> Option<Self> {
        let BufferConfig::Shared { total, reserve, alpha, split, test } = config else { return None };
        let places = Places::new(split, ports, queues);
        Some(Self { total, memory: QueueMemory { reserve, alpha }, test, places })
    }

    /// One memory after the other, with the queues of its ports in port order.
    pub(super) fn mmus<'a>(
        &'a self,
        unit: DepthUnit,
        queues: &'a [QueueConfig],
    ) -> impl Iterator<Item = MmuConfig> + 'a {
        let QueueMemory { reserve, alpha } = self.memory;
        let even = QueueMemory { reserve: Bytes(reserve.0 / (queues.len() as u32).max(1)), alpha };
        let of_port = move |port: u32| {
            queues.iter().map(move |queue| {
                let QueueMemory { reserve, alpha } = queue.memory.unwrap_or(even);
                QueueLayout { port: PortId(port as u16), reserve, alpha }
            })
        };
        (0..self.places.memories()).map(move |mmu| {
            let here = self.places.0.iter().filter(|&&(own, _)| own == mmu).count() as u32;
            MmuConfig {
                unit,
                total: self.total,
                test: self.test,
                queues: (0..here).flat_map(of_port).collect(),
            }
        })
    }
}
