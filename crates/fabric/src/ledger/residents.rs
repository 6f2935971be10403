//! The packets in the network, one by one.

use super::Books;
use crate::data_plane::{InFlight, Tag};

/// Where a packet is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whereabouts {
    /// In a queue of a port.
    Queue(u32),
    /// On a wire of a port, or, if its departures are precomputed, before it.
    Wire(u32),
}

impl<Q> Books<'_, Q> {
    /// Visits every packet in a queue or on a wire.
    pub(crate) fn each_resident(&self, mut visit: impl FnMut(Whereabouts, Tag)) {
        for (index, queues) in (0u32..).zip(&self.plane.queues) {
            for packets in queues.all.iter().map(|queue| &queue.packets) {
                (0..packets.len()).for_each(|at| visit(Whereabouts::Queue(index), packets.at(at).tag));
            }
            for wire in &self.plane.wires[self.wires_of(index as usize)] {
                let all = self.plane.in_flight.iter(&wire.packets).filter(InFlight::is_packet);
                all.for_each(|it| visit(Whereabouts::Wire(index), it.tag));
            }
        }
        if let Some(faults) = self.faults {
            faults.late().for_each(|(port, tag)| visit(Whereabouts::Wire(port), tag));
        }
    }
}
