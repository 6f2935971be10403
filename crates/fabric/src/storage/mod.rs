//! Storage that stops allocating once the busiest moment has passed.

mod blocks;
mod ring;
mod slab;

pub(crate) use blocks::{Blocks, Fifo};
pub(crate) use ring::Ring;
pub(crate) use slab::Slab;
