//! Expected values of a paper, with tolerances.

use crate::sweep::read_cells;
use freeboard_scenario::document::{Document, Fault, Section};

/// One number of a paper.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantity {
    /// Name in the code.
    pub id: String,
    /// Name in reports.
    pub name: String,
    /// Unit of all numbers.
    pub unit: String,
    /// The paper's number.
    pub paper_value: f64,
    /// Smallest measurement that agrees; `None` for no bound.
    pub low: Option<f64>,
    /// Largest measurement that agrees; `None` for no bound.
    pub high: Option<f64>,
    /// The tolerance in words.
    pub tolerance: String,
    /// Location of the number.
    pub source: String,
    /// What is measured for it.
    pub pick: Pick,
}

/// A measurement: a measure of a scheme over some cells.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pick {
    /// Which measure: one of the plan's, or of its kind.
    pub measure: String,
    /// Of which scheme, by name.
    pub scheme: String,
    /// Divided by the same of this scheme.
    pub against: Option<String>,
    /// In which cells: axes by name with the values that count; an axis that is not named counts whole.
    pub cells: Vec<(String, Vec<String>)>,
    /// What several cells become.
    pub reduce: Reduce,
}

/// What the values of several cells become, in sweep order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reduce {
    /// There has to be exactly one.
    #[default]
    Only,
    /// Their mean.
    Mean,
    /// The smallest.
    Min,
    /// The largest.
    Max,
    /// The largest less the smallest.
    Spread,
    /// The last over the first.
    Growth,
}

const REDUCES: [(&str, Reduce); 6] = [
    ("only", Reduce::Only),
    ("mean", Reduce::Mean),
    ("min", Reduce::Min),
    ("max", Reduce::Max),
    ("spread", Reduce::Spread),
    ("growth", Reduce::Growth),
];

impl Reduce {
    /// One value of several; `None` if there is none, or more than one where one is wanted.
    #[must_use]
    pub fn of(self, values: &[f64]) -> Option<f64> {
        let (first, last) = (*values.first()?, *values.last()?);
        let min = values.iter().copied().fold(f64::INFINITY, f64::min);
        let max = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        match self {
            Self::Only => (values.len() == 1).then_some(first),
            Self::Mean => Some(values.iter().sum::<f64>() / values.len() as f64),
            Self::Min => Some(min),
            Self::Max => Some(max),
            Self::Spread => Some(max - min),
            Self::Growth => Some(last / first),
        }
    }
}

impl Pick {
    const KEYS: [&str; 5] = ["measure", "scheme", "against", "cells", "reduce"];

    fn read(section: &Section<'_>) -> Result<Self, Fault> {
        let text = |key: &str| section.need(key, "a name in quotes")?.string().map(str::to_owned);
        let names = REDUCES.map(|(name, _)| name);
        let reduce = section.get("reduce").map_or(Ok(0), |entry| entry.choice(&names))?;
        let against = section.get("against").map(|entry| entry.string().map(str::to_owned)).transpose()?;
        Ok(Self {
            measure: text("measure")?,
            scheme: text("scheme")?,
            against,
            cells: read_cells(section)?,
            reduce: REDUCES[reduce].1,
        })
    }
}

/// The numbers of one figure; none where nothing is expected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Expected {
    /// In file order.
    pub quantities: Vec<Quantity>,
}

impl Expected {
    /// Reads `expected.toml`.
    ///
    /// # Errors
    /// The first thing that is not legal.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| {
            root.expect_keys(&["quantity"])?;
            let quantities =
                root.sections("quantity")?.iter().map(Quantity::read).collect::<Result<_, _>>()?;
            Ok(Self { quantities })
        })
    }
}

const KEYS: [&str; 8] = ["id", "name", "unit", "paper_value", "low", "high", "tolerance", "source"];

impl Quantity {
    fn read(section: &Section<'_>) -> Result<Self, Fault> {
        section.expect_keys(&[KEYS.as_slice(), &Pick::KEYS].concat())?;
        let text = |key: &str| section.need(key, "a text in quotes")?.string().map(str::to_owned);
        let bound = |key: &str| section.get(key).map(|entry| entry.number()).transpose();
        Ok(Self {
            id: text("id")?,
            name: text("name")?,
            unit: text("unit")?,
            paper_value: section.need("paper_value", "a number")?.number()?,
            low: bound("low")?,
            high: bound("high")?,
            tolerance: text("tolerance")?,
            source: text("source")?,
            pick: Pick::read(section)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn several_cells_become_one_value() {
        let values = [4.0, 2.0, 6.0];
        let all = REDUCES.map(|(_, reduce)| reduce.of(&values));
        assert_eq!(all, [None, Some(4.0), Some(2.0), Some(6.0), Some(4.0), Some(1.5)]);
        assert_eq!(Reduce::Only.of(&[3.0]), Some(3.0));
        assert!(REDUCES.iter().all(|(_, reduce)| reduce.of(&[]).is_none()));
    }
}
