//! The counter that spreads signals out.

use crate::settings::{Counter, RedSettings};
use freeboard_fixmath::{Reciprocal, coin, mul_high, spread_coin};

/// How signals are spread out, as words.
///
/// A packet counts `count` + `step` packets, and its own number is kept: p/(1 - count p) and its relatives differ in the step,
/// in the number after a signal, and in the whole units of count p that have to be spent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub(crate) struct Spacing {
    /// 0: bytes are counted, and large packets signalled more often.
    pub(crate) packets: u32,
    /// The text's counter, which leaves the packet itself out.
    text: bool,
    /// 0 if every packet counts alone.
    pub(crate) step: u32,
    /// Number of a packet that was signalled: -1 where the next one counts none.
    pub(crate) restart: u32,
    /// Whole units of count p below which nothing is signalled.
    wait: u32,
    /// 1/mean.
    mean: Reciprocal,
}

impl Spacing {
    pub(crate) fn new(settings: &RedSettings) -> Self {
        let is = |counter: Counter| settings.counter == counter;
        let bytes = settings.bytes != 0;
        Self {
            packets: u32::from(!bytes),
            text: is(Counter::Text),
            step: u32::from(!is(Counter::None)),
            restart: if is(Counter::Text) && !bytes { u32::MAX } else { 0 },
            wait: u32::from(is(Counter::Wait)),
            mean: Reciprocal::new(settings.mean),
        }
    }

    /// The number of a packet that only arms the counter.
    #[inline(always)]
    pub(crate) const fn armed(&self) -> u32 {
        self.restart.wrapping_add(self.step)
    }

    /// Is the first packet signalled at probability `p`? It counts none.
    #[inline(always)]
    pub(crate) const fn draws_first(&self, p: u32, random: u32) -> bool {
        self.wait == 0 && coin(random, p)
    }

    /// Is the packet of this number signalled at probability `p`?
    #[inline(always)]
    pub(crate) const fn draws(&self, p: u32, number: u32, random: u32) -> bool {
        let (whole, part) = (mul_high(number, p), number.wrapping_mul(p));
        if whole != self.wait {
            whole > self.wait
        } else if part == 0 {
            coin(random, p)
        } else {
            // u (1 - part) < p. It holds for every u from p + part = 1 on.
            mul_high(random, part.wrapping_neg()) < p
        }
    }

    /// The same with p (size/mean) and bytes for packets, saturating; and the count. `count`: none for the first packet.
    #[inline(always)]
    pub(crate) const fn draw_bytes(&self, p: u32, count: Option<u32>, size: u32, random: u32) -> (bool, u32) {
        let (before, on) = match count {
            Some(count) => (count, count.saturating_add(size)),
            None => (0, if self.text { size } else { 0 }),
        };
        let number = if self.text { before } else { on };
        // Halves keep the quotient inside a word up to 2, where every counter is certain.
        let spent = (self.mean.mul_div(number.wrapping_mul(self.step), p >> 1) as u64) << 1;
        let fired = match spent.checked_sub((self.wait as u64) << 32) {
            None => false,
            Some(spent) => {
                let spent = if spent > u32::MAX as u64 { u32::MAX } else { (spent & 0xffff_ffff) as u32 };
                // Certainty is not scaled by the packet's size.
                p.checked_add(spent).is_none() || spread_coin(random, self.mean.mul_div(p, size), spent)
            }
        };
        (fired, on)
    }
}
