//! CEDM's two tests, its ring, and its growth.

use freeboard_aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Nanos32, Scope, State, Verdict, Words};
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

/// After a silence a queue decides like a fresh one, whose growth is not known and counts as none lost.
#[test]
fn a_queue_that_shrank_before_a_silence_marks_again_after_it() {
    let params = params();
    let marks_after = |is_told: bool| {
        let mut queue = CedmQueue::default();
        for step in 0..20 {
            arrive(&params, &mut queue, 100);
            leave(&params, &mut queue, step * 1_200, 140_000 - step * 1_000);
        }
        if is_told {
            let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
            Exact::on_idle(&params, scope, Nanos32(1 << 31));
        }
        arrive(&params, &mut queue, 110_000);
        leave(&params, &mut queue, 1 << 31, 110_000)
    };
    assert_eq!((marks_after(true), marks_after(false)), (true, false));
}

#[test]
fn an_empty_queue_forgets_the_packets_that_were_dropped_behind_its_back() {
    let params = params();
    let mut queue = CedmQueue::default();
    // Two come and one leaves: the other was dropped, and its place is not that of the next one.
    arrive(&params, &mut queue, 100);
    arrive(&params, &mut queue, 110_000);
    leave(&params, &mut queue, 0, 0);
    assert!(queue.tentative.is_empty());
    arrive(&params, &mut queue, 100);
    assert!(!leave(&params, &mut queue, 1_200, 110_000));
}

#[test]
fn small_packets_are_not_marked() {
    let params = params();
    let marks = |size| {
        let mut queue = CedmQueue::default();
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
        let arrival = Arrival { depth: 200_000, size: Bytes(size), ..Arrival::default() };
        let comes = Exact::on_enqueue(&params, scope, &arrival) == Verdict::Signal;
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
        let departure = Departure { depth: 200_000, size: Bytes(size), ..Departure::default() };
        (comes, Exact::on_dequeue(&params, scope, &departure) == Verdict::Signal)
    };
    assert_eq!((marks(100), marks(101)), ((false, false), (true, true)));
}

#[test]
fn a_second_threshold_below_the_first_is_refused() {
    let settings = CedmSettings { k1: 10_000, k2: 9_999, ..CedmSettings::default() };
    assert_eq!(Exact::params(&settings, DepthUnit::BYTE).unwrap_err().field, CedmSettings::k2);
}

proptest! {
    /// Words of a state: how many packets, and their bits from the oldest on.
    #[test]
    fn the_words_of_a_ring_are_its_bits_from_the_oldest_on(
        gone in 0u32..300,
        bits in prop::collection::vec(any::<bool>(), 0..=PACKETS as usize),
    ) {
        let mut queue = CedmQueue::default();
        for _ in 0..gone {
            queue.tentative.push(true);
            queue.tentative.pop();
        }
        let mut expected = [0u32; 13];
        expected[4] = bits.len() as u32;
        for (at, &bit) in bits.iter().enumerate() {
            queue.tentative.push(bit);
            expected[5 + at / 32] |= u32::from(bit) << (at % 32);
        }
        let mut words = Words::new();
        queue.canonical(&mut words);
        prop_assert_eq!(words.as_slice(), expected);
    }

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
