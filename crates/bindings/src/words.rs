//! Words about fields, for comments of the header.

use crate::names::constant;
use freeboard_params::{Field, FieldDoc, Unit};

/// Returns meaning, unit, range and default of a field; `prefix` is what constants of the variant begin with.
pub(crate) fn about(field: &Field, doc: &FieldDoc, prefix: &str) -> String {
    let Field { unit, min, max, default } = *field;
    let choices = format!("{prefix}_{}_...", constant(doc.name));
    let unit = match unit {
        Unit::Nanos => "ns",
        Unit::Bytes => "bytes",
        Unit::Packets => "packets",
        Unit::Count => "",
        Unit::Log2 => "power of 2",
        Unit::FractionQ16 => "of FREEBOARD_FRACTION_ONE",
        Unit::LineFraction => "of FREEBOARD_LINE_RATE",
        Unit::Switch => "off or on",
        Unit::Choice => &choices,
    };
    let space = if unit.is_empty() { "" } else { " " };
    format!("{} [{min} to {max}{space}{unit}; default {default}]", plain(doc.meaning))
}

/// Text that ends no comment and has one line.
pub(crate) fn plain(text: &str) -> String {
    let text = text.replace("\\[", "[").replace("\\]", "]").replace("*/", "* /").replace("/*", "/ *");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
