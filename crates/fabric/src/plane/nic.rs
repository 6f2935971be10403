//! The NIC of an RDMA-like host: whose turn it is at the wire.
//!
//! Data does not wait in the port. When the wire is free the next flow that may send makes a packet, so holds and
//! rates act at the wire, and a transmit stamp is taken after the hold. What answers data waits in the port's queue.

use super::packet::{NONE, Packet, Tag};
use super::scheme::QueueScheme;
use super::traffic::{Chore, Plane};
use crate::engine::Kind;
use hw_model::pfc::CLASSES;

/// When what answers data may leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AckTurn {
    /// Before data.
    First,
    /// In its turn, as if it were a flow.
    InTurn,
}

/// The flows of one host that want to send.
#[derive(Clone, Debug)]
pub(crate) struct Nic {
    /// Connections by number, in which order they take turns. One that turns out not to be allowed leaves; an event of
    /// its own brings it back.
    ready: Vec<u32>,
    /// Whose turn was last.
    last: u32,
    acks: AckTurn,
    /// Data packets since an answer left.
    since_ack: usize,
}

impl Nic {
    /// Nothing to send.
    pub(crate) const fn new(acks: AckTurn) -> Self {
        Self { ready: Vec::new(), last: 0, acks, since_ack: 0 }
    }

    /// Takes the flow whose turn it is: the next one after the last.
    pub(crate) fn next(&mut self) -> Option<u32> {
        let after = self.ready.partition_point(|&slot| slot <= self.last);
        let place = if after < self.ready.len() { after } else { 0 };
        self.last = *self.ready.get(place)?;
        Some(self.ready.remove(place))
    }

    /// A flow waits for its turn.
    pub(crate) fn wait(&mut self, slot: u32) {
        let place = self.ready.partition_point(|&ready| ready < slot);
        self.ready.insert(place, slot);
    }

    /// Flows that wait for their turn.
    pub(crate) const fn waiting(&self) -> usize {
        self.ready.len()
    }

    /// A flow has gone.
    pub(crate) fn forget(&mut self, slot: u32) {
        self.ready.retain(|&ready| ready != slot);
    }

    /// A data packet left.
    pub(crate) const fn count_data(&mut self) {
        self.since_ack += 1;
    }

    /// An answer, if one waits, leaves before data now.
    pub(crate) const fn acks_are_due(&self) -> bool {
        matches!(self.acks, AckTurn::First) || self.since_ack >= self.ready.len()
    }

    /// An answer left.
    pub(crate) const fn count_ack(&mut self) {
        self.since_ack = 0;
    }
}

impl<Q: QueueScheme> Plane<Q> {
    /// A flow that was not ready has become so.
    pub(crate) fn queue_flow(&mut self, port: u32, slot: u32) {
        self.nics[port as usize].wait(slot);
    }

    /// A NIC should look whether it can send, unless it is about to look anyway.
    pub(crate) fn call_nic(&mut self, port: u32) {
        if !self.ports[port as usize].wake_pending {
            self.chores.push(Chore::Serve(port));
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

    /// The other end of the link lets packets of the class come.
    pub(crate) fn may_send(&self, index: u32, class: u8) -> bool {
        let bank = self.banks.get(self.ports[index as usize].bank as usize);
        bank.and_then(|bank| bank.gates.as_ref()).is_none_or(|gates| gates.may_send(class, self.now))
    }

    /// Flows of these classes wait for the end of a pause: the port looks again when the first one ends by itself.
    pub(crate) fn await_resume(&mut self, index: u32, paused: [bool; CLASSES]) {
        let bank = self.banks.get_mut(self.ports[index as usize].bank as usize);
        let Some(gates) = bank.and_then(|bank| bank.gates.as_mut()) else { return };
        let classes = (0u8..).zip(paused).filter(|(_, paused)| *paused).map(|(class, _)| class);
        if let Some(at) = gates.book_look(classes, self.now) {
            self.events.push(at, Kind::Resume, index);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_round_by_number_whoever_joins_or_leaves() {
        let mut nic = Nic::new(AckTurn::First);
        [7, 2, 5].into_iter().for_each(|slot| nic.wait(slot));
        let turn = |nic: &mut Nic| {
            let slot = nic.next().unwrap();
            nic.wait(slot);
            slot
        };
        assert_eq!([(); 4].map(|()| turn(&mut nic)), [2, 5, 7, 2]);
        nic.wait(3);
        assert_eq!([(); 4].map(|()| turn(&mut nic)), [3, 5, 7, 2]);
        nic.forget(3);
        assert_eq!([(); 3].map(|()| turn(&mut nic)), [5, 7, 2]);
    }

    #[test]
    fn answers_go_first_or_after_a_turn_of_every_flow() {
        let (mut first, mut turns) = (Nic::new(AckTurn::First), Nic::new(AckTurn::InTurn));
        (0..2).for_each(|slot| turns.wait(slot));
        first.wait(0);
        assert!(first.acks_are_due() && !turns.acks_are_due());
        turns.count_data();
        assert!(!turns.acks_are_due());
        turns.count_data();
        assert!(turns.acks_are_due());
        turns.count_ack();
        assert!(!turns.acks_are_due());
    }
}
