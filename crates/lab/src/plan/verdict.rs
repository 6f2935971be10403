//! A measurement against a paper's number.

use super::titles::counted;
use super::{Plan, Quantity, accepted, ratios, with_unit};
use crate::report::{Line, number};
use serde::{Deserialize, Serialize};

/// What a comparison says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Within the bounds.
    Holds,
    /// Outside them.
    Differs,
    /// There are no bounds, or nothing was measured.
    Open,
}

impl Verdict {
    /// In tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Differs => "differs",
            Self::Open => "open",
        }
    }
}

/// One measured number and what it was measured on.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The number; `None` if it did not occur.
    pub value: Option<f64>,
    /// `algorithm/variant` it belongs to.
    pub variant: String,
    /// Seed.
    pub seed: u64,
    /// How the run differs in scale from the paper's.
    pub scale: String,
}

/// One line of `reproduce --json`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VerdictLine {
    paper: String,
    figure: String,
    pub(crate) quantity: String,
    pub(crate) unit: String,
    pub(crate) paper_value: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) measured: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) low: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) high: Option<f64>,
    tolerance: String,
    /// The comparison.
    pub verdict: Verdict,
    variant: String,
    seed: u64,
    scale: String,
    /// Why it differs or stays open, if that has been found out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finding: Option<String>,
}

impl Line for VerdictLine {}

impl VerdictLine {
    /// It differs, and nobody has found out why.
    #[must_use]
    pub fn is_unexplained(&self) -> bool {
        self.verdict == Verdict::Differs && self.finding.is_none()
    }

    /// How the run differs in scale from the paper's.
    #[must_use]
    pub fn scale(&self) -> &str {
        &self.scale
    }

    /// The measured number less the paper's, over the paper's; `None` if there is none, or the paper's is 0.
    #[must_use]
    pub fn deviation(&self) -> Option<f64> {
        let measured = self.measured.filter(|_| self.paper_value != 0.0)?;
        Some((measured - self.paper_value) / self.paper_value.abs())
    }

    /// Numbers of the report, ratios as "1.25x": the paper's, the measured one, the accepted ones.
    #[must_use]
    pub fn words(&self) -> [String; 3] {
        let with = |number: String| with_unit(&number, &self.unit);
        let bound = |bound: Option<f64>| bound.map(|it| it.to_string());
        let accepted = match (self.low, self.high) {
            (None, None) => ratios(&self.tolerance),
            // One unit for both ends.
            (Some(low), high @ Some(_)) if self.unit != "times" => {
                with(accepted([Some(low.to_string()), bound(high)]))
            }
            (low, high) => accepted([low, high].map(|end| bound(end).map(with))),
        };
        let measured = |value| with(beside(value, [self.low, self.high]));
        [
            with(self.paper_value.to_string()),
            self.measured.map_or_else(|| "none".to_owned(), measured),
            accepted,
        ]
    }

    /// Cells of the verdict table: quantity, paper, measured, accepted, verdict.
    #[must_use]
    pub fn cells(&self) -> [String; 5] {
        let accepted = match (self.low, self.high) {
            (None, None) => self.tolerance.clone(),
            (Some(low), None) => format!("{low} or more"),
            (None, Some(high)) => format!("{high} or less"),
            (Some(low), Some(high)) if low == high => format!("{low}"),
            (Some(low), Some(high)) => format!("{low} to {high}"),
        };
        let with_unit =
            |number: String| format!("{number} {}", counted(&number, &self.unit)).trim_end().to_owned();
        let measured = |value| with_unit(beside(value, [self.low, self.high]));
        [
            self.quantity.clone(),
            with_unit(self.paper_value.to_string()),
            self.measured.map_or_else(|| "none".to_owned(), measured),
            accepted,
            self.verdict.name().to_owned(),
        ]
    }
}

