//! From the average to a decision: the ramp, and the counter that spreads signals out.

use crate::params::{Counter, RedParams};
use freeboard_fixmath::{mul_wide, spread_coin};

/// Where the average stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zone {
    /// Below kmin, or the queue is short.
    Calm,
    /// Signal with this probability, Q32, before the counter.
    Ramp(u32),
    /// Signal always.
    Full,
}

const TEXT: u32 = Counter::Text as u32;
const WAIT: u32 = Counter::Wait as u32;
const NONE: u32 = Counter::None as u32;

impl RedParams {
    /// The zone of average length `average` and actual length `depth`, in depth units.
    #[inline]
    pub(crate) const fn zone(&self, average: u32, depth: u32) -> Zone {
        if average < self.kmin || (self.guard != 0 && depth <= self.guard) {
            return Zone::Calm;
        }
        if average < self.kmax {
            return Zone::Ramp(self.ramp.mul_div(average.wrapping_sub(self.kmin), self.p_max));
        }
        let above = average.wrapping_sub(self.kmax);
        if self.gentle && above < self.kmax {
            let rest = self.second_ramp.mul_div(above, u32::MAX.wrapping_sub(self.p_max));
            return Zone::Ramp(self.p_max.saturating_add(rest));
        }
        Zone::Full
    }

    /// What one packet adds to the counter.
    #[inline]
    pub(crate) const fn own(&self, size: u32) -> u32 {
        if self.bytes { size } else { 1 }
    }

    /// Is the packet signalled, and what the counter is if not. `first`: the average was calm until now.
    #[inline]
    pub(crate) const fn draw(&self, p: u32, first: bool, count: u32, size: u32, random: u32) -> (bool, u32) {
        // A calm stretch forgets what was counted before it.
        let count = if first { 0 } else { count };
        let on = count.saturating_add(self.own(size));
        if first && self.arm {
            return (false, self.own(size));
        }
        // Floyd's program counts the packet before it forms the probability, except the first (from -1 to 0).
        let counted = if first { 0 } else { on };
        match self.counter {
            TEXT => (self.spread(p, count, size, random), on),
            WAIT => (self.wait(p, counted, size, random), counted),
            NONE => (self.spread(p, 0, size, random), counted),
            _ => (self.spread(p, counted, size, random), counted),
        }
    }

    /// p/(1 - count p), certain from 1 on.
    #[inline]
    const fn spread(&self, p: u32, count: u32, size: u32, random: u32) -> bool {
        let spent = saturated(self.spent(p, count));
        // Certainty is not scaled by the packet's size.
        p.checked_add(spent).is_none() || spread_coin(random, self.sized(p, size), spent)
    }

    /// Never while count p < 1, then p/(2 - count p).
    #[inline]
    const fn wait(&self, p: u32, count: u32, size: u32, random: u32) -> bool {
        let spent = self.spent(p, count);
        match spent.checked_sub(1 << 32) {
            None => false,
            Some(spent) => {
                let spent = saturated(spent);
                p.checked_add(spent).is_none() || spread_coin(random, self.sized(p, size), spent)
            }
        }
    }

    /// count p in Q32, in bytes per mean packet where bytes are counted; at most 2^33.
    #[inline]
    const fn spent(&self, p: u32, count: u32) -> u64 {
        if !self.bytes {
            return mul_wide(count, p);
        }
        // Halves keep the quotient inside a word up to 2, where every counter is certain.
        (self.mean.mul_div(count, p >> 1) as u64) << 1
    }

    /// p times size/mean, in byte mode.
    #[inline]
    const fn sized(&self, p: u32, size: u32) -> u32 {
        if self.bytes { self.mean.mul_div(p, size) } else { p }
    }
}

#[inline(always)]
const fn saturated(q32: u64) -> u32 {
    if q32 > u32::MAX as u64 { u32::MAX } else { (q32 & 0xffff_ffff) as u32 }
}
