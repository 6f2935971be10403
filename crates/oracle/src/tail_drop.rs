//! Tail drop: no marking at all. Source: none; a queue without active management.

use crate::{Marker, Packet};

/// The model: it has nothing to decide.
#[derive(Clone, Copy, Debug)]
pub struct TailDrop;

impl Marker for TailDrop {
    fn packet(&mut self, _: &Packet) -> bool {
        false
    }
}
