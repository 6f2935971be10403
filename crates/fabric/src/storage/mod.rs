//! Storage that stops allocating once the busiest moment has passed.

mod ring;
mod slab;

pub(crate) use ring::Ring;
pub(crate) use slab::Slab;
