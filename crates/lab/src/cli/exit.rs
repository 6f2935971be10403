//! Exit codes of a command.

use crate::document::Fault;
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

pub(super) fn code(done: anyhow::Result<Done>) -> ExitCode {
    match done {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::Differs) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<Fault>() { ExitCode::from(BAD_INPUT) } else { ExitCode::FAILURE }
        }
    }
}
