//! Query bursts: many answers at one instant.

use super::DelayAssignment;
use crate::flow::FlowSpec;
use crate::random::{Stream, word};
use crate::time::Ps;
use crate::workload::SizeTable;

/// Smallest and largest query flow \[B\]: 3 to 60 KB (ECN# §5.4).
pub const QUERY_SIZES: (u64, u64) = (3_000, 60_000);

/// A burst of flows to one host.
#[derive(Clone, Debug)]
pub struct Incast {
    /// Senders, hosts 0 to this; flows go round them.
    pub senders: u32,
    /// Receiving host.
    pub receiver: u32,
    /// Number of flows.
    pub flows: u32,
    /// When they start.
    pub at: Ps,
    /// Starts are spread uniformly over this; 0 is one instant.
    pub spread: Ps,
    /// Sizes.
    pub sizes: SizeTable,
    /// Who gets which added delay.
    pub delays: DelayAssignment,
    /// The mark their records carry.
    pub tag: u32,
}

impl Incast {
    /// The flows; `seed` decides sizes and, with a spread, starts.
    #[must_use]
    pub fn flows(&self, seed: u64) -> Vec<FlowSpec> {
        // Bursts of one run differ by tag and time, so they must not share sizes.
        let entity = (1 << 32) | u64::from(self.tag) ^ self.at.0.rotate_left(40);
        let flow = |index: u32| {
            let from = index % self.senders.max(1);
            let bytes = self.sizes.sample(word(seed, Stream::Size, entity, u64::from(index)));
            let shift =
                u128::from(word(seed, Stream::Start, entity, u64::from(index))) * u128::from(self.spread.0);
            FlowSpec::new(from, self.receiver, bytes, self.at + Ps((shift >> 64) as u64))
                .in_class(self.delays.class(seed, from, entity.wrapping_add(u64::from(index))))
                .tagged(self.tag)
        };
        (0..self.flows).map(flow).collect()
    }
}
