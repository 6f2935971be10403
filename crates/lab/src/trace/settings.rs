//! Settings of a trace: preset, the file's header, the command line.

use crate::catalog::Algorithm;
use crate::document::Fault;
use crate::quantity::{kind_of, parse, print};
use freeboard_params::Unit;

/// One value per field: the preset, or without one the settings of `header` or the first preset; then what
/// was asked by name.
pub(super) fn values(
    algorithm: &Algorithm,
    preset: Option<&str>,
    header: Option<&[(String, u32)]>,
    asked: &[String],
) -> Result<Vec<u32>, Fault> {
    let names: Vec<&str> = algorithm.presets.iter().map(|preset| preset.name).collect();
    let unknown =
        |name| argument_fault("--preset", name, "is not a preset of this algorithm", &names.join(", "));
    let mut values = algorithm.preset(preset).ok_or_else(|| unknown(preset.unwrap_or_default()))?;
    if let Some(settings) = header.filter(|_| preset.is_none()) {
        for (name, value) in settings {
            values[field(algorithm, "header", name)?] = *value;
        }
    }
    for text in asked {
        let legal = "e.g. --set \"pst_target=10 us\"";
        let pair = text.split_once('=');
        let (name, value) = pair.ok_or_else(|| argument_fault("--set", text, "is not name=value", legal))?;
        let at = field(algorithm, "--set", name)?;
        values[at] = setting(algorithm, at, value)?;
    }
    Ok(values)
}

/// Refuses settings other than those that a file's decisions were recorded with.
pub(super) fn same(algorithm: &Algorithm, recorded: &[u32], asked: &[u32]) -> Result<(), Fault> {
    let mut pairs = recorded.iter().zip(asked).zip(algorithm.docs).zip(algorithm.fields);
    let Some((((recorded, asked), doc), field)) = pairs.find(|(((old, new), _), _)| old != new) else {
        return Ok(());
    };
    let text = |value: u32| match doc.choices.get(value as usize) {
        Some(choice) => (*choice).to_owned(),
        None => print(value.into(), &kind_of(field.unit)),
    };
    let legal = format!("{}, or a file without decisions", text(*recorded));
    Err(argument_fault(
        doc.name,
        &text(*asked),
        "is not what the file's decisions were recorded with",
        &legal,
    ))
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

/// The error for a name that is none of `ids`.
pub(crate) fn unknown_algorithm(name: &str, ids: &[String]) -> Fault {
    let close = crate::nearest::nearest(name, ids.iter().map(String::as_str));
    let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
    argument_fault("NAME", name, &format!("is not a known algorithm{hint}"), &ids.join(", "))
}

/// The error for something said on the command line.
pub(crate) fn argument_fault(key: &str, value: &str, problem: &str, legal: &str) -> Fault {
    Fault {
        file: "command line".into(),
        line: 0,
        key: key.to_owned(),
        value: Some(value.to_owned()),
        problem: problem.to_owned(),
        legal: legal.to_owned(),
    }
}
