//! Reading, running, comparing.

use super::{Comparison, of_control_plane, settings};
use freeboard_golden::{Answer, Family, Header, Rows, Trace, TraceError, digest, read, run, write};
use freeboard_replay::EPOCH_EVENTS;
use freeboard_scenario::catalog::{AQMS, CCS, Descriptor, VariantId, argument};
use freeboard_scenario::document::Fault;

/// What to replay.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// `algorithm` or `algorithm/variant`.
    pub name: &'a str,
    /// File the events come from, for errors.
    pub file: &'a str,
    /// Its text; without a header line it is read as a trace of the named algorithm.
    pub text: &'a str,
    /// Named settings to start from; `None` for those of the trace's header if it names the same algorithm,
    /// else the first preset.
    pub preset: Option<&'a str>,
    /// `name=value` settings with units.
    pub settings: &'a [String],
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// `algorithm/variant`.
    pub id: String,
    /// The whole trace with decision and state columns.
    pub csv: String,
    /// Events.
    pub events: usize,
    /// Events that were signalled or dropped; `None` for a congestion control.
    pub signalled: Option<usize>,
    /// Rolling digest after every 2^16 events and at the end.
    pub digests: Vec<u32>,
    /// How it compares with the decisions of the file.
    pub comparison: Comparison,
    /// Events with a negative time, of which the algorithm is told none.
    pub negative: usize,
    /// Settings that the preset of the request changes and only the control plane reads, which a trace does not have.
    pub without_control: Vec<&'static str>,
    /// Settings of the request, as written, without which every decision and state is the same.
    pub without_effect: Vec<String>,
}

/// The header of a marking scheme's trace, under a preset and settings with units.
pub(crate) fn header_of(name: &str, preset: Option<&str>, asked: &[String]) -> Result<Header, Fault> {
    let algorithm = argument(AQMS, name)?;
    let values = settings::values(algorithm, preset, None, asked)?;
    Ok(Header::new(Family::Aqm, &algorithm.to_string(), algorithm.docs, &values))
}

/// Runs the named algorithm over the events of a trace.
///
/// # Errors
/// An unknown name or setting, a malformed trace, other settings than those of the decisions that the file records.
pub fn replay(request: &Request<'_>) -> Result<Replayed, Fault> {
    let algorithm = argument(AQMS.iter().chain(CCS), request.name)?;
    let id = algorithm.to_string();
    let family = if matches!(algorithm.id, VariantId::Aqm(_)) { Family::Aqm } else { Family::Cc };
    let with_header = request.text.starts_with('#');
    let bare = || format!("{}\n{}", Header::new(family, &id, &[], &[]).text(), request.text);
    let text = if with_header { request.text.to_owned() } else { bare() };
    let shift = if with_header { 0 } else { Header::LINES };
    let fault = |error: &TraceError| trace_fault(request.file, error, shift);
    let old = read(&text).map_err(|error| fault(&error))?;
    let same = with_header && old.header.id == id;
    let own = same.then_some(old.header.settings.as_slice());
    let values = settings::values(algorithm, request.preset, own, request.settings)?;
    settings::refuse_control(algorithm, request.settings, "a trace")?;
    if same && old.answers.is_some() {
        // What the header leaves out was at its default.
        let recorded = settings::values(algorithm, None, own, &[])?;
        settings::same(algorithm, &recorded, &values)?;
    }
    let header = Header::new(family, &id, algorithm.docs, &values);
    // The events were counted in the file's measure, whatever algorithm they are given to.
    let header = Header { measure: old.header.measure, ..header };
    let answers = run(&header, &old.rows).map_err(|error| fault(&error))?;
    let mut without_effect = Vec::new();
    for (at, setting) in request.settings.iter().enumerate() {
        let others: Vec<String> = [&request.settings[..at], &request.settings[at + 1..]].concat();
        let others = settings::values(algorithm, request.preset, own, &others)?;
        // One that says what holds without it asks for no change.
        if others != values {
            let measure = header.measure;
            let header = Header { measure, ..Header::new(family, &id, algorithm.docs, &others) };
            if run(&header, &old.rows).map_err(|error| fault(&error))? == answers {
                without_effect.push(setting.clone());
            }
        }
    }
    let first_line = Header::LINES + 2 - shift;
    let comparison = match &old.answers {
        None => Comparison::NotMade("the file records no decisions".to_owned()),
        Some(_) if old.header.id != id => {
            Comparison::NotMade(format!("the file's decisions are of {}", old.header.id))
        }
        Some(recorded) => Comparison::of(&old.rows, recorded, &answers, first_line),
    };
    let without_control = match request.preset {
        Some(_) => unread(algorithm, &values),
        None => Vec::new(),
    };
    Ok(Replayed {
        id,
        negative: old.rows.negative_times(),
        without_control,
        events: answers.len(),
        signalled: matches!(family, Family::Aqm)
            .then(|| answers.iter().filter(|answer| answer.decision.iter().any(|word| *word != 0)).count()),
        digests: rolling(&old.rows, &answers),
        comparison,
        without_effect,
        csv: write(&Trace { header, rows: old.rows, answers: Some(answers) }),
    })
}

/// Settings other than the first preset's that only the control plane reads.
fn unread(algorithm: &Descriptor, values: &[u32]) -> Vec<&'static str> {
    let usual = algorithm.preset(None).unwrap_or_else(|| algorithm.defaults());
    let differs = |name: &&str| algorithm.field(name).is_some_and(|at| usual[at] != values[at]);
    of_control_plane(algorithm).into_iter().filter(differs).collect()
}

fn trace_fault(file: &str, error: &TraceError, shift: usize) -> Fault {
    Fault {
        file: file.into(),
        line: error.line.saturating_sub(shift).max(1),
        key: error.column.clone(),
        value: None,
        problem: error.problem.clone(),
        legal: String::new(),
    }
}

/// The digest of every whole number of epochs, and of all events.
fn rolling(rows: &Rows, answers: &[Answer]) -> Vec<u32> {
    let epoch = EPOCH_EVENTS as usize;
    let whole = (1..=answers.len() / epoch).map(|epochs| epochs * epoch);
    let ends =
        whole.chain((!answers.len().is_multiple_of(epoch) || answers.is_empty()).then_some(answers.len()));
    ends.map(|end| digest(&first(rows, end), &answers[..end])).collect()
}

fn first(rows: &Rows, count: usize) -> Rows {
    match rows {
        Rows::Aqm(rows) => Rows::Aqm(rows[..count].to_vec()),
        Rows::Cc(events) => Rows::Cc(events[..count].to_vec()),
    }
}
