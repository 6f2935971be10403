//! Freeboard in Python: scenarios, runs as columns, sweeps, single decisions.
#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod catalog;
mod columns;
mod decide;
mod error;
mod html;
mod journal;
mod outcome;
mod scenario;
mod stop;
mod summary;
mod sweep;
mod table;
mod value;

/// Marking schemes and congestion controls for NICs and switches, simulated.
#[pyo3::pymodule]
mod freeboard {
    #[pymodule_export]
    use crate::catalog::{defaults, list};
    #[pymodule_export]
    use crate::decide::{Aqm, Cc, Control, aqm, cc};
    #[pymodule_export]
    use crate::outcome::{Outcome, digest};
    #[pymodule_export]
    use crate::scenario::{Scenario, Scheme};
    #[pymodule_export]
    use crate::sweep::sweep;
    #[pymodule_export]
    use crate::table::Table;

    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
