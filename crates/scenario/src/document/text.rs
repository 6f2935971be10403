//! Files of limited size, and the text of a document with its lines.

use super::Fault;
use anyhow::Context;
use core::ops::Range;
use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::Path;

/// Longest document, chosen by us.
const BYTES_MAX: u64 = 4 << 20;

/// Returns the bytes of a file that has at most `limit` of them; no more are read.
///
/// # Errors
/// The file cannot be read, or is longer.
pub fn bytes_limited(path: &Path, limit: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(limit + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        let message = format!("it is longer than the {limit} bytes that are read");
        return Err(std::io::Error::new(ErrorKind::InvalidData, message));
    }
    Ok(bytes)
}

/// Returns the text of a file that has at most `limit` bytes, without a byte order mark.
///
/// # Errors
/// As [`bytes_limited`], or the file is not UTF-8.
pub fn read_limited(path: &Path, limit: u64) -> std::io::Result<String> {
    let mut bytes = bytes_limited(path, limit)?;
    // Editors of some systems begin a text with a byte order mark.
    if bytes.starts_with("\u{feff}".as_bytes()) {
        bytes.drain(..'\u{feff}'.len_utf8());
    }
    String::from_utf8(bytes).map_err(|error| std::io::Error::new(ErrorKind::InvalidData, error))
}

/// A file and its text.
#[derive(Clone, Debug)]
pub struct Document {
    file: String,
    text: String,
    /// Offsets at which lines end.
    ends: Vec<usize>,
}

impl Document {
    /// A document read from `file`.
    #[must_use]
    pub fn new(file: impl Into<String>, text: impl Into<String>) -> Self {
        let text = text.into();
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at).collect();
        Self { file: file.into(), text, ends }
    }

    /// A document read from a file, of limited size: a scenario of 100 000 seeds takes 1 MB.
    ///
    /// # Errors
    /// The file cannot be read, is no text, or is longer.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        let name = path.display().to_string();
        let text = read_limited(path, BYTES_MAX).with_context(|| format!("cannot read {name}"))?;
        Ok(Self::new(name, text))
    }

    /// Its text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// File as the user named it.
    #[must_use]
    pub fn file(&self) -> &str {
        &self.file
    }

    pub(super) fn line_at(&self, offset: usize) -> usize {
        1 + self.ends.partition_point(|end| *end < offset)
    }

    pub(super) fn slice(&self, span: Range<usize>) -> &str {
        self.text.get(span).unwrap_or_default()
    }

    pub(super) fn syntax_fault(&self, error: &toml::de::Error) -> Fault {
        let offset = error.span().map_or(0, |span| span.start);
        Fault {
            file: self.file.as_str().into(),
            line: self.line_at(offset),
            key: String::new(),
            value: None,
            problem: format!("not valid TOML: {}", error.message().replace('\n', ", ")),
            legal: String::new(),
        }
    }
}
