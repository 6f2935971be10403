//! The packet buffer conserves memory, shares it as theory says, and refuses impossible layouts.

use freeboard_device::mmu::{Alpha, Charge, ConfigField, Mmu, MmuConfig, QueueLayout, ThresholdTest};
use freeboard_units::{Bytes, DepthUnit, PortId, QueueId};
use proptest::prelude::*;

fn layout(total: u32, queues: u16, reserve: u32, log2: i8) -> MmuConfig {
    MmuConfig::uniform(Bytes(total), queues, Bytes(reserve), Alpha::from_log2(log2).unwrap())
}

#[test]
fn reserves_larger_than_the_memory_are_refused_with_the_legal_range() {
    let error = Mmu::new(&layout(1000, 4, 300, 0)).unwrap_err();
    assert_eq!((error.field, error.value, error.min, error.max), (ConfigField::Reserves, 1200, 0, 1000));
    assert!(Mmu::new(&layout(1200, 4, 300, 0)).is_ok());
}

#[test]
fn no_memory_and_no_queue_are_refused() {
    assert_eq!(Mmu::new(&layout(0, 1, 0, 0)).unwrap_err().field, ConfigField::Total);
    assert_eq!(Mmu::new(&layout(10, 0, 0, 0)).unwrap_err().field, ConfigField::Queues);
}

#[test]
fn the_reserve_is_charged_first_and_gets_its_refund() {
    let mut mmu = Mmu::new(&layout(10_000, 2, 1500, 0)).unwrap();
    let queue = QueueId(0);
    let first = mmu.admit(queue, Bytes(1500)).unwrap();
    let second = mmu.admit(queue, Bytes(1500)).unwrap();
    assert_eq!((first, second), (Charge::Reserve, Charge::Pool));
    mmu.release(queue, Bytes(1500), first);
    assert_eq!(mmu.pool_depth().0, 1500, "the reserve's packet does not free the pool");
    for _ in 0..100 {
        assert_eq!(mmu.admit(queue, Bytes(1500)), Some(Charge::Reserve), "the reserve never wears out");
        mmu.release(queue, Bytes(1500), Charge::Reserve);
    }
}

#[test]
fn saturated_queues_converge_to_their_dynamic_share() {
    // BCC §2.2: M saturated queues hold alpha B / (1 + M alpha) each, within a packet.
    for log2 in [-3, -1, 0, 2] {
        for saturated in [1u16, 2, 4, 8] {
            let (pool, packet) = (3_000_000u32, 1500u32);
            let mut mmu = Mmu::new(&layout(pool, 8, 0, log2)).unwrap();
            // A round that is not the last one takes a packet at least.
            let refused = |mmu: &mut Mmu| {
                (0..saturated).filter(|&queue| mmu.admit(QueueId(queue), Bytes(packet)).is_none()).count()
            };
            assert!(
                (0..=pool / packet).any(|_| refused(&mut mmu) == usize::from(saturated)),
                "no round is refused whole"
            );
            let alpha = power_of_two(log2);
            let share = alpha * f64::from(pool) / (1.0 + f64::from(saturated) * alpha);
            for queue in 0..saturated {
                let held = f64::from(mmu.queue_depth(QueueId(queue)).0);
                // One packet of its own, and alpha packets through the others' last ones.
                let slack = f64::from(packet) * (1.0 + alpha);
                assert!((held - share).abs() <= slack, "2^{log2}, {saturated}: {held} against {share}");
            }
        }
    }
}

fn power_of_two(log2: i8) -> f64 {
    if log2 < 0 { 1.0 / f64::from(1u32 << -log2) } else { f64::from(1u32 << log2) }
}

#[test]
fn alpha_above_one_cannot_overfill_the_pool() {
    // The last packet may take the last byte.
    for pool in [10_000, 9000] {
        let mut mmu = Mmu::new(&layout(pool, 1, 0, 3)).unwrap();
        let admitted = (0..10).filter(|_| mmu.admit(QueueId(0), Bytes(1500)).is_some()).count();
        assert_eq!(admitted, 6);
        assert!(mmu.pool_depth().0 <= mmu.pool_size().0);
    }
}

#[test]
fn the_threshold_is_alpha_times_what_is_free() {
    let mut mmu = Mmu::new(&layout(10_000, 2, 0, -1)).unwrap();
    assert_eq!(mmu.threshold(QueueId(0)).0, 5000);
    mmu.admit(QueueId(1), Bytes(1500)).unwrap();
    assert_eq!([0, 1, 9].map(|queue| mmu.threshold(QueueId(queue)).0), [4250, 4250, 0]);
}

