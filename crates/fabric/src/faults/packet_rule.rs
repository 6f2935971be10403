//! One packet fault on one directed link: its count and its draws.

use super::{Effect, Packets, Pick, WireFault};
use crate::data_plane::PacketKind;
use crate::random::{RandomStream, Stream, below};

/// Parts of one in which rates are given.
pub(super) const RATE_ONE: u32 = 1_000_000_000;

/// A packet fault with the state of one directed link.
#[derive(Clone, Debug)]
pub(crate) struct Rule {
    packets: Packets,
    pick: Pick,
    effect: Effect,
    /// Arrivals from the first and before the second count \[ps\].
    window: (u64, u64),
    words: RandomStream,
    /// Packets that counted so far.
    seen: u64,
}

impl Rule {
    /// The `fault`-th fault on the link that `port` sends into.
    pub(super) fn new(fault: &WireFault, number: usize, port: u32, seed: u64) -> Self {
        Self {
            packets: fault.packets,
            pick: fault.pick.clone(),
            effect: fault.effect,
            window: (fault.start.0, fault.end.0),
            words: RandomStream::new(seed, Stream::Fault, (number as u64) << 32 | u64::from(port)),
            seen: 0,
        }
    }

    /// A packet arrives; what happens to it, and a word for that.
    pub(super) fn hit(&mut self, kind: PacketKind, now: u64) -> Option<(Effect, u64)> {
        if !self.packets.hold(kind) || !(self.window.0..self.window.1).contains(&now) {
            return None;
        }
        let index = self.seen;
        self.seen += 1;
        // Two words per packet, whatever the first one decides: the draws of a packet are those of its place.
        let is_hit = match &self.pick {
            Pick::Rate(rate) => below(self.words.word(2 * index), RATE_ONE) < *rate,
            Pick::List(places) => places.binary_search(&index).is_ok(),
        };
        is_hit.then(|| (self.effect, self.words.word(2 * index + 1)))
    }
}
