//! The packets in the network, one by one.

use super::Books;
use crate::data_plane::{Role, Tag};

/// Where a packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whereabouts {
    /// In a queue of a port.
    Queue(u32),
    /// On a wire of a port, or, if that is an express one, before it.
    Wire(u32),
}

impl<Q> Books<'_, Q> {
    /// Visits every packet in a queue or on a wire.
    pub(crate) fn each_resident(&self, mut visit: impl FnMut(Whereabouts, Tag)) {
        for (index, port) in (0u32..).zip(&self.plane.ports) {
            // A precomputed port's queue repeats what waits before its wire.
            if port.role != Role::Precomputed {
                (0..port.queue.len()).for_each(|at| visit(Whereabouts::Queue(index), port.queue.at(at).tag));
            }
            if let Some(multi_queue) = self.plane.multi_queues.get(port.multi_queue as usize) {
                for packets in multi_queue.queues.iter().map(|queue| &queue.packets) {
                    (0..packets.len()).for_each(|at| visit(Whereabouts::Queue(index), packets.at(at).tag));
                }
            }
            for packets in self.plane.wires[self.wires_of(index as usize)].iter().map(|wire| &wire.packets) {
                (0..packets.len()).for_each(|at| visit(Whereabouts::Wire(index), packets.at(at).tag));
            }
        }
    }
}
