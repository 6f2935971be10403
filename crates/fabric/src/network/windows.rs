//! Conservative lookahead windows and their node batches.
//!
//! A packet takes at least the shortest propagation delay (the *lookahead*) from one node to the next. Events within a
//! window no longer than that can therefore run node by node (a *node batch*) instead of in global time order, and the
//! state of a node stays in the first-level cache for its batch. Where nodes have two sides, a window is one side's and up to twice as
//! long (see the event queue). State that nodes share is read between windows only, or
//! accumulated in time order when a window closes (the *barrier*): the results are those of one global event order.

use super::{Connection, Network, Until};
use crate::data_plane::{QueueScheme, device_of_refresh};
use crate::engine::Kind;
use crate::transport::FlowControl;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Runs one window, a batch per node; returns `false` if no window is worth it, or if the run may end in it.
    pub(super) fn run_window(&mut self, until: Until) -> bool {
        if until == Until::AllDone && !self.will_go_on() || !self.open_window() {
            return false;
        }
        // Nodes are independent within the window, so any order gives the same result; by index, neighbours lie side by
        // side in memory.
        let window = self.plane.events.window();
        let mut next = self.lookahead.next_busy(0);
        while let Some(node) = next {
            if self.plane.prefetches {
                self.prefetch_batches(node);
            }
            // `will_go_on` has ruled out that the run ends here, so no batch checks for the end.
            self.run_node(node, window);
            self.lookahead.has_run(node);
            next = self.lookahead.next_busy(node + 1);
        }
        // The queue must leave window mode before `settle_window`: what that starts is pushed for the wheel, not for a node.
        self.lookahead.clear();
        self.plane.events.close_window();
        self.settle_window();
        true
    }

    /// Opens a window and assigns each event due in it to its node.
    fn open_window(&mut self) -> bool {
        let Self { lookahead, plane, connections, .. } = self;
        let (devices, refresh_events) = (&plane.devices, &plane.refresh_events);
        plane.events.open_window(|time, what| {
            let event = what.at(time);
            let index = event.index() as usize;
            let port_node = |port: u32| lookahead.ports[port as usize];
            let node = match event.kind() {
                Kind::Deliver => lookahead.wires[index],
                Kind::Retransmit | Kind::Pace | Kind::Tick => port_node(connections[index].sender.route.port),
                Kind::Acknowledge => port_node(connections[index].receiver.port()),
                Kind::Control => port_node(devices[index].ports[0]),
                Kind::Refresh => {
                    let device = device_of_refresh(refresh_events, event.index()).unwrap_or(0);
                    port_node(devices[device as usize].ports[0])
                }
                _ => lookahead.ports[index],
            };
            lookahead.keep(node, time, what);
        })
    }

    /// Some flow will not have completed at the end of the next window: not all of it has been sent, and what is sent
    /// within arrives later.
    pub(super) fn will_go_on(&mut self) -> bool {
        let sends = |connection: &Connection<F::Flow, F::Reporter>| {
            connection.is_open
                && connection.sender.has_new()
                && self.flows.get(connection.flow).spec.has_end()
        };
        if self.flows.will_start()
            || self.loops.will_start()
            || self.connections.get(self.lookahead.witness).is_some_and(sends)
        {
            return true;
        }
        let Some(witness) = self.connections.iter().position(sends) else { return false };
        self.lookahead.witness = witness;
        true
    }

    /// The barrier: applies what the batches did to shared state, in time order, as one global event order would have.
    fn settle_window(&mut self) {
        // Where some nodes are run elsewhere, theirs have to be put in order with these.
        if self.plane.is_shard {
            return;
        }
        self.lookahead.endings.sort_unstable_by_key(|ending| ending.key);
        for index in 0..self.lookahead.endings.len() {
            self.book_completion(self.lookahead.endings[index]);
        }
        self.lookahead.endings.clear();
        // Slots are reused last in, first out: freed in any other order, later flows would get other slots, and ties
        // between their events would break the other way.
        self.lookahead.freed.sort_unstable();
        self.free.extend(self.lookahead.freed.drain(..).map(|(_, slot)| slot));
        self.plane.resends.clear();
    }
}
