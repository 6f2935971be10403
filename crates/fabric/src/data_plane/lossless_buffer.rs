//! The memory of a device with lossless classes: every packet is charged where it comes in and where it goes.

use super::buffer::{Buffer, PauseOrder, Place, Places, PoolLayout};
use super::config::{BufferConfig, Lossless, PortQueues, QueueError, SetupError};
use super::queues::QueuedPacket;
use freeboard_device::mmu::{
    Alpha, Charges, ConfigError, Discrepancy, GroupId, GroupLayout, IngressConfig, PacketMemory,
    ThresholdTest,
};
use freeboard_device::pfc::{CLASSES, Link, PauseStats, PauseTiming};
use freeboard_units::{Bytes, DepthUnit, PortId};

/// The memories of a device, and who pauses whom.
///
/// A memory has a group for every port of the device, since all of them may send into it: one for the lossy
/// classes together and one per lossless class. A class of an ingress port is paused while any memory says so.
#[derive(Debug)]
pub(crate) struct LosslessBuffer {
    memories: Vec<PacketMemory>,
    places: Places,
    group_of_class: [u16; CLASSES],
    groups_per_port: u16,
    /// Memories that pause each group at present.
    pausing: Vec<u16>,
    /// Number of its first group among those of all devices, memory by memory.
    first_event: u32,
}

impl LosslessBuffer {
    /// Empty memories of a device whose ports have these links.
    pub(crate) fn new(
        buffer: BufferConfig,
        unit: DepthUnit,
        links: &[Link],
        queues: &PortQueues,
        lossless: &Lossless,
        first_event: u32,
    ) -> Result<Self, SetupError> {
        let layout = PoolLayout::new(buffer, links.len() as u32, queues.queues.len())
            .ok_or(SetupError::Queues(QueueError::NoPool))?;
        let classes: Vec<u8> = queues.lossless_classes().collect();
        let groups = groups(links, unit, &classes, lossless).map_err(SetupError::Buffer)?;
        let timing = fastest(links, lossless.quanta).map_err(SetupError::Buffer)?;
        let memory = |egress| {
            let reserved = reserved(&egress);
            let total = egress.total.minus(reserved);
            let ingress = IngressConfig { unit, total, test: ThresholdTest::Before, groups: groups.clone() };
            PacketMemory::new(&ingress, &egress, timing)
        };
        let memories: Vec<_> = layout
            .mmus(unit, &queues.queues)
            .map(memory)
            .collect::<Result<_, ConfigError>>()
            .map_err(SetupError::Buffer)?;
        let mut group_of_class = [0; CLASSES];
        for (group, class) in (1u16..).zip(&classes) {
            group_of_class[usize::from(*class)] = group;
        }
        Ok(Self {
            memories,
            places: layout.places,
            group_of_class,
            groups_per_port: classes.len() as u16 + 1,
            pausing: vec![0; groups.len()],
            first_event,
        })
    }

    /// Groups of all memories.
    pub(crate) fn events(&self) -> u32 {
        (self.memories.len() * self.pausing.len()) as u32
    }

    /// The repeat that an event of this device was for, if it is due.
    pub(crate) fn refresh(&mut self, event: u32, now: u64) -> Option<PauseOrder> {
        let index = (event - self.first_event) as usize;
        let (memory, group) = (index / self.pausing.len(), GroupId((index % self.pausing.len()) as u16));
        let action = self.memories[memory].refresh(group, now)?;
        Some(PauseOrder { frame: Some(action), repeat: self.repeat(memory, group) })
    }

    fn repeat(&self, memory: usize, group: GroupId) -> Option<(u64, u32)> {
        let index = memory * self.pausing.len() + group.index();
        let at = self.memories[memory].refresh_at(group)?;
        Some((at, self.first_event + index as u32))
    }

    /// What the pauses of a class at an ingress port came to, in all memories.
    pub(crate) fn pauses(&self, port: u16, class: u8) -> PauseStats {
        let group = self.group(port, class);
        let mut sum = PauseStats::default();
        for stats in self.memories.iter().map(|memory| memory.pauses(group)) {
            sum.pauses = sum.pauses.wrapping_add(stats.pauses);
            sum.refreshes = sum.refreshes.wrapping_add(stats.refreshes);
            sum.resumes = sum.resumes.wrapping_add(stats.resumes);
            sum.paused_ps = sum.paused_ps.wrapping_add(stats.paused_ps);
            sum.longest_ps = sum.longest_ps.max(stats.longest_ps);
        }
        sum
    }
}

impl Buffer for LosslessBuffer {
    fn admit(&mut self, place: Place, size: u32) -> Option<Charges> {
        let (memory, queue) = self.places.queue(place);
        self.memories[memory].admit(place.group, queue, Bytes(size)).ok()
    }

    fn release(&mut self, place: Place, size: u32, charges: Charges) {
        let (memory, queue) = self.places.queue(place);
        self.memories[memory].release(place.group, queue, Bytes(size), charges);
    }

    fn depth(&self, port: u16) -> Option<u32> {
        Some(self.memories[self.places.port(port).0].egress().pool_depth().0)
    }

    fn pass(&self, place: Place, size: u32) -> Option<Option<u32>> {
        let (memory, queue) = self.places.queue(place);
        let memory = &self.memories[memory];
        memory.passes(place.group, queue, Bytes(size)).then(|| Some(memory.egress().pool_depth().0))
    }

    fn first_port(&self, port: u16) -> u16 {
        self.places.first_port(port)
    }

