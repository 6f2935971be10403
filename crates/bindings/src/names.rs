//! Names of a variant in C.

use freeboard_registry::catalog::Descriptor;

/// What the functions and types of a variant begin with, after `freeboard_`: `ecn_sharp_compact`.
pub(crate) fn stem(one: &Descriptor) -> String {
    let name =
        if one.variant.is_empty() { one.name.to_owned() } else { format!("{}_{}", one.name, one.variant) };
    name.replace('-', "_")
}

/// What its constants begin with: `FREEBOARD_ECN_SHARP_COMPACT`.
pub(crate) fn prefix(one: &Descriptor) -> String {
    format!("FREEBOARD_{}", stem(one).to_uppercase())
}

/// A word within a constant's name.
pub(crate) fn constant(word: &str) -> String {
    word.replace(|letter: char| !letter.is_ascii_alphanumeric(), "_").to_uppercase()
}

/// The feature that its crate goes by.
pub(crate) fn feature(one: &Descriptor) -> String {
    one.path.split("::").nth(1).unwrap_or_default().trim().replace('_', "-")
}
