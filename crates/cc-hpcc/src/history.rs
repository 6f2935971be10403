//! The telemetry of the acknowledgement before, and the busiest hop between it and this one.

use cc_api::{IntHop, IntStack, MAX_INT_HOPS, Nanos32, Words};
use fixmath::{Reciprocal, mul_wide};

/// Oldest history that is used \[ns\]: 16.8 ms, in which 1.6 Tbit/s send 3.4 GB, below the wrap of the counter.
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
pub struct History {
    hops: [Before; MAX_INT_HOPS],
    /// Hops of the path; 0 for no history.
    count: u32,
}

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

impl History {
    /// Forgets the path.
    pub const fn clear(&mut self) {
        self.count = 0;
    }

    /// Takes the path as it is now; the busiest hop since it was looked at last, if this is the same path.
    ///
    /// `per_t` divides by T: q bytes of queue add q/(B·T) to the utilisation, that is q·tau/T bytes to the load.
    #[inline]
    pub fn advance(&mut self, stack: &IntStack, per_t: Reciprocal) -> Option<Busiest> {
        let same = self.count != 0 && self.count == u32::from(stack.count);
        self.count = u32::from(stack.count).min(MAX_INT_HOPS as u32);
        let mut busiest = Busiest::default();
        for (before, hop) in self.hops.iter_mut().zip(&stack.hops) {
            let span = hop.stamp.since(before.stamp);
            // An old stamp, a late one and a first one alike: what lies between says nothing.
            if !same || span > AGE_MAX {
                *before = Before::of(hop);
            } else if span != 0 {
                busiest = busiest.or(before.load(hop, span, per_t));
                *before = Before::of(hop);
            }
        }
        (same && busiest.span != 0).then_some(busiest)
    }

    /// Appends the words of the hops on the path.
    pub fn canonical(&self, words: &mut Words) {
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

    /// \[Li19\] algorithm 1 line 4: the smaller of the two queues, so that one burst does not count twice.
    #[inline]
    fn load(&self, hop: &IntHop, span: u32, per_t: Reciprocal) -> Busiest {
        let sent = hop.sent.wrapping_sub(self.sent);
        let queue = per_t.mul_div(hop.depth.0.min(self.depth), span);
        Busiest { load: sent.saturating_add(queue), capacity: carried(hop.rate_mbps, span), span }
    }
}

impl Busiest {
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

/// Bytes a link carries in `span` nanoseconds; saturates.
#[inline]
const fn carried(rate_mbps: u32, span: u32) -> u32 {
    // A rate below 2^21 Mbit/s and a span of at most 2^24 ns: 45 bits; cut to 32 before the constant's 32.
    let rate = if rate_mbps < 1 << 21 { rate_mbps } else { (1 << 21) - 1 };
    let product = (mul_wide(rate, span) >> 13).wrapping_mul(BYTES_PER_MBIT_NS_Q44) >> 31;
    if product > u32::MAX as u64 { u32::MAX } else { product as u32 }
}
