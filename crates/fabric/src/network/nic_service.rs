//! NIC service of RDMA-like hosts: wake-ups, polls and grants to flows.

use super::Network;
use super::dispatch::context;
use crate::data_plane::{QueueScheme, Role};
use crate::transport::{Context, FlowControl};

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Whether a port is that of a host with a QP arbiter.
    #[inline]
    pub(super) fn has_arbiter(&self, port: u32) -> bool {
        self.plane.hosts.nics.exist() && self.plane.ports[port as usize].role == Role::Host
    }

    /// The wire of such a host has become free.
    #[cold]
    #[inline(never)]
    pub(super) fn wake_nic(&mut self, port: u32) {
        self.plane.ports[port as usize].wake_pending = false;
        // A fault holds it still.
        if !self.plane.is_free(port) {
            return;
        }
        self.plane.hosts.nics[port].end_grant(self.plane.now);
        let acks_first = self.plane.hosts.nics[port].acks_are_due(self.plane.now);
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
        if !self.has_arbiter(port) {
            return;
        }
        if self.plane.hosts.nics[port].waiting(self.plane.now) > 0 && self.plane.is_free(port) {
            self.serve_flows(port);
        } else {
            self.plane.schedule_poll(port);
        }
    }

    /// The host's wheel may have found a flow.
    #[cold]
    #[inline(never)]
    pub(super) fn poll_nic(&mut self, port: u32) {
        if self.plane.is_poll(port) {
            self.serve(port);
        }
    }

    /// Sends the answer that waits longest, if one may go.
    fn send_answer(&mut self, port: u32) -> bool {
        let Some(id) = self.plane.wake(port) else { return false };
        self.left_port(port, id);
        self.plane.hosts.nics[port].count_ack();
        self.schedule_grant(port);
        true
    }

    /// Grants the free wire to flows until one sends.
    fn serve_flows(&mut self, port: u32) -> bool {
        while let Some(slot) = self.plane.next_grant(port) {
            let connection = &mut self.connections[slot as usize];
            let mut ctx = context!(self, connection.control);
            if connection.sender.use_grant(&mut ctx) {
                self.plane.hosts.nics[port].count_data();
                self.schedule_grant(port);
                return true;
            }
        }
        self.plane.await_resume(port);
        self.plane.schedule_poll(port);
        false
    }

    /// Flows that wait are served when the wire is free again, others when the wheel finds them.
    fn schedule_grant(&mut self, port: u32) {
        if self.plane.hosts.nics[port].needs_wire(self.plane.now) {
            self.plane.is_free(port);
        }
        self.plane.schedule_poll(port);
    }
}
