//! The switch in virtual time: what the fabric's switch decides, over packets with bytes in them.
//!
//! Invariant: nothing here reads a clock or opens a device.

use super::header::{ecn, mark_ce};
use anyhow::{Result, anyhow, bail};
use freeboard_aqm_api::{
    Activity, Arrival, Bytes, Departure, DepthUnit, Ecn, NotEct, PortView, QueueView, Verdict,
};
use freeboard_aqm_api::{Nanos32, PortId};
use freeboard_device::mmu::{Charge, Mmu, MmuConfig};
use freeboard_fabric::random::{Stream, word};
use freeboard_fabric::{BufferConfig, PortSplit, QueueScheme, Slot};
use freeboard_scenario::world::Parts;
use freeboard_units::QueueId;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// A packet with its size on the wire and the host it goes to.
#[derive(Debug)]
pub(crate) struct Packet {
    pub(crate) bytes: Vec<u8>,
    pub(crate) wire: u32,
    pub(crate) to: usize,
}

/// A packet that waits, when it came \[ps\], and the memory it holds.
struct Held {
    packet: Packet,
    at: u64,
    charge: Option<Charge>,
}

/// Counters of one port.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Counters {
    pub(crate) arrived: u64,
    pub(crate) marked: u64,
    pub(crate) unmarkable: u64,
    pub(crate) dropped_buffer: u64,
    pub(crate) dropped_scheme: u64,
    /// Time the transmitter was busy \[ps\].
    pub(crate) busy_ps: u64,
    /// Length of the queue over time \[packets x ps\].
    pub(crate) packets_ps: u128,
    /// The same \[B x ps\].
    pub(crate) bytes_ps: u128,
}

/// One output port: a queue and a transmitter.
#[derive(Default)]
struct Port {
    queue: VecDeque<Held>,
    bytes: u32,
    units: u32,
    /// Whether a packet is in transmission.
    is_busy: bool,
    /// When the queue's length last changed \[ps\].
    changed: u64,
    packets_max: u32,
    bytes_max: u32,
    calls: u64,
    counters: Counters,
}

impl Port {
    /// Adds the time since the last change to the mean queue.
    fn settle(&mut self, now: u64) {
        let span = u128::from(now.saturating_sub(self.changed));
        self.counters.packets_ps += span * self.queue.len() as u128;
        self.counters.bytes_ps += span * u128::from(self.bytes);
        self.changed = now;
    }
}

enum Event {
    /// A packet is at the switch.
    Arrive(Packet),
    /// The transmitter of a port is free.
    Free(usize),
    /// A packet is at its host.
    Deliver(Packet),
    /// The control plane looks at all ports.
    Control,
}

/// An event at its time; those of one time in the order of their making.
struct Due(u64, u64, Event);

impl PartialEq for Due {
    fn eq(&self, other: &Self) -> bool {
        (self.0, self.1) == (other.0, other.1)
    }
}
impl Eq for Due {}
impl PartialOrd for Due {
    fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Due {
    fn cmp(&self, other: &Self) -> core::cmp::Ordering {
        (self.0, self.1).cmp(&(other.0, other.1))
    }
}

/// Packet memory: the device crate's, or a limit of each port.
enum Memory {
    Shared(Mmu),
    PortPackets(u32),
    PortBytes(u32),
}

impl Memory {
    fn new(parts: &Parts) -> Result<Self> {
        Ok(match parts.buffer {
            BufferConfig::PortPackets(packets) => Self::PortPackets(packets),
            BufferConfig::PortBytes(bytes) => Self::PortBytes(bytes),
            BufferConfig::Unlimited => Self::PortBytes(u32::MAX),
            BufferConfig::Shared { total, reserve, alpha, split: PortSplit::Together, test } => {
                let ports = u16::try_from(parts.rates.len())?;
                let layout = MmuConfig::uniform(total, ports, reserve, alpha);
                let config = MmuConfig { unit: parts.unit, test, ..layout };
                Self::Shared(Mmu::new(&config).map_err(|error| anyhow!("{error}"))?)
            }
            BufferConfig::Shared { .. } => bail!("a pool for some of the ports is not had here"),
        })
    }
}

/// Longest queues of a port since the last look.
pub(crate) struct Longest {
    pub(crate) packets: u32,
    pub(crate) bytes: u32,
}

/// The switch with its links.
pub(crate) struct Switch<'a> {
    parts: &'a Parts,
    scheme: freeboard_scenario::world::AnyScheme,
    memory: Memory,
    ports: Vec<Port>,
    /// When the link of each host to the switch is free \[ps\].
    uplinks: Vec<u64>,
    /// Propagation of one link, one way \[ps\].
    delay: u64,
    events: BinaryHeap<Reverse<Due>>,
    made: u64,
    seed: u64,
}

