//! Reading, running, writing.

use super::columns::{AQM_DECISION, AQM_EVENT, CC_DECISION, CC_EVENT, state_column};
use super::rows::{Table, cell_fault, read};
use super::{Header, aqm, cc};
use crate::catalog::{Algorithm, aqms, ccs};
use crate::document::Fault;
use crate::quantity::{kind_of, parse, print};
use params::{ParamError, Unit};
use replay::{Digest, EPOCH_EVENTS};

/// What to replay.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// `algorithm` or `algorithm/variant`.
    pub name: &'a str,
    /// File the events come from, for errors.
    pub file: &'a str,
    /// Its text.
    pub text: &'a str,
    /// Named settings to start from; `None` for those of the trace's header if it names the same algorithm,
    /// else the first preset.
    pub preset: Option<&'a str>,
    /// `name=value` settings with units.
    pub settings: &'a [String],
    /// Segment size of a congestion control \[B\].
    pub mss: u32,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The whole trace with decision and state columns.
    pub csv: String,
    /// Events.
    pub events: usize,
    /// Events that were signalled or dropped; `None` for a congestion control.
    pub signalled: Option<usize>,
    /// Rolling digest after every 2^16 events and at the end.
    pub digests: Vec<u32>,
    /// How many decisions differ from those in the file, and the line of the first;
    /// `None` if the file has no decisions or belongs to another algorithm or other settings.
    pub differing: Option<(usize, Option<usize>)>,
}

/// Runs the named algorithm over the events of a trace.
///
/// # Errors
/// An unknown name or setting, a malformed trace.
pub fn replay(request: &Request<'_>) -> Result<Replayed, Fault> {
    let (aqms, ccs) = (aqms(), ccs());
    let named = |algorithms: &[Algorithm]| {
        let exact = algorithms.iter().position(|algorithm| algorithm.id() == request.name);
        exact.or_else(|| algorithms.iter().position(|algorithm| algorithm.name == request.name))
    };
    match (named(&aqms), named(&ccs)) {
        (Some(at), _) => replay_aqm(request, &aqms[at], aqm::runners()[at]),
        (None, Some(at)) => replay_cc(request, &ccs[at], cc::runners()[at]),
        (None, None) => {
            let ids: Vec<String> = aqms.iter().chain(&ccs).map(Algorithm::id).collect();
            let close = crate::nearest::nearest(request.name, ids.iter().map(String::as_str));
            let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
            Err(argument_fault(
                "NAME",
                request.name,
                &format!("is not a known algorithm{hint}"),
                &ids.join(", "),
            ))
        }
    }
}

fn replay_aqm(request: &Request<'_>, algorithm: &Algorithm, run: aqm::Runner) -> Result<Replayed, Fault> {
    let table = read(request.file, request.text, &AQM_EVENT, &AQM_DECISION)?;
    let values = settings(request, algorithm, table.header.as_ref())?;
    let numbered = table.events.iter().enumerate();
    let step =
        |(index, cells): (usize, &Vec<u32>)| aqm::Step::read(request.file, table.first_line + index, cells);
    let steps: Vec<aqm::Step> = numbered.map(step).collect::<Result<_, _>>()?;
    let answers = run(&values, &steps).map_err(|error| refused(&error, algorithm))?;
    let inputs: Vec<Vec<u32>> = steps.iter().map(|step| step.event.words().to_vec()).collect();
    let header = header("aqm", algorithm, &values);
    let mut replayed = finish(&table, &header, &AQM_EVENT, &AQM_DECISION, &inputs, &answers);
    replayed.signalled = Some(answers.iter().filter(|(decision, _)| decision[0] != 0).count());
    Ok(replayed)
}

fn replay_cc(request: &Request<'_>, algorithm: &Algorithm, run: cc::Runner) -> Result<Replayed, Fault> {
    let table = read(request.file, request.text, &CC_EVENT, &CC_DECISION)?;
    let values = settings(request, algorithm, table.header.as_ref())?;
    let numbered = table.events.iter().enumerate();
    let event = |(index, cells): (usize, &Vec<u32>)| cc::event(request.file, table.first_line + index, cells);
    let events: Vec<_> = numbered.map(event).collect::<Result<_, _>>()?;
    let answers = run(&values, request.mss, &events).map_err(|error| refused(&error, algorithm))?;
    let header = header("cc", algorithm, &values);
    Ok(finish(&table, &header, &CC_EVENT, &CC_DECISION, &table.events, &answers))
}

fn header(family: &str, algorithm: &Algorithm, values: &[u32]) -> Header {
    let settings =
        algorithm.docs.iter().zip(values).map(|(doc, value)| (doc.name.to_owned(), *value)).collect();
    Header { family: family.to_owned(), id: algorithm.id(), settings }
}

