//! Conservative lookahead windows and their node batches.
//!
//! A packet takes at least the shortest propagation delay (the *lookahead*) from one node to the next. Events within a
//! window no longer than that can therefore run node by node (a *node batch*) instead of in global time order, and the
//! state of a node stays in the first-level cache for its batch. Where nodes have two sides, a window is one side's and up to twice as
//! long (see the event queue). State that nodes share is read between windows only, or
//! accumulated in time order when a window closes (the *barrier*): the results are those of one global event order.

use super::{Connection, Network, Until};
use crate::data_plane::{NONE, QueueScheme, device_of_refresh};
use crate::engine::{INDEX_MAX, Kind, What};
use crate::time::Ps;
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

    /// Opens a window and assigns each event due in it to its node; returns `false` if no window is worth it.
    fn open_window(&mut self) -> bool {
        if self.flows.len() > INDEX_MAX {
            // An event cannot name them.
            self.plane.events.set_starts_end_windows(true);
        }
        if !self.plane.events.begin_window() {
            return false;
        }
        if self.plane.events.take_starts() {
            self.assign_starts(self.plane.events.window().end);
        }
        let Self { lookahead, plane, connections, .. } = self;
        let (devices, refresh_events) = (&plane.devices, &plane.refresh_events);
        plane.events.hand_out(|time, what| {
            let event = what.at(time);
            let index = event.index() as usize;
            let port_node = |port: u32| lookahead.ports[port as usize];
            // Of a slot that another flow takes: its timers are that flow's after the moment at which it does.
            let end = |connection: &Connection<F::Flow, F::Reporter>, which: usize, own: u32| {
                port_node(if time > connection.taken_at { connection.next_ports[which] } else { own })
            };
            let node = match event.kind() {
                Kind::Deliver => lookahead.wires[index],
                Kind::Retransmit | Kind::Pace | Kind::Tick => {
                    end(&connections[index], 0, connections[index].sender.route.port)
                }
                Kind::Acknowledge => end(&connections[index], 1, connections[index].receiver.port()),
                Kind::Control => port_node(devices[index].ports[0]),
                Kind::Refresh => {
                    let device = device_of_refresh(refresh_events, event.index()).unwrap_or(0);
                    port_node(devices[device as usize].ports[0])
                }
                _ => lookahead.ports[index],
            };
            lookahead.keep(node, time, what);
        });
        true
    }

    /// Gives the flows that start before `end` \[ps\] their slots, in the order of all events, and their starts to their hosts.
    fn assign_starts(&mut self, end: u64) {
        let last = Ps(end - 1);
        self.flows.starts().on_event(last);
        while let Some((start, flow)) = self.next_start(last) {
            let spec = self.flows.get(flow).spec;
            let slot = self.take_slot(spec.control, start.0);
            let ports = [spec.from, spec.to].map(|host| self.plane.routes.host_port(host));
            self.flows.get_mut(flow).slot = slot;
            let connection = &mut self.connections[slot as usize];
            (connection.taken_at, connection.next_ports) = (start.0, ports);
            connection.leaving = core::mem::replace(&mut connection.receiver_flow, NONE);
            connection.sender.forget_rings(start.0);
            self.lookahead.starts.push((start.0, flow));
            if self.owns_port(ports[0]) {
                let node = self.lookahead.ports[ports[0] as usize];
                self.lookahead.keep(node, start.0, What::new(Kind::FlowStart, flow));
            }
        }
        self.schedule_flows();
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
        // The first packet of a flow that starts within a window arrives after it.
        let mut starts = core::mem::take(&mut self.lookahead.starts);
        for (start, flow) in starts.drain(..) {
            let from = self.flows.get(flow).spec.from;
            if !self.owns_port(self.plane.routes.host_port(from)) {
                self.begin_sender(flow, start, false);
            }
            self.begin_receiver(flow);
        }
        self.lookahead.starts = starts;
        // Where some nodes are run elsewhere, theirs have to be put in order with these.
        if self.plane.is_shard {
            return;
        }
        self.lookahead.endings.sort_unstable_by_key(|ending| ending.key);
        for index in 0..self.lookahead.endings.len() {
            self.book_completion(self.lookahead.endings[index]);
        }
        self.lookahead.endings.clear();
        // Slots are reused in the order of all events: freed in any other order, later flows would get other slots, and ties
        // between their events would break the other way.
        let mut freed = core::mem::take(&mut self.lookahead.freed);
        freed.sort_unstable();
        freed.drain(..).for_each(|((time, _), slot)| self.release_slot(time, slot));
        self.lookahead.freed = freed;
        self.plane.resends.clear();
    }
}
