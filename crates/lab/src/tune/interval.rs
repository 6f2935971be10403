//! Confidence intervals of paired differences.

use serde::Serialize;

/// Quantiles 97.5 % of Student's t for 1 to 30 degrees of freedom, from any table of it; beyond, of the normal distribution.
const T: [f64; 30] = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
];
const NORMAL: f64 = 1.960;

/// A mean with its interval of 95 %.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// Mean.
    pub mean: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

impl Interval {
    /// Of differences, one per seed; unbounded for fewer than two.
    #[must_use]
    pub fn of(differences: &[f64]) -> Self {
        let count = differences.len() as f64;
        let mean = differences.iter().sum::<f64>() / count.max(1.0);
        let Some(freedom) = differences.len().checked_sub(2) else {
            return Self { mean, low: f64::NEG_INFINITY, high: f64::INFINITY };
        };
        let squares: f64 = differences.iter().map(|value| (value - mean).powi(2)).sum();
        let half = T.get(freedom).unwrap_or(&NORMAL) * libm::sqrt(squares / (count - 1.0) / count);
        Self { mean, low: mean - half, high: mean + half }
    }

    /// Everything in it is below 0.
    #[must_use]
    pub fn is_below(&self) -> bool {
        self.high < 0.0
    }

    /// Everything in it is above 0.
    #[must_use]
    pub fn is_above(&self) -> bool {
        self.low > 0.0
    }
}
