//! Temp.
use crate::catalog::{Algorithm, of_aqm};
pub(crate) fn aqms() -> Vec<Algorithm> {
    vec![]
}
pub(crate) fn ccs() -> Vec<Algorithm> {
    vec![]
}
pub(crate) fn underlays() -> Vec<Algorithm> {
    vec![]
}
