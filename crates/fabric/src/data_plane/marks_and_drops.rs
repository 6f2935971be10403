//! Marks and drops of packets: counters, the digest, and whom to tell.

use super::device::Action;
use super::forwarding::{DataPlane, Deferred, NicLoss};
use super::packet::Tag;
use super::scheme::QueueScheme;
use super::stats::DropCause;
use crate::digest::Record;

impl<Q: QueueScheme> DataPlane<Q> {
    /// Counts a verdict that forwards the packet.
    #[inline]
    pub(super) fn mark(&mut self, index: u32, tag: Tag, action: Action) {
        self.mark_at(self.now, index, tag, action);
    }

    /// The same at a time that may have passed \[ps\].
    #[inline]
    pub(super) fn mark_at(&mut self, time: u64, index: u32, tag: Tag, action: Action) {
        self.ports[index as usize].count_mark(&mut self.digest, (index, time), tag, action);
    }

    /// The sender has to learn that its packet is no longer in its host.
    #[cold]
    pub(super) fn note_nic_loss(&mut self, index: u32, id: u32) {
        let packet = self.packets.get(id);
        if self.ports[index as usize].role.is_host() && packet.kind.has_payload() {
            self.deferred.push(Deferred::Lost(NicLoss { flow: packet.flow, wire: packet.wire }));
        }
    }

    #[cold]
    pub(super) fn drop_packet(&mut self, index: u32, id: u32, cause: DropCause) {
        self.drops += 1;
        let packet = self.packets.get(id);
        self.ports[index as usize].count_drop(cause, u32::from(packet.wire));
        if packet.kind.has_payload()
            && let Some(lost) = self.lost_payload.get_mut(packet.flow as usize)
        {
            *lost += u64::from(packet.payload);
        }
        let place = index | ((cause as u32) << 24);
        self.digest.add(Record::Drop, self.now, [place, packet.flow, packet.seq]);
        self.free(id);
    }
}
