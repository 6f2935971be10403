//! The registry's catalogue as commands and scenarios use it: settings as text, unknown names with the nearest one.

mod setting;

pub use freeboard_registry::catalog::{AQMS, CCS, Descriptor, PresetValues, VariantId, all, find, underlays};
pub use setting::{legal, read, text};

use crate::document::Fault;

/// Full names, as errors list them.
pub fn names(among: impl IntoIterator<Item = &'static Descriptor>) -> Vec<String> {
    among.into_iter().map(Descriptor::to_string).collect()
}

/// Returns the variant that the argument `NAME` names.
///
/// # Errors
/// There is none; the nearest one is named.
pub fn argument(
    among: impl IntoIterator<Item = &'static Descriptor> + Clone,
    name: &str,
) -> Result<&'static Descriptor, Fault> {
    find(among.clone(), name).ok_or_else(|| {
        let known = names(among);
        let close = crate::nearest::nearest(name, known.iter().map(String::as_str));
        let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
        let legal = format!("one of the {} names that `freeboard list` prints", known.len());
        argument_fault("NAME", name, &format!("is not a known algorithm{hint}"), &legal)
    })
}

/// The error for something said on the command line.
pub fn argument_fault(key: &str, value: &str, problem: &str, legal: &str) -> Fault {
    Fault {
        file: "command line".into(),
        line: 0,
        key: key.to_owned(),
        value: Some(value.to_owned()),
        problem: problem.to_owned(),
        legal: legal.to_owned(),
    }
}
