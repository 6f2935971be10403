//! Exit codes of a command.

use crate::report::{LedgerLine, Line};
use crate::say::{say, tell};
use freeboard_scenario::document::{Fault, Faults};
use std::io::ErrorKind;
use std::process::ExitCode;

/// Result of a command that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Done {
    /// All results are as expected.
    Fine,
    /// A result differs from what was expected.
    Differs,
}

/// Bad input, as `clap` itself returns it.
pub(super) const BAD_INPUT: u8 = 2;

/// Exit code of a command. With `json` the last object reports a ledger imbalance, which ends the command.
pub(super) fn code(done: anyhow::Result<Done>, json: bool) -> ExitCode {
    match done {
        Ok(Done::Fine) => ExitCode::SUCCESS,
        Ok(Done::Differs) => ExitCode::FAILURE,
        Err(error) => {
            tell!("error: {error:#}");
            if let Some(imbalance) = error.downcast_ref().filter(|_| json) {
                say!("{}", LedgerLine::of(imbalance).line());
            }
            if is_bad_input(&error) { ExitCode::from(BAD_INPUT) } else { ExitCode::FAILURE }
        }
    }
}

/// Whether the input is at fault, not the machine: a refused value, a file that is too long, is not text or cannot be opened. The
/// operating system itself reports no invalid data.
fn is_bad_input(error: &anyhow::Error) -> bool {
    let of_a_file = |error: &std::io::Error| {
        matches!(
            error.kind(),
            ErrorKind::InvalidData
                | ErrorKind::NotFound
                | ErrorKind::IsADirectory
                | ErrorKind::PermissionDenied
        )
    };
    #[cfg(target_os = "linux")]
    if error.is::<freeboard_live::Refused>() || error.is::<freeboard_kernel::Unfit>() {
        return true;
    }
    error.is::<Fault>() || error.is::<Faults>() || error.downcast_ref().is_some_and(of_a_file)
}
