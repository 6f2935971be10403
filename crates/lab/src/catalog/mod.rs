//! What the algorithms say about themselves, as data: the source of `list`, scenario keys and help.

mod algorithm;
mod find;

pub(crate) use algorithm::settings_of;
pub use algorithm::{Algorithm, PresetValues, of_aqm, of_cc, of_underlay};
pub use find::{Found, aqms, ccs, find, underlays};
