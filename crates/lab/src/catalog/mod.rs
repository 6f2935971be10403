//! Catalogue of the algorithms: metadata, settings and presets as data.

mod algorithm;
mod find;

pub(crate) use algorithm::settings_of;
pub use algorithm::{Algorithm, PresetValues, of_aqm, of_cc, of_underlay};
pub use find::{Found, aqms, ccs, find, underlays};
