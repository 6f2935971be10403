//! The turns of the flows of an RDMA-like host at its wire.

use super::Network;
use super::dispatch::context;
use crate::plane::{QueueScheme, Role};
use crate::transport::{Context, FlowControl};

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// A port is that of a host whose flows take turns.
    #[inline]
    pub(super) fn has_turns(&self, port: u32) -> bool {
        self.plane.nics.exist() && self.plane.ports[port as usize].role == Role::Host
    }

    /// The wire of such a host has become free.
    #[cold]
    #[inline(never)]
    pub(super) fn wake_nic(&mut self, port: u32) {
        self.plane.ports[port as usize].wake_pending = false;
        self.plane.nics[port].end_turn(self.plane.now);
        let acks_first = self.plane.nics[port].acks_are_due(self.plane.now);
        if acks_first && self.send_answer(port) {
            return;
        }
        if !self.serve_flows(port) && !acks_first {
            self.send_answer(port);
        }
    }

    /// A flow of the host may have become allowed to send.
    #[cold]
    #[inline(never)]
    pub(super) fn serve(&mut self, port: u32) {
        if !self.has_turns(port) {
            return;
        }
        if self.plane.nics[port].waiting(self.plane.now) > 0 && self.plane.is_free(port) {
            self.serve_flows(port);
        } else {
            self.plane.expect_look(port);
        }
    }

    /// The host's wheel may have found a flow.
    #[cold]
    #[inline(never)]
    pub(super) fn look(&mut self, port: u32) {
        if self.plane.is_look(port) {
            self.serve(port);
        }
    }

    /// Sends the answer that waits longest, if one may go.
    fn send_answer(&mut self, port: u32) -> bool {
        let Some(id) = self.plane.wake(port) else { return false };
        self.left_port(port, id);
        self.plane.nics[port].count_ack();
        self.expect_turn(port);
        true
    }

    /// Lets the flows have their turns until one sends; the wire is free.
    fn serve_flows(&mut self, port: u32) -> bool {
        while let Some(slot) = self.plane.next_turn(port) {
            let connection = &mut self.connections[slot as usize];
            let mut ctx = context!(self, slot, connection.control);
            if connection.sender.take_turn(&mut ctx) {
                self.plane.nics[port].count_data();
                self.expect_turn(port);
                return true;
            }
        }
        self.plane.await_resume(port);
        self.plane.expect_look(port);
        false
    }

    /// Flows that wait are served when the wire is free again, others when the wheel finds them.
    fn expect_turn(&mut self, port: u32) {
        if self.plane.nics[port].wants_wire(self.plane.now) {
            self.plane.is_free(port);
        }
        self.plane.expect_look(port);
    }
}