/// Findings with what they are about: one that several quantities share is said once.
#[must_use]
pub fn explained(lines: &[VerdictLine]) -> Vec<(Vec<&str>, &str)> {
    let mut found: Vec<(Vec<&str>, &str)> = Vec::new();
    for line in lines {
        let Some(text) = line.finding.as_deref() else { continue };
        match found.iter_mut().find(|(_, known)| *known == text) {
            Some((names, _)) => names.push(&line.quantity),
            None => found.push((vec![&line.quantity], text)),
        }
    }
    found
}

/// Most decimals of a measured number.
const DECIMALS_MAX: usize = 6;

/// A measured number with as many decimals as needed so that rounding does not move it to a bound or over it.
fn beside(value: f64, bounds: [Option<f64>; 2]) -> String {
    let on_its_side = |text: &String| {
        let rounded: f64 = text.parse().unwrap_or(value);
        bounds.iter().flatten().all(|bound| rounded.total_cmp(bound) == value.total_cmp(bound))
    };
    let finer = (1..=DECIMALS_MAX).map(|decimals| format!("{value:.decimals$}"));
    core::iter::once(number(value)).chain(finer).find(on_its_side).unwrap_or_else(|| format!("{value}"))
}

/// Compares; a quantity without bounds stays open.
#[must_use]
pub fn judge(
    plan: &Plan<'_>,
    quantity: &Quantity,
    measured: &Measured,
    findings: &[(String, String)],
) -> VerdictLine {
    let inside = |value: f64| {
        quantity.low.is_none_or(|low| value >= low) && quantity.high.is_none_or(|high| value <= high)
    };
    let verdict = match measured.value {
        _ if quantity.low.is_none() && quantity.high.is_none() => Verdict::Open,
        Some(value) if inside(value) => Verdict::Holds,
        Some(_) | None => Verdict::Differs,
    };
    let known = findings.iter().find(|(id, _)| *id == quantity.id && verdict != Verdict::Holds);
    VerdictLine {
        paper: plan.paper.to_owned(),
        figure: plan.figure.to_owned(),
        quantity: quantity.name.clone(),
        unit: quantity.unit.clone(),
        paper_value: quantity.paper_value,
        measured: measured.value,
        low: quantity.low,
        high: quantity.high,
        tolerance: quantity.tolerance.clone(),
        verdict,
        variant: measured.variant.clone(),
        seed: measured.seed,
        scale: measured.scale.clone(),
        finding: known.map(|(_, text)| text.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{PLANS, Pick};
    use super::*;

    fn verdict(low: Option<f64>, high: Option<f64>, value: Option<f64>) -> Verdict {
        let quantity = Quantity {
            id: "q".to_owned(),
            name: "a queue".to_owned(),
            unit: "packets".to_owned(),
            paper_value: 8.0,
            low,
            high,
            tolerance: "3 packets".to_owned(),
            source: "section 1".to_owned(),
            pick: Pick::default(),
        };
        let (variant, scale) = ("a/b".to_owned(), "1".to_owned());
        judge(&PLANS[0], &quantity, &Measured { value, variant, seed: 1, scale }, &[]).verdict
    }

    #[test]
    fn bounds_are_inclusive_and_missing_bounds_leave_it_open() {
        assert_eq!(verdict(Some(5.0), Some(11.0), Some(11.0)), Verdict::Holds);
        assert_eq!(verdict(Some(5.0), Some(11.0), Some(11.1)), Verdict::Differs);
        assert_eq!(verdict(Some(1.0), None, Some(900.0)), Verdict::Holds);
        assert_eq!(verdict(Some(1.0), None, None), Verdict::Differs);
        assert_eq!(verdict(None, None, Some(3.0)), Verdict::Open);
    }

    #[test]
    fn a_measured_number_is_printed_on_its_side_of_the_bounds() {
        assert_eq!(beside(99.946, [None, Some(99.9)]), "99.95");
        assert_eq!(beside(99.9996, [Some(99.99), None]), "100.0");
        assert_eq!(beside(100.0, [Some(99.99), None]), "100");
        assert_eq!(beside(2.385, [Some(2.352), Some(2.448)]), "2.38");
        assert_eq!(beside(11.000_000_1, [None, Some(11.0)]), "11.0000001");
    }
}
