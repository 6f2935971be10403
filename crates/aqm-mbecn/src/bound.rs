//! The threshold one queue needs so that it does not run empty after its senders slow down (\[Kang21\]).
//!
//! Lengths are packets in Q24.8, factors Q16.16. Control-plane arithmetic: within 1 % and one packet of the real
//! formula over the legal settings (tested).

use freeboard_fixmath::{ONE_Q16, Reciprocal, isqrt64, mul_q16, mul_wide};

freeboard_aqm_api::choices! {
    /// Which senders, and which reading of the slides.
    #[cfg_attr(feature = "defmt", derive(defmt::Format))]
    pub enum Rule {
        /// Senders that halve.
        EcnStar = "ecn-star",
        /// DCTCP, as printed: marks of the whole queue against one flow's window.
        Dctcp = "dctcp",
        /// DCTCP with the marks divided by the flows that share them.
        DctcpPerFlow = "dctcp-per-flow",
    }
}

/// What is known of the senders of one queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Senders {
    /// Flows N, 1 ..= 1024.
    pub flows: u32,
    /// Share beta of the window per batch \[Q16\], 0.01 ..= 0.9.
    pub batch: u32,
    /// Phi = theta C / C_i + 1 \[Q16\], below 2^26.
    pub phi: u32,
    /// theta C d \[packets, Q8\].
    pub pipe: u32,
}

/// A bound \[packets, Q8\], saturating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Bound {
    /// Too few flows: the amplitude is not positive and the formula has no meaning.
    TooFewFlows,
    /// Only part of the oscillation is above the threshold; the only case of ECN*.
    Part(u32),
    /// All packets of a round are marked at the worst window.
    Whole(u32),
}

impl Senders {
    /// The bound.
    #[must_use]
    pub fn bound(&self, rule: Rule) -> Bound {
        let flows = self.flows.wrapping_shl(16);
        // N - Phi, N - Phi beta, 1 - beta; the first is the smallest of the products' signs.
        let Some(spread @ 1..) = flows.checked_sub(self.phi) else { return Bound::TooFewFlows };
        let reach = flows.saturating_sub(mul_q16(self.phi, self.batch));
        let rest = ONE_Q16.saturating_sub(self.batch);
        // N (1 - beta).
        let smooth = Reciprocal::new(self.flows.wrapping_mul(rest));
        if matches!(rule, Rule::EcnStar) {
            // (1 + beta) N - 2 Phi beta = (N - Phi beta) + beta (N - Phi).
            let gain = reach.saturating_add(mul_q16(spread, self.batch));
            return Bound::Part(smooth.mul_div(self.pipe, gain));
        }
        let per_flow = matches!(rule, Rule::DctcpPerFlow);
        // The worst window is this far above the first marked one: (N - Phi beta) / (8 beta), in packets.
        let overshoot = Reciprocal::new(self.batch).divide_wide(mul_wide(reach, 1 << 5));
        let overshoot =
            if per_flow { Reciprocal::new(spread).mul_div(overshoot, ONE_Q16) } else { overshoot };
        let lift = smooth.mul_div(self.pipe, mul_q16(spread, self.batch));
        let part = mul_q16(overshoot, reach).saturating_add(lift);
        // w* <= w1, at this bound.
        let total = self.pipe.saturating_add(part);
        let worst = Reciprocal::new(reach).mul_div(total, ONE_Q16).saturating_add(overshoot);
        if worst <= smooth.mul_div(total, ONE_Q16) {
            return Bound::Part(part);
        }
        Bound::Whole(self.whole(if per_flow { 1 << 8 } else { spread >> 8 }, rest))
    }

    /// \[Psi + sqrt(Psi^2 + 8 theta C d Psi)\] / 4 with Psi = N (1 - beta) `share`.
    fn whole(&self, share: u32, rest: u32) -> u32 {
        // At most 2^10 x 2^18 packets Q8.
        let psi = mul_q16(self.flows.saturating_mul(share), rest);
        let inner = psi.saturating_add(self.pipe.saturating_mul(8));
        psi.saturating_add(isqrt64(mul_wide(psi, inner))) >> 2
    }
}
