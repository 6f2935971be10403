//! CEDM's two tests, its ring, and its growth.

use freeboard_aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_cedm::{CedmParams, CedmQueue, CedmSettings, Exact, PACKETS, Ring};
use proptest::prelude::*;
use std::collections::VecDeque;

fn params() -> CedmParams {
    Exact::params(&CedmSettings::default(), DepthUnit::BYTE).unwrap()
}

fn arrive(params: &CedmParams, queue: &mut CedmQueue, depth: u32) -> bool {
    let scope = Scope { pipe: &mut (), port: &mut (), queue };
    let arrival = Arrival { depth, size: Bytes(1_500), ..Arrival::default() };
    Exact::on_enqueue(params, scope, &arrival) == Verdict::Signal
}

fn leave(params: &CedmParams, queue: &mut CedmQueue, now: u32, depth: u32) -> bool {
    let scope = Scope { pipe: &mut (), port: &mut (), queue };
    let departure = Departure { now: Nanos32(now), depth, size: Bytes(1_500), ..Departure::default() };
    Exact::on_dequeue(params, scope, &departure) == Verdict::Signal
}

#[test]
fn between_the_thresholds_only_a_growing_queue_is_marked() {
    let params = params();
    let (mut grows, mut falls) = (CedmQueue::default(), CedmQueue::default());
    let (mut marks, mut falling_marks) = (0, 0);
    for step in 0..30 {
        arrive(&params, &mut grows, 110_000 + step * 100);
        marks += u32::from(leave(&params, &mut grows, step * 1_200, 110_000 + step * 100));
        arrive(&params, &mut falls, 120_000 - step * 100);
        falling_marks += u32::from(leave(&params, &mut falls, step * 1_200, 120_000 - step * 100));
    }
    assert_eq!(
        (marks, falling_marks),
        (30, 1),
        "the first packet has no growth yet, which counts as none lost"
    );
}

#[test]
fn from_the_upper_threshold_on_every_packet_is_marked_at_both_ends() {
    let params = params();
    let mut queue = CedmQueue::default();
    assert!(!arrive(&params, &mut queue, 153_124));
    assert!(arrive(&params, &mut queue, 153_125));
    for step in 0..20 {
        assert!(leave(&params, &mut queue, step * 1_200, 200_000 - step * 1_000));
    }
}

#[test]
fn a_packet_that_met_a_short_queue_is_not_marked_when_it_leaves_a_long_one() {
    let params = params();
    let mut queue = CedmQueue::default();
    arrive(&params, &mut queue, 97_499);
    arrive(&params, &mut queue, 97_500);
    assert!(!leave(&params, &mut queue, 0, 100_000));
    assert!(leave(&params, &mut queue, 1_200, 100_000));
}

#[test]
fn a_second_threshold_below_the_first_is_refused() {
    let settings = CedmSettings { k1: 10_000, k2: 9_999, ..CedmSettings::default() };
    assert_eq!(Exact::params(&settings, DepthUnit::BYTE).unwrap_err().field, CedmSettings::k2);
}

proptest! {
    #[test]
    fn a_ring_is_a_queue_of_bits(ops in prop::collection::vec((any::<bool>(), any::<bool>()), 0..900)) {
        let (mut ring, mut model) = (Ring::default(), VecDeque::new());
        for (comes, bit) in ops {
            if comes && model.len() < PACKETS as usize {
                ring.push(bit);
                model.push_back(bit);
            } else {
                prop_assert_eq!(ring.pop(), model.pop_front().unwrap_or(false));
            }
            prop_assert_eq!(ring.len() as usize, model.len());
        }
    }

    #[test]
    fn nothing_below_k1_is_marked_as_it_leaves(
        packets in prop::collection::vec((any::<bool>(), 0u32..200_000, 1u32..5_000), 1..300),
    ) {
        let params = params();
        let (mut queue, mut now) = (CedmQueue::default(), 0u32);
        for (comes, depth, gap) in packets {
            now = now.wrapping_add(gap);
            if comes {
                prop_assert_eq!(arrive(&params, &mut queue, depth), depth >= 153_125);
            } else {
                let marked = leave(&params, &mut queue, now, depth);
                prop_assert!(!marked || depth >= 97_500);
                prop_assert!(marked || depth < 153_125);
            }
        }
    }
}
