//! The batch of one node within a lookahead window.

use super::Network;
use super::lookahead::BatchKind;
use crate::data_plane::QueueScheme;
use crate::engine::{Kind, What, Window};
use crate::transport::FlowControl;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Runs the batch of a node.
    pub(super) fn run_node(&mut self, node: u32, window: Window) {
        self.plane.events.count_batch();
        match self.lookahead.kind_of(node) {
            BatchKind::Host(wire) => self.run_host(node, wire, window),
            BatchKind::PortBatches(switch) => self.run_lanes(node, switch, window),
            BatchKind::Events => {
                let Self { lookahead, plane, .. } = self;
                lookahead.events_of(node).for_each(|given| plane.events.give(given.time, given.what));
                plane.events.sort_batch();
                self.run_batch();
            }
        }
    }

    fn run_lanes(&mut self, node: u32, switch: u32, window: Window) {
        let Self { lookahead, plane, port_batches, .. } = self;
        let wires = lookahead.events_of(node).map(|given| given.what.index());
        let arrivals = plane.gather(port_batches, switch, wires, window);
        plane.events.count_arrivals(arrivals);
        plane.forward_gathered(port_batches, switch, window);
    }

    /// Merges the arrivals of a host's wire, which are in order, with its other events: an arrival needs no event.
    fn run_host(&mut self, node: u32, wire: u32, window: Window) {
        let Self { lookahead, plane, .. } = self;
        let delivery = What::new(Kind::Deliver, wire);
        let mut has_arrivals = false;
        for given in lookahead.events_of(node) {
            if given.what == delivery {
                has_arrivals = true;
            } else {
                plane.events.give(given.time, given.what);
            }
        }
        plane.events.sort_batch();
        if has_arrivals {
            plane.settle_arrivals(wire, window.end);
        }
        while has_arrivals && let Some(first) = self.plane.take_arrival(wire, window.end) {
            self.run_timers(window.key(first.due, Kind::Deliver, wire));
            self.plane.events.count_arrival(delivery);
            self.plane.advance(first.due);
            self.receive(first.tag);
            self.settle_deferred();
        }
        self.run_timers(u64::MAX);
        // Without an arrival in the window the wire's event is still pending, or was pushed at the other end.
        if has_arrivals && let Some(first) = self.plane.first_on(wire) {
            self.plane.events.push(first.due, Kind::Deliver, wire);
        }
    }

    /// Runs a host's other events up to the event with this key.
    #[inline]
    fn run_timers(&mut self, key: u64) {
        while let Some(event) = self.plane.events.pop_batch_before(key) {
            self.plane.advance(event.time);
            if event.is(Kind::Wake) {
                self.wake_port(event.index());
            } else {
                self.dispatch_rare(event);
            }
            self.settle_deferred();
        }
    }
}
