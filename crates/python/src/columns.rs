//! Columns of a table: numbers, texts and flags by name.

use crate::error::refused;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, StringArray, UInt32Array, UInt64Array,
};
use pyo3::PyResult;
use std::sync::Arc;

/// Columns of one length, in order.
#[derive(Default)]
pub(crate) struct Columns(Vec<(String, ArrayRef)>);

impl Columns {
    fn put(mut self, name: impl Into<String>, column: ArrayRef) -> Self {
        self.0.push((name.into(), column));
        self
    }

    /// Appends a column of 32-bit words.
    pub(crate) fn words(self, name: &str, values: impl IntoIterator<Item = u32>) -> Self {
        self.put(name, Arc::new(UInt32Array::from_iter_values(values)))
    }

    /// Appends a column of 64-bit counts.
    pub(crate) fn counts(self, name: &str, values: impl IntoIterator<Item = u64>) -> Self {
        self.put(name, Arc::new(UInt64Array::from_iter_values(values)))
    }

    /// Appends a column of signed integers.
    pub(crate) fn integers(self, name: &str, values: impl IntoIterator<Item = i64>) -> Self {
        self.put(name, Arc::new(Int64Array::from_iter_values(values)))
    }

    /// Appends a column of numbers.
    pub(crate) fn numbers(self, name: &str, values: impl IntoIterator<Item = f64>) -> Self {
        self.put(name, Arc::new(Float64Array::from_iter_values(values)))
    }

    /// Appends a column of numbers, some of which may be absent.
    pub(crate) fn optional(self, name: &str, values: impl IntoIterator<Item = Option<f64>>) -> Self {
        let values: Vec<Option<f64>> = values.into_iter().collect();
        // A column without a mask of absent values is taken without a copy everywhere.
        match values.iter().copied().collect::<Option<Vec<f64>>>() {
            Some(all) => self.numbers(name, all),
            None => self.put(name, Arc::new(Float64Array::from(values))),
        }
    }

    /// Appends a column of texts.
    pub(crate) fn texts<T: AsRef<str>>(self, name: &str, values: impl IntoIterator<Item = T>) -> Self {
        self.put(name, Arc::new(StringArray::from_iter_values(values)))
    }

    /// Appends a column of flags.
    pub(crate) fn flags(self, name: &str, values: impl IntoIterator<Item = bool>) -> Self {
        self.put(name, Arc::new(values.into_iter().map(Some).collect::<BooleanArray>()))
    }

    /// Returns them as a batch of rows.
    pub(crate) fn batch(self) -> PyResult<RecordBatch> {
        RecordBatch::try_from_iter(self.0).map_err(refused)
    }
}

/// A time \[us\] from picoseconds.
pub(crate) fn micros(ps: u64) -> f64 {
    ps as f64 * 1e-6
}
