//! The telemetry of the acknowledgement before, and the hop with the most power between it and this one.

use cc_api::{IntHop, IntStack, MAX_INT_HOPS, Nanos32, Words};
use fixmath::{ONE_Q16, Reciprocal, mul_q16, mul_wide};

/// Oldest telemetry that is used \[ns\]: 16.8 ms, in which 1.6 Tbit/s send 3.4 GB, below the wrap of the counter.
const AGE_MAX: u32 = 1 << 24;

/// Bytes per ns in Q44 for one Mbit/s: 2^44 / 8000.
const BYTES_PER_MBIT_NS_Q44: u64 = 2_199_023_255;

/// One hop as it was. 12 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
struct Before {
    stamp: Nanos32,
    depth: u32,
    sent: u32,
}

/// The path as it was: the second context, 64 bytes. Zero-filled is "no history".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Hops {
    hops: [Before; MAX_INT_HOPS],
    /// Hops of the path; 0 for no history.
    count: u32,
}

/// The power of a hop over the time between its two stamps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Power {
    /// Over that of a full link without a queue, Q16.
    pub normalised: u32,
    /// Time between the stamps (dt) \[ns\]; 0 if no hop had any.
    pub span: u32,
}

impl Hops {
    /// Forgets the path.
    pub const fn clear(&mut self) {
        self.count = 0;
    }

    /// Takes the path as it is now; the most power of a hop since it was looked at last, if this is the same path.
    #[inline]
    pub fn advance(&mut self, stack: &IntStack, per_t: Reciprocal) -> Option<Power> {
        let same = self.count != 0 && self.count == u32::from(stack.count);
        self.count = u32::from(stack.count).min(MAX_INT_HOPS as u32);
        let mut most = Power::default();
        for (before, hop) in self.hops.iter_mut().zip(&stack.hops) {
            let span = hop.stamp.since(before.stamp);
            // An old stamp, a late one and a first one alike: what lies between says nothing.
            if !same || span > AGE_MAX {
                *before = Before::of(hop);
            } else if span != 0 {
                most = most.or(before.power(hop, span, per_t));
                *before = Before::of(hop);
            }
        }
        (same && most.span != 0).then_some(most)
    }

    pub(crate) fn canonical(&self, words: &mut Words) {
        words.push(self.count);
        for (at, hop) in (0..).zip(&self.hops) {
            let on = at < self.count;
            for word in [hop.stamp.0, hop.depth, hop.sent] {
                words.push(if on { word } else { 0 });
            }
        }
    }
}

impl Before {
    #[inline]
    const fn of(hop: &IntHop) -> Self {
        Self { stamp: hop.stamp, depth: hop.depth.0, sent: hop.sent }
    }

    /// \[Addanki22\] algorithm 1, `normPower`: (dq/dt + tx rate)/B · (q + B T)/(B T).
    ///
    /// In bytes over dt: arrived/carried · (carried + q dt/T)/carried. Arrivals count as half of what the link carries at
    /// least, as in the authors' simulator: a queue that drains at once does not take the power away.
    #[inline]
    fn power(&self, hop: &IntHop, span: u32, per_t: Reciprocal) -> Power {
        let carried = carried(hop.rate_mbps, span);
        if carried == 0 {
            return Power::default();
        }
        let sent = hop.sent.wrapping_sub(self.sent);
        let arrived = sent.saturating_add(hop.depth.0).saturating_sub(self.depth).max(carried >> 1);
        let queue = per_t.mul_div(hop.depth.0, span);
        let per_carried = Reciprocal::new(carried);
        let current = per_carried.mul_div(arrived, ONE_Q16);
        let voltage = per_carried.mul_div(queue, ONE_Q16).saturating_add(ONE_Q16);
        Power { normalised: mul_q16(current, voltage), span }
    }
}

impl Power {
    /// The greater of two; the earlier hop's where they are alike.
    #[inline]
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        let better = other.span != 0 && (self.span == 0 || other.normalised > self.normalised);
        if better { other } else { self }
    }
}

/// Bytes a link carries in `span` nanoseconds; saturates.
#[inline]
const fn carried(rate_mbps: u32, span: u32) -> u32 {
    // A rate below 2^21 Mbit/s and a span of at most 2^24 ns: 45 bits; cut to 32 before the constant's 32.
    let rate = if rate_mbps < 1 << 21 { rate_mbps } else { (1 << 21) - 1 };
    let product = (mul_wide(rate, span) >> 13).wrapping_mul(BYTES_PER_MBIT_NS_Q44) >> 31;
    if product > u32::MAX as u64 { u32::MAX } else { product as u32 }
}
