//! Events of one part of the bipartition.

use crate::engine::event::What;
use crate::engine::heap::{Heap, Key};
use crate::engine::wheel::Wheel;

/// Events of the nodes of one part.
#[derive(Debug)]
pub(super) struct Events {
    pub(super) wheel: Wheel,
    pub(super) far: Heap,
}

impl Events {
    pub(super) fn new(shift: u32) -> Self {
        Self { wheel: Wheel::new(shift), far: Heap::default() }
    }

    /// The first event, which stays.
    pub(super) fn first(&mut self) -> Option<Key> {
        self.far.first().into_iter().chain(self.wheel.first()).min()
    }

    /// Beginning of the slice of the first event \[ps\].
    pub(super) fn start(&mut self) -> Option<u64> {
        let far = self.far.first().map(|far| self.wheel.align(far.0));
        self.wheel.start().into_iter().chain(far).min()
    }

    /// Takes all events that are due before `end`, which is the beginning of a slice.
    pub(super) fn drain(&mut self, end: u64, mut take: impl FnMut(u64, What)) {
        self.wheel.drain(end, &mut take);
        while let Some((time, what)) = self.far.first().filter(|event| event.0 < end) {
            self.far.pop();
            take(time, what);
        }
    }
}
