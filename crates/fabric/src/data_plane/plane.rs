//! State of the data plane: all ports, wires and devices, what is in them, and their counters.

use super::books::Books;
use super::counters::{Action, DropCause, PortStats};
use super::device::Device;
use super::nic::HostSide;
use super::packet::{NONE, Packet, SackBlocks, StackId, Tag};
use super::port::{Port, Role};
use super::queues::OutputQueues;
use super::scheme::QueueScheme;
use super::sharing::{Resend, Sharing};
use super::wire::{InFlight, Wire};
use crate::engine::{EventQueue, What};
use crate::storage::{Blocks, Slab};
use crate::time::PS_PER_NS;
use crate::topology::Routes;
use freeboard_aqm_api::Nanos32;
use freeboard_cc_api::IntStack;
use freeboard_device::nic::Side;

/// Outcome for a packet offered to a port.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Offer {
    /// It waits.
    Queued,
    /// This packet, and it can only be the offered one, is being sent.
    Sent(u32),
    /// Its departure is precomputed: when it begins \[ps\].
    Precomputed(u64),
    /// It is gone.
    Dropped,
}

/// A data packet that its own host's port took and then dropped on leaving.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NicLoss {
    pub(crate) flow: u32,
    pub(crate) wire: u16,
}

/// Deferred work of the network after an event.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Deferred {
    /// A sender has to learn of a loss.
    Lost(NicLoss),
    /// The NIC at this port has a flow that may send.
    Serve(u32),
}

/// Everything between the hosts' transports.
#[derive(Debug)]
pub(crate) struct DataPlane<Q> {
    /// Now \[ps\].
    pub(crate) now: u64,
    /// Now in whole nanoseconds.
    pub(crate) now_ns: u64,
    pub(crate) events: EventQueue,
    pub(crate) packets: Slab<Packet>,
    pub(crate) sacks: Slab<SackBlocks>,
    /// Telemetry that packets have collected.
    pub(crate) stacks: Slab<IntStack>,
    pub(crate) ports: Vec<Port>,
    /// The queues of every port.
    pub(crate) queues: Vec<OutputQueues>,
    pub(crate) wires: Vec<Wire>,
    /// The packets on all wires.
    pub(crate) in_flight: Blocks<InFlight>,
    /// The port that each wire comes in through, by its index in its device; empty where no memory asks.
    pub(crate) ingress: Vec<u16>,
    pub(crate) devices: Vec<Device<Q>>,
    /// Devices with lossless classes, each after the number that follows its ingress groups' refresh events.
    pub(crate) refresh_events: Vec<(u32, u32)>,
    pub(crate) routes: Routes,
    /// Deferred work of the network.
    pub(crate) deferred: Vec<Deferred>,
    /// Whether the network exceeds the caches, so that memory is prefetched.
    pub(crate) prefetches: bool,
    pub(crate) books: Books,
    pub(crate) sharing: Sharing,
    pub(crate) hosts: HostSide,
}

impl<Q> DataPlane<Q> {
    /// Moves the clock to the time of an event.
    #[inline]
    pub(crate) fn advance(&mut self, now: u64) {
        self.now = now;
        self.now_ns = now / PS_PER_NS;
    }

    /// Position of the current event in the order of all events.
    pub(crate) const fn key(&self) -> (u64, What) {
        (self.now, self.events.last())
    }

    /// Whether updates of shared state are deferred.
    pub(crate) const fn defers(&self) -> bool {
        self.sharing.is_shard || self.events.in_window()
    }

    /// Records the time of a retransmission or timeout for a counter at another host.
    #[cold]
    pub(crate) fn note_resend(&mut self, slot: u32, is_timeout: bool) {
        if self.defers() {
            let key = self.key();
            self.sharing.resends.push(Resend { key, slot, is_timeout });
        }
    }

    /// The packet that arrives next over a wire.
    #[inline]
    pub(crate) fn first_on(&self, wire: u32) -> Option<InFlight> {
        self.in_flight.front(&self.wires[wire as usize].packets)
    }

    /// Places in queues and on wires that need no allocation.
    pub(crate) fn places(&self) -> usize {
        let arrivals: usize = self.ports.iter().map(|port| port.arrivals.capacity()).sum();
        let queues: usize = self.queues.iter().map(OutputQueues::places).sum();
        arrivals + queues + self.in_flight.capacity()
    }

    /// Now as an algorithm's stamp.
    #[inline]
    pub(crate) const fn stamp(&self) -> Nanos32 {
        Nanos32(self.now_ns as u32)
    }

    /// Now by the clock of a host, as its NIC stamps a packet.
    #[inline]
    pub(crate) fn host_stamp(&self, port: u32, side: Side) -> Nanos32 {
        let clock = self.hosts.clocks.get(port as usize);
        clock.map_or_else(|| self.stamp(), |clock| clock.stamp(self.now, side))
    }
}

impl<Q: QueueScheme> DataPlane<Q> {
    /// Frees a packet that has served its purpose at its host.
    #[inline(always)]
    pub(crate) fn consume(&mut self, id: u32) {
        self.books.delivered += 1;
        self.free(id);
    }

