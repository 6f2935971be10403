//! What the plane does for the NICs of RDMA-like hosts: turns asked for, given and kept, packets past the port's queue.

use super::nic::Offered;
use super::packet::{NONE, Packet, Tag};
use super::scheme::QueueScheme;
use super::traffic::{Chore, Plane};
use crate::engine::{Kind, Ring};
use freeboard_hw_model::pfc::CLASSES;

impl<Q: QueueScheme> Plane<Q> {
    /// A new flow of a connection.
    pub(crate) fn enrol_flow(&mut self, port: u32, slot: u32) -> u32 {
        self.nics[port].enrol(slot)
    }

    /// A flow has something to send, not before `release` \[ps\].
    pub(crate) fn offer_turn(&mut self, port: u32, flow: u32, class: u8, release: u64) {
        self.nics[port].offer(Offered { flow, class, release }, self.now);
    }

    /// The flow on the wire has more to send, not before `release` \[ps\].
    pub(crate) fn offer_after(&mut self, port: u32, flow: u32, class: u8, release: u64) {
        let offered = Offered { flow, class, release };
        let nic = &mut self.nics[port];
        if release > self.ports[port as usize].busy_until {
            nic.offer(offered, self.now);
        } else {
            nic.go_on(offered);
        }
    }

    /// The batch of the flow on the wire goes on when the wire is free.
    pub(crate) fn keep_turn(&mut self, port: u32, flow: u32, class: u8) {
        self.nics[port].keep(flow, class);
    }

    /// The connection whose turn it is, of those whose class the other end of the link lets come.
    pub(crate) fn next_turn(&mut self, port: u32) -> Option<u32> {
        let now = self.now;
        let bank = self.banks.get(self.ports[port as usize].bank as usize);
        let gates = bank.and_then(|bank| bank.gates.as_ref());
        self.nics[port].take(now, |class| gates.is_none_or(|gates| gates.may_send(class, now)))
    }

    /// A NIC should look whether it can send, unless it is about to look anyway.
    pub(crate) fn call_nic(&mut self, port: u32) {
        if !self.ports[port as usize].wake_pending {
            self.chores.push(Chore::Serve(port));
        }
    }

    /// The NIC looks again when its wheel may have found a flow.
    pub(crate) fn expect_look(&mut self, port: u32) {
        if let Some(time) = self.nics[port].next_look(self.now) {
            self.events.push(time, Kind::Turn, port);
        }
    }

    /// The event of such a look: whether it is the one.
    pub(crate) fn is_look(&mut self, port: u32) -> bool {
        match self.nics[port].on_look(self.now) {
            Ring::Ignore => false,
            Ring::Again(time) => {
                self.events.push(time, Kind::Turn, port);
                false
            }
            Ring::Due => true,
        }
    }

    /// Whether the transmitter can take a packet now; if not, it will say when it can.
    pub(crate) fn is_free(&mut self, index: u32) -> bool {
        let port = &mut self.ports[index as usize];
        if port.wake_pending {
            return false;
        }
        if self.now < port.busy_until {
            port.wake_pending = true;
            self.events.push(port.busy_until, Kind::Wake, index);
            return false;
        }
        true
    }

    /// Puts a packet on the wire of a free transmitter, past whatever waits in the port; the answer is its index.
    #[inline(never)]
    pub(crate) fn launch(&mut self, index: u32, packet: Packet) -> u32 {
        let id = self.packets.insert(packet);
        let tag = Tag::new(id, &packet);
        if self.ports[index as usize].bank == NONE {
            self.send(index, tag, packet.lane);
        } else {
            self.send_from_bank(index, tag);
        }
        id
    }

    /// Flows wait for the end of a pause of their class: the port looks again when the first one ends by itself.
    pub(crate) fn await_resume(&mut self, index: u32) {
        let bank = self.banks.get_mut(self.ports[index as usize].bank as usize);
        let Some(gates) = bank.and_then(|bank| bank.gates.as_mut()) else { return };
        let nic = &self.nics[index];
        let classes = (0..CLASSES as u8).filter(|class| nic.waits(*class));
        if let Some(at) = gates.book_look(classes, self.now) {
            self.events.push(at, Kind::Resume, index);
        }
    }
}
