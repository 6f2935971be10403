//! Lines on the standard streams, whose readers may leave early or may have no room.

use freeboard_scenario::document::is_unprintable;
use std::borrow::Cow;
use std::fmt::{self, Write as _};
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
    bytes(printable(&text.to_string()).as_bytes());
}

/// Bytes on standard output, as they are; likewise.
pub(crate) fn bytes(bytes: &[u8]) {
    let written = stdout().lock().write_all(bytes);
    if let Err(error) = written
        && error.kind() != ErrorKind::BrokenPipe
    {
        tell!("error: cannot write to standard output: {error}");
        std::process::exit(1);
    }
}

/// Text on standard error.
pub(crate) fn note(text: fmt::Arguments<'_>) {
    let _ = stderr().lock().write_all(printable(&text.to_string()).as_bytes());
}

/// A character that a terminal obeys stands in the text.
pub(crate) fn is_obeyed(text: &str) -> bool {
    matches!(printable(text), Cow::Owned(_))
}

/// The text with characters that a terminal obeys, as names of files have them, written as JSON writes them.
fn printable(text: &str) -> Cow<'_, str> {
    let is_obeyed = |letter: char| is_unprintable(letter) && !matches!(letter, '\n' | '\t');
    if !text.contains(is_obeyed) {
        return Cow::Borrowed(text);
    }
    let mut written = String::new();
    for letter in text.chars() {
        if is_obeyed(letter) {
            for word in letter.encode_utf16(&mut [0; 2]) {
                let _ = write!(written, "\\u{word:04x}");
            }
        } else {
            written.push(letter);
        }
    }
    Cow::Owned(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_obeys_is_written_as_json_writes_it() {
        assert_eq!(printable("a\tb\n┆"), "a\tb\n┆");
        assert_eq!(
            printable("\u{1b}[2J \u{9b}2J \u{202e}x \u{feff} \u{e0001}"),
            "\\u001b[2J \\u009b2J \\u202ex \\ufeff \\udb40\\udc01"
        );
    }
}
