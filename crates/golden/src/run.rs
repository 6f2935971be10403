//! Reading, running, writing, digesting.

use crate::columns::{AQM_DECISION, AQM_EVENT, CC_DECISION, CC_EVENT, CC_TELEMETRY, state_column};
use crate::table::Columns;
use crate::{Answer, AqmRow, Family, Header, TraceError, aqm, cc, table};
use freeboard_cc_api::{Bytes, ParamError};
use freeboard_params::FieldDoc;
use freeboard_registry::catalog::{self, VariantId};
use freeboard_replay::{Digest, EventWords};

/// The events of a trace.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// Of a marking scheme.
    Aqm(Vec<AqmRow>),
    /// Of one flow.
    Cc(Vec<EventWords>),
}

/// A trace.
#[derive(Clone, Debug, PartialEq)]
pub struct Trace {
    /// The first two lines.
    pub header: Header,
    /// Events.
    pub rows: Rows,
    /// Decisions and states, if the file has them.
    pub answers: Option<Vec<Answer>>,
}

impl Rows {
    fn cells(&self) -> Vec<Vec<u32>> {
        match self {
            Self::Aqm(rows) => rows.iter().map(AqmRow::cells).collect(),
            Self::Cc(events) => events.iter().map(cc::cells).collect(),
        }
    }

    /// The number of events with a negative time, 2^31 ns or more: a sojourn or a round-trip time of two clocks, or of one that was
    /// set back. The algorithm is told 0.
    #[must_use]
    pub fn negative_times(&self) -> usize {
        match self {
            Self::Aqm(rows) => {
                rows.iter().filter(|row| row.event.without_negative_sojourn().is_some()).count()
            }
            Self::Cc(events) => {
                let is_negative =
                    |words: &&EventWords| words.event(&words.stack()).without_negative_rtt().is_some();
                events.iter().filter(is_negative).count()
            }
        }
    }

    /// What a digest takes of each event: for a packet the words of [`freeboard_replay::AqmRun`], for a flow its columns, those of
    /// telemetry where it comes with some.
    fn inputs(&self) -> Vec<Vec<u32>> {
        match self {
            Self::Aqm(rows) => rows.iter().map(|row| row.event.words().to_vec()).collect(),
            Self::Cc(_) => self.cells(),
        }
    }
}

const fn columns(family: Family) -> Columns {
    match family {
        Family::Aqm => Columns { event: &AQM_EVENT, optional: &[], decision: &AQM_DECISION },
        Family::Cc => Columns { event: &CC_EVENT, optional: &CC_TELEMETRY, decision: &CC_DECISION },
    }
}

/// Reads a trace.
///
/// # Errors
/// The first line or cell that is not of the format.
pub fn read(text: &str) -> Result<Trace, TraceError> {
    let table = table::read(text, |header| columns(header.family))?;
    let events = table.events.iter();
    let rows = match table.header.family {
        Family::Aqm => {
            Rows::Aqm(events.map(|(line, cells)| AqmRow::read(*line, cells)).collect::<Result<_, _>>()?)
        }
        Family::Cc => Rows::Cc(events.map(|(line, cells)| cc::read(*line, cells)).collect::<Result<_, _>>()?),
    };
    let answer = |(decision, state)| Answer { decision, state };
    let answers = table.answers.map(|answers| answers.into_iter().map(answer).collect());
    Ok(Trace { header: table.header, rows, answers })
}

/// Writes a trace, decisions and states included where it has them.
#[must_use]
pub fn write(trace: &Trace) -> String {
    let Columns { event, optional, decision } = columns(trace.header.family);
    let rows = trace.rows.cells();
    let width = rows.iter().map(Vec::len).max().unwrap_or(event.len());
    let mut names: Vec<String> =
        event.iter().chain(optional).take(width).map(|name| (*name).to_owned()).collect();
    if let Some(answers) = &trace.answers {
        names.extend(decision.iter().map(|name| (*name).to_owned()));
        names.extend((0..answers.first().map_or(0, |answer| answer.state.len())).map(state_column));
    }
    let mut text = format!("{}\n{}\n", trace.header.text(), names.join(","));
    for (index, mut cells) in rows.into_iter().enumerate() {
        // An event without telemetry among others that have it.
        cells.resize(width, 0);
        if let Some(answer) = trace.answers.as_ref().and_then(|answers| answers.get(index)) {
            cells.extend(answer.decision.iter().chain(&answer.state));
        }
        let cells: Vec<String> = cells.iter().map(u32::to_string).collect();
        text.push_str(&cells.join(","));
        text.push('\n');
    }
    text
}

/// Runs the algorithm that a header names over rows.
///
/// # Errors
/// An unknown algorithm or setting, refused settings, rows of the other family; all faults of line 1.
pub fn run(header: &Header, rows: &Rows) -> Result<Vec<Answer>, TraceError> {
    let unknown = || TraceError::cell(1, "algorithm", &header.id, "a registered variant of this family");
    let named = catalog::all().find(|one| one.is_called(&header.id)).ok_or_else(unknown)?;
    let values = header.values(named.docs, &named.defaults())?;
    let answers = match (rows, named.id) {
        (Rows::Aqm(rows), VariantId::Aqm(id)) => aqm::run(id, &values, header.unit(), rows),
        (Rows::Cc(events), VariantId::Cc(id)) => cc::run(id, &values, Bytes(header.measure), events),
        _ => return Err(unknown()),
    };
    answers.map_err(|error| refused(&error, named.docs))
}

fn refused(error: &ParamError, docs: &[FieldDoc]) -> TraceError {
    let name = docs.get(usize::from(error.field.0)).map_or("?", |doc| doc.name);
    let found = format!("{name}={}", error.value);
    TraceError::cell(1, "settings", &found, &format!("in {} ..= {}", error.min, error.max))
}

/// The same trace with the decisions and states that the algorithm gives now.
///
/// # Errors
/// As [`run`].
pub fn run_trace(trace: &Trace) -> Result<Trace, TraceError> {
    let answers = run(&trace.header, &trace.rows)?;
    Ok(Trace { answers: Some(answers), ..trace.clone() })
}

/// The decision digest: per event its inputs in column order, the decision, the state's words.
#[must_use]
pub fn digest(rows: &Rows, answers: &[Answer]) -> u32 {
    let mut digest = Digest::default();
    for (inputs, answer) in rows.inputs().iter().zip(answers) {
        inputs.iter().chain(&answer.decision).chain(&answer.state).for_each(|word| digest.word(*word));
    }
    digest.value()
}