/// One value per field: preset, or the header's, then what was asked by name.
fn settings(
    request: &Request<'_>,
    algorithm: &Algorithm,
    header: Option<&Header>,
) -> Result<Vec<u32>, Fault> {
    let names: Vec<&str> = algorithm.presets.iter().map(|preset| preset.name).collect();
    let unknown =
        |name| argument_fault("--preset", name, "is not a preset of this algorithm", &names.join(", "));
    let mut values =
        algorithm.preset(request.preset).ok_or_else(|| unknown(request.preset.unwrap_or_default()))?;
    if let Some(header) = header.filter(|header| request.preset.is_none() && header.id == algorithm.id()) {
        for (name, value) in &header.settings {
            let at = field(algorithm, "header", name)?;
            values[at] = *value;
        }
    }
    for text in request.settings {
        let (name, value) = text
            .split_once('=')
            .ok_or_else(|| argument_fault("--set", text, "is not name=value", "e.g. pst_target=\"10 us\""))?;
        let at = field(algorithm, "--set", name)?;
        values[at] = setting(algorithm, at, value)?;
    }
    Ok(values)
}

fn field(algorithm: &Algorithm, place: &str, name: &str) -> Result<usize, Fault> {
    algorithm.field(name).ok_or_else(|| {
        let names: Vec<&str> = algorithm.docs.iter().map(|doc| doc.name).collect();
        argument_fault(place, name, "is not a setting of this algorithm", &names.join(", "))
    })
}

fn setting(algorithm: &Algorithm, at: usize, text: &str) -> Result<u32, Fault> {
    let (field, doc) = (algorithm.fields[at], algorithm.docs[at]);
    let key = format!("--set {}", doc.name);
    if field.unit == Unit::Choice {
        let choice = doc.choices.iter().position(|choice| *choice == text);
        let choice = choice.and_then(|choice| u32::try_from(choice).ok());
        return choice.ok_or_else(|| argument_fault(&key, text, "is not known", &doc.choices.join(", ")));
    }
    let kind = kind_of(field.unit);
    let legal = format!("{} to {}", print(field.min.into(), &kind), print(field.max.into(), &kind));
    let value = parse(text, &kind).map_err(|error| argument_fault(&key, text, &error.to_string(), &legal))?;
    let inside = u32::try_from(value).ok().filter(|value| (field.min..=field.max).contains(value));
    inside.ok_or_else(|| argument_fault(&key, text, "is out of range", &legal))
}

fn refused(error: &ParamError, algorithm: &Algorithm) -> Fault {
    let at = usize::from(error.field.0);
    let kind = algorithm.fields.get(at).map_or(crate::quantity::COUNT, |field| kind_of(field.unit));
    let name = algorithm.docs.get(at).map_or("settings", |doc| doc.name);
    let text = |value: u32| print(i128::from(value), &kind);
    let legal = format!("{} to {}", text(error.min), text(error.max));
    argument_fault(name, &text(error.value), "is refused by the algorithm", &legal)
}

/// The error for something said on the command line.
pub(crate) fn argument_fault(key: &str, value: &str, problem: &str, legal: &str) -> Fault {
    let mut fault = cell_fault("command line", 1, key, value, legal);
    problem.clone_into(&mut fault.problem);
    fault
}

fn finish(
    table: &Table,
    header: &Header,
    event: &[&str],
    decision: &[&str],
    inputs: &[Vec<u32>],
    answers: &[aqm::Answer],
) -> Replayed {
    let words = answers.first().map_or(0, |(_, state)| state.len());
    let mut names: Vec<String> = event.iter().chain(decision).map(|name| (*name).to_owned()).collect();
    names.extend((0..words).map(state_column));
    let mut csv = format!("{}\n{}\n", header.line(), names.join(","));
    let (mut digest, mut digests) = (Digest::default(), Vec::new());
    for (index, (cells, (decision, state))) in table.events.iter().zip(answers).enumerate() {
        let line: Vec<String> = cells.iter().chain(decision).chain(state).map(u32::to_string).collect();
        csv.push_str(&line.join(","));
        csv.push('\n');
        inputs[index].iter().chain(decision).chain(state).for_each(|word| digest.word(*word));
        if (index + 1).is_multiple_of(EPOCH_EVENTS as usize) {
            digests.push(digest.value());
        }
    }
    if !table.events.len().is_multiple_of(EPOCH_EVENTS as usize) || table.events.is_empty() {
        digests.push(digest.value());
    }
    let comparable = table.header.as_ref() == Some(header);
    let differing = table.decisions.as_ref().filter(|_| comparable).map(|decisions| {
        let differs = |(_, (expected, (answer, _))): &(usize, (&Vec<u32>, &aqm::Answer))| *expected != answer;
        let mut different = decisions.iter().zip(answers).enumerate().filter(differs);
        let first = different.next().map(|(index, _)| table.first_line + index);
        (usize::from(first.is_some()) + different.count(), first)
    });
    Replayed { csv, events: table.events.len(), signalled: None, digests, differing }
}
