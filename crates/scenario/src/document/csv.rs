//! Files of numbers beside a document.

use super::{Entry, Fault, read_limited};
use std::path::Path;

/// Longest file, chosen by us: a million lines of forty characters.
const BYTES_MAX: u64 = 40 << 20;

/// A CSV file that a document names, by a path from the document's folder: its lines after the header with their numbers,
/// empty ones left out.
fn lines(entry: &Entry<'_>, header: &[&str], legal: &str) -> Result<Vec<(usize, String)>, Fault> {
    let name = entry.string()?;
    let path = Path::new(entry.document.file()).parent().unwrap_or(Path::new("")).join(name);
    let text = read_limited(&path, BYTES_MAX)
        .map_err(|error| entry.fault(format!("cannot be read: {error}"), legal))?;
    let mut lines = text.lines();
    if lines.next().map(str::trim) != Some(&header.join(",")) {
        return Err(entry.fault("has another header", legal));
    }
    let line = |(at, line): (usize, &str)| (at + 2, line.to_owned());
    Ok(lines.enumerate().filter(|(_, line)| !line.trim().is_empty()).map(line).collect())
}

/// A CSV file that a document names, by a path from the document's folder: its lines after the header, each of as many
/// numbers as that has names.
///
/// # Errors
/// The file cannot be read, is longer than 40 MiB, has another header, or a line of something else.
pub fn read_csv<const N: usize>(entry: &Entry<'_>, header: [&str; N]) -> Result<Vec<[f64; N]>, Fault> {
    let legal = format!("a CSV file that begins with {}", header.join(","));
    let row = |(at, line): (usize, String)| {
        let numbers: Vec<f64> = line.split(',').map_while(|field| field.trim().parse().ok()).collect();
        let problem = || entry.fault(format!("has no {N} numbers in line {at}"), &*legal);
        <[f64; N]>::try_from(numbers)
            .ok()
            .filter(|row| row.iter().all(|it| it.is_finite()))
            .ok_or_else(problem)
    };
    lines(entry, &header, &legal)?.into_iter().map(row).collect()
}

/// The same with fields of text, each line with its number.
///
/// # Errors
/// The file cannot be read, is longer than 40 MiB, or has another header.
pub fn read_table(
    entry: &Entry<'_>,
    header: &[&str],
    legal: &str,
) -> Result<Vec<(usize, Vec<String>)>, Fault> {
    let fields = |line: &str| line.split(',').map(|field| field.trim().to_owned()).collect();
    Ok(lines(entry, header, legal)?.into_iter().map(|(at, line)| (at, fields(&line))).collect())
}
