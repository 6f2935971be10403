//! The controller: from two queueing delays to a probability (RFC 8033 §4.2).

use crate::settings::PieSettings;
use freeboard_aqm_api::{Nanos32, PortView, QueueView};
use freeboard_fixmath::{Proportion, Reciprocal};

/// State of the control plane, kept beside the parameters it writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Controller {
    /// Probability, Q32; all ones stand for 1.
    pub probability: u32,
    /// Delay at the last update \[ns\].
    pub delay_old: u32,
    /// What is left of the burst allowance \[ns\].
    pub burst: u32,
    updated: Option<Nanos32>,
    /// alpha and beta per ns.
    error_gain: Proportion,
    change_gain: Proportion,
    /// 50/3 of the target \[ns\]: 250 ms where that is 15 ms.
    far: u32,
}

impl Controller {
    /// A tick of the control plane. One that is stamped before the last update is due: the clock was set, and waiting until it is there
    /// again would hold the probability for as long.
    pub(crate) fn tick(&mut self, settings: &PieSettings, now: Nanos32, view: &PortView<'_>) {
        let due = self.updated.is_none_or(|then| now.since(then) >= settings.t_update);
        if due {
            self.updated = Some(now);
            self.update(settings, view.queues.get(settings.queue as usize).map_or(0, QueueView::delay));
        }
    }

    /// §4.2 and §4.4, with the queueing delay \[ns\].
    pub fn update(&mut self, settings: &PieSettings, delay: u32) {
        let error = step(self.error_gain, settings.target, delay);
        let change = step(self.change_gain, self.delay_old, delay);
        let p = i64::from(self.probability);
        let mut dp = error.saturating_add(change) >> self.scale();
        if self.probability >= PERCENT_10 {
            dp = dp.min(i64::from(PERCENT_2));
        }
        // 2 % more than the controller asks for, as in Linux.
        if delay > self.far {
            dp = dp.saturating_add(i64::from(PERCENT_2));
        }
        let moved = p.saturating_add(dp).clamp(0, i64::from(u32::MAX));
        self.probability = u32::try_from(moved).unwrap_or(u32::MAX);
        if delay == 0 && self.delay_old == 0 {
            // 63/64 for 0.98, as in Linux; at least one unit, so that 0 is reached.
            self.probability = self.probability.saturating_sub((self.probability >> 6).saturating_add(1));
        }
        let short = |it: u32| it < settings.target >> 1;
        self.burst = self.burst.saturating_sub(settings.t_update);
        if self.probability == 0 && short(delay) && short(self.delay_old) {
            self.burst = settings.max_burst;
        }
        self.delay_old = delay;
    }

    const fn scale(&self) -> u32 {
        let mut scale = 0;
        let [a, b, c, d, e, f] = SCALES;
        // From the largest probability down, the last that holds wins.
        if self.probability < f.0 {
            scale = f.1;
        }
        if self.probability < e.0 {
            scale = e.1;
        }
        if self.probability < d.0 {
            scale = d.1;
        }
        if self.probability < c.0 {
            scale = c.1;
        }
        if self.probability < b.0 {
            scale = b.1;
        }
        if self.probability < a.0 {
            scale = a.1;
        }
        scale
    }

    /// The probability in force: none within a burst, nor while the delay is short and the probability low (§4.1). Before the
    /// first update it is the one that a place without a control plane has.
    #[must_use]
    pub const fn in_force(&self, settings: &PieSettings) -> u32 {
        let calm = self.delay_old < settings.target >> 1 && self.probability < PERCENT_20;
        if self.updated.is_some() && (self.burst > 0 || calm) { 0 } else { self.probability }
    }

    /// Before the first update, with the whole burst allowance (§4.4; Linux `pie_vars_init`).
    #[must_use]
    pub const fn new(settings: &PieSettings) -> Self {
        Self {
            probability: q32(settings.start),
            delay_old: 0,
            burst: settings.max_burst,
            updated: None,
            error_gain: Proportion::new(q32(settings.alpha), settings.target),
            change_gain: Proportion::new(q32(settings.beta), settings.target),
            // The target is 100 ms at most.
            far: Reciprocal::new(3).divide_wide((settings.target as u64).wrapping_mul(50)),
        }
    }
}

/// `gain` times to - from.
#[inline(always)]
fn step(gain: Proportion, from: u32, to: u32) -> i64 {
    let size = i64::from(gain.saturating_of(to.abs_diff(from)));
    if to < from { size.wrapping_neg() } else { size }
}

/// Period of the control plane \[ns\]: the shortest T_update. Chosen by us.
pub(crate) const PERIOD_NS: u32 = 15_000;

/// 1 %, 2 %, 10 %, 20 % in Q32.
const PERCENT_2: u32 = 85_899_346;
const PERCENT_10: u32 = 429_496_730;
const PERCENT_20: u32 = 858_993_459;

/// The steps of §4.2 are smaller while the probability is: below p, by a right shift.
const SCALES: [(u32, u32); 6] = [
    // 10^-6 .. 10^-1 in Q32; 2048, 512, 128, 32, 8, 2.
    (4_295, 11),
    (42_950, 9),
    (429_497, 7),
    (4_294_967, 5),
    (42_949_673, 3),
    (429_496_730, 1),
];

/// A fraction of Q16 in Q32, 1 as all ones.
pub(crate) const fn q32(fraction: u32) -> u32 {
    if fraction > u16::MAX as u32 { u32::MAX } else { fraction << 16 }
}
