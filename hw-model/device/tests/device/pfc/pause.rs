//! Single pauses: how long, repeated when, ended how.

use freeboard_device::mmu::{
    Alpha, ConfigField, GroupId, GroupLayout, IngressConfig, Lossless, MmuConfig, PacketMemory, Refusal,
    ThresholdTest,
};
use freeboard_device::pfc::{Level, Link, PauseGate, PauseTiming, PfcAction};
use freeboard_units::{Bytes, DepthUnit, PortId, QueueId};

const LINK: Link = Link { mbps: 100_000, cable_m: 100, frame_max: Bytes(1518), frame_min: Bytes(64) };
/// 512 bits at 100 Gb/s.
const QUANTUM_PS: u64 = 5120;

/// One lossless and one lossy group over 100 000 B, 20 000 of them headroom; alpha 1.
fn memory() -> PacketMemory {
    let group = |class, lossless| GroupLayout {
        port: PortId(3),
        class,
        guaranteed: Bytes(0),
        alpha: Alpha::ONE,
        lossless,
    };
    let lossless = Lossless { headroom: Bytes(20_000), xon_offset: Bytes(3000) };
    let ingress = IngressConfig {
        unit: DepthUnit::BYTE,
        total: Bytes(100_000),
        test: ThresholdTest::Before,
        groups: vec![group(3, Some(lossless)), group(0, None)],
    };
    let egress = MmuConfig::uniform(Bytes(100_000), 1, Bytes(0), Alpha::ONE);
    PacketMemory::new(&ingress, &egress, PauseTiming::new(&LINK, 2000).unwrap()).unwrap()
}

const GROUP: GroupId = GroupId(0);
const QUEUE: QueueId = QueueId(0);

#[test]
fn it_pauses_on_the_first_packet_of_the_headroom_and_resumes_below_the_offset() {
    let mut memory = memory();
    let mut held = Vec::new();
    // T = 80 000 - used: the pool takes 40 000 B, the headroom 20 000, then packets are lost.
    let mut paused_at = None;
    while let Ok(charges) = memory.admit(GROUP, QUEUE, Bytes(1000)) {
        assert!(held.len() < 100, "more than the memory holds");
        held.push(charges);
        if let Some(action) = memory.pfc(GROUP, 0) {
            assert_eq!(action, PfcAction { port: PortId(3), class: 3, quanta: 2000 });
            assert_eq!(paused_at.replace(held.len()), None, "paused twice");
        }
    }
    assert_eq!((paused_at, held.len()), (Some(41), 60));
    let mut resumed_at = None;
    while let Some(charges) = held.pop() {
        memory.release(GROUP, QUEUE, Bytes(1000), charges);
        if let Some(action) = memory.pfc(GROUP, 77) {
            assert_eq!(action.quanta, 0);
            assert_eq!(resumed_at.replace(held.len()), None, "resumed twice");
        }
    }
    // used + 3000 <= 80 000 - used at 38 packets.
    assert_eq!(resumed_at, Some(38));
    assert_eq!((memory.pauses(GROUP).pauses, memory.pauses(GROUP).longest_ps), (1, 77));
}

#[test]
fn a_lossy_group_is_dropped_and_never_paused() {
    let mut memory = memory();
    let lossy = GroupId(1);
    let admitted = (0..100).filter(|_| {
        assert_eq!(memory.pfc(lossy, 0), None);
        memory.admit(lossy, QUEUE, Bytes(1000)).is_ok()
    });
    assert_eq!(admitted.count(), 40);
    // It holds 40 000 B, as much as its threshold of 80 000 - 40 000 allows.
    assert_eq!(memory.ingress().threshold(lossy).0, 40_000);
    // With another group's packet the threshold falls below what it holds: of no concern to a group that nothing pauses.
    memory.admit(GROUP, QUEUE, Bytes(1000)).unwrap();
    assert_eq!((memory.ingress().level(lossy), memory.ingress().threshold(lossy).0), (Level::Clear, 39_000));
    assert_eq!(memory.pfc(GroupId(9), 0), None, "nor is a group that does not exist");
}

