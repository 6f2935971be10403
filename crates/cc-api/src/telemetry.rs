//! In-band telemetry of the acknowledgement before, and what passed since.
//!
//! A control that measures from one acknowledgement to the next keeps a [`PathHistory`] as its second context and folds
//! over the hops; what it reads from a hop is its own.

use crate::{IntHop, IntStack, MAX_INT_HOPS, Nanos32, Words};

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

const _: () = assert!(size_of::<Before>() == 12);

/// The path as it was, 64 bytes. Zero-filled is "no history".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct PathHistory {
    hops: [Before; MAX_INT_HOPS],
    /// Hops of the path; 0 for no history.
    count: u32,
}

const _: () = assert!(size_of::<PathHistory>() == 64);

/// What passed at one hop between two acknowledgements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passed {
    /// Time between its two stamps \[ns\], 1 ..= 2^24.
    pub span: u32,
    /// Bytes it sent meanwhile.
    pub sent: u32,
    /// Its queue at the first stamp \[B\].
    pub depth_before: u32,
    /// Its queue at the second stamp \[B\].
    pub depth: u32,
    /// Its link rate \[Mbit/s\].
    pub rate_mbps: u32,
}

impl PathHistory {
    /// Forgets the path.
    pub const fn clear(&mut self) {
        self.count = 0;
    }

    /// Takes the path as it is now, and folds over the hops at which time passed since it was looked at last.
    ///
    /// `start` comes back where there is nothing to fold: another path, or none before.
    #[inline]
    pub fn advance<T>(&mut self, stack: &IntStack, start: T, fold: impl Fn(T, &Passed) -> T) -> T {
        let same = self.count != 0 && self.count == u32::from(stack.count);
        self.count = u32::from(stack.count).min(MAX_INT_HOPS as u32);
        let mut folded = start;
        for (before, hop) in self.hops.iter_mut().zip(&stack.hops) {
            let span = hop.stamp.since(before.stamp);
            // An old stamp, a late one and a first one alike: what lies between says nothing.
            if !same || span > AGE_MAX {
                *before = Before::of(hop);
            } else if span != 0 {
                folded = fold(folded, &before.until(hop, span));
                *before = Before::of(hop);
            }
        }
        folded
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

    #[inline]
    const fn until(&self, hop: &IntHop, span: u32) -> Passed {
        Passed {
            span,
            sent: hop.sent.wrapping_sub(self.sent),
            depth_before: self.depth,
            depth: hop.depth.0,
            rate_mbps: hop.rate_mbps,
        }
    }
}

impl Passed {
    /// Bytes the link could carry; saturates.
    #[inline]
    #[must_use]
    pub const fn carried(&self) -> u32 {
        // A rate below 2^21 Mbit/s and a span of at most 2^24 ns: 45 bits; cut to 32 before the constant's 32.
        let rate = if self.rate_mbps < 1 << 21 { self.rate_mbps } else { (1 << 21) - 1 };
        let product = (rate as u64).wrapping_mul(self.span as u64);
        let bytes = (product >> 13).wrapping_mul(BYTES_PER_MBIT_NS_Q44) >> 31;
        if bytes > u32::MAX as u64 { u32::MAX } else { bytes as u32 }
    }
}
