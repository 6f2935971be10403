//! Queues that a fault empties.

use super::LostBy;
use crate::data_plane::{Buffer, DataPlane, Place, QueueScheme};
use crate::ledger::Sum;

impl<Q: QueueScheme> DataPlane<Q> {
    /// Drops all that waits in a port of a switch, or in one queue of it, paused or not. No scheme is asked: nobody serves
    /// the queue.
    pub(super) fn flush(&mut self, index: u32, only: Option<usize>, cause: LostBy) {
        loop {
            let (port, queues) = (&mut self.ports[index as usize], &mut self.queues[index as usize]);
            let Some((queue, held)) = queues.take_any(only, self.now) else { return };
            let (tag, size, units) = (held.tag, held.tag.size(), port.unit_size.of(held.tag.size()));
            queues.settle(queue, None);
            queues.all[queue].units -= units;
            port.packets -= 1;
            port.bytes -= size;
            port.units -= units;
            let (owner, place) =
                (port.device, Place { port: port.local, queue: queue as u16, group: held.group });
            let device = &mut self.devices[owner as usize];
            device.units -= units;
            device.buffer.release(place, size, held.charges);
            if let Some(faults) = &mut self.faults {
                let books = &mut faults.books[index as usize];
                books.flushed[cause as usize] += Sum::of(size);
                books.flushed_of_queue.resize(queues.all.len(), 0);
                books.flushed_of_queue[queue] += 1;
            }
            self.discard(index, tag, cause);
            self.check_xoff(owner, place);
        }
    }
}
