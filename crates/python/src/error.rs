//! Errors as exceptions: a refusal is a `ValueError` with the command's message.

use core::fmt::Display;
use freeboard_scenario::document::{Fault, Refusal};
use freeboard_scenario::nearest::nearest;
use pyo3::PyErr;
use pyo3::exceptions::{PyFileNotFoundError, PyOSError, PyPermissionError, PyValueError};
use std::io::ErrorKind;

/// The exception for something that is not legal.
pub(crate) fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The exception for a failure with its causes: that of the operating system, or a refusal.
pub(crate) fn failed(error: &anyhow::Error) -> PyErr {
    let text = format!("{error:#}");
    match error.downcast_ref::<std::io::Error>().map(std::io::Error::kind) {
        Some(ErrorKind::NotFound) => PyFileNotFoundError::new_err(text),
        Some(ErrorKind::PermissionDenied) => PyPermissionError::new_err(text),
        Some(ErrorKind::InvalidData) | None => PyValueError::new_err(text),
        Some(_) => PyOSError::new_err(text),
    }
}

/// The fault of an argument of a call.
pub(crate) fn argument(call: &str, key: &str, value: &str, refusal: &Refusal) -> PyErr {
    refused(Fault {
        file: call.into(),
        line: 0,
        key: key.to_owned(),
        value: Some(value.to_owned()),
        problem: refusal.problem.clone(),
        legal: refusal.legal.clone(),
    })
}

/// The refusal of a name that is not one of several.
pub(crate) fn unknown(name: &str, known: &[&str]) -> Refusal {
    let problem = match nearest(name, known.iter().copied()) {
        Some(close) => format!("is not known, did you mean \"{close}\"?"),
        None => "is not known".to_owned(),
    };
    Refusal { problem, legal: known.join(", ") }
}
