//! Tests of the event queue against a sorted list, with and without windows, with and without a bipartition.

use super::*;
use proptest::prelude::*;
use std::collections::BTreeSet;

proptest! {
    #[test]
    fn events_come_out_in_time_order_and_ties_in_the_order_of_entities(
        spacing in 1u64..10_000_000, reach in 0u64..100_000_000, has_sides: bool,
        steps in proptest::collection::vec((0u64..40, any::<u32>(), any::<bool>()), 1..600),
    ) {
        let mut queue = EventQueue::new(spacing, reach, 1, has_sides);
        let mut model: Vec<(u64, u32)> = Vec::new();
        let mut now = 0;
        for (index, (magnitude, noise, takes)) in (0u32..).zip(steps) {
            if takes {
                model.sort_unstable();
                let limit = now + (u64::from(noise) >> 4);
                let due = model.first().copied().filter(|event| event.0 <= limit);
                queue.set_limits([limit; 2]);
                let event = queue.pop().map(|event| (event.time, event.index()));
                prop_assert_eq!(event, due);
                if let Some(event) = event {
                    model.remove(0);
                    now = event.0;
                }
            } else {
                let time = now + u64::from(noise) % (1 << magnitude);
                queue.push_at(index as usize % 2, time, Kind::Wake, index);
                model.push((time, index));
            }
        }
        model.sort_unstable();
        queue.set_limits([u64::MAX; 2]);
        for event in model {
            prop_assert_eq!(queue.pop().map(|event| (event.time, event.index())), Some(event));
        }
        prop_assert_eq!(queue.pop(), None);
    }
}

proptest! {
    #[test]
    fn a_window_hands_out_what_is_due_in_it_and_gives_it_back_in_order(
        spacing in 1u64..1_000_000, reach in 1u64..100_000_000,
        steps in proptest::collection::vec((0u64..34, any::<u32>(), 0u8..4), 1..300),
    ) {
        let mut queue = EventQueue::new(spacing, reach, reach, false);
        let mut model: BTreeSet<(u64, What)> = BTreeSet::new();
        let mut now = 0;
        for (index, (magnitude, noise, action)) in (0u32..).zip(steps) {
            let kind = if noise % 7 == 0 { Kind::FlowStart } else { Kind::Wake };
            let key = (now + u64::from(noise) % (1 << magnitude), What::new(kind, index));
            if action > 0 {
                queue.push(key.0, kind, index);
                model.insert(key);
                continue;
            }
            let mut handed = BTreeSet::new();
            if !queue.open_window(|time, what| assert!(handed.insert((time, what)))) {
                let event = queue.pop().map(|event| (event.time, event.what));
                prop_assert_eq!(event, model.pop_first());
                now = event.map_or(now, |event| event.0);
                continue;
            }
            let end = queue.window_end;
            let mut later = model.split_off(&(end, What::default()));
            prop_assert!(model.iter().all(|&(time, what)| !what.at(time).kind().is_common()));
            prop_assert_eq!(&handed, &model);
            handed.iter().for_each(|&(time, what)| queue.give(time, what));
            queue.sort_batch();
            while let Some(event) = queue.pop_batch() {
                now = event.time;
                prop_assert_eq!(model.pop_first(), Some((now, What::new(event.kind(), event.index()))));
                // Some events of a node fall into its own batch.
                if event.index() % 3 == 0 && event.index() < 1000 {
                    let (time, index) = (now + u64::from(noise) % reach, event.index() + 1000);
                    queue.push(time, Kind::Wake, index);
                    let which = if time < end { &mut model } else { &mut later };
                    which.insert((time, What::new(Kind::Wake, index)));
                }
            }
            queue.close_window();
            prop_assert!(model.is_empty());
            model = later;
            now = end;
        }
    }
}

#[test]
fn nothing_beyond_the_limit_comes_out() {
    let mut queue = EventQueue::new(1_000, 0, 0, false);
    queue.push(10, Kind::Wake, 1);
    queue.set_limits([9; 2]);
    assert_eq!(queue.pop(), None);
    queue.set_limits([10; 2]);
    assert_eq!(queue.pop().map(|event| event.index()), Some(1));
    queue.set_limits([u64::MAX; 2]);
    assert_eq!(queue.pop(), None);
}

/// Events of each of 16 nodes in their order; an event affects the other part at least a lookahead later. The parts of the nodes
/// alternate. An event carries a number, and sends to a neighbour and to its own node until the number has no more bits.
fn run_of_two_sides(lookahead: u64, first: &[(u64, u32)], in_windows: bool) -> Vec<Vec<(u64, What)>> {
    let mut queue = EventQueue::new(lookahead / 64 + 1, 2 * lookahead, lookahead, true);
    for &(time, index) in first {
        queue.push_at(index as usize % 2, time, Kind::Wake, index);
    }
    let mut done = vec![Vec::new(); 16];
    let send = |queue: &mut EventQueue, event: Event| {
        let (index, rest) = (event.index() % 16, event.index() / 16);
        if rest > 0 {
            let due = event.time + lookahead + u64::from(rest % 7) * lookahead / 5;
            queue.push_across(due, Kind::Wake, (rest / 2) * 16 + (index ^ 1));
            queue.push(event.time + u64::from(rest % 5) * lookahead / 3 + 1, Kind::Tick, index);
        }
    };
    loop {
        let mut nodes: Vec<Vec<(u64, What)>> = vec![Vec::new(); 16];
        let opened = in_windows
            && queue.open_window(|time, what| nodes[what.index() as usize % 16].push((time, what)));
        if opened {
            let sides: BTreeSet<usize> =
                (0..16).filter(|&node| !nodes[node].is_empty()).map(|node| node % 2).collect();
            assert!(sides.len() <= 1, "a window is of one side");
            for events in nodes {
                events.into_iter().for_each(|(time, what)| queue.give(time, what));
                queue.sort_batch();
                while let Some(event) = queue.pop_batch() {
                    done[event.index() as usize % 16].push((event.time, event.what));
                    send(&mut queue, event);
                }
            }
            queue.close_window();
        } else {
            let Some(event) = queue.pop() else { break };
            done[event.index() as usize % 16].push((event.time, event.what));
            send(&mut queue, event);
        }
    }
    done
}

proptest! {
    #[test]
    fn two_sides_in_turns_are_one_order(
        lookahead in 1000u64..1_000_000,
        first in proptest::collection::vec((0u64..3_000_000, 0u32..1 << 18), 1..40),
    ) {
        prop_assert_eq!(run_of_two_sides(lookahead, &first, true), run_of_two_sides(lookahead, &first, false));
    }
}
