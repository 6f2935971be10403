//! Turns: round robin, pauses that hold nobody else up, releases that nobody jumps.

use freeboard_device::nic::{FLOWS_MAX, NicField, QpArbiter};
use freeboard_device::pfc::CLASSES;

const SLOT: u64 = 500_000;

fn turns(flows: u32) -> QpArbiter {
    QpArbiter::try_new(SLOT, flows).unwrap()
}

#[test]
fn flows_that_are_always_due_are_served_round_robin() {
    let mut turns = turns(5);
    for flow in 0..5 {
        turns.offer(flow, 0, 0, 0);
    }
    let mut served = Vec::new();
    for packet in 0..20 {
        let flow = turns.take(packet, |_| true).unwrap();
        served.push(flow);
        turns.offer(flow, 0, packet, packet);
    }
    assert_eq!(served, (0..20).map(|packet| packet % 5).collect::<Vec<u32>>());
}

#[test]
fn a_paused_class_keeps_its_turns_and_holds_nobody_up() {
    let mut turns = turns(4);
    for flow in 0..4 {
        turns.offer(flow, (flow % 2) as u8, 0, 0);
    }
    let odd = |class: u8| class == 1;
    assert_eq!([turns.take(0, odd), turns.take(0, odd), turns.take(0, odd)], [Some(1), Some(3), None]);
    turns.offer(1, 1, 0, 0);
    // The pause of class 0 is over: its flows have waited longer than flow 1.
    assert_eq!([turns.take(1, |_| true), turns.take(1, |_| true)], [Some(0), Some(2)]);
    assert_eq!(turns.take(1, |_| true), Some(1));
}

#[test]
fn nobody_sends_before_his_release() {
    let mut turns = turns(2);
    turns.offer(0, 0, 10 * SLOT, 0);
    turns.offer(1, 0, 20 * SLOT, 0);
    assert_eq!(turns.take(10 * SLOT - 1, |_| true), None);
    assert_eq!(turns.take(10 * SLOT, |_| true), Some(0));
    assert_eq!(turns.next_poll(), Some(20 * SLOT));
}

#[test]
fn a_due_flow_that_is_held_again_waits_and_one_that_stays_due_keeps_its_turn() {
    let mut turns = turns(3);
    for flow in 0..3 {
        turns.offer(flow, 0, 0, 0);
    }
    assert_eq!(turns.take(0, |_| true), Some(0));
    // An underlay holds flow 1; flow 2 is only offered again.
    turns.offer(1, 0, 4 * SLOT, 0);
    turns.offer(2, 0, 0, 0);
    turns.offer(0, 0, 0, 0);
    assert_eq!(
        [turns.take(0, |_| true), turns.take(0, |_| true), turns.take(0, |_| true)],
        [Some(2), Some(0), None]
    );
    assert_eq!(turns.take(4 * SLOT, |_| true), Some(1));
}

#[test]
fn a_flow_can_change_its_class_and_be_withdrawn() {
    let mut turns = turns(2);
    turns.offer(0, 3, 0, 0);
    assert_eq!(turns.take(0, |class| class != 3), None);
    turns.offer(0, 4, 0, 0);
    assert_eq!(turns.take(0, |class| class != 3), Some(0));
    turns.offer(0, 4, SLOT, 0);
    assert!(turns.withdraw(0) && !turns.withdraw(0));
    assert_eq!((turns.take(9 * SLOT, |_| true), turns.next_poll()), (None, None));
}

#[test]
fn unknown_flows_and_classes_are_refused() {
    let mut turns = turns(2);
    assert!(!turns.offer(2, 0, 0, 0) && !turns.offer(0, CLASSES as u8, 0, 0));
    assert_eq!(turns.take(SLOT, |_| true), None);
}

#[test]
fn room_grows_and_leaves_those_who_wait_alone() {
    let mut turns = turns(1);
    turns.offer(0, 0, 3 * SLOT, 0);
    assert!(!turns.offer(2, 5, 0, 0), "no such flow yet");
    turns.grow(3).unwrap();
    turns.grow(2).unwrap();
    assert!(turns.offer(2, 5, 0, 0));
    assert_eq!((turns.waiting(0), turns.waits(5), turns.waits(0)), (1, true, false));
    assert_eq!((turns.waiting(3 * SLOT), turns.waits(0)), (2, true));
    assert_eq!(turns.take(3 * SLOT, |_| true), Some(2));
    turns.withdraw(0);
    assert_eq!(turns.waiting(3 * SLOT), 0);
    let error = turns.grow(u32::MAX).unwrap_err();
    assert_eq!((error.field, error.max), (NicField::Flows, FLOWS_MAX));
}
