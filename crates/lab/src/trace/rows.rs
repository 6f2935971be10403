//! Lines of unsigned decimals under named columns.

use super::header::Header;
use crate::document::Fault;
use crate::nearest::nearest;

/// A trace in memory.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) header: Option<Header>,
    /// Event columns in the asked order, one vector per event.
    pub(super) events: Vec<Vec<u32>>,
    /// Decision columns, if the file has all of them.
    pub(super) decisions: Option<Vec<Vec<u32>>>,
    /// Line of the first event.
    pub(super) first_line: usize,
}

/// Reads `text`: an optional header line, the column names, the events.
pub(super) fn read(file: &str, text: &str, event: &[&str], decision: &[&str]) -> Result<Table, Fault> {
    let with_header = text.starts_with('#');
    let (first, body) = if with_header { text.split_once('\n').unwrap_or((text, "")) } else { ("", text) };
    let header = if with_header { Some(Header::read(file, first)?) } else { None };
    let names_line = 1 + usize::from(with_header);
    let mut lines = csv::ReaderBuilder::new().trim(csv::Trim::All).from_reader(body.as_bytes());
    let names = lines.headers().map_err(|error| malformed(file, names_line, &error))?.clone();
    let names: Vec<&str> = names.iter().collect();
    let events_at = positions(file, names_line, &names, event)?;
    let decisions_at: Option<Vec<usize>> =
        decision.iter().map(|column| names.iter().position(|name| name == column)).collect();
    let (mut events, mut decisions) = (Vec::new(), Vec::new());
    for (index, record) in lines.records().enumerate() {
        let line = names_line + 1 + index;
        let record = record.map_err(|error| malformed(file, line, &error))?;
        events.push(numbers(file, line, &names, &record, &events_at)?);
        if let Some(at) = &decisions_at {
            decisions.push(numbers(file, line, &names, &record, at)?);
        }
    }
    let decisions = decisions_at.map(|_| decisions);
    Ok(Table { header, events, decisions, first_line: names_line + 1 })
}

fn positions(file: &str, line: usize, names: &[&str], wanted: &[&str]) -> Result<Vec<usize>, Fault> {
    let position = |column: &&str| {
        names.iter().position(|name| name == column).ok_or_else(|| {
            let close = nearest(column, names.iter().copied());
            let hint = close.map_or_else(String::new, |close| format!(" (there is a column `{close}`)"));
            Fault {
                file: file.to_owned(),
                line,
                key: (*column).to_owned(),
                value: None,
                problem: format!("is missing among the columns{hint}"),
                legal: wanted.join(", "),
            }
        })
    };
    wanted.iter().map(position).collect()
}

fn numbers(
    file: &str,
    line: usize,
    names: &[&str],
    record: &csv::StringRecord,
    at: &[usize],
) -> Result<Vec<u32>, Fault> {
    let number = |column: &usize| {
        let text = record.get(*column).unwrap_or_default();
        text.parse().map_err(|_| cell_fault(file, line, names[*column], text, "0 to 4294967295, decimal"))
    };
    at.iter().map(number).collect()
}

/// The error for one cell.
pub(super) fn cell_fault(file: &str, line: usize, column: &str, text: &str, legal: &str) -> Fault {
    Fault {
        file: file.to_owned(),
        line,
        key: column.to_owned(),
        value: Some(text.to_owned()),
        problem: "is out of range".to_owned(),
        legal: legal.to_owned(),
    }
}

fn malformed(file: &str, line: usize, error: &csv::Error) -> Fault {
    Fault {
        file: file.to_owned(),
        line,
        key: String::new(),
        value: None,
        problem: format!("not a line of comma-separated values: {error}"),
        legal: String::new(),
    }
}
