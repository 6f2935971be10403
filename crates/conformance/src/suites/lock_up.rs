//! Lock-up: an empty queue whose scheme drops every packet for ever.
//!
//! Runs a scheme in drop mode, where a signal drops a packet whatever the scheme's metadata says, through bursts that
//! leave any state behind, then offers one packet at a time to the empty queue.

use super::sample::START;
use super::{Setup, aqm_setups};

use crate::model::{Burst, Decider, Fifo};
use freeboard_registry::{AnyAqm, AqmId};
use freeboard_replay::Random;

/// Silence before each packet that is offered \[ns\]: the shortest retransmission timeout of Linux (RFC 6298 has 1 s). A
/// lone sender that lost everything comes back after it.
pub const SILENCE_NS: u64 = 200_000_000;

/// Packets offered until one is sent, at most, under a scheme's presets and defaults.
pub const PRESET_BOUND: u32 = 1;

/// The same under any legal settings: 25.6 s. The longest memory is RED's average of 2^-10 per packet time of 1 ms, from
/// the largest backlog here (4.6 MB) to 1 B: ln(4.6e6) * 1024 ms = 15.7 s. HULL's fullest phantom queue drains in 2.7 s
/// (16 MB at half of 100 Mbit/s).
pub const LEGAL_BOUND: u32 = 128;

/// Size of the packets offered \[B\]: the smallest frame.
const PROBE_BYTES: u32 = 64;

/// Packets offered to an empty queue after `bursts` until one is sent; `None` if `bound` are dropped.
pub fn sent_after<D: Decider>(fifo: &mut Fifo<D>, bursts: &[Burst], bound: u32) -> Option<u32> {
    bursts.iter().for_each(|burst| fifo.burst(burst));
    (1..=bound).find(|_| fifo.probe(SILENCE_NS, PROBE_BYTES))
}

/// Bursts of any length, density and size.
#[must_use]
pub fn bursts(seed: u64) -> Vec<Burst> {
    let mut random = Random::new(seed);
    (0..1 + random.below(6))
        .map(|_| Burst {
            packets: 1 + random.below(800) as u16,
            gap: random.word() >> (12 + random.below(20)),
            size: [64, 1_500, 9_000][random.below(3) as usize],
            after: random.word() >> (4 + random.below(28)),
        })
        .collect()
}

/// A scheme under the named settings, in drop mode before a link.
pub fn fifo(setup: &Setup, mbps: u32, seed: u64) -> Fifo<AnyAqm> {
    Fifo::new(setup.place(), setup.id.meta(), setup.unit, (mbps, START, seed))
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let presets = id.descriptor().presets().len() + 1;
    for (index, setup) in aqm_setups(id, 41).iter().enumerate() {
        let bound = if index < presets { PRESET_BOUND } else { LEGAL_BOUND };
        (0..8).for_each(|round| holds(setup, bound, (index as u64) << 8 | round));
    }
}

/// Panics if a packet into the empty queue is not sent in time.
fn holds(setup: &Setup, bound: u32, seed: u64) {
    let mbps = [100, 10_000, 100_000][(seed % 3) as usize];
    let bursts = bursts(seed);
    let sent = sent_after(&mut fifo(setup, mbps, seed), &bursts, bound);
    assert!(
        sent.is_some(),
        "{setup:?}: {bound} packets into an empty queue are dropped after {bursts:?}, {mbps} Mbit/s"
    );
}
