//! Random operations on a packet memory, compared with sums kept by hand.

use super::Exercised;
use super::reader::Reader;
use freeboard_device::mmu::{
    Alpha, Charge, Charges, ConfigError, GroupId, GroupLayout, IngressCharge, IngressConfig, Lossless,
    MemoryProfile, MmuConfig, PacketMemory, QueueLayout, ThresholdTest, profiles,
};
use freeboard_device::pfc::PauseTiming;
use freeboard_replay::Random;
use freeboard_units::{Bytes, PortId, QueueId};

/// Events per operation.
const EVENTS: usize = 64;
/// Queues and ingress groups; ids one beyond are offered too.
const ACCOUNTS: u16 = 6;

type Held = (GroupId, QueueId, Bytes, Charges);

/// Fills and drains a small memory with a profile's cells; `None` where its layout is refused.
///
/// # Panics
/// An account is wrong.
pub fn memory_ops(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let profile = profiles::all().swap_remove(usize::from(reader.byte()) % profiles::all().len());
    let test = reader.choose(&[ThresholdTest::Before, ThresholdTest::Including]);
    let (roomy, seed) = (reader.byte() & 1 == 0, reader.word());
    let settings: [u8; 8] = core::array::from_fn(|_| reader.byte());
    let mut memory = layout(&profile, test, roomy, settings).ok()?;
    let mut seen = Exercised { id: profile.name.to_owned(), events: 0, compared: 0 };
    let (mut held, mut paused) = (Vec::new(), [false; ACCOUNTS as usize]);
    for words in reader.ops() {
        let mut random = Random::new(u64::from(words[0] ^ seed) << 32 | u64::from(words[1]));
        for _ in 0..EVENTS {
            let now = u64::from(words[2]) << 10 | seen.events as u64;
            let group = step(&mut memory, &mut held, &mut random, words[3]);
            if let Some(action) = memory.pfc(group, now) {
                let paused = &mut paused[group.index()];
                assert_ne!(*paused, action.quanta > 0, "pauses and resumes alternate");
                *paused = action.quanta > 0;
            }
            seen.events += 1;
        }
        check(&memory, &held, &profile);
        seen.compared += EVENTS;
    }
    drain(&mut memory, &mut held, &profile);
    Some(seen)
}

fn layout(
    profile: &MemoryProfile,
    test: ThresholdTest,
    roomy: bool,
    settings: [u8; 8],
) -> Result<PacketMemory, ConfigError> {
    let (unit, link) = (profile.unit(), profile.split_link());
    let setting = |index: u16| settings[usize::from(index) % settings.len()];
    let alpha = |byte: u8| Alpha::from_log2((byte % 11) as i8 - 7);
    let headroom = Bytes(link.headroom(unit)?.units.saturating_mul(unit.bytes()));
    let group = |index: u16| {
        Ok(GroupLayout {
            port: PortId(index / 2),
            class: setting(index) & 7,
            guaranteed: Bytes(u32::from(setting(index + 1)) * 16),
            alpha: alpha(setting(index + 2).wrapping_add(7))?,
            lossless: index
                .is_multiple_of(2)
                .then_some(Lossless { headroom, xon_offset: Bytes(u32::from(setting(index)) * 32) }),
        })
    };
    let queue = |index: u16| {
        let reserve = Bytes(u32::from(setting(index + 3)) * 16);
        Ok(QueueLayout {
            port: PortId(index / 3),
            reserve,
            alpha: alpha(setting(index + 4).wrapping_add(7))?,
        })
    };
    // Three groups have headroom: without room for it the layout is refused.
    let total = Bytes(if roomy { 400_000 } else { u32::from(settings[7]) * 1000 });
    let groups = (0..ACCOUNTS).map(group).collect::<Result<_, _>>()?;
    let queues = (0..ACCOUNTS).map(queue).collect::<Result<_, _>>()?;
    let egress = MmuConfig { unit, total: total.plus(Bytes(30_000)), test, queues };
    PacketMemory::new(&IngressConfig { unit, total, test, groups }, &egress, PauseTiming::longest(&link)?)
}

/// One arrival, departure or false refund; the group it was about.
fn step(memory: &mut PacketMemory, held: &mut Vec<Held>, random: &mut Random, bias: u32) -> GroupId {
    // Arrivals and departures 1 to 3 in 4 of the time.
    if random.below(4) <= bias % 3 {
        let group = GroupId(random.below(u32::from(ACCOUNTS)) as u16);
        let queue = QueueId(random.below(u32::from(ACCOUNTS) + 1) as u16);
        let size = Bytes(random.below(9600));
        if let Ok(charges) = memory.admit(group, queue, size) {
            held.push((group, queue, size, charges));
        }
        return group;
    }
    if held.is_empty() {
        memory.release(GroupId(0), QueueId(ACCOUNTS), Bytes(random.word()), Charges::default());
        return GroupId(0);
    }
    let (group, queue, size, charges) = held.swap_remove(random.below(held.len() as u32) as usize);
    memory.release(group, queue, size, charges);
    group
}

/// Every account against the packets in memory.
fn check(memory: &PacketMemory, held: &[Held], profile: &MemoryProfile) {
    let unit = profile.unit();
    let sum = |keep: &dyn Fn(&Held) -> bool| -> u32 {
        held.iter().filter(|packet| keep(packet)).map(|packet| unit.ceil(packet.2)).sum()
    };
    let (egress, ingress) = (memory.egress(), memory.ingress());
    assert_eq!(egress.pool_depth().0, sum(&|packet| packet.3.egress == Charge::Pool));
    assert_eq!(ingress.shared_depth().0, sum(&|packet| packet.3.ingress == IngressCharge::Shared));
    assert!(egress.pool_depth() <= egress.pool_size() && ingress.shared_depth() <= ingress.shared_size());
    for account in 0..ACCOUNTS {
        assert_eq!(egress.queue_depth(QueueId(account)).0, sum(&|packet| packet.1 == QueueId(account)));
        assert_eq!(egress.port_depth(PortId(account)).0, sum(&|packet| packet.1.0 / 3 == account));
        assert_eq!(ingress.port_depth(PortId(account)).0, sum(&|packet| packet.0.0 / 2 == account));
        for kind in [IngressCharge::Guaranteed, IngressCharge::Shared, IngressCharge::Headroom] {
            let group = GroupId(account);
            let expected = sum(&|packet| packet.0 == group && packet.3.ingress == kind);
            assert_eq!(ingress.group_depth(group, kind).0, expected, "{group:?} {kind:?}");
        }
    }
}

fn drain(memory: &mut PacketMemory, held: &mut Vec<Held>, profile: &MemoryProfile) {
    for (group, queue, size, charges) in held.drain(..) {
        memory.release(group, queue, size, charges);
    }
    check(memory, held, profile);
}
