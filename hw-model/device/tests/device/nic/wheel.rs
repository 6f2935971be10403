//! The wheel against a sorted list: never early, less than a slot late, nothing lost, nothing twice.

use freeboard_device::nic::{FLOWS_MAX, NicError, NicField, SLOT_PS_MAX, Wheel};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// 0.5 us, eRPC's slot.
const SLOT: u64 = 500_000;
const FLOWS: u32 = 64;
/// Slots that the wheel sees ahead.
const HORIZON: u64 = 255 * 256 * SLOT;

fn due(wheel: &mut Wheel, now: u64) -> Vec<u32> {
    let mut flows = Vec::new();
    wheel.advance(now, |flow| flows.push(flow));
    flows
}

#[test]
fn a_flow_is_due_at_the_boundary_after_its_deadline() {
    let mut wheel = Wheel::try_new(SLOT, FLOWS).unwrap();
    wheel.insert(3, SLOT + 1);
    assert_eq!(wheel.next_poll(), Some(2 * SLOT));
    assert_eq!(due(&mut wheel, 2 * SLOT - 1), [0; 0]);
    assert_eq!(due(&mut wheel, 2 * SLOT), [3]);
    assert_eq!(wheel.next_poll(), None);
}

#[test]
fn a_deadline_in_the_past_is_due_at_once() {
    let mut wheel = Wheel::try_new(SLOT, FLOWS).unwrap();
    assert_eq!(due(&mut wheel, 1000 * SLOT), [0; 0]);
    wheel.insert(1, 3);
    assert_eq!(due(&mut wheel, 1000 * SLOT), [1]);
}

#[test]
fn a_deadline_beyond_the_horizon_is_clamped_and_looked_at_again() {
    let mut wheel = Wheel::try_new(SLOT, FLOWS).unwrap();
    let far = 3 * HORIZON + 17;
    wheel.insert(9, far);
    let mut looks = 0;
    while let Some(look) = wheel.next_poll() {
        looks += 1;
        let served = due(&mut wheel, look);
        assert_eq!(served.is_empty(), look < far, "at {look}");
    }
    assert_eq!(looks, 4, "three times where the horizon was, once where it is due");
}

#[test]
fn a_deadline_can_be_moved_both_ways() {
    let mut wheel = Wheel::try_new(SLOT, FLOWS).unwrap();
    wheel.insert(5, 700 * SLOT);
    wheel.insert(5, 2 * SLOT);
    assert_eq!(due(&mut wheel, 2 * SLOT), [5]);
    wheel.insert(5, 4 * SLOT);
    wheel.insert(5, 700 * SLOT);
    assert_eq!(due(&mut wheel, 699 * SLOT), [0; 0]);
    assert_eq!(due(&mut wheel, 700 * SLOT), [5]);
}

#[test]
fn the_last_deadline_there_is_waits_for_ever_and_breaks_nothing() {
    let mut wheel = Wheel::try_new(SLOT, FLOWS).unwrap();
    wheel.insert(0, u64::MAX);
    wheel.insert(1, SLOT);
    assert_eq!(due(&mut wheel, 10 * HORIZON), [1]);
    assert!(wheel.contains(0) && wheel.remove(0) && !wheel.remove(0));
}

#[test]
fn settings_out_of_range_are_named() {
    let refused = |slot, flows| Wheel::try_new(slot, flows).unwrap_err();
    assert_eq!(refused(0, 1), NicError { field: NicField::Slot, value: 0, min: 1, max: SLOT_PS_MAX });
    assert_eq!(refused(SLOT_PS_MAX + 1, 1).field, NicField::Slot);
    assert_eq!(refused(1, 0), NicError { field: NicField::Flows, value: 0, min: 1, max: FLOWS_MAX });
    assert!(!Wheel::try_new(SLOT, 4).unwrap().insert(4, 0));
}

/// What happens to a wheel.
#[derive(Clone, Copy, Debug)]
enum Step {
    Insert(u32, u64),
    Remove(u32),
    Advance(u64),
}

fn step() -> impl Strategy<Value = Step> {
    let ahead = prop_oneof![0..4 * SLOT, 0..600 * SLOT, 0..3 * HORIZON];
    let pass = prop_oneof![0..3 * SLOT, 0..600 * SLOT, 0..HORIZON];
    prop_oneof![
        4 => (0..FLOWS, ahead).prop_map(|(flow, ahead)| Step::Insert(flow, ahead)),
        1 => (0..FLOWS).prop_map(Step::Remove),
        3 => pass.prop_map(Step::Advance),
    ]
}

proptest! {
    #[test]
    fn every_flow_is_due_once_never_early_and_less_than_a_slot_late(
        steps in proptest::collection::vec(step(), 1..400),
    ) {
        let mut wheel = Wheel::try_new(SLOT, FLOWS).unwrap();
        let mut deadlines = BTreeMap::new();
        let mut now = 0;
        for step in steps {
            match step {
                Step::Insert(flow, ahead) => {
                    // Half of the short ones lie in the past.
                    let deadline = (now + ahead).saturating_sub(2 * SLOT);
                    deadlines.insert(flow, deadline);
                    prop_assert!(wheel.insert(flow, deadline));
                }
                Step::Remove(flow) => {
                    prop_assert_eq!(wheel.remove(flow), deadlines.remove(&flow).is_some());
                }
                Step::Advance(pass) => {
                    now += pass;
                    for flow in due(&mut wheel, now) {
                        let deadline = deadlines.remove(&flow).expect("due twice, or never inserted");
                        prop_assert!(deadline <= now, "{} is early for {}", now, deadline);
                    }
                    let late = deadlines.values().find(|deadline| **deadline + SLOT <= now);
                    prop_assert_eq!(late, None, "at {}", now);
                }
            }
            let earliest = deadlines.values().min();
            prop_assert_eq!(wheel.next_poll().is_some(), earliest.is_some());
            if let (Some(look), Some(earliest)) = (wheel.next_poll(), earliest) {
                prop_assert!(look < (*earliest).max(now) + SLOT, "{} would miss {}", look, earliest);
            }
        }
    }
}
