//! Every registered variant by number, with what only its type knows.

mod aqm;
mod cc;
mod values;

pub use aqm::{AqmFacts, Effective as AqmEffective, aqm_by_name, aqm_facts, aqm_name};
pub use cc::{CcFacts, Effective as CcEffective, cc_by_name, cc_facts, cc_name};
pub use values::{corner_values, default_values, named, random_values};

/// Size and alignment of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What it is.
    pub name: &'static str,
    /// Bytes.
    pub size: usize,
    /// Alignment.
    pub align: usize,
}

impl Shape {
    /// Of `T`.
    #[must_use]
    pub const fn of<T>(name: &'static str) -> Self {
        Self { name, size: size_of::<T>(), align: align_of::<T>() }
    }
}
