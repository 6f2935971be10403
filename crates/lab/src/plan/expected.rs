//! What a paper says and how near a measurement has to come.

use crate::document::{Document, Fault, Section};

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
    /// Where the number stands.
    pub source: String,
}

/// The numbers of one figure.
#[derive(Clone, Debug, PartialEq)]
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

impl Quantity {
    fn read(section: &Section<'_>) -> Result<Self, Fault> {
        section.expect_keys(&["id", "name", "unit", "paper_value", "low", "high", "tolerance", "source"])?;
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
        })
    }
}
