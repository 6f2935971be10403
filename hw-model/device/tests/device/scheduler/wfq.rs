//! Weighted fair queueing: shares and the self-clocked bound.

use super::port::Port;
use freeboard_device::scheduler::{SchedulerField, Wfq};
use proptest::prelude::*;

#[test]
fn weights_are_shares() {
    let (mut port, mut wfq) = (Port::new(3), Wfq::new(&[4, 2, 1]).unwrap());
    port.saturate(&mut wfq, &[1500, 300, 9000], 70_000_000);
    for (served, weight) in port.served.iter().zip([4.0, 2.0, 1.0]) {
        let got = *served as f64 / 70e6 * 7.0 / weight;
        assert!((got - 1.0).abs() < 0.005, "{got} of weight {weight}");
    }
}

#[test]
fn idle_time_earns_no_credit() {
    let (mut port, mut wfq) = (Port::new(2), Wfq::new(&[1, 1]).unwrap());
    port.saturate(&mut wfq, &[1500, 0], 15_000_000);
    port.served = vec![0, 0];
    port.saturate(&mut wfq, &[1500, 1500], 150_000);
    assert!(port.served[0].abs_diff(port.served[1]) <= 3000, "{:?}", port.served);
}

#[test]
fn virtual_time_wraps_unnoticed() {
    let run = |start: u64| {
        let (mut port, mut wfq) = (Port::new(3), Wfq::new(&[7, 3, 1]).unwrap().at(start));
        let mut order = Vec::new();
        for step in 0..3000u32 {
            port.arrive(&mut wfq, (step % 3) as usize, 64 + step * 37 % 1437);
            if step > 30 {
                order.push(port.send(&mut wfq).unwrap());
            }
        }
        order
    };
    assert_eq!(run(0), run(u64::MAX - (1 << 30)));
}

#[test]
fn weights_out_of_range_are_refused_by_name() {
    let error = Wfq::new(&[1, 1025]).unwrap_err();
    assert_eq!((error.field, error.value, error.min, error.max), (SchedulerField::Weight, 1025, 1, 1024));
    assert_eq!(Wfq::new(&[0]).unwrap_err().field, SchedulerField::Weight);
}

proptest! {
    #[test]
    fn backlogged_queues_differ_by_at_most_a_packet_of_each(
        weights in proptest::collection::vec(1u16..=1024, 2..6),
        sizes in proptest::collection::vec(64u32..=1500, 40),
        decisions in 10usize..500,
    ) {
        // Golestani 1994: |W_i / w_i - W_j / w_j| <= L_i / w_i + L_j / w_j; a byte of virtual time is rounded
        // by less than 2^-14 of itself.
        let (mut port, mut wfq) = (Port::new(weights.len()), Wfq::new(&weights).unwrap());
        for decision in 0..decisions {
            for queue in 0..weights.len() {
                while port.len(queue) < 2 {
                    port.arrive(&mut wfq, queue, sizes[(decision + 7 * queue) % sizes.len()]);
                }
            }
            port.send(&mut wfq).unwrap();
            let service = |queue: usize| port.served[queue] as f64 / f64::from(weights[queue]);
            let packet = |queue: usize| 1500.0 / f64::from(weights[queue]);
            for i in 0..weights.len() {
                for j in 0..i {
                    let bound = (packet(i) + packet(j)) * (1.0 + 1.0 / 16384.0)
                        + service(i).max(service(j)) / 16384.0;
                    prop_assert!((service(i) - service(j)).abs() <= bound, "{i} {j} {:?}", port.served);
                }
            }
        }
    }
}
