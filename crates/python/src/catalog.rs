//! The registry's algorithms: the list, defaults, settings by name.

use crate::columns::Columns;
use crate::error::{argument, refused, unknown};
use crate::table::Table;
use crate::value::Given;
use freeboard_registry::catalog::{Descriptor, VariantId};
use freeboard_scenario::catalog::{self, all};
use freeboard_scenario::document::Refusal;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Returns the settings of an algorithm that hold without a name, as text with units, in the order of its table.
#[pyfunction]
pub(crate) fn defaults<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyDict>> {
    let algorithm = catalog::argument(all(), name).map_err(refused)?;
    words(py, algorithm, &algorithm.preset(None).unwrap_or_default())
}

/// Returns all algorithms: kind, name, summary, source, form, needs, settings.
///
/// ``kind`` is ``aqm``, ``cc`` or ``underlay``; ``name`` is what a scenario and :func:`aqm` and :func:`cc` take.
#[pyfunction(name = "catalog")]
pub(crate) fn list() -> PyResult<Table> {
    let of = |text: fn(&Descriptor) -> String| all().map(text);
    let kind = |it: &Descriptor| match it.id {
        VariantId::Aqm(_) => "aqm".to_owned(),
        VariantId::Cc(_) => "cc".to_owned(),
        VariantId::Underlay(_) => "underlay".to_owned(),
    };
    let settings = |it: &Descriptor| it.docs.iter().map(|doc| doc.name).collect::<Vec<_>>().join(", ");
    let columns = Columns::default()
        .texts("kind", of(kind))
        .texts("name", of(ToString::to_string))
        .texts("summary", of(|it| it.summary.to_owned()))
        .texts("source", of(|it| it.source.to_owned()))
        .texts("form", of(Descriptor::form))
        .texts("needs", of(Descriptor::needs))
        .texts("settings", of(settings));
    Table::of(columns)
}

/// The settings of an algorithm as text with units.
pub(crate) fn words<'py>(
    py: Python<'py>,
    algorithm: &Descriptor,
    values: &[u32],
) -> PyResult<Bound<'py, PyDict>> {
    let words = PyDict::new(py);
    for (at, (doc, value)) in algorithm.docs.iter().zip(values).enumerate() {
        words.set_item(doc.name, catalog::text(algorithm, at, *value))?;
    }
    Ok(words)
}

/// One value per field: those of the preset, then those that `settings` gives by name.
pub(crate) fn values(
    algorithm: &'static Descriptor,
    preset: Option<&str>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Vec<u32>> {
    let id = algorithm.to_string();
    let mut values = algorithm.preset(preset).ok_or_else(|| {
        let (presets, name) = (algorithm.presets(), preset.unwrap_or_default());
        let names: Vec<&str> = presets.iter().map(|preset| preset.name).collect();
        argument(&id, "preset", name, &unknown(name, &names))
    })?;
    for (name, value) in settings.into_iter().flat_map(|settings| settings.iter()) {
        let (name, value) = (name.extract::<String>()?, value.extract::<Given>()?.to_string());
        let names: Vec<&str> = algorithm.docs.iter().map(|doc| doc.name).collect();
        let at = algorithm.field(&name).ok_or_else(|| {
            let problem = "is not a setting of this algorithm".to_owned();
            argument(&id, &name, &value, &Refusal { problem, legal: names.join(", ") })
        })?;
        values[at] =
            catalog::read(algorithm, at, &value).map_err(|refusal| argument(&id, &name, &value, &refusal))?;
    }
    Ok(values)
}

/// The values that the hardware uses, in the order of the fields. `granule` is the bytes of a depth unit or of a segment.
pub(crate) fn effective(algorithm: &'static Descriptor, values: &[u32], granule: u32) -> PyResult<Vec<u32>> {
    algorithm.quantise(values, granule).map_err(|error| {
        let (id, at) = (algorithm.to_string(), usize::from(error.field.0));
        let Some(doc) = algorithm.docs.get(at) else { return refused(format!("{id}: {error}")) };
        let text = |value: u32| catalog::text(algorithm, at, value);
        let legal = if error.min <= error.max {
            format!("{} to {} beside the other settings", text(error.min), text(error.max))
        } else {
            "no value beside the other settings".to_owned()
        };
        let problem = format!("is refused ({})", doc.meaning.trim().trim_end_matches('.'));
        argument(&id, doc.name, &text(error.value), &Refusal { problem, legal })
    })
}
