//! The turns of the flows of an RDMA-like host at its wire.

use super::Network;
use super::dispatch::context;
use crate::plane::{QueueScheme, Role};
use crate::transport::{Context, FlowControl, Turn};
use hw_model::pfc::CLASSES;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// A port is that of a host whose flows take turns.
    #[inline]
    pub(super) fn has_turns(&self, port: u32) -> bool {
        !self.plane.nics.is_empty() && self.plane.ports[port as usize].role == Role::Host
    }

    /// The wire of such a host has become free.
    #[cold]
    #[inline(never)]
    pub(super) fn wake_nic(&mut self, port: u32) {
        self.plane.ports[port as usize].wake_pending = false;
        let acks_first = self.plane.nics[port as usize].acks_are_due();
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
        if self.has_turns(port) && self.plane.nics[port as usize].waiting() > 0 && self.plane.is_free(port) {
            self.serve_flows(port);
        }
    }

    /// Sends the answer that waits longest, if one may go.
    fn send_answer(&mut self, port: u32) -> bool {
        let Some(id) = self.plane.wake(port) else { return false };
        self.left_port(port, id);
        self.plane.nics[port as usize].count_ack();
        self.expect_turn(port);
        true
    }

    /// Lets the flows have their turns until one sends; the wire is free.
    fn serve_flows(&mut self, port: u32) -> bool {
        let mut paused = [false; CLASSES];
        for _ in 0..self.plane.nics[port as usize].waiting() {
            let Some(slot) = self.plane.nics[port as usize].next() else { break };
            let connection = &mut self.connections[slot as usize];
            let mut ctx = context!(self, slot, connection.control);
            match connection.sender.take_turn(&mut ctx) {
                Turn::Passed => {}
                Turn::Paused(class) => {
                    paused[usize::from(class) % CLASSES] = true;
                    self.plane.nics[port as usize].wait(slot);
                }
                Turn::Sent { more } => {
                    let nic = &mut self.plane.nics[port as usize];
                    nic.count_data();
                    if more {
                        nic.wait(slot);
                    }
                    self.expect_turn(port);
                    return true;
                }
            }
        }
        if paused.contains(&true) {
            self.plane.await_resume(port, paused);
        }
        false
    }

    /// Flows that wait are served when the wire is free again.
    fn expect_turn(&mut self, port: u32) {
        if self.plane.nics[port as usize].waiting() > 0 {
            self.plane.is_free(port);
        }
    }
}
