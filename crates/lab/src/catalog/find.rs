//! Algorithms by name.

use super::Algorithm;

/// The answer to a name.
#[derive(Debug)]
pub enum Found<'a> {
    /// Exactly this variant.
    One(&'a Algorithm),
    /// No such algorithm; these are the valid ids.
    Unknown(Vec<String>),
}

/// The algorithm `id`: `name/variant`, or `name` for the first variant of that name.
#[must_use]
pub fn find<'a>(algorithms: &'a [Algorithm], id: &str) -> Found<'a> {
    let exact = algorithms.iter().find(|algorithm| algorithm.id() == id);
    match exact.or_else(|| algorithms.iter().find(|algorithm| algorithm.name == id)) {
        Some(algorithm) => Found::One(algorithm),
        None => Found::Unknown(algorithms.iter().map(Algorithm::id).collect()),
    }
}

/// Every marking scheme of the registry, in its order.
#[must_use]
pub fn aqms() -> Vec<Algorithm> {
    crate::world::aqms()
}

/// Every congestion control of the registry, in its order.
#[must_use]
pub fn ccs() -> Vec<Algorithm> {
    crate::world::ccs()
}

/// Every underlay of the registry; the null object has an empty name and is not listed.
#[must_use]
pub fn underlays() -> Vec<Algorithm> {
    crate::world::underlays()
}
