//! NIC arbitration of RDMA-like hosts: send requests, grants, transmission.

use super::forwarding::{DataPlane, Deferred};
use super::nic::Offered;
use super::packet::{NONE, Packet, Tag};
use super::scheme::QueueScheme;
use crate::engine::{Kind, Ring};
use freeboard_hw_model::pfc::CLASSES;

impl<Q: QueueScheme> DataPlane<Q> {
    /// A new flow of a connection.
    pub(crate) fn add_flow(&mut self, port: u32, slot: u32) -> u32 {
        self.nics[port].add_flow(slot)
    }

    /// A flow has something to send, not before `release` \[ps\].
    pub(crate) fn request_grant(&mut self, port: u32, flow: u32, class: u8, release: u64) {
        self.nics[port].offer(Offered { flow, class, release }, self.now);
    }

    /// The flow on the wire has more to send, not before `release` \[ps\].
    pub(crate) fn request_after(&mut self, port: u32, flow: u32, class: u8, release: u64) {
        let offered = Offered { flow, class, release };
        let nic = &mut self.nics[port];
        if release > self.ports[port as usize].busy_until {
            nic.offer(offered, self.now);
        } else {
            nic.go_on(offered);
        }
    }

    /// The batch of the flow on the wire goes on when the wire is free.
    pub(crate) fn continue_batch(&mut self, port: u32, flow: u32, class: u8) {
        self.nics[port].keep(flow, class);
    }

    /// Grants the wire to the next connection in round-robin order, of those whose class is not paused by the link partner.
    pub(crate) fn next_grant(&mut self, port: u32) -> Option<u32> {
        let now = self.now;
        let multi_queue = self.multi_queues.get(self.ports[port as usize].multi_queue as usize);
        let pause_state = multi_queue.and_then(|multi_queue| multi_queue.pause_state.as_ref());
        self.nics[port]
            .take(now, |class| pause_state.is_none_or(|pause_state| pause_state.may_send(class, now)))
    }

    /// A NIC should look whether it can send, unless it is about to look anyway.
    pub(crate) fn notify_nic(&mut self, port: u32) {
        if !self.ports[port as usize].wake_pending {
            self.deferred.push(Deferred::Serve(port));
        }
    }

    /// The NIC looks again when its wheel may have found a flow.
    pub(crate) fn schedule_poll(&mut self, port: u32) {
        if let Some(time) = self.nics[port].next_poll(self.now) {
            self.events.push(time, Kind::NicPoll, port);
        }
    }

    /// The event of such a look: whether it is the one.
    pub(crate) fn is_poll(&mut self, port: u32) -> bool {
        match self.nics[port].on_poll(self.now) {
            Ring::Ignore => false,
            Ring::Again(time) => {
                self.events.push(time, Kind::NicPoll, port);
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

    /// Puts a packet on the wire of a free transmitter, past whatever waits in the port; returns its index.
    #[inline(never)]
    pub(crate) fn launch(&mut self, index: u32, packet: Packet) -> u32 {
        let id = self.packets.insert(packet);
        self.count_made(&packet);
        let tag = Tag::new(id, &packet);
        if self.ports[index as usize].multi_queue == NONE {
            self.send(index, tag, packet.delay_class);
        } else {
            self.send_from_multi_queue(index, tag);
        }
        id
    }

    /// Flows wait for the end of a pause of their class: the port looks again when the first one ends by itself.
    pub(crate) fn await_resume(&mut self, index: u32) {
        let multi_queue = self.multi_queues.get_mut(self.ports[index as usize].multi_queue as usize);
        let Some(pause_state) = multi_queue.and_then(|multi_queue| multi_queue.pause_state.as_mut()) else {
            return;
        };
        let nic = &self.nics[index];
        let classes = (0..CLASSES as u8).filter(|class| nic.waits(*class));
        if let Some(at) = pause_state.schedule_resume(classes, self.now) {
            self.events.push(at, Kind::Resume, index);
        }
    }
}
