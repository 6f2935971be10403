//! Counters and state of a network during and after a run.

use super::Network;
use crate::data_plane::{NONE, PortStats, QueueScheme};
use crate::flow::{FlowId, FlowSpec};
use crate::ledger::Census;
use crate::results::{FlowRecord, QueueSample, QueueTrace, RunCounters};
use crate::time::Ps;
use crate::topology::{Path, Topology};
use crate::transport::FlowControl;
use freeboard_aqm_api::Activity;
use freeboard_cc_api::Control;
use freeboard_device::pfc::PauseStats;

/// How much room a run has taken: it stops growing once the busiest moment has passed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Most packets at one time.
    pub packets: usize,
    /// Most selective acknowledgements at one time.
    pub sacks: usize,
    /// Most packets with telemetry at one time.
    pub stacks: usize,
    /// Most connections at one time.
    pub connections: usize,
    /// Events that fit without allocating.
    pub events: usize,
    /// Places in queues and on wires that are there without allocating.
    pub places: usize,
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Now.
    #[must_use]
    pub const fn now(&self) -> Ps {
        Ps(self.plane.now)
    }

    /// The congestion controls that its flows run.
    #[must_use]
    pub fn controls(&self) -> &[F] {
        &self.controls
    }

    /// What it is built of.
    #[must_use]
    pub const fn topology(&self) -> &Topology {
        &self.topology
    }

    /// Completed flows in order of completion.
    #[must_use]
    pub fn records(&self) -> &[FlowRecord] {
        &self.records
    }

    /// Flows with an end that have not completed.
    #[must_use]
    pub const fn unfinished(&self) -> u64 {
        self.flows.unfinished()
    }

    /// Counters of one port, its integrals up to now; zeros for an unknown port.
    #[must_use]
    pub fn port_stats(&self, port: u32) -> PortStats {
        self.plane.port_stats(port)
    }

    /// Queues of a port; 1 for a plain one, 0 for an unknown one.
    #[must_use]
    pub fn queues(&self, port: u32) -> usize {
        self.plane.queue_count(port)
    }

    /// Counters of one queue of a port, its integrals up to now; zeros for an unknown queue.
    #[must_use]
    pub fn queue_stats(&self, port: u32, queue: usize) -> PortStats {
        self.plane.queue_stats(port, queue)
    }

    /// Packets for one queue of a port that watchdogs have dropped before it; the counters of the queue lack them.
    #[must_use]
    pub fn refused(&self, port: u32, queue: usize) -> u64 {
        let (Some(faults), Some(queues)) = (&self.faults, self.plane.queues.get(port as usize)) else {
            return 0;
        };
        let of_port = faults.refused.range((port, 0)..=(port, u8::MAX));
        of_port.filter(|((_, class), _)| queues.queue_of(*class) == queue).map(|(_, packets)| packets).sum()
    }

    /// What the pauses of a class that a switch port has sent against its incoming traffic came to; those of
    /// several memories are added up.
    #[must_use]
    pub fn pauses(&self, port: u32, class: u8) -> PauseStats {
        self.plane.pauses(port, class)
    }

    /// Time for which a transmitter, of a switch or a host, has been told not to send a class.
    #[must_use]
    pub fn held(&self, port: u32, class: u8) -> Ps {
        Ps(self.plane.held(port, class))
    }

    /// Pause frames of all switches, resumes and repeats included.
    #[must_use]
    pub const fn pause_frames(&self) -> u64 {
        self.plane.books.pause_frames
    }

    /// Occupancy of the memory that serves a switch port, in the depth unit; 0 for a port without a device.
    #[must_use]
    pub fn memory_depth(&self, port: u32) -> u32 {
        self.plane.memory_depth(port)
    }

    /// Forgets the longest queue of every port: the start of a measurement.
    pub fn reset_maxima(&mut self) {
        self.plane.reset_maxima();
    }

    /// What the scheme of a port's first queue has counted; zeros for a port without one.
    #[must_use]
    pub fn activity(&self, port: u32) -> Activity {
        self.queue_activity(port, 0)
    }

    /// What the scheme of one queue has counted; zeros where there is none. Where queues share a state, the
    /// first of them has its counters.
    #[must_use]
    pub fn queue_activity(&self, port: u32, queue: usize) -> Activity {
        let Some(port) = self.plane.ports.get(port as usize) else { return Activity::default() };
        match self.plane.devices.get(port.device as usize) {
            Some(device) if queue < usize::from(device.queues) => {
                device.scheme.activity(usize::from(port.local) * usize::from(device.queues) + queue)
            }
            _ => Activity::default(),
        }
    }

    /// The samples of a port's queue with their times; none if they were not asked for.
    #[must_use]
    pub fn queue_samples(&self, port: u32) -> Vec<(Ps, QueueSample)> {
        self.trace.as_ref().map_or_else(Vec::new, |trace| trace.of(port).collect())
    }

    /// The sampled queues, if sampling was asked for.
    #[must_use]
    pub const fn queue_trace(&self) -> Option<&QueueTrace> {
        self.trace.as_ref()
    }

    /// Payload bytes of a flow that its sender knows to have arrived; `None` once it has left or before it
    /// has started.
    #[must_use]
    pub fn acked(&self, flow: FlowId) -> Option<u64> {
        self.live(flow).map(|slot| self.connections[slot].sender.una)
    }

    /// Payload bytes of a flow that have arrived in order; `None` as for [`Network::acked`].
    #[must_use]
    pub fn received(&self, flow: FlowId) -> Option<u64> {
        self.live(flow).map(|slot| self.connections[slot].receiver.next)
    }

    /// Segments that the sender of a flow has sent again, and its timeouts: of SYNs too, and from the last byte's arrival to its
    /// acknowledgement, which the [`FlowRecord`] lacks. Zeros before the flow has started.
    #[must_use]
    pub fn repairs(&self, flow: FlowId) -> [u32; 2] {
        match self.live(flow).map(|slot| &self.connections[slot]) {
            Some(connection) if connection.flow == flow.0 => {
                [connection.sender.resent, connection.sender.timeouts]
            }
            Some(_) => [0; 2],
            None => self.flows.all().get(flow.0 as usize).map_or([0; 2], |flow| flow.repairs),
        }
    }

    /// Window and rate of a flow at present; `None` as for [`Network::acked`].
    #[must_use]
    pub fn control(&self, flow: FlowId) -> Option<Control> {
        self.live(flow).map(|slot| self.connections[slot].sender.control())
    }

    fn live(&self, flow: FlowId) -> Option<usize> {
        if flow.0 >= self.flows.len() {
            return None;
        }
        let slot = self.flows.get(flow.0).slot;
        (slot != NONE).then_some(slot as usize)
    }

    /// The ports a flow's data takes.
    #[must_use]
    pub fn path(&self, from: u32, to: u32, flow: FlowId) -> Path {
        self.plane.routes.path(&self.topology, from, to, flow.0)
    }

    /// Round trip of a full data packet and its ACK in the empty network, added delays included.
    #[must_use]
    pub fn base_rtt(&self, spec: &FlowSpec) -> Ps {
        let there = self.path(spec.from, spec.to, FlowId(0));
        let back = self.path(spec.to, spec.from, FlowId(0));
        let data = self.config.mss.saturating_add(self.around(spec));
        let ack = self.around(spec).max(self.config.ack_min);
        let added = self.topology.class_delay(spec.delay_class);
        there.one_way(u32::from(data)) + back.one_way(u32::from(ack)) + added
    }

    /// Bandwidth-delay product of a path \[B\]: bottleneck rate times base RTT.
    #[must_use]
    pub fn bandwidth_delay(&self, spec: &FlowSpec) -> u64 {
        let bottleneck = self.path(spec.from, spec.to, FlowId(0)).bottleneck();
        bottleneck.bytes_in(self.base_rtt(spec))
    }

    /// Bytes of a flow's packets in queues in addition to their payload.
    fn around(&self, spec: &FlowSpec) -> u16 {
        let control = self.controls.get(usize::from(spec.control));
        self.config.around(control.is_some_and(FlowControl::needs_int))
    }

    /// Time the flow would take alone with an unlimited window, handshake included.
    pub(super) fn base_time(&self, spec: &FlowSpec, id: u32, bytes: u64) -> Ps {
        let there = self.plane.routes.path(&self.topology, spec.from, spec.to, id);
        let added = self.topology.class_delay(spec.delay_class);
        let full = (bytes - 1) / u64::from(self.config.mss);
        let last = (bytes - full * u64::from(self.config.mss)) as u16;
        let around = self.around(spec);
        let (wire, last_wire) = (self.config.mss.saturating_add(around), last.saturating_add(around));
        let data = there.train(full, u32::from(wire), u32::from(last_wire)) + added;
        if !self.config.shakes_hands() {
            return data;
        }
        let back = self.plane.routes.path(&self.topology, spec.to, spec.from, id);
        let syn = u32::from(self.config.wire(0));
        data + there.one_way(syn) + added + back.one_way(syn)
    }

    /// Sums over the run so far.
    #[must_use]
    pub fn counters(&self) -> RunCounters {
        RunCounters {
            events: self.plane.events.popped() - self.totals.stale_timers,
            packet_hops: self.plane.hops(),
            data_packets: self.totals.data_packets,
            delivered_packets: self.totals.delivered_packets,
            resent_packets: self.totals.resent_packets,
            recoveries: self.totals.recoveries,
            timeouts: self.totals.timeouts,
            stray_packets: self.totals.strays,
            late_acks: self.totals.late_acks,
            drops: self.plane.books.drops,
            faults: self.fault_counts(),
            digest: self.plane.books.digest.value(),
        }
    }

    /// The number of node batches that ran in lookahead windows; 0 if all events came
    /// one by one, as they do where windows would be too short. Says how the run was done; it has no part in what came of it.
    #[must_use]
    pub const fn node_batches(&self) -> u64 {
        self.plane.events.batches()
    }

    /// Where all packets are.
    #[must_use]
    pub fn census(&self) -> Census {
        Census {
            injected: self.plane.books.injected + self.fault_counts().duplicated,
            delivered: self.plane.books.delivered,
            dropped: self.plane.books.drops + self.fault_counts().lost(),
            resident: self.plane.packets.len() as u64,
        }
    }

    /// How much room the run has taken.
    #[must_use]
    pub fn footprint(&self) -> Footprint {
        Footprint {
            packets: self.plane.packets.high_water(),
            sacks: self.plane.sacks.high_water(),
            stacks: self.plane.stacks.high_water(),
            connections: self.connections.len(),
            events: self.plane.events.capacity() + self.lookahead.places(),
            places: self.plane.places() + self.port_batches.capacity(),
        }
    }
}
