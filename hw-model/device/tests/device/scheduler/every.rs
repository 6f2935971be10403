//! Invariants of every scheduler: work conservation, packet conservation, bounded decisions.

use super::port::Port;
use freeboard_device::scheduler::{
    AnyScheduler, Backlog, Dwrr, Level, Ranked, Scheduler, StrictPriority, Wfq,
};
use freeboard_units::{Bytes, QueueId};
use proptest::prelude::*;
use std::cell::Cell;

const QUEUES: usize = 4;

fn policies() -> Vec<AnyScheduler> {
    let quanta = [Bytes(1), Bytes(1500), Bytes(9000), Bytes(300)];
    let level = Level::dwrr(&quanta[..2]).unwrap();
    vec![
        AnyScheduler::Strict(StrictPriority),
        AnyScheduler::Dwrr(Dwrr::new(&quanta).unwrap()),
        AnyScheduler::Wfq(Wfq::new(&[1, 2, 1000, 7]).unwrap()),
        AnyScheduler::Ranked(Ranked::new(vec![Level::One, level, Level::One]).unwrap()),
    ]
}

proptest! {
    #[test]
    fn a_link_is_idle_only_when_nothing_may_leave(
        steps in proptest::collection::vec((0u8..4, 0usize..QUEUES, 1u32..10_000), 1..300),
    ) {
        for mut scheduler in policies() {
            let (mut port, mut arrived) = (Port::new(QUEUES), 0);
            for &(step, queue, size) in &steps {
                match step {
                    0 | 1 => {
                        port.arrive(&mut scheduler, queue, size);
                        arrived += u64::from(size);
                    }
                    2 => port.held[queue] = !port.held[queue],
                    _ => {
                        let ready = port.ready();
                        prop_assert_eq!(port.send(&mut scheduler).is_some(), ready);
                    }
                }
            }
            port.held = vec![false; QUEUES];
            while port.send(&mut scheduler).is_some() {}
            prop_assert_eq!(port.served.iter().sum::<u64>(), arrived);
        }
    }
}

/// Counts how often a decision looks at a queue.
struct Watched {
    size: u32,
    looks: Cell<usize>,
}

impl Backlog for Watched {
    fn queues(&self) -> u16 {
        QUEUES as u16
    }

    fn head(&self, _: QueueId) -> Option<Bytes> {
        self.looks.set(self.looks.get() + 1);
        Some(Bytes(self.size))
    }
}

#[test]
fn a_decision_looks_at_a_queue_a_bounded_number_of_times() {
    // One look to see who is there, one per round, one to skip rounds; sizes and quanta do not matter.
    const LOOKS_MAX: usize = 5;
    for size in [1, 64, 9000, 65_535, u32::MAX] {
        for mut scheduler in policies() {
            for _ in 0..100 {
                let watched = Watched { size, looks: Cell::new(0) };
                let queue = scheduler.next(&watched).unwrap();
                scheduler.on_sent(queue, Bytes(size), true);
                assert!(watched.looks.get() <= LOOKS_MAX * QUEUES, "{scheduler:?} {}", watched.looks.get());
            }
        }
    }
}
