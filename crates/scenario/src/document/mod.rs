//! A TOML document whose every error names file, line, key, value and legal range.

mod all_faults;
mod csv;
mod entry;
mod fault;
mod form;
mod key;
mod path;
mod section;
mod text;

pub use all_faults::all_faults;
pub use csv::{Rows, read_csv, read_table};
pub use entry::Entry;
pub use entry::{choice, quantity};
pub use fault::{Fault, Faults, Refusal, is_unprintable};
pub use form::{
    Amount, Choice, Flag, Form, List, Maybe, Name, Ordinal, Span, Unlimited, billionths, bytes, count,
    fraction, nanos, packets, picos, rate, rate_error, values_of,
};
pub use key::Described;
pub use key::{Base, Key, Keyed, described, names, read, read_over, rows, within};
pub(crate) use key::{keys, kinds, section};
pub use path::{place, set_key};
pub use section::Section;
pub use text::{Document, bytes_limited, read_limited};
