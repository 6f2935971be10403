//! A clock that is set, told to the C library: each scheme then decides like one whose state is filled with 0.

use crate::marking::{Hook, Lending, Marking};
use freeboard_aqm_api::Verdict;
use freeboard_c::{Packet, Refusal, VERSION};
use freeboard_params::{Field, Settings};
use freeboard_replay::Random;

/// Steps \[ns\], from a servo's to a clock's that was never set.
const STEPS: [i64; 6] = [1_000, 1_000_000, 300_000_000, 1_000_000_000, 4_000_000_000, 10_000_000_000];

/// Configurations with every setting at its default, then with each at the ends of its range.
fn configurations(fields: &[Field]) -> impl Iterator<Item = Vec<u32>> {
    let head = [8 + 4 * fields.len() as u32, VERSION];
    let default: Vec<u32> = head.into_iter().chain(fields.iter().map(|field| field.default)).collect();
    let ends = (2..).zip(fields).flat_map(|(at, field)| [(at, field.min), (at, field.max)]);
    let ends: Vec<(usize, u32)> = ends.collect();
    core::iter::once(default.clone()).chain(ends.into_iter().map(move |(at, value)| {
        let mut words = default.clone();
        words[at] = value;
        words
    }))
}

/// A queue that fills, stands and runs empty; what is decided about its packets.
fn burst<A: Marking>(lent: &mut Lending<A>, now: &mut u64, seed: u64) -> Vec<u32> {
    let mut random = Random::new(seed);
    let gap = 1 + u64::from(random.below(4_000));
    let mut decided = Vec::new();
    for at in 0..400_u32 {
        *now += gap;
        let depth = 200_000.min(at * 1_500).min((399 - at) * 1_500);
        decided.extend(packet(lent, *now, (depth / 2, depth), random.word()));
    }
    decided
}

fn packet<A: Marking>(
    lent: &mut Lending<A>,
    now: u64,
    (sojourn_ns, depth): (u32, u32),
    random: u32,
) -> Vec<u32> {
    let packet = Packet {
        now_ns: now as u32,
        now_high: (now >> 32) as u32 & 0xffff,
        size: 1_500,
        depth,
        port_depth: depth,
        pool_depth: depth,
        sojourn_ns,
        ecn: 2,
        random,
    };
    let (params, pipe, port, queue) = lent.pointers();
    let calls = A::CALLS.hooks.iter().filter_map(|hook| match hook {
        Hook::Enqueue(call) | Hook::Dequeue(call) => Some(call),
        Hook::Control(_) => None,
    });
    // SAFETY: parameters that were written, state, and a packet.
    calls.map(|call| unsafe { call(params, pipe, port, queue, &raw const packet) }).collect()
}

/// Sets the clock of one scheme; how many packets were signalled behind the steps.
pub(crate) fn survives<A: Marking>() -> usize {
    let mut signals = 0;
    for words in configurations(A::Settings::FIELDS) {
        for by in STEPS.into_iter().flat_map(|step| [step, -step]) {
            let (mut lent, mut fresh) = (Lending::<A>::zeroed(), Lending::<A>::zeroed());
            let mut refusal = Refusal::default();
            let mut init = |lent: &mut Lending<A>| {
                // SAFETY: memory of the types that the header asks for, and a whole configuration.
                unsafe { (A::CALLS.init)(lent.pointers().0, words.as_ptr(), 1, &raw mut refusal) }
            };
            if init(&mut lent) + init(&mut fresh) != 0 {
                break;
            }
            let mut now = 1 << 40;
            let _ = burst(&mut lent, &mut now, 1);
            packet(&mut lent, now, (1 << 22, 1 << 20), 9);
            now = now.wrapping_add_signed(by);
            let (params, pipe, port, queue) = lent.pointers();
            // SAFETY: parameters that were written, and state.
            unsafe { (A::CALLS.on_clock_step)(params, pipe, port, queue, now as u32) };
            // State that a queue shares with others says nothing of before either. A fresh clock has not been turned yet.
            let (params, pipe, port, queue) = fresh.pointers();
            // SAFETY: as above.
            unsafe { (A::CALLS.on_idle)(params, pipe, port, queue, now as u32) };
            assert_eq!(lent.words(), fresh.words(), "{}/{} {by} ns", A::META.name, A::META.variant);
            let (told, expected) = (burst(&mut lent, &mut now.clone(), 2), burst(&mut fresh, &mut now, 2));
            assert_eq!(told, expected, "{}/{} {by} ns: {words:?}", A::META.name, A::META.variant);
            lent.check();
            signals += told.iter().filter(|verdict| **verdict != Verdict::Forward as u32).count();
        }
    }
    signals
}
