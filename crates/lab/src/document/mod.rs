//! A TOML document whose every error names file, line, key, value and legal range.

mod csv;
mod entry;
mod fault;
mod form;
mod key;
mod section;

pub(crate) use csv::read_csv;
pub use entry::Entry;
pub(crate) use entry::{choice, quantity};
pub use fault::{Fault, Refusal};
pub(crate) use form::{
    Amount, Choice, Flag, Form, List, Maybe, Name, Ordinal, Span, Unlimited, billionths, bytes, count,
    fraction, nanos, packets, picos, rate, rate_error, values_of,
};
pub use key::Described;
pub(crate) use key::{
    Base, Key, Keyed, described, keys, kinds, names, read, read_over, rows, section, within,
};
pub use section::{Document, Section};
pub(crate) use section::{bytes_limited, read_limited};
