//! Reading, running, comparing.

use super::{Comparison, settings};
use freeboard_golden::{Answer, Family, Header, Rows, Trace, TraceError, digest, read, run, write};
use freeboard_replay::EPOCH_EVENTS;
use freeboard_scenario::catalog::{AQMS, CCS, VariantId, argument, argument_fault};
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
    if let (VariantId::Aqm(scheme), [setting, ..]) = (algorithm.id, without_effect.as_slice())
        && scheme.meta().control_period_ns > 0
    {
        let problem =
            format!("changes nothing: a trace has no control plane, and {id} uses this setting there");
        return Err(argument_fault(
            "--set",
            setting,
            &problem,
            "a setting of the data path, or `freeboard run`",
        ));
    }
    let first_line = Header::LINES + 2 - shift;
    let comparison = match &old.answers {
        None => Comparison::NotMade("the file records no decisions".to_owned()),
        Some(_) if old.header.id != id => {
            Comparison::NotMade(format!("the file's decisions are of {}", old.header.id))
        }
        Some(recorded) => Comparison::of(&old.rows, recorded, &answers, first_line),
    };
    Ok(Replayed {
        id,
        events: answers.len(),
        signalled: matches!(family, Family::Aqm)
            .then(|| answers.iter().filter(|answer| answer.decision.iter().any(|word| *word != 0)).count()),
        digests: rolling(&old.rows, &answers),
        comparison,
        without_effect,
        csv: write(&Trace { header, rows: old.rows, answers: Some(answers) }),
    })
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