    fn audit(&self, packets: &[(Place, QueuedPacket)]) -> Option<(usize, Discrepancy)> {
        let audit = |memory: usize| {
            let in_memory = packets.iter().filter_map(|&(place, held)| {
                let (own, queue) = self.places.queue(place);
                (own == memory).then_some((held.group, queue, Bytes(held.tag.size()), held.charges))
            });
            let in_memory: Vec<_> = in_memory.collect();
            Some((memory, self.memories[memory].audit(&in_memory)?))
        };
        (0..self.memories.len()).find_map(audit)
    }

    #[inline]
    fn group(&self, ingress: u16, class: u8) -> GroupId {
        GroupId(ingress * self.groups_per_port + self.group_of_class[usize::from(class) % CLASSES])
    }

    fn pause(&mut self, place: Place, now: u64) -> Option<PauseOrder> {
        let (memory, _) = self.places.port(place.port);
        let action = self.memories[memory].pfc(place.group, now)?;
        let pausing = &mut self.pausing[place.group.index()];
        if action.quanta > 0 {
            *pausing += 1;
            return Some(PauseOrder { frame: Some(action), repeat: self.repeat(memory, place.group) });
        }
        *pausing -= 1;
        Some(PauseOrder { frame: (*pausing == 0).then_some(action), repeat: None })
    }
}

/// The device of a refresh event, from the devices with lossless classes and where the numbers of each end.
pub(crate) fn device_of_refresh(ends: &[(u32, u32)], event: u32) -> Option<u32> {
    ends.get(ends.partition_point(|&(end, _)| end <= event)).map(|&(_, device)| device)
}

/// A lossy group may take all that is free: it is the egress side that stops it.
const LOSSY_ALPHA_LOG2: i8 = Alpha::MAX_LOG2;

fn groups(
    links: &[Link],
    unit: DepthUnit,
    classes: &[u8],
    lossless: &Lossless,
) -> Result<Vec<GroupLayout>, ConfigError> {
    let lossy = Alpha::from_log2(LOSSY_ALPHA_LOG2)?;
    let mut groups = Vec::with_capacity(links.len() * (classes.len() + 1));
    for (port, link) in (0u16..).map(PortId).zip(links) {
        groups.push(GroupLayout { port, class: 0, guaranteed: Bytes(0), alpha: lossy, lossless: None });
        let computed = Bytes(link.headroom(unit)?.units.saturating_mul(unit.bytes()));
        let headroom = lossless.headroom.unwrap_or(computed);
        let alpha = share(lossless, link.mbps)?;
        groups.extend(classes.iter().map(|&class| GroupLayout {
            port,
            class,
            guaranteed: lossless.guaranteed,
            alpha,
            lossless: Some(freeboard_device::mmu::Lossless { headroom, xon_offset: lossless.xon_offset }),
        }));
    }
    Ok(groups)
}

/// A link's share of the free ingress pool: twice of it at twice the rate, in whole doublings, where HPCC's simulator takes one
/// from its shift. A link slower than that of `alpha` has no less.
fn share(lossless: &Lossless, mbps: u32) -> Result<Alpha, ConfigError> {
    let Some(base) = lossless.alpha_mbps else { return Ok(lossless.alpha) };
    let doublings = (mbps / base.max(1)).checked_ilog2().unwrap_or(0);
    Alpha::from_log2(lossless.alpha.log2().saturating_add(doublings as i8))
}

/// Pauses on the fastest link are the shortest, and their repeats come in time for every other.
fn fastest(links: &[Link], quanta: u16) -> Result<PauseTiming, ConfigError> {
    let mut found: Option<(u32, PauseTiming)> = None;
    for link in links {
        let timing = PauseTiming::new(link, quanta)?;
        if found.is_none_or(|(mbps, _)| link.mbps > mbps) {
            found = Some((link.mbps, timing));
        }
    }
    found.map(|(_, timing)| timing).ok_or(ConfigError {
        field: freeboard_device::mmu::ConfigField::Groups,
        value: 0,
        min: 1,
        max: i64::from(u16::MAX),
    })
}

/// What the queues of a memory have for themselves.
fn reserved(egress: &freeboard_device::mmu::MmuConfig) -> Bytes {
    let unit = egress.unit;
    let of = |queue: &freeboard_device::mmu::QueueLayout| u64::from(unit.floor(queue.reserve) * unit.bytes());
    Bytes(u32::try_from(egress.queues.iter().map(of).sum::<u64>()).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share_log2(base: Option<u32>, mbps: u32) -> i8 {
        let lossless = Lossless {
            classes: [false; CLASSES],
            guaranteed: Bytes(0),
            alpha: Alpha::from_log2(-3).unwrap(),
            alpha_mbps: base,
            xon_offset: Bytes(0),
            headroom: None,
            frame_max: Bytes(1_048),
            frame_min: Bytes(64),
            quanta: u16::MAX,
        };
        share(&lossless, mbps).unwrap().log2()
    }

    /// HPCC's simulator: shift 3 at 100 Gbit/s, 1 at 400.
    #[test]
    fn a_link_of_twice_the_rate_has_twice_the_share_where_that_is_asked_for() {
        let links = [40_000, 100_000, 200_000, 400_000];
        assert_eq!(links.map(|mbps| share_log2(Some(100_000), mbps)), [-3, -3, -2, -1]);
        assert_eq!(links.map(|mbps| share_log2(None, mbps)), [-3; 4]);
    }
}
