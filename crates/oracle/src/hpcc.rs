//! HPCC in floating point. Source: Li et al. 2019 algorithm 1; `maxStage` as its project page corrects it.

use crate::following::{Expected, FlowTolerance, Textbook, exceeds};
use crate::telemetry::{Before, Sample, Smoothed};
use crate::{Answer, Flight, FlowEvent, Hop, Path, Values};

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;
/// Where bytes saturate.
const WORD: f64 = 4_294_967_295.0;
/// Unit of a utilisation, and the largest.
const UNIT: f64 = 1.0 / 16_777_216.0;
const UTILISATION_MAX: f64 = 256.0;

#[derive(Clone, Copy, Debug, PartialEq)]
struct Setting {
    eta: f64,
    max_stage: u64,
    additive: f64,
    /// T \[ns\].
    period: f64,
    product: f64,
    smallest: f64,
    mss: f64,
    tolerance: FlowTolerance,
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Hpcc {
    set: Setting,
    window: f64,
    slack: f64,
    /// Reference window and how far off it may be.
    reference: (f64, f64),
    utilisation: Smoothed,
    stage: u64,
    updated: Option<u64>,
    before: Before,
    /// This event has made the window the reference.
    moved: bool,
}

impl Hpcc {
    /// From the settings, with segments of `mss` bytes.
    #[must_use]
    pub fn new(values: &Values, mss: u64, tolerance: FlowTolerance) -> Option<Self> {
        let period = values.get("t")?;
        // Whole bytes.
        let product = (values.get("line_mbps")? * period / 8_000) as f64;
        let smallest = libm::ceil(product * values.get("min_rate")? as f64 / LINE);
        let set = Setting {
            eta: values.get("eta")? as f64 / 65_536.0,
            max_stage: values.get("max_stage")?,
            additive: values.get("ai")? as f64,
            period: period as f64,
            product,
            smallest,
            mss: mss as f64,
            tolerance,
        };
        Some(Self {
            set,
            window: product,
            slack: 0.0,
            reference: (product, 0.0),
            utilisation: Smoothed::exactly(1.0),
            stage: 0,
            updated: None,
            before: Before::default(),
            moved: false,
        })
    }

    /// u = sent/(B tau) + min(q, q')/(B T).
    fn load(set: &Setting, old: &Hop, hop: &Hop, span: f64) -> Option<Sample> {
        // Whole bytes that the link carries; a byte is lost in each of three quantities.
        let capacity = libm::floor(hop.rate_mbps as f64 * span / 8_000.0);
        let queue = hop.depth.min(old.depth) as f64 * span / set.period;
        let load = ((hop.sent - old.sent) as f64 + queue).min(WORD);
        let utilisation = (load / capacity).min(UTILISATION_MAX);
        let error_bound = 2.0 / capacity + utilisation * (2.0 / capacity + 1e-6);
        (capacity > 0.0).then_some(Sample { value: utilisation, error_bound, span })
    }

    fn telemetry(mut self, ack: &Flight, path: &Path, next: &mut Vec<Self>) {
        let set = self.set;
        let loads = self.before.largest(path, |old, hop, span| Self::load(&set, old, hop, span));
        if loads.is_empty() {
            return next.push(self);
        }
        for load in loads {
            let mut run = self.clone();
            run.utilisation.blend(&load, set.period, set.tolerance);
            run.aim(ack, next);
        }
    }

    fn aim(self, ack: &Flight, next: &mut Vec<Self>) {
        let round = self.updated.is_none_or(|updated| ack.una > updated);
        let over: &[bool] = if self.stage >= self.set.max_stage {
            &[true]
        } else {
            exceeds(self.utilisation.value, self.set.eta, self.utilisation.error_bound)
        };
        for multiply in over {
            let mut run = self.clone();
            run.set_window(*multiply);
            if round {
                run.stage = if *multiply { 0 } else { run.stage + 1 };
                run.reference = (run.window, run.slack);
                run.updated = Some(ack.nxt);
                run.moved = true;
            }
            next.push(run);
        }
    }

    /// From the reference, multiplicatively or by the additive increase alone.
    fn set_window(&mut self, multiply: bool) {
        let set = self.set;
        let (reference, reference_error_bound) = self.reference;
        let Smoothed { value: utilisation, error_bound } = self.utilisation;
        let largest = set.product.max(set.smallest);
        let at = |reference: f64, utilisation: f64| {
            // A path that measures 0 reads as a unit.
            let factor = if multiply { set.eta / utilisation.max(UNIT) } else { 1.0 };
            (reference * factor + set.additive).clamp(set.smallest, largest)
        };
        let low = at(reference - reference_error_bound, utilisation + error_bound);
        let high = at(reference + reference_error_bound, utilisation - error_bound);
        self.window = f64::midpoint(low, high);
        self.slack = (high - low) / 2.0 + set.tolerance.answer;
    }
}

impl Textbook for Hpcc {
    fn event(mut self, _: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        self.moved = false;
        match event {
            FlowEvent::Telemetry(ack, path) => return self.telemetry(ack, path, next),
            FlowEvent::Idle(_) => self.before.forget(),
            _ => {}
        }
        next.push(self);
    }

    fn expected(&self) -> Expected {
        let rate = (self.window / self.set.product * LINE).min(LINE);
        let error_bound = self.slack / self.set.product * LINE + 1.0;
        Expected { window: (self.window.max(self.set.mss), self.slack), rate: (rate, error_bound) }
    }

    /// A window below a segment shows in the rate only, and there to 2^-20 of the largest.
    fn adopt(&mut self, found: &Answer) {
        let shown = found.window as f64;
        if shown > self.set.mss {
            (self.window, self.slack) = (shown, 0.0);
        } else {
            let unit = self.set.product / LINE;
            let from_rate = (found.rate as f64 + 0.5) * unit;
            if unit / 2.0 < self.slack {
                (self.window, self.slack) = (from_rate.min(self.set.mss), unit / 2.0 + 1.0);
            }
        }
        if self.moved {
            self.reference = (self.window, self.slack);
        }
    }
}
