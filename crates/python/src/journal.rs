//! Finished runs of a sweep in a file, from which an interrupted sweep goes on.

use crate::summary::{NAMES, Number, Row};
use anyhow::{Context, Result, anyhow, bail};
use std::collections::HashMap;
use std::fs::{File, TryLockError};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{Read, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Text of an absent number.
const ABSENT: &str = "-";

/// An open journal: a line of names, and a line per run with its key, digest and numbers.
pub(crate) struct Journal {
    file: Mutex<File>,
    known: HashMap<u64, Row>,
}

impl Journal {
    /// Opens a journal, or begins one where there is no file.
    ///
    /// # Errors
    /// The file cannot be read or written, is no journal of this version, or another sweep has it open.
    pub(crate) fn open(path: &Path) -> Result<Self> {
        let name = || format!("sweep: journal {}", path.display());
        let mut file = File::options().read(true).append(true).create(true).open(path).with_context(name)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another sweep has it open", name()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(name),
        }
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(name)?;
        if text.is_empty() {
            text = head();
            file.write_all(text.as_bytes()).with_context(name)?;
        }
        // A line that was cut off is of a run that runs again.
        let whole = text.rfind('\n').map_or(0, |end| end + 1);
        let Some(lines) = text[..whole].strip_prefix(&head()) else {
            bail!(
                "{}: no journal of this version; legal: a new file, or one that begins with {:?}",
                name(),
                head()
            );
        };
        let run = |(number, line): (usize, &str)| {
            run_of(line).ok_or_else(|| anyhow!("{}: line {number} is no run: {line:?}", name()))
        };
        let known = (2..).zip(lines.lines()).map(run).collect::<Result<_>>()?;
        file.set_len(whole as u64).with_context(name)?;
        Ok(Self { file: Mutex::new(file), known })
    }

    /// A run that is there.
    pub(crate) fn row(&self, key: u64) -> Option<Row> {
        self.known.get(&key).copied()
    }

    /// Keeps a run.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(crate) fn keep(&self, key: u64, row: &Row) -> Result<()> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // At once, so that a line is whole or cut off at its end.
        file.write_all(line(key, row).as_bytes()).context("sweep: journal")
    }
}

/// The key of everything that decides a run.
pub(crate) fn key(decided_by: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    decided_by.hash(&mut hasher);
    hasher.finish()
}

/// The first line.
fn head() -> String {
    format!("freeboard-sweep {} key digest {}\n", env!("CARGO_PKG_VERSION"), NAMES.join(" "))
}

fn line(key: u64, row: &Row) -> String {
    let text = |number: &Number| match number {
        Number::Count(count) => count.to_string(),
        Number::Measured(None) => ABSENT.to_owned(),
        // With a point or an exponent, and read back to the same bits.
        Number::Measured(Some(value)) => format!("{value:?}"),
    };
    format!("{key:016x} {:08x} {}\n", row.digest, row.numbers.iter().map(text).collect::<Vec<_>>().join(" "))
}

fn run_of(line: &str) -> Option<(u64, Row)> {
    let mut words = line.split(' ');
    let key = u64::from_str_radix(words.next()?, 16).ok()?;
    let digest = u32::from_str_radix(words.next()?, 16).ok()?;
    let number = |word: &str| match word {
        ABSENT => Some(Number::Measured(None)),
        word => match word.parse() {
            Ok(count) => Some(Number::Count(count)),
            Err(_) => word.parse().ok().map(|value| Number::Measured(Some(value))),
        },
    };
    let numbers = words.map(number).collect::<Option<Vec<_>>>()?;
    Some((key, Row { numbers: numbers.try_into().ok()?, digest }))
}
