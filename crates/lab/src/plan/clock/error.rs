//! Errors of estimates, and what is said of many.

use serde::{Deserialize, Serialize};

/// What is printed of errors \[ns\].
pub(super) const MEASURES: [&str; 4] = ["p50", "p99", "max", "rms"];

/// Errors of one estimator \[ns\].
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Errors(Vec<f64>);

impl Errors {
    /// Of clocks, by what is left of each: how wrong the difference of any two is.
    pub(super) fn between(&mut self, left: &[f64]) {
        for (index, one) in left.iter().enumerate() {
            self.0.extend(left[..index].iter().map(|other| (one - other).abs()));
        }
    }

    pub(super) fn push(&mut self, error: f64) {
        self.0.push(error.abs());
    }

    pub(super) fn extend(&mut self, others: Self) {
        self.0.extend(others.0);
    }

    /// The measures, in their order; `None` without errors.
    pub(super) fn measured(mut self) -> Option<[f64; 4]> {
        self.0.sort_by(f64::total_cmp);
        let largest = *self.0.last()?;
        let count = self.0.len();
        // The percentile of the error.
        let rank = |share: f64| self.0[((share * count as f64).ceil() as usize).clamp(1, count) - 1];
        let square = self.0.iter().map(|error| error * error).sum::<f64>() / count as f64;
        Some([rank(0.5), rank(0.99), largest, libm::sqrt(square)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_are_those_of_the_sorted_errors() {
        let mut errors = Errors::default();
        (1..=200).rev().for_each(|error| errors.push(-f64::from(error)));
        let [median, high, largest, rms] = errors.measured().unwrap();
        assert_eq!((median, high, largest), (100.0, 198.0, 200.0));
        assert!((rms - (201.0f64 * 401.0 / 6.0).sqrt()).abs() < 1e-9);
        assert!(Errors::default().measured().is_none());
    }

    #[test]
    fn every_two_clocks_are_compared_and_what_they_share_does_not_count() {
        let mut errors = Errors::default();
        errors.between(&[1_000.0, 1_003.0, 1_001.0]);
        errors.0.sort_by(f64::total_cmp);
        assert_eq!(errors.0, [1.0, 2.0, 3.0]);
    }
}
