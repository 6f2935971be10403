//! INT measurements from one ACK to the next, for models that follow every candidate hop.

use crate::following::FlowTolerance;
use crate::{Hop, Path};

/// Oldest telemetry that is used \[ns\], as the algorithms document.
const AGE_MAX: u64 = 1 << 24;

/// The path as the last acknowledgement showed it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Before(Option<Path>);

/// A figure of one hop, how far off it may be, and the time it was measured over \[ns\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    pub(crate) value: f64,
    pub(crate) error_bound: f64,
    pub(crate) span: f64,
}

/// A smoothed figure, and how far the algorithm's may be from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Smoothed {
    pub(crate) value: f64,
    pub(crate) error_bound: f64,
}

impl Before {
    pub(crate) const fn forget(&mut self) {
        self.0 = None;
    }

    /// Takes the path as it is now; the samples of all hops that may have the largest since it was looked at last.
    ///
    /// `measure` is given a hop as it was and as it is, and the time between.
    pub(crate) fn largest(
        &mut self,
        path: &Path,
        measure: impl Fn(&Hop, &Hop, f64) -> Option<Sample>,
    ) -> Vec<Sample> {
        let Some(mut before) = self.0.filter(|before| before.count == path.count) else {
            self.0 = (path.count > 0).then_some(*path);
            return Vec::new();
        };
        let mut samples = Vec::new();
        for (old, hop) in before.hops.iter_mut().zip(&path.hops).take(path.count) {
            let span = hop.stamp - old.stamp;
            if span > 0 && span <= AGE_MAX {
                samples.extend(measure(old, hop, span as f64));
            }
            if span > 0 {
                *old = *hop;
            }
        }
        self.0 = Some(before);
        let least = samples.iter().map(|sample| sample.value - sample.error_bound).fold(0.0, f64::max);
        samples.retain(|sample| sample.value + sample.error_bound >= least);
        samples
    }
}

impl Smoothed {
    /// Known to be `value`.
    pub(crate) const fn exactly(value: f64) -> Self {
        Self { value, error_bound: 0.0 }
    }

    /// Moves towards the sample by the part of `period` that it stands for.
    pub(crate) fn blend(&mut self, sample: &Sample, period: f64, tolerance: FlowTolerance) {
        let weight = (sample.span / period).min(1.0);
        let gap = sample.value - self.value;
        self.error_bound = self.error_bound * (1.0 - weight)
            + sample.error_bound * weight
            + gap.abs() * tolerance.ratio
            + tolerance.step;
        self.value += gap * weight;
    }
}
