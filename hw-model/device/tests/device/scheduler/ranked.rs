//! Strict priority, alone and over fair levels.

use super::port::Port;
use freeboard_device::scheduler::{Level, Ranked, SchedulerField, StrictPriority};
use freeboard_units::Bytes;

#[test]
fn strict_priority_starves_everybody_below() {
    let (mut port, mut strict) = (Port::new(3), StrictPriority);
    port.saturate(&mut strict, &[0, 1500, 1500], 1_500_000);
    assert_eq!(port.served, [0, 1_500_000, 0]);
    port.arrive(&mut strict, 0, 64);
    assert_eq!(port.send(&mut strict), Some((0, 64)), "it waits for the packet in service only");
    while port.len(1) > 0 {
        port.send(&mut strict);
    }
    assert_eq!(port.send(&mut strict).unwrap().0, 2, "what is left over goes down");
}

/// One strict queue, two in turn 2:1, two by weight 3:1.
fn switch() -> Ranked {
    let dwrr = Level::dwrr(&[Bytes(3000), Bytes(1500)]).unwrap();
    Ranked::new(vec![Level::One, dwrr, Level::wfq(&[3, 1]).unwrap()]).unwrap()
}

#[test]
fn a_level_starves_the_levels_below_and_is_fair_inside() {
    let (mut port, mut ranked) = (Port::new(5), switch());
    port.saturate(&mut ranked, &[0, 1452, 1452, 1452, 1452], 3_000_000);
    assert_eq!((port.served[3], port.served[4]), (0, 0));
    let ratio = port.served[1] as f64 / port.served[2] as f64;
    assert!((ratio / 2.0 - 1.0).abs() < 0.02, "{ratio}");
    port.arrive(&mut ranked, 0, 64);
    assert_eq!(port.send(&mut ranked), Some((0, 64)));
}

#[test]
fn the_lowest_level_gets_what_is_left_by_weight() {
    let (mut port, mut ranked) = (Port::new(5), switch());
    port.saturate(&mut ranked, &[0, 0, 0, 700, 1452], 3_000_000);
    let ratio = port.served[3] as f64 / port.served[4] as f64;
    assert!((ratio / 3.0 - 1.0).abs() < 0.02, "{ratio}");
}

#[test]
fn a_held_level_lets_the_next_one_send() {
    // A paused class is not an empty one, but nothing below it may wait for it.
    let (mut port, mut ranked) = (Port::new(5), switch());
    for queue in [0, 1, 3] {
        port.arrive(&mut ranked, queue, 1000);
    }
    (port.held[0], port.held[1]) = (true, true);
    assert_eq!(port.send(&mut ranked), Some((3, 1000)));
    assert_eq!(port.send(&mut ranked), None);
    port.held[1] = false;
    assert_eq!(port.send(&mut ranked), Some((1, 1000)), "resumed without a new arrival");
}

#[test]
fn levels_without_a_queue_or_with_too_many_are_refused() {
    assert_eq!(Ranked::new(vec![]).unwrap_err().field, SchedulerField::Queues);
    let many = || Level::wfq(&[1; 100]).unwrap();
    let error = Ranked::new(vec![many(), many()]).unwrap_err();
    assert_eq!((error.value, error.min, error.max), (200, 1, 128));
}
