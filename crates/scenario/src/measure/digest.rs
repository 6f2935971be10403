//! A digest of what a run came to.
//!
//! The fabric's run digest covers finishes, marks and drops. Flows without end on a link that neither marks nor drops
//! leave none of them, whatever they did; here what arrived of every flow and how long the queues grew is covered too.

use super::Outcome;
use freeboard_replay::Digest;

/// One digest over the results of all outcomes, in order.
#[must_use]
pub fn digest<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> u32 {
    let mut digest = Digest::default();
    for outcome in outcomes {
        digest.word(outcome.scheme as u32);
        digest.wide(outcome.seed);
        digest.word(outcome.result_digest());
    }
    digest.value()
}

impl Outcome {
    /// Of the run digest, of what arrived of every flow and, between the scenario's cuts, of each bottleneck's longest
    /// queue, marks and drops. Integers only, and nothing that is sampled.
    #[must_use]
    pub fn result_digest(&self) -> u32 {
        let mut digest = Digest::default();
        digest.word(self.digest);
        self.flows.iter().for_each(|flow| digest.wide(flow.arrived));
        for window in self.ports.iter().flat_map(|port| &port.windows) {
            digest.word(window.bytes_max);
            digest.wide(window.marked);
            digest.wide(window.dropped);
        }
        digest.value()
    }
}
