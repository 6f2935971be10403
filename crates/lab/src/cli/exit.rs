//! Exit codes of a command.

use super::say::say;
use crate::document::Fault;
use crate::report::{LedgerLine, Line};
use std::process::ExitCode;

/// A command that ran; whether what it found is as it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// It is.
    Fine,
    /// A result differs from what was expected.
    Differs,
}

/// Bad input, as `clap` itself returns it.
const BAD_INPUT: u8 = 2;

/// The code of a command; with `json` an imbalance, which ends it, is its last object.
pub(super) fn code(done: anyhow::Result<Done>, json: bool) -> ExitCode {
    match done {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::Differs) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            if let Some(imbalance) = error.downcast_ref().filter(|_| json) {
                say!("{}", LedgerLine::of(imbalance).line());
            }
            if error.is::<Fault>() { ExitCode::from(BAD_INPUT) } else { ExitCode::FAILURE }
        }
    }
}
