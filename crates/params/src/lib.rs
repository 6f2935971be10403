//! Parameter descriptors, typed parameter errors, canonical state words.
#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

mod choice;
mod error;
mod field;
mod grade;
mod part;
mod settings;
mod words;

#[doc(hidden)]
pub use choice::Word;
pub use choice::{Choice, Choices};
pub use error::ParamError;
pub use field::{Field, FieldDoc, FieldId, Follows, Unit};
pub use grade::Grade;
pub use part::{Part, Variant};
pub use settings::{Preset, Settings, check};
pub use words::{MAX_WORDS, Words};
