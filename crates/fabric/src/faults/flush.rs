//! Queues that a fault empties.

use super::wire::discard;
use super::{Faulted, LostBy};
use crate::data_plane::{Buffer, Place, QueueScheme, Sum};

impl<Q: QueueScheme> Faulted<'_, Q> {
    /// Drops all that waits in a port of a switch, or in one queue of it, paused or not. No scheme is asked: nobody serves
    /// the queue.
    pub(super) fn flush(&mut self, index: u32, only: Option<usize>, cause: LostBy) {
        let Self { plane, faults } = self;
        loop {
            let (port, queues) = (&mut plane.ports[index as usize], &mut plane.queues[index as usize]);
            let Some((queue, held)) = queues.take_any(only, plane.now) else { return };
            let (tag, size, units) = (held.tag, held.tag.size(), port.unit_size.of(held.tag.size()));
            queues.settle(queue, None);
            queues.all[queue].units -= units;
            queues.all[queue].flushed += 1;
            port.packets -= 1;
            port.bytes -= size;
            port.units -= units;
            let (owner, place) =
                (port.device, Place { port: port.local, queue: queue as u16, group: held.group });
            let device = &mut plane.devices[owner as usize];
            device.units -= units;
            device.buffer.release(place, size, held.charges);
            faults.books[index as usize].flushed[cause as usize] += Sum::of(size);
            discard(plane, index, tag, cause);
            plane.check_xoff(owner, place);
        }
    }
}
