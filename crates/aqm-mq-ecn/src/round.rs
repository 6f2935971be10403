//! The time of a round, as the bytes the link sends in it.

use aqm_api::PortView;
use fixmath::{Gain, Reciprocal, toward};

/// Queues of a port the control plane looks at.
pub const QUEUES: usize = 8;

/// Largest weight: eight of them times the largest quantum fit a word in Q8.
const WEIGHT_MAX: u32 = 31;

/// T_round x C. Zero-filled: no round was seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Round {
    /// Average \[2^-8 B\]; 0 while the port is idle.
    pub bytes_q8: u32,
}

impl Round {
    /// A round serves every busy queue with its quantum: the average takes a quarter of it, the first one all.
    pub fn sample(&mut self, view: &PortView<'_>, quantum: u32) {
        let busy = view.queues.iter().take(QUEUES).filter(|queue| queue.depth > 0);
        let weights = busy.map(|queue| weight(queue.weight)).fold(0, u32::saturating_add);
        let round = weights.saturating_mul(quantum).saturating_mul(1 << 8);
        self.bytes_q8 = match Gain::from_shift(2) {
            Some(quarter) if weights > 0 && self.bytes_q8 > 0 => toward(self.bytes_q8, round, quarter),
            _ => round,
        };
    }

    /// min(quantum / (T_round C), 1) of `k_port`, for a queue of this weight.
    #[must_use]
    pub fn threshold(&self, k_port: u32, own_weight: u32, quantum: u32) -> u32 {
        let own = weight(own_weight).saturating_mul(quantum).saturating_mul(1 << 8);
        if own >= self.bytes_q8 { k_port } else { Reciprocal::new(self.bytes_q8).mul_div(k_port, own) }
    }
}

const fn weight(it: u32) -> u32 {
    if it > WEIGHT_MAX { WEIGHT_MAX } else { it }
}
