//! With telemetry of every hop.

use super::{Setting, WORD, Window, joined};
use crate::following::{Expected, FlowTolerance, Textbook};
use crate::telemetry::{Before, Sample, Smoothed};
use crate::{Answer, Flight, FlowEvent, Hop, Path, Values};

/// Unit of a power, and the largest.
const UNIT: f64 = 1.0 / 16_777_216.0;
const POWER_MAX: f64 = 256.0;
/// Powers that differ by this part are followed as one.
const NEAR: f64 = 1.0 / 256.0;

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct PowerTcp {
    set: Setting,
    eta: f64,
    /// T \[ns\].
    period: f64,
    window: Window,
    power: Smoothed,
    before: Before,
}

impl PowerTcp {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let set = Setting::new("gamma", values, mss, tolerance)?;
        let eta = values.get("eta")? as f64 / 65_536.0;
        let period = values.get("t")? as f64;
        let (window, power) = (Window::new(&set), Smoothed::exactly(1.0));
        Some(Self { set, eta, period, window, power, before: Before::default() })
    }

    /// (dq/dt + tx)/B · (q + B T)/(B T), arrivals being half of B at least.
    fn power(period: f64, old: &Hop, hop: &Hop, span: f64) -> Option<Sample> {
        // Whole bytes that the link carries. The algorithm may lose two more: it cuts rate · span to 2^13, 1.024 B, and the bytes.
        let carried = libm::floor(hop.rate_mbps as f64 * span / 8_000.0);
        let arrived = ((hop.sent - old.sent) as f64 + hop.depth as f64).min(WORD) - old.depth as f64;
        let current = (arrived.max(carried / 2.0) / carried).min(POWER_MAX);
        let voltage = (1.0 + (hop.depth as f64 * span / period).min(WORD) / carried).min(POWER_MAX);
        let normalised = (current * voltage).min(POWER_MAX);
        // Bytes of the half and of the queue's share, a unit of each factor; the lost bytes divide both.
        let coarse = 2.0 / carried + UNIT;
        let error_bound = (current + voltage) * coarse + UNIT + normalised * 4.0 / (carried - 2.0).max(1.0);
        (carried > 0.0).then_some(Sample { value: normalised, error_bound, span })
    }

    fn telemetry(mut self, ack: &Flight, path: &Path, next: &mut Vec<Self>) {
        let period = self.period;
        let powers = self.before.largest(path, |old, hop, span| Self::power(period, old, hop, span));
        if powers.is_empty() {
            return next.push(self);
        }
        for power in powers {
            let mut run = self.clone();
            run.power.blend(&power, period, run.set.tolerance);
            run.window.aim(&run.set, run.eta, (run.power.value, run.power.error_bound), UNIT);
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
            FlowEvent::Idle(_) => self.before.forget(),
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
        let alike = Self { power: self.power, window: self.window, ..other.clone() } == *self;
        let (one, two) = (self.power, other.power);
        let near = (one.value - two.value).abs() <= one.error_bound + two.error_bound + NEAR * one.value;
        if alike && near && self.window.is_like(&other.window, &self.set) {
            let (value, error_bound) = joined((one.value, one.error_bound), (two.value, two.error_bound));
            self.power = Smoothed { value, error_bound };
            self.window.join(&other.window);
            return true;
        }
        false
    }
}