#[test]
fn the_comparison_may_count_the_packet_itself() {
    let mut config = layout(4000, 1, 0, 0);
    // The queue stands at 1500 of T = 2500: below it, but not with the next packet.
    for (test, second) in [(ThresholdTest::Before, Some(Charge::Pool)), (ThresholdTest::Including, None)] {
        config.test = test;
        let mut mmu = Mmu::new(&config).unwrap();
        assert_eq!(mmu.admit(QueueId(0), Bytes(1500)), Some(Charge::Pool));
        assert_eq!(mmu.admit(QueueId(0), Bytes(1500)), second);
    }
}

#[test]
fn cells_round_packets_up_and_memory_down() {
    let mut config = layout(1000, 1, 0, 3);
    config.unit = DepthUnit::cell(80).unwrap();
    let mut mmu = Mmu::new(&config).unwrap();
    assert_eq!(mmu.pool_size().0, 12);
    mmu.admit(QueueId(0), Bytes(81)).unwrap();
    assert_eq!((mmu.pool_depth().0, mmu.port_depth(PortId(0)).0), (2, 2));
}

#[test]
fn unknown_queues_and_false_refunds_change_nothing() {
    let mut mmu = Mmu::new(&layout(10_000, 1, 0, 0)).unwrap();
    assert_eq!(mmu.admit(QueueId(9), Bytes(1)), None);
    mmu.release(QueueId(9), Bytes(1), Charge::Pool);
    mmu.release(QueueId(0), Bytes(1), Charge::Pool);
    assert_eq!((mmu.pool_depth().0, mmu.queue_depth(QueueId(0)).0), (0, 0));
}

proptest! {
    #[test]
    fn memory_is_conserved_and_a_drained_buffer_is_empty(
        unit in 1u16..300,
        total in 20_000u32..200_000,
        layouts in proptest::collection::vec((0u16..4, 0u32..4000, -7i8..=3), 1..5),
        steps in proptest::collection::vec((0u16..6, 1u32..9000, any::<bool>()), 1..400),
    ) {
        let queues = layouts.iter().map(|&(port, reserve, log2)| QueueLayout {
            port: PortId(port), reserve: Bytes(reserve), alpha: Alpha::from_log2(log2).unwrap(),
        }).collect();
        let unit = DepthUnit::cell(unit).unwrap();
        let config = MmuConfig { unit, total: Bytes(total), test: ThresholdTest::Before, queues };
        let mut mmu = Mmu::new(&config).unwrap();
        let mut held: Vec<(QueueId, Bytes, Charge)> = Vec::new();
        for (queue, size, arrives) in steps {
            if arrives || held.is_empty() {
                let admits = mmu.admits(QueueId(queue), Bytes(size));
                let charge = mmu.admit(QueueId(queue), Bytes(size));
                prop_assert_eq!(admits, charge.is_some());
                if let Some(charge) = charge {
                    held.push((QueueId(queue), Bytes(size), charge));
                }
            } else {
                let (queue, size, charge) = held.swap_remove(size as usize % held.len());
                mmu.release(queue, size, charge);
            }
            let cells = |only_pool: bool| held.iter()
                .filter(|p| !only_pool || p.2 == Charge::Pool)
                .map(|p| unit.ceil(p.1)).sum::<u32>();
            let of_queues = (0..6).map(|q| mmu.queue_depth(QueueId(q)).0).sum::<u32>();
            let of_ports = (0..4).map(|p| mmu.port_depth(PortId(p)).0).sum::<u32>();
            let of_pool = (0..6).map(|q| mmu.queue_pool_depth(QueueId(q)).0).sum::<u32>();
            prop_assert_eq!(mmu.pool_depth().0, cells(true));
            prop_assert_eq!(mmu.pool_depth().0, of_pool);
            prop_assert_eq!(of_queues, cells(false));
            prop_assert_eq!(of_ports, cells(false));
            prop_assert!(mmu.pool_depth().0 <= mmu.pool_size().0);
            for (queue, layout) in (0u16..).zip(&config.queues) {
                let reserve = mmu.queue_depth(QueueId(queue)).0 - mmu.queue_pool_depth(QueueId(queue)).0;
                prop_assert!(reserve <= unit.floor(layout.reserve));
            }
        }
        for (queue, size, charge) in held {
            mmu.release(queue, size, charge);
        }
        prop_assert_eq!(mmu.pool_depth().0, 0);
        for queue in 0..6 {
            prop_assert_eq!(mmu.queue_depth(QueueId(queue)).0, 0);
            prop_assert_eq!(mmu.port_depth(PortId(queue)).0, 0);
        }
    }
}
