//! One axis: its label with the unit, and its range.

use core::ops::Range;

/// An axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// Label, with the unit in brackets.
    pub label: String,
    /// Range; `None` fits the data, starting at 0.
    pub range: Option<Range<f64>>,
}

impl Axis {
    /// An axis from 0 that fits its data.
    #[must_use]
    pub fn fitting(label: impl Into<String>) -> Self {
        Self { label: label.into(), range: None }
    }

    /// An axis with a given range.
    #[must_use]
    pub fn ranged(label: impl Into<String>, range: Range<f64>) -> Self {
        Self { label: label.into(), range: Some(range) }
    }

    /// An axis around its data where that is far from 0, else from 0: shares near 100 % differ by little.
    #[must_use]
    pub fn around(label: impl Into<String>, values: &[f64]) -> Self {
        let low = values.iter().copied().filter(|value| value.is_finite()).fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().filter(|value| value.is_finite()).fold(f64::NEG_INFINITY, f64::max);
        if low < FAR * high || low >= high {
            return Self::fitting(label);
        }
        let pad = (HEADROOM - 1.0) * (high - low);
        Self::ranged(label, low - pad..high + pad)
    }

    /// The range to draw along data that ends at `highest`.
    pub(super) fn tight(&self, highest: f64) -> Range<f64> {
        match &self.range {
            None if highest > 0.0 => 0.0..highest,
            _ => self.resolved(highest),
        }
    }

    /// The range to draw for data that reaches `highest`.
    pub(super) fn resolved(&self, highest: f64) -> Range<f64> {
        match &self.range {
            Some(range) if range.end > range.start => range.clone(),
            _ if highest > 0.0 => 0.0..highest * HEADROOM,
            _ => 0.0..1.0,
        }
    }
}

/// Room above the highest value, so that a curve does not touch the frame. Chosen by us.
const HEADROOM: f64 = 1.08;

/// Share of the highest value that the lowest has to reach for an axis that leaves out 0. Chosen by us: below it the curves would
/// fill less than a third of the height.
const FAR: f64 = 0.7;

/// A tick label: as many decimals as the value needs, at most three.
pub(super) fn tick(value: &f64) -> String {
    let text = format!("{value:.3}");
    let trimmed = text.trim_end_matches('0').trim_end_matches('.');
    if trimmed == "-0" { "0".to_owned() } else { trimmed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_without_data_still_has_a_length() {
        assert_eq!(Axis::fitting("t").resolved(0.0), 0.0..1.0);
        assert_eq!(Axis::ranged("t", 3.0..3.0).resolved(10.0).start, 0.0);
    }

    #[test]
    fn an_axis_around_its_data_leaves_out_0_only_where_that_is_far() {
        assert_eq!(Axis::around("u", &[10.0, 100.0]).range, None);
        assert_eq!(Axis::around("u", &[5.0, 5.0, f64::NAN]).range, None);
        let range = Axis::around("u", &[97.0, 100.0]).range.unwrap();
        assert!(range.start > 96.0 && range.start < 97.0 && range.end > 100.0 && range.end < 101.0);
    }

    #[test]
    fn tick_labels_carry_no_trailing_zeros() {
        assert_eq!(tick(&2.500), "2.5");
        assert_eq!(tick(&100.0), "100");
        assert_eq!(tick(&-0.0001), "0");
    }
}
