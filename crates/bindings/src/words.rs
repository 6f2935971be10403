//! Words about fields, for comments of the header.

use freeboard_params::{Field, FieldDoc, Unit};

/// Returns unit, range, default and source of a field in one line.
pub(crate) fn about(field: &Field, doc: &FieldDoc) -> String {
    let Field { unit, min, max, default } = *field;
    let unit = match unit {
        Unit::Nanos => "ns",
        Unit::Bytes => "bytes",
        Unit::Packets => "packets",
        Unit::Count => "",
        Unit::Log2 => "power of 2",
        Unit::FractionQ16 => "2^-16",
        Unit::LineFraction => "2^-20 of line rate",
        Unit::Switch => "switch",
        Unit::Choice => "choice",
    };
    let space = if unit.is_empty() { "" } else { " " };
    format!("{} [{min} to {max}{space}{unit}; default {default}]", plain(doc.meaning))
}

/// Text that ends no comment and has one line.
pub(crate) fn plain(text: &str) -> String {
    let text = text.replace("\\[", "[").replace("\\]", "]").replace("*/", "* /").replace("/*", "/ *");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
