//! Ten million random operations on both sides of a memory leave every account right.

use freeboard_device::mmu::{
    AccountName, Alpha, Charge, Charges, GroupId, GroupLayout, Ingress, IngressCharge, IngressConfig,
    Lossless, Mmu, MmuConfig, PacketMemory, QueueLayout, ThresholdTest,
};
use freeboard_device::pfc::{Link, PauseTiming};
use freeboard_fixmath::split_mix::SplitMix64;
use freeboard_units::{Bytes, DepthUnit, PortId, QueueId};

const OPERATIONS: u32 = 10_000_000;
const QUEUES: u16 = 12;
const GROUPS: u16 = 10;

fn memory() -> PacketMemory {
    let unit = DepthUnit::cell(208).unwrap();
    let alpha = |index: u16| Alpha::from_log2((index % 11) as i8 - 7).unwrap();
    let group = |index: u16| GroupLayout {
        port: PortId(index / 2),
        class: (index % 2) as u8,
        guaranteed: Bytes(u32::from(index) * 900),
        alpha: alpha(index + 3),
        lossless: index
            .is_multiple_of(2)
            .then_some(Lossless { headroom: Bytes(30_000), xon_offset: Bytes(2288) }),
    };
    let queue = |index: u16| QueueLayout {
        port: PortId(index / 3),
        reserve: Bytes(u32::from(index) * 1100),
        alpha: alpha(index),
    };
    let test = ThresholdTest::Before;
    let egress = MmuConfig { unit, total: Bytes(1_100_000), test, queues: (0..QUEUES).map(queue).collect() };
    let groups = (0..GROUPS).map(group).collect();
    let ingress = IngressConfig { unit, total: Bytes(1_000_000), test, groups };
    let link = Link { mbps: 100_000, cable_m: 40, frame_max: Bytes(1518), frame_min: Bytes(64) };
    PacketMemory::new(&ingress, &egress, PauseTiming::longest(&link).unwrap()).unwrap()
}

/// What the packets in memory sum to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    all: u32,
    pool: u32,
    shared: u32,
}

impl Sums {
    fn of(units: u32, charges: Charges) -> Self {
        let one = |holds: bool| if holds { units } else { 0 };
        Self {
            all: units,
            pool: one(charges.egress == Charge::Pool),
            shared: one(charges.ingress == IngressCharge::Shared),
        }
    }

    fn add(&mut self, other: Self) {
        *self = Self {
            all: self.all + other.all,
            pool: self.pool + other.pool,
            shared: self.shared + other.shared,
        };
    }

    fn sub(&mut self, other: Self) {
        *self = Self {
            all: self.all - other.all,
            pool: self.pool - other.pool,
            shared: self.shared - other.shared,
        };
    }
}

/// Every account of a side, added up.
fn ports(egress: &Mmu, ingress: &Ingress) -> [u32; 4] {
    let queues = (0..QUEUES).map(|queue| egress.queue_depth(QueueId(queue)).0).sum();
    let out = (0..QUEUES).map(|port| egress.port_depth(PortId(port)).0).sum();
    let kinds = [IngressCharge::Guaranteed, IngressCharge::Shared, IngressCharge::Headroom];
    let of = |group| kinds.map(|kind| ingress.group_depth(GroupId(group), kind).0).iter().sum::<u32>();
    let groups = (0..GROUPS).map(of).sum();
    let into = (0..GROUPS).map(|port| ingress.port_depth(PortId(port)).0).sum();
    [queues, out, groups, into]
}

#[test]
fn every_pool_is_conserved_and_a_drained_memory_is_empty() {
    let (mut memory, mut words, unit) = (memory(), SplitMix64::new(1), DepthUnit::cell(208).unwrap());
    let mut held: Vec<(GroupId, QueueId, Bytes, Charges)> = Vec::new();
    let (mut sums, mut refused) = (Sums::default(), 0u32);
    for operation in 0..OPERATIONS {
        // Filling and draining in turn, so that the memory is seen full and empty.
        let fills = (operation >> 14) % 3 < 2;
        if words.below(8) < if fills { 6 } else { 2 } {
            let (group, queue) = (GroupId(words.below(11) as u16), QueueId(words.below(13) as u16));
            let size = Bytes(1 + words.below(9216));
            match memory.admit(group, queue, size) {
                Ok(charges) => {
                    sums.add(Sums::of(unit.ceil(size), charges));
                    held.push((group, queue, size, charges));
                }
                Err(_) => refused += 1,
            }
        } else if !held.is_empty() {
            let (group, queue, size, charges) = held.swap_remove(words.below(held.len() as u32) as usize);
            memory.release(group, queue, size, charges);
            sums.sub(Sums::of(unit.ceil(size), charges));
        }
        let (egress, ingress) = (memory.egress(), memory.ingress());
        assert_eq!((egress.pool_depth().0, ingress.shared_depth().0), (sums.pool, sums.shared));
        assert!(sums.pool <= egress.pool_size().0 && sums.shared <= ingress.shared_size().0);
        if operation.is_multiple_of(4096) {
            assert_eq!(ports(egress, ingress), [sums.all; 4]);
            assert_eq!(memory.audit(&held), None);
        }
    }
    assert!(refused > OPERATIONS / 100, "the memory was never full: {refused}");
    for (group, queue, size, charges) in held {
        memory.release(group, queue, size, charges);
    }
    assert_eq!(ports(memory.egress(), memory.ingress()), [0; 4]);
    assert_eq!(memory.audit(&[]), None);
    assert_eq!((memory.egress().pool_depth().0, memory.ingress().shared_depth().0), (0, 0));
}

