//! Conservative lookahead windows and their node batches.
//!
//! A packet takes at least the shortest propagation delay (the *lookahead*) from one node to the next. Events within a window no
//! longer than that can therefore run node by node (a *node batch*) instead of in global time order, and the state of a node
//! stays in the first-level cache for its batch. With a bipartition of the nodes a window belongs to one part and is up to twice
//! as long (see the event queue). Shared state is read between windows only, or accumulated in time order when a window closes
//! (the *barrier*). The results are those of one global event order.

use super::{Connection, Network, Until};
use crate::data_plane::{NONE, QueueScheme, device_of_refresh};
use crate::engine::{INDEX_MAX, Kind, What};
use crate::time::Ps;
use crate::transport::FlowControl;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Runs one window, a batch per node; returns `false` if no window is long enough, or if the run may end in it.
    pub(super) fn run_window(&mut self, until: Until) -> bool {
        if until == Until::AllDone && !self.will_continue() || !self.open_window() {
            return false;
        }
        // Nodes are independent within the window, so any order gives the same result. In index order, neighbours are adjacent in
        // memory.
        let window = self.plane.events.window();
        let mut next = self.lookahead.next_busy(0);
        while let Some(node) = next {
            if self.plane.prefetches {
                self.prefetch_batches(node);
            }
            // `will_continue` has excluded the end of the run here, so no batch checks for it.
            self.run_node(node, window);
            self.lookahead.has_run(node);
            next = self.lookahead.next_busy(node + 1);
        }
        // The queue must leave window mode before `settle_window`, whose events are pushed to the wheel, not to a node.
        self.lookahead.clear();
        self.plane.events.close_window();
        self.settle_window();
        true
    }

    /// Opens a window and assigns each of its events to its node; returns `false` if no window is long enough.
    fn open_window(&mut self) -> bool {
        if self.flows.len() > INDEX_MAX {
            // An event cannot carry a larger index.
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
            // Another flow may take the slot; the slot's timers belong to that flow from its start on.
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

    /// Whether some flow will not have completed at the end of the next window: part of it is unsent, and a packet sent within
    /// the window arrives after it.
    pub(super) fn will_continue(&mut self) -> bool {
        let sends = |connection: &Connection<F::Flow, F::Reporter>| {
            connection.is_open
                && connection.sender.has_new()
                && self.flows.get(connection.flow).spec.has_end()
        };
        if self.flows.will_start()
            || self.loops.will_start()
            || self.connections.get(self.lookahead.open_connection).is_some_and(sends)
        {
            return true;
        }
        let Some(open_connection) = self.connections.iter().position(sends) else { return false };
        self.lookahead.open_connection = open_connection;
        true
    }

    /// The barrier: applies the batches' changes of shared state in time order, as in one global event order.
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
        // If other shards run some nodes, their changes must be merged in order.
        if self.plane.sharing.is_shard {
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
        self.plane.sharing.resends.clear();
    }
}
