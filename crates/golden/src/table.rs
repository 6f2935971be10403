//! Lines of unsigned decimals under named columns.

use crate::{Header, TraceError};
use csv::{ReaderBuilder, StringRecord};

/// Line of the column names.
pub(crate) const NAMES_LINE: usize = Header::LINES + 1;

/// The columns of a family.
pub(crate) struct Columns {
    pub(crate) event: &'static [&'static str],
    /// All of them or none.
    pub(crate) optional: &'static [&'static str],
    pub(crate) decision: &'static [&'static str],
}

/// The text of a trace, by column.
#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) header: Header,
    /// Event columns in the asked order, then the optional ones if the file has them; with their line.
    pub(crate) events: Vec<(usize, Vec<u32>)>,
    /// Decision columns and then state columns, if the file has all decisions.
    pub(crate) answers: Option<Vec<(Vec<u32>, Vec<u32>)>>,
}

/// Splits off the header and says which columns its family has.
pub(crate) fn read(text: &str, columns: impl Fn(&Header) -> Columns) -> Result<Table, TraceError> {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let (second, body) = rest.split_once('\n').unwrap_or((rest, ""));
    let header = Header::read(first, second)?;
    let Columns { event, optional, decision } = columns(&header);
    let mut reader = ReaderBuilder::new().trim(csv::Trim::All).from_reader(body.as_bytes());
    let names = reader.headers().map_err(|error| TraceError::line(NAMES_LINE, error.to_string()))?.clone();
    let some = optional.iter().any(|name| names.iter().any(|known| known == *name));
    let event = event.iter().chain(optional.iter().filter(|_| some));
    let event_at = event.map(|name| position(&names, name)).collect::<Result<Vec<_>, _>>()?;
    let decision_at: Option<Vec<usize>> =
        decision.iter().map(|name| names.iter().position(|known| known == *name)).collect();
    let states =
        (0..).map_while(|index| names.iter().position(|name| name == crate::columns::state_column(index)));
    let state_at: Vec<usize> = states.collect();
    let (mut events, mut answers) = (Vec::new(), decision_at.as_ref().map(|_| Vec::new()));
    for (index, record) in reader.records().enumerate() {
        let line = index + NAMES_LINE + 1;
        let record = record.map_err(|error| TraceError::line(line, error.to_string()))?;
        events.push((line, numbers(line, &names, &record, &event_at)?));
        if let (Some(answers), Some(decision_at)) = (&mut answers, &decision_at) {
            let decision = numbers(line, &names, &record, decision_at)?;
            answers.push((decision, numbers(line, &names, &record, &state_at)?));
        }
    }
    Ok(Table { header, events, answers })
}

fn position(names: &StringRecord, wanted: &str) -> Result<usize, TraceError> {
    let missing =
        || TraceError { line: NAMES_LINE, column: wanted.to_owned(), problem: "is missing".to_owned() };
    names.iter().position(|name| name == wanted).ok_or_else(missing)
}

fn numbers(
    line: usize,
    names: &StringRecord,
    record: &StringRecord,
    at: &[usize],
) -> Result<Vec<u32>, TraceError> {
    let number = |&column: &usize| {
        let text = record.get(column).unwrap_or_default();
        // `parse` takes a sign; the format does not.
        let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let value = if digits { text.parse().ok() } else { None };
        value.ok_or_else(|| {
            TraceError::cell(
                line,
                names.get(column).unwrap_or_default(),
                text,
                "in 0 ..= 4294967295, decimal",
            )
        })
    };
    at.iter().map(number).collect()
}
