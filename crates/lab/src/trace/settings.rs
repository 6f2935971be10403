//! Settings of a trace: preset, the file's header, the command line.

use super::of_control_plane;
use freeboard_scenario::catalog::{Descriptor, argument_fault, read};
use freeboard_scenario::document::Fault;
use freeboard_scenario::quantity::{kind_of, print};

/// One value per field: the preset, or without one the settings of `header` or the first preset; then what
/// was asked by name.
pub(crate) fn values(
    algorithm: &Descriptor,
    preset: Option<&str>,
    header: Option<&[(String, u32)]>,
    asked: &[String],
) -> Result<Vec<u32>, Fault> {
    let unknown = |name| {
        let names: Vec<&str> = algorithm.presets().iter().map(|preset| preset.name).collect();
        argument_fault("--preset", name, "is not a preset of this algorithm", &names.join(", "))
    };
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
        values[at] = read(algorithm, at, value).map_err(|refusal| {
            argument_fault(&format!("--set {name}"), value, &refusal.problem, &refusal.legal)
        })?;
    }
    Ok(values)
}

/// Refuses asked settings that only a control plane reads, in a `place` that has none.
pub(crate) fn refuse_control(algorithm: &Descriptor, asked: &[String], place: &str) -> Result<(), Fault> {
    if asked.is_empty() {
        return Ok(());
    }
    let own = of_control_plane(algorithm);
    let name = |text: &&String| text.split_once('=').is_some_and(|(name, _)| own.contains(&name));
    let Some(text) = asked.iter().find(name) else { return Ok(()) };
    let others = algorithm.docs.iter().map(|doc| doc.name).filter(|name| !own.contains(name));
    let legal =
        format!("a setting of the data path ({}), or `freeboard run`", others.collect::<Vec<_>>().join(", "));
    let problem = format!("is read by the control plane of {algorithm}, and {place} has no control plane");
    Err(argument_fault("--set", text, &problem, &legal))
}

/// Refuses settings other than those that a file's decisions were recorded with.
pub(super) fn same(algorithm: &Descriptor, recorded: &[u32], asked: &[u32]) -> Result<(), Fault> {
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

fn field(algorithm: &Descriptor, place: &str, name: &str) -> Result<usize, Fault> {
    algorithm.field(name).ok_or_else(|| {
        let names: Vec<&str> = algorithm.docs.iter().map(|doc| doc.name).collect();
        argument_fault(place, name, "is not a setting of this algorithm", &names.join(", "))
    })
}