    #[inline(always)]
    pub(crate) fn free(&mut self, id: u32) {
        let Packet { sack, telemetry, .. } = self.packets.remove(id);
        if sack != NONE {
            self.sacks.remove(sack);
        }
        self.forget_hops(telemetry);
    }

    /// Runs the control plane of all ports of a device.
    pub(crate) fn control(&mut self, device: u32) {
        let now = self.stamp();
        let owner = &mut self.devices[device as usize];
        for local in 0..owner.ports.len() {
            let index = owner.ports[local] as usize;
            owner.control(&self.ports[index], &self.queues[index], now);
        }
    }

    /// The telemetry of a packet is no longer needed.
    #[inline]
    pub(crate) fn forget_hops(&mut self, telemetry: StackId) {
        if let Some(place) = telemetry.index() {
            self.stacks.remove(place);
        }
    }

    /// Counts a verdict that forwards the packet.
    #[inline]
    pub(super) fn mark(&mut self, index: u32, tag: Tag, action: Action) {
        self.mark_at(self.now, index, tag, action);
    }

    /// The same at a time that may have passed \[ps\].
    #[inline]
    pub(super) fn mark_at(&mut self, time: u64, index: u32, tag: Tag, action: Action) {
        self.ports[index as usize].count_mark(&mut self.books.digest, (index, time), tag, action);
    }

    /// The sender has to learn that its packet is no longer in its host.
    #[cold]
    pub(super) fn note_nic_loss(&mut self, index: u32, id: u32) {
        let packet = self.packets.get(id);
        if self.ports[index as usize].role.is_host() && packet.kind.has_payload() {
            self.deferred.push(Deferred::Lost(NicLoss { flow: packet.flow, wire: packet.wire }));
        }
    }

    #[cold]
    pub(super) fn drop_packet(&mut self, index: u32, id: u32, cause: DropCause) {
        self.books.drops += 1;
        let packet = self.packets.get(id);
        self.ports[index as usize].count_drop(cause, u32::from(packet.wire));
        self.books.lose(packet, index | ((cause as u32) << 24), self.now);
        self.free(id);
    }

    /// Bytes and packets that wait in a port; zeros for an unknown one.
    pub(crate) fn depth(&self, index: u32) -> (u32, u32) {
        self.ports.get(index as usize).map_or((0, 0), |port| port.depth(&self.wires[port.wire as usize]))
    }

    /// Counters of one port, its integrals up to now; zeros for an unknown one.
    pub(crate) fn port_stats(&self, index: u32) -> PortStats {
        let Some(port) = self.ports.get(index as usize) else { return PortStats::default() };
        let mut stats = port.stats_at(&self.wires[port.wire as usize], &self.in_flight, self.now);
        self.queues[index as usize].add_to(&mut stats, self.now);
        stats
    }

    /// Occupancy of the memory of a port, or, with private ones, of all of its device's; 0 without a device.
    pub(crate) fn memory_depth(&self, index: u32) -> u32 {
        let Some(port) = self.ports.get(index as usize) else { return 0 };
        let Some(device) = self.devices.get(port.device as usize) else { return 0 };
        if port.role == Role::Precomputed && device.buffer.is_private() {
            // Precomputed ports with private memories do not add up what they hold.
            return device.ports.iter().map(|&port| self.depth(port).0).sum();
        }
        device.memory_depth(port.local)
    }

    /// Queues of a port; 0 for an unknown one.
    pub(crate) fn queue_count(&self, index: u32) -> usize {
        self.queues.get(index as usize).map_or(0, |queues| queues.all.len().max(1))
    }

    /// Counters of one queue of a port, its integrals up to now; zeros for an unknown one.
    pub(crate) fn queue_stats(&self, index: u32, queue: usize) -> PortStats {
        match self.queues.get(index as usize).map(|queues| queues.all.as_slice()) {
            // The only queue has the counters of its port.
            Some([] | [_]) if queue == 0 => self.port_stats(index),
            Some(several) => several.get(queue).map_or_else(PortStats::default, |it| {
                let busy_ps = self.ports[index as usize].time_on_wire(it.sent, it.sent_bytes);
                it.stats_at(busy_ps, self.now)
            }),
            None => PortStats::default(),
        }
    }

    /// Forgets the longest queue of every port.
    pub(crate) fn reset_maxima(&mut self) {
        for (port, queues) in self.ports.iter_mut().zip(&mut self.queues) {
            (port.depth_max, port.packets_max) = port.depth(&self.wires[port.wire as usize]);
            queues.reset_maxima();
        }
    }

    /// Transmissions begun, of any packet over any link.
    pub(crate) fn hops(&self) -> u64 {
        let sent: u64 = self.ports.iter().map(|port| port.sent).sum();
        sent - self.wires.iter().map(|wire| u64::from(wire.waiting)).sum::<u64>()
    }

    /// Brings the accounts of one port up to now.
    #[inline]
    pub(crate) fn settle_port(&mut self, index: u32) {
        if let Some(port) = self.ports.get(index as usize) {
            self.settle_wire(port.wire);
        }
    }

    /// Brings the accounts of all ports up to now: before they are read from outside.
    pub(crate) fn settle(&mut self) {
        (0..self.wires.len() as u32).for_each(|wire| self.settle_wire(wire));
    }
}
