//! The length of a round, in quanta of weight 1: which time and bytes a quantum is cancels against a queue's own.

use freeboard_aqm_api::PortView;
use freeboard_fixmath::{Gain, Reciprocal, toward};

/// Queues of a port the control plane looks at.
pub const QUEUES: usize = 8;

/// Largest weight: eight of them fit a word in Q20.
const WEIGHT_MAX: u32 = 31;
/// Fractional bits of a round.
const FRACTION: u32 = 20;

/// T_round. Zero-filled: no round was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Round {
    /// Average, in quanta of weight 1, Q20; 0 while the port is idle.
    pub quanta_q20: u32,
}

impl Round {
    /// A round serves every busy queue with its quantum: the average takes a quarter of it, the first one all.
    pub fn sample(&mut self, view: &PortView<'_>) {
        let busy = view.queues.iter().take(QUEUES).filter(|queue| queue.depth > 0);
        let round = busy.map(|queue| weight(queue.weight)).fold(0, u32::saturating_add) << FRACTION;
        self.quanta_q20 = match Gain::from_shift(2) {
            Some(quarter) if round > 0 && self.quanta_q20 > 0 => toward(self.quanta_q20, round, quarter),
            _ => round,
        };
    }

    /// min(quantum / (T_round C), 1) of `k_port`, for a queue of this weight.
    #[must_use]
    pub fn threshold(&self, k_port: u32, own_weight: u32) -> u32 {
        let own = weight(own_weight) << FRACTION;
        if own >= self.quanta_q20 { k_port } else { Reciprocal::new(self.quanta_q20).mul_div(k_port, own) }
    }
}

const fn weight(it: u32) -> u32 {
    if it > WEIGHT_MAX { WEIGHT_MAX } else { it }
}
