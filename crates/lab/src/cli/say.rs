//! Standard output, whose reader may leave early, as `head` does.

use std::fmt;
use std::io::{ErrorKind, Write, stdout};

/// A line on standard output. A reader that has left misses it; what is to be written to files still is.
macro_rules! say {
    ($($part:tt)*) => { $crate::cli::say::text(format_args!("{}\n", format_args!($($part)*))) };
}
pub(super) use say;

/// Text on standard output. Where it cannot be written for another reason, as on a full disk, the command ends with 1.
pub(super) fn text(text: fmt::Arguments<'_>) {
    let written = stdout().lock().write_fmt(text);
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        eprintln!("error: cannot write to standard output: {error}");
        std::process::exit(1);
    }
}
