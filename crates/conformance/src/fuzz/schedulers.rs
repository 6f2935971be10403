//! Random arrivals, departures and holds on a port, under any scheduler.

use super::Exercised;
use super::reader::Reader;
use freeboard_device::scheduler::{
    AnyScheduler, Backlog, Dwrr, Level, Ranked, Scheduler, StrictPriority, Wfq,
};
use freeboard_replay::Random;
use freeboard_units::{Bytes, QueueId};
use std::collections::VecDeque;

/// Events per operation.
const EVENTS: usize = 64;
/// Queues of the port.
const QUEUES: usize = 5;
/// Names of the policies, by the first byte of an input.
pub const POLICIES: [&str; 5] = ["fifo", "strict", "dwrr", "wfq", "ranked"];

#[derive(Default)]
struct Port {
    queues: [VecDeque<u32>; QUEUES],
    held: [bool; QUEUES],
}

impl Backlog for Port {
    fn queues(&self) -> u16 {
        QUEUES as u16
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        let size = self.queues.get(queue.index())?.front()?;
        (!self.held[queue.index()]).then_some(Bytes(*size))
    }
}

/// Drives a scheduler; `None` where its settings are refused.
///
/// # Panics
/// It chose a queue that has nothing to send, left the link idle, broke priority or exceeded a deficit.
pub fn scheduler_ops(data: &[u8]) -> Option<Exercised> {
    let mut reader = Reader::new(data);
    let policy = usize::from(reader.byte()) % POLICIES.len();
    let largest = reader.choose(&[1500, 9000, 65_535, u32::MAX]);
    let (announced, seed) = (reader.byte() & 1 == 0, reader.word());
    let settings: [u8; 8] = core::array::from_fn(|_| reader.byte());
    let quanta: [u32; QUEUES] = core::array::from_fn(|queue| 1 + u32::from(settings[queue]) * 53);
    let mut scheduler = scheduler(policy, &quanta)?;
    let mut port = Port::default();
    let mut seen = Exercised { id: POLICIES[policy].to_owned(), events: 0, compared: 0 };
    for words in reader.ops() {
        let mut random = Random::new(u64::from(words[0] ^ seed) << 32 | u64::from(words[1]));
        for _ in 0..EVENTS {
            seen.events += 1;
            let queue = random.below(QUEUES as u32) as usize;
            match random.below(8) {
                0 => port.held[queue] = random.one_in(2),
                kind if kind <= 3 + words[2] % 2 => {
                    port.queues[queue].push_back(1 + random.below(largest));
                    // A policy works with and without word of arrivals.
                    if announced {
                        scheduler.on_arrival(QueueId(queue as u16));
                    }
                }
                _ => {
                    send(&mut scheduler, &mut port, policy);
                    seen.compared += 1;
                }
            }
            within_deficits(&scheduler, &quanta, largest);
        }
    }
    port.held = [false; QUEUES];
    while send(&mut scheduler, &mut port, policy) {}
    Some(seen)
}

fn scheduler(policy: usize, quanta: &[u32; QUEUES]) -> Option<AnyScheduler> {
    let bytes = quanta.map(Bytes);
    let weights = quanta.map(|quantum| (quantum / 16) as u16);
    Some(match policy {
        0 => AnyScheduler::default(),
        1 => AnyScheduler::Strict(StrictPriority),
        2 => AnyScheduler::Dwrr(Dwrr::new(&bytes).ok()?),
        3 => AnyScheduler::Wfq(Wfq::new(&weights).ok()?),
        _ => {
            let levels = vec![Level::One, Level::dwrr(&bytes[1..3]).ok()?, Level::wfq(&weights[3..]).ok()?];
            AnyScheduler::Ranked(Ranked::new(levels).ok()?)
        }
    })
}

/// The level of a queue: lower goes first.
const fn level(policy: usize, queue: usize) -> usize {
    match (policy, queue) {
        (1, queue) => queue,
        (4, 0) => 0,
        (4, 1 | 2) => 1,
        (4, _) => 2,
        _ => 0,
    }
}

/// Sends one packet; whether there was one.
fn send(scheduler: &mut AnyScheduler, port: &mut Port, policy: usize) -> bool {
    let ready = |queue: usize| port.head(QueueId(queue as u16)).is_some();
    let served = if policy == 0 { 1 } else { QUEUES };
    let best = (0..served).filter(|queue| ready(*queue)).map(|queue| level(policy, queue)).min();
    let chosen = scheduler.next(port);
    assert_eq!(scheduler.next(port), chosen, "asking twice changes nothing");
    assert_eq!(chosen.is_some(), best.is_some(), "work conservation");
    let Some(queue) = chosen else { return false };
    assert!(ready(queue.index()), "{queue:?} has nothing to send");
    assert_eq!(Some(level(policy, queue.index())), best, "priority");
    let size = port.queues[queue.index()].pop_front().unwrap_or_default();
    scheduler.on_sent(queue, Bytes(size), !port.queues[queue.index()].is_empty());
    true
}

fn within_deficits(scheduler: &AnyScheduler, quanta: &[u32; QUEUES], largest: u32) {
    if let AnyScheduler::Dwrr(dwrr) = scheduler {
        for (queue, quantum) in (0..).map(QueueId).zip(quanta) {
            // Longer packets than the largest of IP count as one of that length.
            let most = u64::from(*quantum) + u64::from(largest.min(65_535));
            assert!(u64::from(dwrr.deficit(queue).0) <= most, "{queue:?}: {:?}", dwrr.deficit(queue));
        }
    }
}
