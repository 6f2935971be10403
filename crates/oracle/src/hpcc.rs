//! HPCC in floating point. Source: Li et al. 2019 algorithm 1; `maxStage` as its project page corrects it.

use crate::following::{Expected, FlowTolerance, Textbook, exceeds};
use crate::{Answer, Flight, FlowEvent, Hop, Path, Values};

/// Line rate \[2^-20\].
const LINE: f64 = 1_048_576.0;
/// Oldest telemetry that is used \[ns\], as the algorithm documents.
const AGE_MAX: u64 = 1 << 24;
/// Where bytes, and a utilisation in Q16, saturate.
const WORD: f64 = 4_294_967_295.0;

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

/// What one hop adds: its utilisation, how far off, and the time it was measured over \[ns\].
#[derive(Clone, Copy, Debug)]
struct Load {
    utilisation: f64,
    doubt: f64,
    span: f64,
}

/// The model.
#[derive(Clone, Debug, PartialEq)]
pub struct Hpcc {
    set: Setting,
    window: f64,
    slack: f64,
    /// Reference window and how far off it may be.
    reference: (f64, f64),
    utilisation: f64,
    /// How far the algorithm's may be from it.
    doubt: f64,
    stage: u64,
    updated: Option<u64>,
    before: Option<Path>,
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
        let smallest = libm::floor(product * values.get("min_rate")? as f64 / LINE).max(1.0);
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
            utilisation: 1.0,
            doubt: 0.0,
            stage: 0,
            updated: None,
            before: None,
            moved: false,
        })
    }

    /// Every hop that may be the busiest since the path was looked at last.
    fn busiest(&mut self, path: &Path) -> Vec<Load> {
        let Some(mut before) = self.before.filter(|before| before.count == path.count) else {
            self.before = (path.count > 0).then_some(*path);
            return Vec::new();
        };
        let mut loads = Vec::new();
        for (old, hop) in before.hops.iter_mut().zip(&path.hops).take(path.count) {
            let span = hop.stamp - old.stamp;
            if span > 0 && span <= AGE_MAX {
                loads.extend(self.load(old, hop, span as f64));
            }
            if span > 0 {
                *old = *hop;
            }
        }
        self.before = Some(before);
        let least = loads.iter().map(|load| load.utilisation - load.doubt).fold(0.0, f64::max);
        loads.retain(|load| load.utilisation + load.doubt >= least);
        loads
    }

    /// u = sent/(B tau) + min(q, q')/(B T).
    fn load(&self, old: &Hop, hop: &Hop, span: f64) -> Option<Load> {
        // Whole bytes that the link carries; a byte is lost in each of three quantities.
        let capacity = libm::floor(hop.rate_mbps as f64 * span / 8_000.0);
        let queue = hop.depth.min(old.depth) as f64 * span / self.set.period;
        let load = ((hop.sent - old.sent) as f64 + queue).min(WORD);
        let utilisation = (load / capacity).min(65_536.0);
        let doubt = 2.0 / capacity + utilisation * (2.0 / capacity + 1e-6);
        (capacity > 0.0).then_some(Load { utilisation, doubt, span })
    }

    fn telemetry(mut self, ack: &Flight, path: &Path, next: &mut Vec<Self>) {
        let loads = self.busiest(path);
        if loads.is_empty() {
            return next.push(self);
        }
        for load in loads {
            let mut run = self.clone();
            run.measure(&load);
            run.aim(ack, next);
        }
    }

    /// U moves towards the busiest hop's by tau/T.
    fn measure(&mut self, load: &Load) {
        let weight = (load.span / self.set.period).min(1.0);
        let gap = load.utilisation - self.utilisation;
        self.doubt = self.doubt * (1.0 - weight)
            + load.doubt * weight
            + gap.abs() * self.set.tolerance.ratio
            + self.set.tolerance.step;
        self.utilisation += gap * weight;
    }

    fn aim(self, ack: &Flight, next: &mut Vec<Self>) {
        let round = self.updated.is_none_or(|updated| ack.una > updated);
        let over: &[bool] = if self.stage >= self.set.max_stage {
            &[true]
        } else {
            exceeds(self.utilisation, self.set.eta, self.doubt)
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
        let (reference, reference_doubt) = self.reference;
        let largest = set.product.max(set.smallest);
        let at = |reference: f64, utilisation: f64| {
            // A path that measures 0 reads as 2^-16.
            let factor = if multiply { set.eta / utilisation.max(1.0 / 65_536.0) } else { 1.0 };
            (reference * factor + set.additive).clamp(set.smallest, largest)
        };
        let low = at(reference - reference_doubt, self.utilisation + self.doubt);
        let high = at(reference + reference_doubt, self.utilisation - self.doubt);
        self.window = f64::midpoint(low, high);
        self.slack = (high - low) / 2.0 + set.tolerance.answer;
    }
}

impl Textbook for Hpcc {
    fn event(mut self, _: u64, event: &FlowEvent, next: &mut Vec<Self>) {
        self.moved = false;
        match event {
            FlowEvent::Telemetry(ack, path) => return self.telemetry(ack, path, next),
            FlowEvent::Idle(_) => self.before = None,
            _ => {}
        }
        next.push(self);
    }

    fn expected(&self) -> Expected {
        let rate = (self.window / self.set.product * LINE).min(LINE);
        let doubt = self.slack / self.set.product * LINE + 1.0;
        Expected { window: (self.window.max(self.set.mss), self.slack), rate: (rate, doubt) }
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
