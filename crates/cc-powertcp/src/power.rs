//! The hop with the most power between two acknowledgements.

use freeboard_cc_api::telemetry::Passed;
use freeboard_fixmath::{ONE_Q24, Reciprocal, mul_q24};

/// The power of a hop over the time between its two stamps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Power {
    /// Over that of a full link without a queue, Q24: below 256.
    pub normalised: u32,
    /// Time between the stamps (dt) \[ns\]; 0 if no hop had any.
    pub span: u32,
}

impl Power {
    /// \[Addanki22\] algorithm 1, `normPower`: (dq/dt + tx rate)/B · (q + B T)/(B T).
    ///
    /// In bytes over dt: arrived/carried · (carried + q dt/T)/carried. Arrivals count as half of what the link carries at
    /// least, as in the authors' simulator: a queue that drains at once does not take the power away.
    #[inline]
    #[must_use]
    pub fn of(hop: &Passed, per_t: Reciprocal) -> Self {
        let carried = hop.carried();
        if carried == 0 {
            return Self::default();
        }
        let arrived = hop.sent.saturating_add(hop.depth).saturating_sub(hop.depth_before).max(carried >> 1);
        let queue = per_t.mul_div(hop.depth, hop.span);
        let per_carried = Reciprocal::new(carried);
        let current = per_carried.mul_div(arrived, ONE_Q24);
        let voltage = per_carried.mul_div(queue, ONE_Q24).saturating_add(ONE_Q24);
        Self { normalised: mul_q24(current, voltage), span: hop.span }
    }

    /// The greater of two; the earlier hop's where they are alike.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let better = other.span != 0 && (self.span == 0 || other.normalised > self.normalised);
        if better { other } else { self }
    }
}