impl<'a> Switch<'a> {
    pub(crate) fn new(parts: &'a Parts, seed: u64) -> Result<Self> {
        let hosts = parts.rates.len();
        let mut switch = Self {
            parts,
            scheme: parts.scheme.clone(),
            memory: Memory::new(parts)?,
            ports: (0..hosts).map(|_| Port::default()).collect(),
            uplinks: vec![0; hosts],
            // A round trip crosses two links twice.
            delay: parts.propagation_ps / 4,
            events: BinaryHeap::new(),
            made: 0,
            seed,
        };
        let period = u64::from(switch.scheme.control_period_ns()) * 1000;
        if period > 0 {
            switch.push(period, Event::Control);
        }
        Ok(switch)
    }

    fn push(&mut self, at: u64, event: Event) {
        self.made += 1;
        self.events.push(Reverse(Due(at, self.made, event)));
    }

    fn transmission(&self, port: usize, wire: u32) -> u64 {
        u64::from(self.parts.rates[port].byte_time_ps()) * u64::from(wire)
    }

    /// A host hands a packet to its link.
    pub(crate) fn send(&mut self, from: usize, packet: Packet, now: u64) {
        let sent = self.uplinks[from].max(now) + self.transmission(from, packet.wire);
        self.uplinks[from] = sent;
        self.push(sent + self.delay + self.parts.added_ps[from], Event::Arrive(packet));
    }

    /// When the next event is due \[ps\].
    pub(crate) fn next(&self) -> Option<u64> {
        self.events.peek().map(|Reverse(due)| due.0)
    }

    /// Executes what is due by `now`; calls `deliver` for every packet that is at its host, with the time it is due.
    pub(crate) fn run(&mut self, now: u64, mut deliver: impl FnMut(u64, &Packet)) {
        while self.next().is_some_and(|due| due <= now) {
            let Some(Reverse(Due(at, _, event))) = self.events.pop() else { return };
            match event {
                Event::Arrive(packet) => self.arrive(packet, at),
                Event::Free(port) => self.transmit(port, at),
                Event::Deliver(packet) => deliver(at, &packet),
                Event::Control => self.control(at),
            }
        }
    }

    /// The next random word of a port.
    fn random(&mut self, port: usize) -> u32 {
        let index = self.ports[port].calls;
        self.ports[port].calls += 1;
        word(self.seed, Stream::Scheme, port as u64, index) as u32
    }

    /// Occupancy of the pool, or of all queues where every port has its own memory.
    fn pool_depth(&self) -> u32 {
        match &self.memory {
            Memory::Shared(mmu) => mmu.pool_depth().0,
            Memory::PortPackets(_) | Memory::PortBytes(_) => self.ports.iter().map(|port| port.units).sum(),
        }
    }

    /// Memory for a packet; `None` if there is no room.
    fn admit(&mut self, port: usize, wire: u32) -> Option<Option<Charge>> {
        let held = &self.ports[port];
        match &mut self.memory {
            Memory::Shared(mmu) => mmu.admit(QueueId(port as u16), Bytes(wire)).map(Some),
            // An idle transmitter takes a packet past the queue.
            _ if !held.is_busy => Some(None),
            Memory::PortPackets(most) => (held.queue.len() < *most as usize).then_some(None),
            Memory::PortBytes(most) => (held.bytes.saturating_add(wire) <= *most).then_some(None),
        }
    }

    fn release(&mut self, port: usize, wire: u32, charge: Option<Charge>) {
        if let (Memory::Shared(mmu), Some(charge)) = (&mut self.memory, charge) {
            mmu.release(QueueId(port as u16), Bytes(wire), charge);
        }
    }

    fn arrive(&mut self, mut packet: Packet, now: u64) {
        let (at, wire) = (packet.to, packet.wire);
        let ns = now / 1000;
        self.ports[at].counters.arrived += 1;
        let arrival = Arrival {
            now: Nanos32(ns as u32),
            now_high: (ns >> 32) as u16,
            size: Bytes(wire),
            depth: self.ports[at].units,
            port_depth: self.ports[at].units,
            pool_depth: self.pool_depth(),
            ecn: ecn(&packet.bytes),
            random: self.random(at),
        };
        // The scheme first and the memory after it, as in the fabric.
        let verdict = self.scheme.on_enqueue(Slot::only(at as u16), &arrival);
        if self.drops(verdict, &packet) {
            self.ports[at].counters.dropped_scheme += 1;
            return;
        }
        let Some(charge) = self.admit(at, wire) else {
            self.ports[at].counters.dropped_buffer += 1;
            return;
        };
        self.mark(verdict, at, &mut packet);
        let units = units(self.parts.unit, wire);
        let port = &mut self.ports[at];
        port.settle(now);
        port.bytes += wire;
        port.units += units;
        port.queue.push_back(Held { packet, at: now, charge });
        if !port.is_busy {
            self.transmit(at, now);
        } else {
            port.packets_max = port.packets_max.max(port.queue.len() as u32);
            port.bytes_max = port.bytes_max.max(port.bytes);
        }
    }