/// Against the whole way on a copy: in by both sides, out again, the group asked for a pause frame each time.
#[test]
fn a_packet_that_passes_leaves_no_trace() {
    let (mut memory, mut words) = (memory(), SplitMix64::new(2));
    let mut held: Vec<(GroupId, QueueId, Bytes, Charges)> = Vec::new();
    let (mut passed, mut refused, mut paused, mut headroom) = (0, 0, 0, 0);
    for now in 0..60_000u64 {
        let (group, queue) = (GroupId(words.below(11) as u16), QueueId(words.below(13) as u16));
        let size = Bytes(1 + words.below(9216));
        let mut copy = memory.clone();
        let came = copy.admit(group, queue, size);
        let frames = came.map(|charges| {
            let on_arrival = copy.pfc(group, now);
            copy.release(group, queue, size, charges);
            (on_arrival, copy.pfc(group, now))
        });
        if memory.passes(group, queue, size) {
            passed += 1;
            assert_eq!(frames, Ok((None, None)));
            assert_eq!(format!("{copy:?}"), format!("{memory:?}"));
        } else {
            let is_paused = memory.refresh_at(group).is_some();
            let is_headroom = came.is_ok_and(|charges| charges.ingress == IngressCharge::Headroom);
            assert!(came.is_err() || is_paused || is_headroom, "what would pass is let pass");
            refused += u32::from(came.is_err());
            paused += u32::from(is_paused);
            headroom += u32::from(is_headroom);
        }
        let fills = (now >> 12) % 3 < 2;
        let group = if words.below(8) < if fills { 6 } else { 2 } {
            held.extend(memory.admit(group, queue, size).ok().map(|charges| (group, queue, size, charges)));
            group
        } else if held.is_empty() {
            continue;
        } else {
            let (group, queue, size, charges) = held.swap_remove(words.below(held.len() as u32) as usize);
            memory.release(group, queue, size, charges);
            group
        };
        _ = memory.pfc(group, now);
    }
    assert!([passed, refused, paused, headroom].iter().all(|&times| times > 1000), "all of it was seen");
}

/// Packets of a group until it has to be paused.
fn until_paused(memory: &mut PacketMemory, group: GroupId, queue: QueueId, size: Bytes) -> Vec<Charges> {
    let mut held = Vec::new();
    while memory.pfc(group, 0).is_none() {
        assert!(held.len() < 10_000, "its headroom never holds anything");
        held.push(memory.admit(group, queue, size).unwrap());
    }
    held
}

#[test]
fn no_packet_passes_while_its_group_is_paused() {
    let mut memory = memory();
    let (group, other, queue, size) = (GroupId(2), GroupId(4), QueueId(7), Bytes(9000));
    let others = until_paused(&mut memory, other, queue, size);
    let mut own = until_paused(&mut memory, group, queue, size);
    // Its headroom is free again, but what it shares is above a threshold that the other group keeps down.
    while let Some(last) = own.pop_if(|charges| charges.ingress == IngressCharge::Headroom) {
        memory.release(group, queue, size, last);
        assert_eq!(memory.pfc(group, 1), None);
    }
    others.into_iter().for_each(|charges| memory.release(other, queue, size, charges));
    assert!(!memory.passes(group, queue, Bytes(64)), "its last packet would end the pause");
    assert_eq!(memory.pfc(group, 2).map(|action| action.quanta), Some(0));
    assert!(memory.passes(group, queue, Bytes(64)));
}

#[test]
fn an_audit_finds_what_was_not_released_and_what_was_released_twice() {
    let mut memory = memory();
    let (group, queue, size) = (GroupId(5), QueueId(7), Bytes(500));
    let units = DepthUnit::cell(208).unwrap().ceil(size);
    let charges = memory.admit(group, queue, size).unwrap();
    let packet = (group, queue, size, charges);
    assert_eq!(memory.audit(&[packet]), None);
    let leaked = memory.audit(&[]).unwrap();
    assert_eq!(leaked.account, AccountName::Group(group, IngressCharge::Guaranteed));
    assert_eq!((leaked.held, leaked.booked), (0, units));
    let out = memory.egress().audit([]).unwrap();
    assert_eq!((out.account, out.held, out.booked), (AccountName::Reserve(queue), 0, units));
    memory.admit(group, queue, size).unwrap();
    memory.release(group, queue, size, charges);
    memory.release(group, queue, size, charges);
    let twice = memory.audit(&[packet]).unwrap();
    assert_eq!((twice.account, twice.held, twice.booked), (leaked.account, units, 0));
    memory.release(group, queue, size, charges);
    assert_eq!(memory.audit(&[]), None);
}

#[test]
fn an_audit_finds_a_pause_that_nothing_will_end() {
    let mut memory = memory();
    let (group, queue, size) = (GroupId(2), QueueId(7), Bytes(9000));
    for charges in until_paused(&mut memory, group, queue, size) {
        memory.release(group, queue, size, charges);
    }
    // The memory was not asked after its last packet, as it has to be.
    let stuck = memory.audit(&[]).unwrap();
    assert_eq!(stuck.account, AccountName::Pause(group));
    assert!(memory.pfc(group, 1).is_some());
    assert_eq!(memory.audit(&[]), None);
}
