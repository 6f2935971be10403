//! PowerTCP in floating point. Source: Addanki et al. 2022 algorithms 1 and 2; guards of the authors' simulator.

mod int;
mod theta;

pub use int::PowerTcp;
pub use theta::Theta;

use crate::following::{Expected, FlowTolerance};
use crate::{Answer, Flight, Values};

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;
/// Where a word of bytes or nanoseconds saturates.
const WORD: f64 = 4_294_967_295.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    gamma: f64,
    additive: f64,
    product: f64,
    smallest: f64,
    mss: f64,
    tolerance: FlowTolerance,
}

impl Setting {
    fn new(gamma: &str, values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        // Whole bytes.
        let product = (values.get("line_mbps")? * values.get("t")? / 8_000) as f64;
        let smallest = libm::ceil(product * values.get("min_rate")? as f64 / LINE);
        Some(Self {
            gamma: values.get(gamma)? as f64 / 65_536.0,
            additive: values.get("ai")? as f64,
            product,
            smallest,
            mss: mss as f64,
            tolerance,
        })
    }
}

/// Union of two ranges, each a value with an error bound.
fn joined(one: (f64, f64), other: (f64, f64)) -> (f64, f64) {
    let (low, high) = ((one.0 - one.1).min(other.0 - other.1), (one.0 + one.1).max(other.0 + other.1));
    if one == other { one } else { (f64::midpoint(low, high), (high - low) / 2.0) }
}

/// A window and the window of a round trip ago, each with its error bound.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Window {
    now: (f64, f64),
    old: (f64, f64),
    until: Option<u64>,
    /// This event has begun a round.
    moved: bool,
}

impl Window {
    const fn new(set: &Setting) -> Self {
        Self { now: (set.product, 0.0), old: (set.product, 0.0), until: None, moved: false }
    }

    fn round_is_over(&self, ack: &Flight) -> bool {
        self.until.is_none_or(|until| ack.una > until)
    }

    const fn begin_round(&mut self, ack: &Flight) {
        self.old = self.now;
        self.until = Some(ack.nxt);
        self.moved = true;
    }

    /// gamma (old eta/power + beta) + (1 - gamma) now, for a power with the error bound `error_bound`.
    fn aim(&mut self, set: &Setting, eta: f64, (power, error_bound): (f64, f64), unit: f64) {
        let largest = set.product.max(set.smallest);
        let at = |old: f64, now: f64, power: f64| {
            // A power of 0 reads as a unit.
            let aim = (old * eta / power.max(unit)).min(WORD) + set.additive;
            (now + set.gamma * (aim - now)).clamp(set.smallest, largest)
        };
        let low = at(self.old.0 - self.old.1, self.now.0 - self.now.1, power + error_bound);
        let high = at(self.old.0 + self.old.1, self.now.0 + self.now.1, power - error_bound);
        self.now = (f64::midpoint(low, high), (high - low) / 2.0 + set.tolerance.answer);
    }

    /// The same round, windows that no answer would tell apart.
    fn is_like(&self, other: &Self, set: &Setting) -> bool {
        let near = set.tolerance.answer + set.product / LINE;
        let meet = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).abs() <= a.1 + b.1 + near;
        let round = (self.until, self.moved) == (other.until, other.moved);
        round && meet(self.now, other.now) && meet(self.old, other.old)
    }

    fn join(&mut self, other: &Self) {
        self.now = joined(self.now, other.now);
        self.old = joined(self.old, other.old);
    }

    fn expected(&self, set: &Setting) -> Expected {
        let (window, slack) = self.now;
        let rate = (window / set.product * LINE).min(LINE);
        Expected { window: (window.max(set.mss), slack), rate: (rate, slack / set.product * LINE + 1.0) }
    }

    /// A window below a segment shows in the rate only, and there to 2^-20 of the largest.
    fn adopt(&mut self, set: &Setting, found: &Answer) {
        let shown = found.window as f64;
        let unit = set.product / LINE;
        if shown > set.mss {
            self.now = (shown, 0.0);
        } else if unit / 2.0 < self.now.1 {
            self.now = (((found.rate as f64 + 0.5) * unit).min(set.mss), unit / 2.0 + 1.0);
        }
        if self.moved {
            self.old = self.now;
        }
    }
}
