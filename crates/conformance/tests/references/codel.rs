//! Linux `codel`: one call of the queue's dequeue function drops until a packet may leave, or marks one.

use freeboard_aqm_api::{DepthUnit, Verdict};
use freeboard_conformance::model::Timed;
use freeboard_conformance::model::call;
use freeboard_conformance::values::named;
use freeboard_oracle::Hook;
use freeboard_registry::{AnyAqm, AqmId};
use freeboard_replay::Random;
use std::collections::VecDeque;

const TARGET: u32 = 10;
const INTERVAL: u32 = 195;
const SIZE: u32 = 1_500;

/// What Linux keeps per queue; times are 32-bit ticks, 0 is "not set".
#[derive(Default)]
struct Kernel {
    dropping: bool,
    count: u32,
    last_count: u32,
    root: u16,
    above: u32,
    next: u32,
}

const fn later(a: u32, b: u32) -> bool {
    a.wrapping_sub(b).cast_signed() > 0
}

impl Kernel {
    fn stands(&mut self, now: u32, head: Option<u32>, left: usize) -> bool {
        let good = head.is_none_or(|since| now.wrapping_sub(since) < TARGET) || left <= 1;
        if good {
            self.above = 0;
        } else if self.above == 0 {
            self.above = now.wrapping_add(INTERVAL);
        } else {
            return later(now, self.above);
        }
        false
    }

    fn refine(&mut self) {
        let x = u64::from(self.root) << 16;
        let rest = (3u64 << 32).wrapping_sub(u64::from(self.count).wrapping_mul((x * x) >> 32)) >> 2;
        self.root = (rest.wrapping_mul(x) >> 31 >> 16) as u16;
    }

    fn law(&self, from: u32) -> u32 {
        from.wrapping_add(((u64::from(INTERVAL) * (u64::from(self.root) << 16)) >> 32) as u32)
    }

    /// The verdict on each packet that one call takes out of the queue.
    fn dequeue(&mut self, now: u32, queue: &mut VecDeque<u32>, marks: bool) -> Vec<bool> {
        let mut verdicts = Vec::new();
        let mut take = |kernel: &mut Self, queue: &mut VecDeque<u32>| {
            let head = queue.pop_front();
            verdicts.extend(head.map(|_| false));
            let stands = kernel.stands(now, head, queue.len());
            if head.is_none() {
                kernel.dropping = false;
            }
            (stands, verdicts.len())
        };
        let mut signalled = Vec::new();
        let (mut stands, mut last) = take(self, queue);
        if self.dropping {
            self.dropping = stands;
            while self.dropping && !later(self.next, now) {
                self.count = self.count.wrapping_add(1);
                self.refine();
                signalled.push(last - 1);
                if marks {
                    self.next = self.law(self.next);
                    break;
                }
                (stands, last) = take(self, queue);
                if stands {
                    self.next = self.law(self.next);
                } else {
                    self.dropping = false;
                }
            }
        } else if stands {
            signalled.push(last - 1);
            if !marks {
                take(self, queue);
            }
            self.dropping = true;
            let more = self.count.wrapping_sub(self.last_count);
            if more > 1 && now.wrapping_sub(self.next).cast_signed() < 16 * INTERVAL.cast_signed() {
                self.count = more;
                self.refine();
            } else {
                (self.count, self.root) = (1, u16::MAX);
            }
            self.last_count = self.count;
            self.next = self.law(now);
        }
        signalled.into_iter().for_each(|at| verdicts[at] = true);
        verdicts
    }
}

fn scheme(ecn: u32) -> AnyAqm {
    let id = AqmId::CodelLinux;
    let values = [TARGET * 1024, INTERVAL * 1024, SIZE, ecn];
    assert_eq!(named(id.fields().1, &values).get("ecn"), Some(ecn.into()));
    id.place(&values, DepthUnit::BYTE).unwrap()
}

/// What our scheme says about the packets of one call.
fn ours(scheme: &mut AnyAqm, tick: u64, mut queue: VecDeque<u32>, count: usize) -> Vec<bool> {
    let mut said = Vec::new();
    for _ in 0..count {
        let since = queue.pop_front().unwrap();
        let packet = Timed {
            now: tick * 1024,
            hook: Hook::Departure,
            sojourn: (tick as u32).wrapping_sub(since).saturating_mul(1024),
            size: SIZE,
            depth: queue.len() as u32 * SIZE,
            port_depth: 0,
            pool_depth: 0,
            ecn: 0,
            random: 0,
        };
        said.push(call(scheme, &packet.event(0)) != Verdict::Forward);
    }
    said
}

/// Calls of a queue that stands for some intervals and then rests for about as long as an episode is remembered.
fn agree(ecn: u32, calls: usize) -> usize {
    let (mut kernel, mut scheme, mut random) = (Kernel::default(), scheme(ecn), Random::new(7));
    let (mut tick, mut queue, mut signals) = (1u64 << 30, VecDeque::new(), 0);
    let mut phase = 0;
    for index in 0..calls {
        if phase == 0 {
            // Empty, then 12 to 20 intervals of silence, or none.
            while !queue.is_empty() {
                let before = queue.clone();
                let said = kernel.dequeue(tick as u32, &mut queue, ecn == 1);
                assert_eq!(ours(&mut scheme, tick, before, said.len()), said, "draining at {index}");
            }
            kernel.dequeue(tick as u32, &mut queue, ecn == 1);
            tick += u64::from(INTERVAL * 12 + random.below(INTERVAL * 8));
            phase = 100 + random.below(400);
        }
        phase -= 1;
        // The link takes 2 ticks a packet; arrivals make the queue swing around the target.
        (0..random.below(4)).for_each(|_| queue.push_back(tick as u32));
        tick += 2 + u64::from(random.below(3));
        if queue.is_empty() {
            kernel.dequeue(tick as u32, &mut queue, ecn == 1);
            continue;
        }
        let before = queue.clone();
        let said = kernel.dequeue(tick as u32, &mut queue, ecn == 1);
        assert_eq!(ours(&mut scheme, tick, before, said.len()), said, "call {index}, ecn {ecn}");
        signals += said.iter().filter(|said| **said).count();
    }
    signals
}

#[test]
fn drops_move_the_schedule_with_the_packet_behind() {
    assert!(agree(0, 600_000) > 5_000);
}

#[test]
fn marks_move_the_schedule_at_once() {
    assert!(agree(1, 600_000) > 5_000);
}

#[test]
fn a_run_of_half_the_clocks_range_no_longer_stands() {
    let (mut kernel, mut scheme) = (Kernel::default(), scheme(1));
    let mut left = 0;
    for second in 1..5_000u64 {
        let tick = (1 << 30) + second * 976_562;
        let mut queue = VecDeque::from([(tick as u32).wrapping_sub(1_000); 3]);
        let before = queue.clone();
        let said = kernel.dequeue(tick as u32, &mut queue, true);
        assert_eq!(ours(&mut scheme, tick, before, said.len()), said, "second {second}");
        left += usize::from(!said[0]);
    }
    assert!(left > 2_000, "Linux leaves for 2^31 ticks: {left}");
}
