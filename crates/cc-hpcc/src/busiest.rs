//! The hop with the largest utilisation between two acknowledgements.

use freeboard_cc_api::telemetry::Passed;
use freeboard_fixmath::{Reciprocal, mul_wide};

/// The hop with the largest utilisation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Busiest {
    /// Bytes the hop had to carry during `span`: sent, plus the standing queue's share.
    pub load: u32,
    /// Bytes it could carry.
    pub capacity: u32,
    /// Time between its two stamps (tau) \[ns\]; 0 if no hop had any.
    pub span: u32,
}

impl Busiest {
    /// \[Li19\] algorithm 1 line 4: the smaller of the two queues, so that one burst does not count twice.
    ///
    /// `per_t` divides by T: q bytes of queue add q/(B·T) to the utilisation, that is q·tau/T bytes to the load.
    #[inline]
    #[must_use]
    pub fn of(hop: &Passed, per_t: Reciprocal) -> Self {
        let queue = per_t.mul_div(hop.depth.min(hop.depth_before), hop.span);
        Self { load: hop.sent.saturating_add(queue), capacity: hop.carried(), span: hop.span }
    }

    /// The busier of two, without a division.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        if other.capacity == 0 {
            return self;
        }
        let (here, there) = (mul_wide(self.load, other.capacity), mul_wide(other.load, self.capacity));
        if self.span == 0 || there > here { other } else { self }
    }
}
