//! Parameter descriptors, typed parameter errors, canonical state words.
//!
//! One table per algorithm ([`settings!`]) is the source of its defaults, ranges, units, help texts,
//! scenario keys and documentation. Goals: a bad value is refused once, by field, value and legal
//! range; nothing is half applied. Non-goals: parsing, text in firmware.
//!
//! Invariant: [`ParamError`] and [`Field`] hold no text; names and sources live in [`FieldDoc`] tables
//! that only host code reaches, so firmware links none of them.
#![no_std]
#![forbid(unsafe_code)]

mod error;
mod field;
mod part;
mod settings;
mod words;

pub use error::ParamError;
pub use field::{Field, FieldDoc, FieldId, Follows, Unit};
pub use part::{Part, Variant};
pub use settings::{Preset, Settings};
pub use words::{MAX_WORDS, Words};
