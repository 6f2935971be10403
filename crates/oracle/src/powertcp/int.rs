//! With telemetry of every hop.

use super::{Setting, WORD, Window, joined};
use crate::following::{Expected, FlowTolerance, Textbook};
use crate::{Answer, Flight, FlowEvent, Hop, Path, Values};

/// Oldest telemetry that is used \[ns\], as the algorithm documents.
const AGE_MAX: u64 = 1 << 24;
/// Unit of a power, and the largest.
const UNIT: f64 = 1.0 / 65_536.0;
const POWER_MAX: f64 = 65_536.0;
/// Powers that differ by this part are followed as one.
const NEAR: f64 = 1.0 / 256.0;

/// The power of one hop, how far off it may be, and the time it was measured over \[ns\].
#[derive(Clone, Copy, Debug)]
struct Power {
    normalised: f64,
    doubt: f64,
    span: f64,
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerTcp {
    set: Setting,
    eta: f64,
    /// T \[ns\].
    period: f64,
    window: Window,
    power: f64,
    /// How far the algorithm's may be from it.
    doubt: f64,
    before: Option<Path>,
}

impl PowerTcp {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let set = Setting::new("gamma", values, mss, tolerance)?;
        let eta = values.get("eta")? as f64 / 65_536.0;
        let period = values.get("t")? as f64;
        Some(Self { set, eta, period, window: Window::new(&set), power: 1.0, doubt: 0.0, before: None })
    }

    /// Every hop that may have the most power since the path was looked at last.
    fn powers(&mut self, path: &Path) -> Vec<Power> {
        let Some(mut before) = self.before.filter(|before| before.count == path.count) else {
            self.before = (path.count > 0).then_some(*path);
            return Vec::new();
        };
        let mut powers = Vec::new();
        for (old, hop) in before.hops.iter_mut().zip(&path.hops).take(path.count) {
            let span = hop.stamp - old.stamp;
            if span > 0 && span <= AGE_MAX {
                powers.extend(self.power(old, hop, span as f64));
            }
            if span > 0 {
                *old = *hop;
            }
        }
        self.before = Some(before);
        let least = powers.iter().map(|power| power.normalised - power.doubt).fold(0.0, f64::max);
        powers.retain(|power| power.normalised + power.doubt >= least);
        powers
    }

    /// (dq/dt + tx)/B · (q + B T)/(B T), arrivals being half of B at least.
    fn power(&self, old: &Hop, hop: &Hop, span: f64) -> Option<Power> {
        // Whole bytes that the link carries, and the algorithm may lose another.
        let carried = libm::floor(hop.rate_mbps as f64 * span / 8_000.0);
        let arrived = ((hop.sent - old.sent) as f64 + hop.depth as f64).min(WORD) - old.depth as f64;
        let current = (arrived.max(carried / 2.0) / carried).min(POWER_MAX);
        let voltage = (1.0 + (hop.depth as f64 * span / self.period).min(WORD) / carried).min(POWER_MAX);
        let normalised = (current * voltage).min(POWER_MAX);
        // A byte of the half and of the queue's share, a unit of each factor; the lost byte divides both.
        let coarse = 1.0 / carried + UNIT;
        let doubt = (current + voltage) * coarse + UNIT + normalised * 2.0 / (carried - 1.0).max(1.0);
        (carried > 0.0).then_some(Power { normalised, doubt, span })
    }

    fn smooth(&mut self, sample: &Power) {
        let tolerance = self.set.tolerance;
        let weight = (sample.span / self.period).min(1.0);
        let gap = sample.normalised - self.power;
        self.doubt = self.doubt * (1.0 - weight)
            + sample.doubt * weight
            + gap.abs() * tolerance.ratio
            + tolerance.step;
        self.power += gap * weight;
    }

    fn telemetry(mut self, ack: &Flight, path: &Path, next: &mut Vec<Self>) {
        let powers = self.powers(path);
        if powers.is_empty() {
            return next.push(self);
        }
        for power in powers {
            let mut run = self.clone();
            run.smooth(&power);
            run.window.aim(&run.set, run.eta, (run.power, run.doubt), UNIT);
            if run.window.round_is_over(ack) {
                run.window.begin_round(ack);
            }
            next.push(run);
        }
    }
}

impl Textbook for PowerTcp {
    fn event(mut self, _: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        self.window.moved = false;
        match event {
            FlowEvent::Telemetry(ack, path) => return self.telemetry(ack, path, next),
            FlowEvent::Idle(_) => self.before = None,
            _ => {}
        }
        next.push(self);
    }

    fn expected(&self) -> Expected {
        self.window.expected(&self.set)
    }

    fn adopt(&mut self, found: &Answer) {
        self.window.adopt(&self.set, found);
    }

    /// Powers and windows that meet, or nearly: hops without a load all have half the power of a full link, each over
    /// a time of its own.
    fn absorb(&mut self, other: &Self) -> bool {
        let alike =
            Self { power: self.power, doubt: self.doubt, window: self.window, ..other.clone() } == *self;
        let near = (self.power - other.power).abs() <= self.doubt + other.doubt + NEAR * self.power;
        if alike && near && self.window.is_like(&other.window, &self.set) {
            (self.power, self.doubt) = joined((self.power, self.doubt), (other.power, other.doubt));
            self.window.join(&other.window);
            return true;
        }
        false
    }
}
