//! Files of numbers beside a document.

use super::{Entry, Fault, read_limited};
use std::path::Path;

/// Longest file, chosen by us: a million lines of forty characters.
const BYTES_MAX: u64 = 40 << 20;

/// A CSV file that a document names, by a path from the document's folder: which of the headers it has, and its lines
/// after that with their numbers, empty ones left out.
fn lines(
    entry: &Entry<'_>,
    headers: &[&[&str]],
    legal: &str,
) -> Result<(usize, Vec<(usize, String)>), Fault> {
    let name = entry.string()?;
    let path = Path::new(entry.document.file()).parent().unwrap_or(Path::new("")).join(name);
    let text = read_limited(&path, BYTES_MAX)
        .map_err(|error| entry.fault(format!("cannot be read: {error}"), legal))?;
    let mut lines = text.lines();
    let own = lines.next().unwrap_or_default().trim();
    let Some(header) = headers.iter().position(|header| header.join(",") == own) else {
        return Err(entry.fault("has another header", legal));
    };
    let line = |(at, line): (usize, &str)| (at + 2, line.to_owned());
    Ok((header, lines.enumerate().filter(|(_, line)| !line.trim().is_empty()).map(line).collect()))
}

/// A CSV file that a document names, by a path from the document's folder: its lines after the header with their numbers, each
/// of as many values as that has names.
///
/// # Errors
/// The file cannot be read, is longer than 40 MiB, has another header, or a line of something else.
pub fn read_csv<const N: usize>(
    entry: &Entry<'_>,
    header: [&str; N],
) -> Result<Vec<(usize, [f64; N])>, Fault> {
    let legal = format!("a CSV file that begins with {}", header.join(","));
    let row = |(at, line): (usize, String)| {
        let numbers: Vec<f64> = line.split(',').map_while(|field| field.trim().parse().ok()).collect();
        let problem = || entry.fault(format!("has no {N} numbers in line {at}"), &*legal);
        <[f64; N]>::try_from(numbers)
            .ok()
            .filter(|row| row.iter().all(|it| it.is_finite()))
            .map(|row| (at, row))
            .ok_or_else(problem)
    };
    lines(entry, &[&header], &legal)?.1.into_iter().map(row).collect()
}

/// Lines of a table with their numbers, as fields of text.
pub type Rows = Vec<(usize, Vec<String>)>;

/// The same with fields of text, behind one of several headers: its index, and the lines.
///
/// # Errors
/// The file cannot be read, is longer than 40 MiB, or has none of the headers.
pub fn read_table(entry: &Entry<'_>, headers: &[&[&str]], legal: &str) -> Result<(usize, Rows), Fault> {
    let fields = |line: &str| line.split(',').map(|field| field.trim().to_owned()).collect();
    let (header, lines) = lines(entry, headers, legal)?;
    Ok((header, lines.into_iter().map(|(at, line)| (at, fields(&line))).collect()))
}
