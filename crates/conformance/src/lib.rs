//! The suites every algorithm runs: operation model, oracles, golden traces.
//!
//! | module | what it holds |
//! |---|---|
//! | [`model`] | operations that keep the interfaces' promises, and events that keep none |
//! | [`script`] | events of the golden traces |
//! | [`agreement`] | an algorithm compared with its oracles |
//! | [`tolerance`] | how far each may lie from real arithmetic, and why |
//! | [`suites`] | properties of any algorithm, the thirteen bug classes among them |
//! | [`fuzz`] | bodies of the fuzz targets |
//! | [`values`] | settings as one value per field: defaults, corners, random ones |
//!
//! Nothing here names an algorithm except the tables of tolerances and golden scripts: a new line in the
//! registry is covered without an edit, and fails until it has an oracle and a golden trace.
#![forbid(unsafe_code)]

pub mod agreement;
pub mod fuzz;
pub mod model;
pub mod script;
pub mod suites;
pub mod tolerance;
pub mod values;
