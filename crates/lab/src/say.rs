//! Lines on the standard streams, whose readers may leave early or may have no room.

use std::fmt;
use std::io::{ErrorKind, Write, stderr, stdout};

/// A line on standard output. A reader that has left misses it; what is to be written to files still is.
macro_rules! say {
    ($($part:tt)*) => { $crate::say::text(format_args!("{}\n", format_args!($($part)*))) };
}
pub(crate) use say;

/// A line on standard error: progress, warnings, errors. Where it cannot be written, nobody is there to be told.
macro_rules! tell {
    ($($part:tt)*) => { $crate::say::note(format_args!("{}\n", format_args!($($part)*))) };
}
pub(crate) use tell;

/// Text on standard output. Where it cannot be written for another reason, as on a full disk, the command ends with 1.
pub(crate) fn text(text: fmt::Arguments<'_>) {
    let written = stdout().lock().write_fmt(text);
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        tell!("error: cannot write to standard output: {error}");
        std::process::exit(1);
    }
}

/// Text on standard error.
pub(crate) fn note(text: fmt::Arguments<'_>) {
    let _ = stderr().lock().write_fmt(text);
}