#[test]
fn a_queue_stops_a_lossy_packet_and_takes_a_lossless_one() {
    // The ingress side would take 10 000 B of either, the queue stands at an eighth of what is free.
    let group = |class, lossless| GroupLayout {
        port: PortId(0),
        class,
        guaranteed: Bytes(5000),
        alpha: Alpha::ONE,
        lossless,
    };
    let ingress = IngressConfig {
        unit: DepthUnit::BYTE,
        total: Bytes(10_000),
        test: ThresholdTest::Before,
        groups: vec![group(3, Some(Lossless::default())), group(0, None)],
    };
    let egress = MmuConfig::uniform(Bytes(10_000), 1, Bytes(0), Alpha::from_log2(-3).unwrap());
    let mut memory = PacketMemory::new(&ingress, &egress, PauseTiming::new(&LINK, 2000).unwrap()).unwrap();
    let mut offer = |group| memory.admit(GroupId(group), QUEUE, Bytes(1000)).err();
    // T = 1250, then 1125 and at 2000 B 1000: the queue is beyond it.
    assert_eq!([1, 1, 1, 0].map(&mut offer), [None, None, Some(Refusal::Egress), None]);
}

#[test]
fn a_pause_is_repeated_at_half_of_its_length_until_it_ends() {
    let mut memory = memory();
    assert!(
        (0..100).any(|_| memory.admit(GROUP, QUEUE, Bytes(1000)).is_ok() && memory.pfc(GROUP, 5).is_some())
    );
    let half = 1000 * QUANTUM_PS;
    assert_eq!(memory.refresh_at(GROUP), Some(5 + half));
    assert_eq!(memory.refresh(GROUP, 4 + half), None);
    assert_eq!(memory.refresh(GROUP, 5 + half).unwrap().quanta, 2000);
    assert_eq!(memory.refresh_at(GROUP), Some(5 + 2 * half));
}

#[test]
fn a_pause_holds_for_its_quanta_and_no_longer() {
    let timing = PauseTiming::new(&LINK, 2000).unwrap();
    let mut gate = PauseGate::default();
    assert!(gate.may_send(0), "never paused");
    gate.on_pause(100, 1000, &timing);
    assert!(!gate.may_send(99 + 1000 * QUANTUM_PS) && gate.may_send(100 + 1000 * QUANTUM_PS));
    gate.on_pause(200, 0, &timing);
    assert!(gate.may_send(200), "0 quanta resume");
    // The longest pause at 100 Gb/s.
    assert_eq!(PauseTiming::longest(&LINK).unwrap().span_ps(u16::MAX), 335_539_200);
}

#[test]
fn a_pause_too_short_to_be_repeated_in_time_is_refused() {
    let error = PauseTiming::new(&LINK, 10).unwrap_err();
    assert_eq!((error.field, error.value, error.max), (ConfigField::PauseQuanta, 10, 65_535));
    assert!(PauseTiming::new(&LINK, error.min as u16).is_ok());
    assert!(PauseTiming::new(&LINK, error.min as u16 - 1).is_err());
}

#[test]
fn an_ingress_side_beyond_the_egress_pool_is_refused() {
    let group = GroupLayout {
        port: PortId(0),
        class: 3,
        guaranteed: Bytes(0),
        alpha: Alpha::ONE,
        lossless: Some(Lossless::default()),
    };
    let ingress = IngressConfig {
        unit: DepthUnit::BYTE,
        total: Bytes(1000),
        test: ThresholdTest::Before,
        groups: vec![group],
    };
    let egress = MmuConfig::uniform(Bytes(1000), 1, Bytes(1), Alpha::ONE);
    let timing = PauseTiming::longest(&LINK).unwrap();
    let error = PacketMemory::new(&ingress, &egress, timing).unwrap_err();
    assert_eq!((error.field, error.value, error.max), (ConfigField::IngressTotal, 1000, 999));
}
