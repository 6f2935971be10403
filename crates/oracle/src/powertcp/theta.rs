//! By delay.

use super::{Setting, WORD, Window};
use crate::following::{Expected, FlowTolerance, Textbook};
use crate::{Answer, Flight, FlowEvent, Values};

/// Unit of a power, and the largest.
const UNIT: f64 = 1.0 / 16_777_216.0;
const POWER_MAX: f64 = 256.0;
/// Oldest sample a slope is taken from \[ns\], as the algorithm documents.
const AGE_MAX: u64 = 1 << 30;

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Theta {
    set: Setting,
    /// T with its slack \[ns\].
    period: f64,
    window: Window,
    power: f64,
    /// How far the algorithm's may be from it.
    error_bound: f64,
    /// The sample before and when it came.
    before: Option<(f64, u64)>,
}

impl Theta {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let set = Setting::new("gamma_theta", values, mss, tolerance)?;
        // Whole nanoseconds.
        let period = (values.get("t")? * values.get("slack")? / 65_536) as f64;
        Some(Self { set, period, window: Window::new(&set), power: 1.0, error_bound: 0.0, before: None })
    }

    fn sample(&mut self, now: u64, rtt: f64, ack: &Flight) {
        let Some((before, at)) = self.before else {
            self.before = Some((rtt, now));
            return;
        };
        if now <= at {
            return;
        }
        self.measure((now - at) as f64, rtt, before);
        self.before = Some((rtt, now));
        if self.window.round_is_over(ack) {
            self.window.aim(&self.set, 1.0, (self.power, self.error_bound), UNIT);
            self.window.begin_round(ack);
        }
    }

    /// Power (slope + 1) rtt/T, smoothed by dt/T, half of rtt/T at least.
    fn measure(&mut self, span: f64, rtt: f64, before: f64) {
        let factor = ((span + rtt).min(WORD) - before) / span;
        let delay = (rtt / self.period).min(POWER_MAX);
        let weight = (span / self.period).min(1.0);
        let share = (factor * weight).clamp(-WORD / self.period, WORD / self.period);
        // A unit of every product, a whole nanosecond where the span is scaled to T.
        let coarse = UNIT * (4.0 + share.abs() + self.power) + delay / self.period;
        self.error_bound = self.error_bound * (1.0 - weight) + coarse + self.set.tolerance.step;
        self.power =
            (self.power * (1.0 - weight) + share * delay).clamp(delay / 2.0, POWER_MAX.max(delay / 2.0));
    }
}

impl Textbook for Theta {
    fn event(mut self, now: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        self.window.moved = false;
        self.before = self.before.filter(|(_, at)| now.saturating_sub(*at) <= AGE_MAX);
        match event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => {
                if let Some(rtt) = ack.rtt {
                    self.sample(now, rtt as f64, ack);
                }
            }
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
}
