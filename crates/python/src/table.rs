//! A table of columns that pandas, polars and pyarrow take by the Arrow C stream interface, without a copy.

use crate::columns::Columns;
use crate::error::refused;
use crate::html;
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::{Float64Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, RecordBatch, RecordBatchIterator};
use arrow_schema::DataType;
use arrow_schema::ffi::FFI_ArrowSchema;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyCapsule};

/// A table of columns with units in their names.
///
/// It has the Arrow C stream interface: ``pyarrow.table(t)`` and ``polars.DataFrame(t)`` take it without a copy.
#[pyclass(frozen, module = "freeboard")]
#[derive(Clone)]
pub(crate) struct Table(RecordBatch);

impl Table {
    pub(crate) fn of(columns: Columns) -> PyResult<Self> {
        columns.batch().map(Self)
    }

    /// The cells of the first rows as texts.
    fn cells(&self, rows: usize) -> Vec<Vec<String>> {
        let rows = rows.min(self.0.num_rows());
        let row = |at: usize| self.0.columns().iter().map(|column| cell(column.as_ref(), at)).collect();
        (0..rows).map(row).collect()
    }
}

/// One cell as text.
fn cell(column: &dyn Array, at: usize) -> String {
    if column.is_null(at) {
        return String::new();
    }
    match column.data_type() {
        DataType::Float64 => html::number(column.as_primitive::<Float64Type>().value(at)),
        DataType::UInt32 => column.as_primitive::<UInt32Type>().value(at).to_string(),
        DataType::UInt64 => column.as_primitive::<UInt64Type>().value(at).to_string(),
        DataType::Int64 => column.as_primitive::<Int64Type>().value(at).to_string(),
        DataType::Boolean => column.as_boolean().value(at).to_string(),
        _ => column.as_string::<i32>().value(at).to_owned(),
    }
}

/// Rows that a notebook shows. Chosen by us: half a screen.
const SHOWN: usize = 10;

#[pymethods]
impl Table {
    /// Names of the columns.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.schema().fields().iter().map(|field| field.name().clone()).collect()
    }

    fn __len__(&self) -> usize {
        self.0.num_rows()
    }

    /// The table as an Arrow C stream of one batch.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface lets a producer answer with its own schema.
        drop(requested_schema);
        let reader = RecordBatchIterator::new([Ok(self.0.clone())], self.0.schema());
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    /// The names and types of the columns as an Arrow C schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.0.schema().as_ref()).map_err(refused)?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// The table as a ``pyarrow.Table``, without a copy.
    fn to_arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pyarrow")?.call_method1("table", (self.clone(),))
    }

    /// The table as a ``pandas.DataFrame`` by way of pyarrow: columns of numbers without a copy, unless values are absent.
    fn to_pandas<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let options = [("split_blocks", true)].into_py_dict(py)?;
        self.to_arrow(py)?.call_method("to_pandas", (), Some(&options))
    }

    /// The table as a ``polars.DataFrame``, without a copy.
    fn to_polars<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("polars")?.call_method1("DataFrame", (self.clone(),))
    }

    fn __repr__(&self) -> String {
        format!("<freeboard.Table of {} rows: {}>", self.0.num_rows(), self.columns().join(", "))
    }

    fn _repr_html_(&self) -> String {
        let rows = self.0.num_rows();
        let more = if rows > SHOWN { format!("<p>{SHOWN} of {rows} rows</p>") } else { String::new() };
        html::table(&self.columns(), &self.cells(SHOWN)) + &more
    }
}
