//! Deficit weighted round robin: the rules and invariants of the scheduler in ECN#'s evaluation.

use super::port::Port;
use freeboard_device::scheduler::{Dwrr, SchedulerField};
use freeboard_units::{Bytes, QueueId};
use proptest::prelude::*;

fn of(quanta: &[u32]) -> Dwrr {
    Dwrr::new(&quanta.iter().map(|quantum| Bytes(*quantum)).collect::<Vec<_>>()).unwrap()
}

#[test]
fn quanta_of_two_one_one_share_the_link_within_two_percent() {
    // ECN# §5.4: quanta 3000, 1500, 1500 B and IP packets of 1452 B; 4.82, 2.40, 2.40 Gbps.
    for sizes in [[1452; 3], [64, 1452, 576], [1452, 64, 1000]] {
        let (mut port, mut dwrr) = (Port::new(3), of(&[3000, 1500, 1500]));
        port.saturate(&mut dwrr, &sizes, 20_000_000);
        let total = port.served.iter().sum::<u64>() as f64;
        for (served, share) in port.served.iter().zip([0.5, 0.25, 0.25]) {
            let got = *served as f64 / total;
            assert!((got / share - 1.0).abs() < 0.02, "{sizes:?}: {got} against {share}");
        }
    }
}

#[test]
fn two_of_three_backlogged_classes_share_two_to_one() {
    // ECN# Fig. 13: 9.6 alone, then 6.42 and 3.18 Gbps.
    let (mut port, mut dwrr) = (Port::new(3), of(&[3000, 1500, 1500]));
    port.saturate(&mut dwrr, &[1452, 1452, 0], 9_600_000);
    let ratio = port.served[0] as f64 / port.served[1] as f64;
    assert!((ratio / 2.0 - 1.0).abs() < 0.02, "{ratio}");
}

#[test]
fn a_turn_ends_when_the_head_does_not_fit_and_the_quantum_is_added_then() {
    let (mut port, mut dwrr) = (Port::new(2), of(&[2000, 1000]));
    for _ in 0..8 {
        port.arrive(&mut dwrr, 0, 900);
        port.arrive(&mut dwrr, 1, 900);
    }
    // By hand: 0 sends 2 (200 left, then +2000), 1 sends 1 (100, +1000), 0 sends 2 (400), 1 sends 1 (200), ...
    let order: Vec<usize> = (0..9).map(|_| port.send(&mut dwrr).unwrap().0).collect();
    assert_eq!(order, [0, 0, 1, 0, 0, 1, 0, 0, 1]);
    assert_eq!(dwrr.deficit(QueueId(1)), Bytes(300));
}

#[test]
fn a_queue_that_comes_back_starts_with_its_quantum_at_the_end_of_the_list() {
    let (mut port, mut dwrr) = (Port::new(2), of(&[1500, 1500]));
    port.arrive(&mut dwrr, 0, 100);
    (0..3).for_each(|_| port.arrive(&mut dwrr, 1, 1500));
    assert_eq!(port.send(&mut dwrr), Some((0, 100)));
    assert_eq!(dwrr.deficit(QueueId(0)), Bytes(1400), "not cleared when the queue empties");
    port.arrive(&mut dwrr, 0, 1500);
    assert_eq!(dwrr.deficit(QueueId(0)), Bytes(1500), "overwritten at activation");
    assert_eq!(port.send(&mut dwrr), Some((1, 1500)), "and last in the list");
}

#[test]
fn quanta_below_a_packet_are_skipped_over_in_one_decision() {
    let (mut port, mut dwrr) = (Port::new(2), of(&[1, 2]));
    port.saturate(&mut dwrr, &[9000, 9000], 27_000_000);
    let ratio = port.served[1] as f64 / port.served[0] as f64;
    assert!((ratio / 2.0 - 1.0).abs() < 0.02, "{ratio}");
}

#[test]
fn quanta_out_of_range_are_refused_by_name() {
    let error = Dwrr::new(&[Bytes(1500), Bytes(0)]).unwrap_err();
    assert_eq!((error.field, error.value, error.min, error.max), (SchedulerField::Quantum, 0, 1, 1 << 31));
    assert_eq!(Dwrr::new(&[]).unwrap_err().field, SchedulerField::Queues);
    assert_eq!(Dwrr::new(&[Bytes(1); 129]).unwrap_err().max, 128);
}

/// The rules as they are printed, one quantum at a time, over queues that never run empty.
fn by_the_book(quanta: &[u32], sizes: &[u32], packets: usize) -> Vec<usize> {
    let mut list: Vec<usize> = (0..quanta.len()).collect();
    let (mut deficits, mut order) = (quanta.to_vec(), Vec::new());
    while order.len() < packets {
        let queue = list[0];
        if sizes[queue] <= deficits[queue] {
            deficits[queue] -= sizes[queue];
            order.push(queue);
        } else {
            deficits[queue] += quanta[queue];
            list.rotate_left(1);
        }
    }
    order
}

proptest! {
    #[test]
    fn skipped_rounds_change_nothing(
        classes in proptest::collection::vec((1u32..400, 64u32..=9000), 1..6),
    ) {
        let (quanta, sizes): (Vec<u32>, Vec<u32>) = classes.into_iter().unzip();
        let (mut port, mut dwrr) = (Port::new(quanta.len()), of(&quanta));
        let order = (0..60).map(|_| {
            for (queue, size) in sizes.iter().enumerate() {
                while port.len(queue) < 2 {
                    port.arrive(&mut dwrr, queue, *size);
                }
            }
            port.send(&mut dwrr).unwrap().0
        });
        prop_assert_eq!(order.collect::<Vec<_>>(), by_the_book(&quanta, &sizes, 60));
    }

    #[test]
    fn services_stay_within_a_packet_of_the_quanta(
        classes in proptest::collection::vec((1500u32..9000, 64u32..=1500), 2..6),
        decisions in 50usize..600,
    ) {
        // Between any two backlogged classes, services over quanta differ by less than the turn in progress
        // and a packet on either side.
        let quanta: Vec<u32> = classes.iter().map(|class| class.0).collect();
        let (mut port, mut dwrr) = (Port::new(classes.len()), of(&quanta));
        for _ in 0..decisions {
            for (queue, (_, size)) in classes.iter().enumerate() {
                while port.len(queue) < 2 {
                    port.arrive(&mut dwrr, queue, *size);
                }
            }
            port.send(&mut dwrr).unwrap();
            for (queue, quantum) in (0..).zip(&quanta) {
                prop_assert!(dwrr.deficit(QueueId(queue)).0 <= quantum + 1500);
            }
        }
        // Served = rounds * quantum - deficit left, and everybody's rounds differ by at most one.
        let rounds = |queue: usize| {
            let left = u64::from(dwrr.deficit(QueueId(queue as u16)).0);
            (port.served[queue] + left) / u64::from(quanta[queue])
        };
        let all: Vec<u64> = (0..classes.len()).map(rounds).collect();
        prop_assert!(all.iter().max().unwrap() - all.iter().min().unwrap() <= 1, "{all:?}");
        for queue in 0..classes.len() {
            let due = all[queue] * u64::from(quanta[queue]);
            prop_assert!(due.abs_diff(port.served[queue]) <= u64::from(quanta[queue] + 1500));
        }
    }
}
