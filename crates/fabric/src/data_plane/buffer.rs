//! The memory of a device at run time.

use super::config::{BufferConfig, PortSplit, QueueConfig, QueueMemory};
use super::queues::QueuedPacket;
use freeboard_device::mmu::{
    Charges, ConfigError, Discrepancy, GroupId, IngressCharge, Mmu, MmuConfig, QueueLayout, ThresholdTest,
};
use freeboard_device::pfc::PfcAction;
use freeboard_units::{Bytes, DepthUnit, PortId, QueueId};

/// What a packet is charged to: the queue it goes to, and the ingress group it came in through, where there are any.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place {
    /// The port, by its index in its device.
    pub(crate) port: u16,
    /// The queue of that port.
    pub(crate) queue: u16,
    pub(crate) group: GroupId,
}

impl Place {
    /// The only queue of a port.
    #[inline]
    pub(crate) const fn only(port: u16) -> Self {
        Self { port, queue: 0, group: GroupId(0) }
    }
}

/// A pause frame to send, and when to look at it again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PauseOrder {
    /// The frame; `None` if another memory still pauses the class.
    pub(crate) frame: Option<PfcAction>,
    /// Time and event of the repeat.
    pub(crate) repeat: Option<(u64, u32)>,
}

/// The memory of a device: who may have how much of it.
pub(crate) trait Buffer {
    /// Charges a packet of `size` bytes; `None` if there is no room for it.
    fn admit(&mut self, place: Place, size: u32) -> Option<Charges>;
    /// A packet leaves, and what it was charged is free.
    fn release(&mut self, place: Place, size: u32, charges: Charges);
    /// Occupancy of the memory that serves a port, in the depth unit; `None` if every port has its own.
    fn depth(&self, port: u16) -> Option<u32>;
    /// A packet that comes and leaves at once, without a trace: [`Self::depth`] then. `None` if there is no room for it, or if a
    /// pause frame may be due: [`Self::admit`] knows.
    fn pass(&self, place: Place, size: u32) -> Option<Option<u32>>;
    /// The first port that shares the memory of a port; of private ones the first of the device.
    fn first_port(&self, port: u16) -> u16;
    /// Compares the accounts with the packets inside, each with its place; returns the first that differs, and its memory.
    fn audit(&self, packets: &[(Place, QueuedPacket)]) -> Option<(usize, Discrepancy)>;
    /// The ingress group of packets of a class that come in through a port.
    #[inline]
    fn group(&self, _ingress: u16, _class: u8) -> GroupId {
        GroupId(0)
    }
    /// What the last packet of a place calls for.
    #[inline]
    fn pause(&mut self, _place: Place, _now: u64) -> Option<PauseOrder> {
        None
    }
}

/// Shared pools of a device.
#[derive(Debug)]
pub(crate) struct Pools {
    mmus: Vec<Mmu>,
    places: Places,
}

impl Pools {
    /// The pools that `config` asks for in a device of `ports` ports with these queues each; `None` if it asks for none.
    pub(crate) fn new(
        config: BufferConfig,
        unit: DepthUnit,
        ports: u32,
        queues: &[QueueConfig],
    ) -> Result<Option<Self>, ConfigError> {
        let Some(layout) = PoolLayout::new(config, ports, queues.len()) else { return Ok(None) };
        let mmus = layout.mmus(unit, queues).map(|config| Mmu::new(&config)).collect::<Result<_, _>>()?;
        Ok(Some(Self { mmus, places: layout.places }))
    }

    /// The memory that serves a port.
    pub(super) fn memory(&self, port: u32) -> usize {
        self.places.port(port as u16).0
    }
}

impl Buffer for Pools {
    #[inline(always)]
    fn admit(&mut self, place: Place, size: u32) -> Option<Charges> {
        let (mmu, queue) = self.places.queue(place);
        let egress = self.mmus[mmu].admit(queue, Bytes(size))?;
        Some(Charges { ingress: IngressCharge::default(), egress })
    }

    #[inline]
    fn release(&mut self, place: Place, size: u32, charges: Charges) {
        let (mmu, queue) = self.places.queue(place);
        self.mmus[mmu].release(queue, Bytes(size), charges.egress);
    }

    #[inline]
    fn depth(&self, port: u16) -> Option<u32> {
        Some(self.mmus[self.places.port(port).0].pool_depth().0)
    }

    #[inline(always)]
    fn pass(&self, place: Place, size: u32) -> Option<Option<u32>> {
        let (mmu, queue) = self.places.queue(place);
        let mmu = &self.mmus[mmu];
        mmu.admits(queue, Bytes(size)).then(|| Some(mmu.pool_depth().0))
    }

    fn first_port(&self, port: u16) -> u16 {
        self.places.first_port(port)
    }

    fn audit(&self, packets: &[(Place, QueuedPacket)]) -> Option<(usize, Discrepancy)> {
        let in_pool = |pool: usize| {
            packets.iter().filter_map(move |(place, held)| {
                let (own, queue) = self.places.queue(*place);
                (own == pool).then_some((queue, Bytes(held.tag.size()), held.charges.egress))
            })
        };
        let mut audits = self.mmus.iter().enumerate().map(|(pool, mmu)| (pool, mmu.audit(in_pool(pool))));
        audits.find_map(|(pool, found)| Some((pool, found?)))
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
                PortSplit::RoundRobin(mmus) => port % u32::from(mmus.max(1)),
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
    pub(super) fn port(&self, port: u16) -> (usize, QueueId) {
        let (mmu, first) = self.0[usize::from(port)];
        (usize::from(mmu), QueueId(first))
    }

    /// Memory of a port and one of its queues.
    #[inline]
    pub(super) fn queue(&self, place: Place) -> (usize, QueueId) {
        let (mmu, QueueId(first)) = self.port(place.port);
        (mmu, QueueId(first + place.queue))
    }

    /// The first port of the memory that a port has.
    pub(super) fn first_port(&self, port: u16) -> u16 {
        let own = self.0[usize::from(port)].0;
        self.0.iter().position(|&(mmu, _)| mmu == own).unwrap_or(0) as u16
    }

    fn memories(&self) -> u16 {
        self.0.iter().map(|&(mmu, _)| mmu + 1).max().unwrap_or(0)
    }
}

/// Layout of shared pools: which ports share which memory.
#[derive(Clone, Debug)]
pub struct PoolLayout {
    total: Bytes,
    memory: QueueMemory,
    test: ThresholdTest,
    pub(super) places: Places,
}

impl PoolLayout {
    /// The layout for ports with n queues each; `None` if nothing is shared.
    #[must_use]
    pub fn new(config: BufferConfig, ports: u32, queues: usize) -> Option<Self> {
        let BufferConfig::Shared { total, reserve, alpha, split, test } = config else { return None };
        let places = Places::new(split, ports, queues);
        Some(Self { total, memory: QueueMemory { reserve, alpha }, test, places })
    }

    /// Memory of a queue, and its index there.
    #[must_use]
    pub fn queue(&self, port: u16, queue: u16) -> (usize, QueueId) {
        self.places.queue(Place { port, queue, group: GroupId(0) })
    }

    /// The first port of the memory that a port has.
    #[must_use]
    pub fn first_port(&self, port: u16) -> u16 {
        self.places.first_port(port)
    }

    /// One memory after the other, with the queues of its ports in port order.
    pub fn mmus<'a>(
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
