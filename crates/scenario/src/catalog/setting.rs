//! Settings as text: the one way from a scenario or an argument to a field's value, and back.

use super::Descriptor;
use crate::document::{Refusal, choice, quantity};
use crate::quantity::{kind_of, print};
use freeboard_params::Unit;

/// Returns the value that `text` gives to the field at `at`.
///
/// # Errors
/// Not a value of the field's kind, or out of its range.
pub fn read(algorithm: &Descriptor, at: usize, text: &str) -> Result<u32, Refusal> {
    let (field, doc) = (&algorithm.fields[at], &algorithm.docs[at]);
    match (field.unit, text) {
        (Unit::Choice, _) => choice(text, doc.choices).map(|at| at as u32),
        (Unit::Switch, "false") => Ok(0),
        (Unit::Switch, "true") => Ok(1),
        _ => {
            let read = quantity(text, &kind_of(field.unit), &(field.min.into()..=field.max.into()));
            read.map(|value| value as u32).map_err(|mut refusal| {
                refusal.legal = format!("{} ({})", refusal.legal, doc.meaning.trim().trim_end_matches('.'));
                refusal
            })
        }
    }
}

/// Returns a value of the field at `at` with its unit, or the name of the choice.
pub fn text(algorithm: &Descriptor, at: usize, value: u32) -> String {
    match algorithm.docs[at].choices.get(value as usize) {
        Some(choice) => (*choice).to_owned(),
        None => print(value.into(), &kind_of(algorithm.fields[at].unit)),
    }
}

/// Returns the range of the field at `at`, or its choices.
pub fn legal(algorithm: &Descriptor, at: usize) -> String {
    let (field, doc) = (&algorithm.fields[at], &algorithm.docs[at]);
    if doc.choices.is_empty() {
        format!("{} to {}", text(algorithm, at, field.min), text(algorithm, at, field.max))
    } else {
        doc.choices.join(", ")
    }
}