    /// A verdict drops a packet.
    fn drops(&self, verdict: Verdict, packet: &Packet) -> bool {
        let is_lost_signal = || self.parts.not_ect == NotEct::Drop && !ecn(&packet.bytes).is_capable();
        verdict == Verdict::Drop || verdict == Verdict::Signal && is_lost_signal()
    }

    /// Marks a packet if the verdict asks for it.
    fn mark(&mut self, verdict: Verdict, port: usize, packet: &mut Packet) {
        if verdict != Verdict::Signal {
            return;
        }
        let (ecn, counters) = (ecn(&packet.bytes), &mut self.ports[port].counters);
        if !ecn.is_capable() {
            counters.unmarkable += 1;
        } else if ecn != Ecn::CE {
            counters.marked += 1;
            mark_ce(&mut packet.bytes);
        }
    }

    /// The transmitter takes the next packet that the scheme lets pass.
    fn transmit(&mut self, at: usize, now: u64) {
        self.ports[at].is_busy = false;
        loop {
            let port = &mut self.ports[at];
            port.settle(now);
            let Some(Held { mut packet, at: came, charge }) = port.queue.pop_front() else { return };
            let wire = packet.wire;
            port.bytes -= wire;
            port.units -= units(self.parts.unit, wire);
            self.release(at, wire, charge);
            let ns = now / 1000;
            let depth = self.ports[at].units;
            let stamp = Nanos32(ns as u32);
            let departure = Departure {
                now: stamp,
                now_high: (ns >> 32) as u16,
                sojourn: stamp.elapsed(Nanos32((came / 1000) as u32)),
                size: Bytes(wire),
                depth,
                port_depth: depth,
                pool_depth: self.pool_depth(),
                ecn: ecn(&packet.bytes),
                random: self.random(at),
            };
            let verdict = self.scheme.on_dequeue(Slot::only(at as u16), &departure);
            if self.drops(verdict, &packet) {
                self.ports[at].counters.dropped_scheme += 1;
                continue;
            }
            self.mark(verdict, at, &mut packet);
            let time = self.transmission(at, wire);
            self.ports[at].is_busy = true;
            self.ports[at].counters.busy_ps += time;
            self.push(now + time, Event::Free(at));
            self.push(now + time + self.delay, Event::Deliver(packet));
            return;
        }
    }

    fn control(&mut self, now: u64) {
        let (stamp, pool_depth) = (Nanos32((now / 1000) as u32), self.pool_depth());
        for (at, port) in self.ports.iter().enumerate() {
            let came = port.queue.front().map(|head| Nanos32((head.at / 1000) as u32));
            let sojourn = came.map_or(0, |came| stamp.elapsed(came));
            let views = [QueueView { depth: port.units, sojourn, weight: 1 }];
            let view = PortView { port: PortId(at as u16), queues: &views, pool_depth };
            self.scheme.on_control(Slot::only(at as u16), stamp, &view);
        }
        self.push(now + u64::from(self.scheme.control_period_ns()) * 1000, Event::Control);
    }

    /// Counters of a port as of `now`.
    pub(crate) fn counters(&mut self, port: usize, now: u64) -> Counters {
        self.ports[port].settle(now);
        self.ports[port].counters
    }

    /// The longest queue of a port since the last call.
    pub(crate) fn take_longest(&mut self, port: usize) -> Longest {
        let port = &mut self.ports[port];
        let longest = Longest { packets: port.packets_max, bytes: port.bytes_max };
        (port.packets_max, port.bytes_max) = (port.queue.len() as u32, port.bytes);
        longest
    }

    /// Packets and bytes that wait at a port.
    pub(crate) fn waiting(&self, port: usize) -> (u32, u32) {
        (self.ports[port].queue.len() as u32, self.ports[port].bytes)
    }

    /// Counts of the scheme at a port.
    pub(crate) fn activity(&self, port: usize) -> Activity {
        self.scheme.activity(port)
    }
}

fn units(unit: DepthUnit, wire: u32) -> u32 {
    unit.ceil(Bytes(wire))
}
