//! Ports, wires and devices from a topology.

use super::books::Books;
use super::buffer::Pools;
use super::config::{AqmScope, BufferConfig, Lossless, PortQueues, QueueConfig, SetupError, SwitchConfig};
use super::departure_schedule::DepartureSchedule;
use super::device::{AnyBuffer, Device, Rules, SwitchClock};
use super::lossless_buffer::LosslessBuffer;
use super::nic::{ArbiterSetup, HostSide, Nic};
use super::packet::NONE;
use super::pause::PauseState;
use super::plane::DataPlane;
use super::port::{Port, Role, UnitSize, other_end};
use super::queues::OutputQueues;
use super::scheme::{Departures, QueueScheme};
use super::sharing::Sharing;
use super::wire::Wire;
use crate::engine::{EventQueue, INDEX_MAX};
use crate::random::{RandomStream, Stream};
use crate::storage::{Blocks, Slab};
use crate::time::LinkRate;
use crate::topology::{Exit, Node, Routes, Topology, TopologyError};
use freeboard_aqm_api::{DepthUnit, NotEct};
use freeboard_device::pfc::{CLASSES, Link};

/// The queues of a port that is first in first out.
const ONE_QUEUE: [QueueConfig; 1] = [QueueConfig { weight: 1, memory: None }];

/// What the hosts' own ports are.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NicSetup {
    /// Most packets waiting.
    pub(crate) limit_packets: u32,
    /// They run the switches' scheme.
    pub(crate) scheme: bool,
    /// Some flow collects telemetry: ports write down what they know when a packet leaves.
    pub(crate) telemetry: bool,
    /// Somebody is told of departures, or they are written down.
    pub(crate) notifies: bool,
    /// They serve their flows in turn; ACKs go first or take a turn too.
    pub(crate) arbiter: Option<ArbiterSetup>,
}

/// Nodes that fit the second cache. Chosen by us: a switch of 16 ports with its wires, their packets and states is about 20 KB.
const NODES_CACHED: u32 = 64;

/// Packets in the network that there is room for at first, per host. Chosen by us: what a queue at its threshold and a round trip of
/// 100 Gbit/s hold; room that is never used costs address space only.
const ROOM_PER_HOST: usize = 256;

impl<Q: QueueScheme> DataPlane<Q> {
    /// An idle network.
    pub(crate) fn new(
        topology: &Topology,
        config: &SwitchConfig<Q>,
        nic: NicSetup,
        seed: u64,
    ) -> Result<Self, SetupError> {
        let routes = Routes::new(topology, seed).map_err(SetupError::Topology)?;
        if let Some(queues) = &config.queues {
            queues.check().map_err(SetupError::Queues)?;
        }
        let lossless = config.queues.as_ref().filter(|queues| queues.lossless.is_some());
        let mut plane = Self {
            now: 0,
            now_ns: 0,
            events: EventQueue::new(
                event_spacing(topology),
                event_reach(topology),
                shortest_delay(topology),
                topology.bipartition().is_some(),
            ),
            packets: Slab::with_room(topology.hosts as usize * ROOM_PER_HOST),
            sacks: Slab::default(),
            stacks: Slab::default(),
            ports: Vec::new(),
            queues: Vec::new(),
            ingress: Vec::new(),
            refresh_events: Vec::new(),
            wires: Vec::new(),
            in_flight: Blocks::with_room(topology.wires()),
            devices: Vec::new(),
            routes,
            deferred: Vec::new(),
            prefetches: topology.hosts + topology.switches > NODES_CACHED,
            books: Books::default(),
            sharing: Sharing::default(),
            hosts: HostSide::of_ports(topology.port_count()),
        };
        plane.lay_wires(topology);
        let mut owned = vec![Vec::new(); topology.switches as usize];
        for port in 0..topology.port_count() {
            match topology.port_owner(port) {
                Some(Node::Switch(switch)) => owned[switch as usize].push(port),
                Some(Node::Host(_)) => plane.add_nic(port, &nic)?,
                None => {}
            }
        }
        for ports in owned {
            let queues = config.queues.as_ref();
            queues.map_or(Ok(()), |queues| plane.add_queues(topology, queues, &ports))?;
            plane.add_device(topology, config, (config.buffer, queues), ports, (nic.telemetry, seed))?;
        }
        for host in 0..topology.hosts {
            let port = plane.routes.host_port(host);
            // A host has one queue unless single classes of it can be stopped.
            lossless.map_or(Ok(()), |queues| plane.add_queues(topology, queues, &[port]))?;
            if nic.scheme {
                let buffer = BufferConfig::Unlimited;
                plane.add_device(topology, config, (buffer, lossless), vec![port], (nic.telemetry, seed))?;
                plane.ports[port as usize].limit_packets = nic.limit_packets;
            }
            let (port, queues) = (&mut plane.ports[port as usize], &plane.queues[port as usize]);
            port.is_plain = port.device == NONE && !queues.have_classes && port.limit_packets > 0;
            let has_one_wire = topology.delay_classes.is_empty();
            if port.is_plain && has_one_wire && nic.arbiter.is_none() && !(nic.notifies || nic.telemetry) {
                port.role = Role::PrecomputedHost;
            }
        }
        if lossless.is_some() {
            plane.note_ingress();
        }
        Ok(plane)
    }

    /// A host's own port, with a NIC if an arbiter serves its flows.
    fn add_nic(&mut self, index: u32, setup: &NicSetup) -> Result<(), SetupError> {
        let ports = self.ports.len() as u32;
        let port = &mut self.ports[index as usize];
        port.limit_packets = setup.limit_packets;
        if let Some(arbiter) = setup.arbiter {
            let nic = Nic::try_new(arbiter, port.byte_time).map_err(SetupError::Nic)?;
            self.hosts.nics.add(index, ports, nic);
        }
        Ok(())
    }

    /// Notes which port every wire comes in through: an ingress account has to know.
    fn note_ingress(&mut self) {
        self.ingress = vec![0; self.wires.len()];
        for (index, port) in (0u32..).zip(&self.ports) {
            let next = self.ports.get(index as usize + 1).map_or(self.wires.len(), |next| next.wire as usize);
            self.ingress[port.wire as usize..next].fill(self.ports[other_end(index) as usize].local);
        }
    }

    /// A fault may change a departure after it is known, so nothing is precomputed.
    pub(crate) fn forget_schedules(&mut self) {
        for device in &mut self.devices {
            (device.departure_schedule, device.has_lanes) = (None, false);
        }
        for (port, queues) in self.ports.iter_mut().zip(&mut self.queues) {
            if port.role == Role::PrecomputedHost {
                port.role = Role::Host;
            }
            if port.role == Role::Precomputed {
                port.role = Role::Queue;
                *queues = OutputQueues::fifo();
                self.wires[port.wire as usize].scheduled = NONE;
            }
        }
    }

    /// Gives ports their queues, and pause state where classes can be paused.
    fn add_queues(
        &mut self,
        topology: &Topology,
        queues: &PortQueues,
        ports: &[u32],
    ) -> Result<(), SetupError> {
        for &index in ports {
            let mut output = OutputQueues::new(queues).map_err(SetupError::Queues)?;
            if let Some(lossless) = &queues.lossless {
                let rate = topology.rate_of(index);
                let pause_state =
                    PauseState::new(&pfc_link(topology, index, lossless), rate, lossless.quanta);
                output.pause_state = Some(Box::new(pause_state.map_err(SetupError::Buffer)?));
            }
            self.queues[index as usize] = output;
        }
        Ok(())
    }

    /// The memory of a device; that of a host has no lossless classes.
    fn buffer(
        &mut self,
        topology: &Topology,
        (buffer, unit): (BufferConfig, DepthUnit),
        queues: Option<&PortQueues>,
        ports: &[u32],
    ) -> Result<AnyBuffer, SetupError> {
        let is_host = ports.first().is_some_and(|&port| self.ports[port as usize].role == Role::Host);
        let lossless = queues.and_then(|queues| queues.lossless).filter(|_| !is_host);
        let first = self.refresh_events.last().map_or(0, |&(end, _)| end);
        let memory = memory_of(topology, (buffer, unit), (queues, lossless), ports, first)?;
        if let AnyBuffer::Lossless(lossless_buffer) = &memory {
            let end = first + lossless_buffer.events();
            self.refresh_events.push((end, self.devices.len() as u32));
            if end > INDEX_MAX {
                return Err(SetupError::Topology(TopologyError::TooLarge));
            }
        }
        Ok(memory)
    }

    /// One wire per switch port, one per delay class and one more per host port.
    fn lay_wires(&mut self, topology: &Topology) {
        for index in 0..topology.port_count() {
            let link = topology.links[index as usize / 2];
            let is_host = matches!(topology.port_owner(index), Some(Node::Host(_)));
            let first = self.wires.len() as u32;
            let role = if is_host { Role::Host } else { Role::Queue };
            self.ports.push(Port::new(topology.rate_of(index), topology.frame_gap, first, role));
            self.queues.push(OutputQueues::fifo());
            let switch = match link.ends[1 - index as usize % 2] {
                Node::Switch(switch) => switch,
                Node::Host(_) => NONE,
            };
            let classes = if is_host { topology.delay_classes.len() } else { 0 };
            for class in 0..=classes {
                let delay = link.delay + topology.class_delay(class as u8);
                self.wires.push(Wire::new(self.in_flight.queue(), delay.0, switch));
            }
        }
    }

    fn add_device(
        &mut self,
        topology: &Topology,
        config: &SwitchConfig<Q>,
        (buffer, queues): (BufferConfig, Option<&PortQueues>),
        ports: Vec<u32>,
        (telemetry, seed): (bool, u64),
    ) -> Result<(), SetupError> {
        let rates: Vec<_> = ports.iter().map(|&port| topology.rate_of(port)).collect();
        let layout = queues.map_or(ONE_QUEUE.as_slice(), |queues| &queues.queues);
        let scheme = config.scheme.for_device(&rates, layout.len());
        let shared = matches!(buffer, BufferConfig::Shared { .. });
        let (departures, not_ect) = (scheme.departures(), config.not_ect.unwrap_or_else(|| scheme.not_ect()));
        let runs_at_dequeue = matches!(departures, Departures::OfPort | Departures::OfDevice);
        // A drop at departure would change the departures after it, which a precomputed port knows already.
        let booked_later = departures == Departures::Unseen || runs_at_dequeue && not_ect == NotEct::Pass;
        // A precomputed port's depth is in bytes; the depth unit of its device is hardly ever another. Ports with private
        // memories do not add up what they hold. Telemetry is about the moment of departure, of which a precomputed port
        // knows the time and no more.
        let precomputed = queues.is_none()
            && booked_later
            && !telemetry
            && (shared || !scheme.watches_pool())
            && config.unit == DepthUnit::BYTE;
        for (local, &index) in (0u32..).zip(&ports) {
            let port = &mut self.ports[index as usize];
            debug_assert!(port.device == NONE, "a port belongs to one device");
            port.device = self.devices.len() as u32;
            port.local = local as u16;
            port.unit_size = UnitSize::new(config.unit);
            if precomputed && port.role == Role::Queue {
                port.role = Role::Precomputed;
                self.queues[index as usize] = OutputQueues::default();
            }
            port.words = RandomStream::new(seed, Stream::Scheme, u64::from(index));
            match buffer {
                BufferConfig::PortPackets(limit) => port.limit_packets = limit,
                BufferConfig::PortBytes(limit) => port.limit_bytes = limit,
                BufferConfig::Unlimited | BufferConfig::Shared { .. } => {}
            }
        }
        let buffer = self.buffer(topology, (buffer, config.unit), queues, &ports)?;
        let is_switch = ports.iter().all(|&port| self.ports[port as usize].role != Role::Host);
        let is_scheduled = precomputed && is_switch && (runs_at_dequeue || !buffer.is_private());
        let departure_schedule = is_scheduled.then(|| schedule(departures, &buffer, &ports));
        if departure_schedule.is_some() {
            for &port in &ports {
                self.wires[self.ports[port as usize].wire as usize].scheduled = port;
            }
        }
        self.devices.push(Device {
            // Control-plane ticks are events.
            has_lanes: precomputed
                && is_switch
                && !is_scheduled
                && scheme.control_period_ns() == 0
                && (ports.len() <= Exit::LOCALS || scheme.shares_state()),
            rules: Rules {
                not_ect,
                spares: if config.not_ect.is_none() { lossless_queues(queues) } else { 0 },
                reads_random: scheme.reads_random(),
                sees_departures: departures != Departures::Unseen,
            },
            buffer,
            departure_schedule,
            runs_at_dequeue,
            scheme,
            units: 0,
            ports,
            queues: layout.len() as u16,
            scope: queues.map_or_else(AqmScope::default, |queues| queues.scope),
            views: Vec::new(),
            clock: SwitchClock::default(),
        });
        Ok(())
    }
}

/// Refuses a memory that the switches of a topology cannot have, without building the network.
///
/// # Errors
/// The first switch's limits that do not fit its links.
pub fn check_memory(
    topology: &Topology,
    buffer: BufferConfig,
    unit: DepthUnit,
    queues: Option<&PortQueues>,
) -> Result<(), SetupError> {
    let mut owned = vec![Vec::new(); topology.switches as usize];
    for port in 0..topology.port_count() {
        if let Some(Node::Switch(switch)) = topology.port_owner(port) {
            owned[switch as usize].push(port);
        }
    }
    let lossless = queues.and_then(|queues| queues.lossless);
    owned
        .iter()
        .try_for_each(|ports| memory_of(topology, (buffer, unit), (queues, lossless), ports, 0).map(drop))
}

/// The memory of a device with these ports, whose first timer of a pause has the number `first`.
fn memory_of(
    topology: &Topology,
    (buffer, unit): (BufferConfig, DepthUnit),
    (queues, lossless): (Option<&PortQueues>, Option<Lossless>),
    ports: &[u32],
    first: u32,
) -> Result<AnyBuffer, SetupError> {
    let (Some(queues), Some(lossless)) = (queues, lossless) else {
        let layout = queues.map_or(ONE_QUEUE.as_slice(), |queues| &queues.queues);
        let pools = Pools::new(buffer, unit, ports.len() as u32, layout).map_err(SetupError::Buffer)?;
        return Ok(pools.map_or(AnyBuffer::Private, AnyBuffer::Shared));
    };
    // What is on its way when a pause is asked for comes from the other end.
    let links: Vec<_> = ports.iter().map(|&port| pfc_link(topology, other_end(port), &lossless)).collect();
    let lossless_buffer = LosslessBuffer::new(buffer, unit, &links, queues, &lossless, first)?;
    Ok(AnyBuffer::Lossless(Box::new(lossless_buffer)))
}

/// The departure schedule of a device's ports.
fn schedule(departures: Departures, buffer: &AnyBuffer, ports: &[u32]) -> DepartureSchedule {
    let pools = if let AnyBuffer::Shared(pools) = buffer { Some(pools) } else { None };
    DepartureSchedule::new(departures, ports, pools.map(|pools| |port| pools.memory(port)))
}

/// The link into which a port sends as lossless classes see it.
fn pfc_link(topology: &Topology, port: u32, lossless: &Lossless) -> Link {
    let link = &topology.links[port as usize / 2];
    let mbps = u32::try_from(topology.rate_of(port).bps() / 1_000_000).unwrap_or(u32::MAX);
    Link::spanning(mbps, link.delay.0, lossless.frame_max, lossless.frame_min)
}

/// Roughly how far events lie apart \[ps\] when every port sends full packets half of the time.
fn event_spacing(topology: &Topology) -> u64 {
    let packet = |rate: &LinkRate| rate.time_of(1500).0;
    let fastest = topology.links.iter().flat_map(|link| &link.rates).map(packet).min().unwrap_or(1);
    2 * fastest / u64::from(topology.port_count().max(1))
}

/// Roughly when the last of the pending arrivals is due \[ps\]: at the end of the longest wire.
fn event_reach(topology: &Topology) -> u64 {
    let end = |link: &crate::topology::Link| {
        let slowest = link.rates.iter().map(|rate| rate.time_of(9000).0).max().unwrap_or(0);
        link.delay.0 + slowest
    };
    topology.links.iter().map(end).max().unwrap_or(0)
}

/// Nodes do not hear of each other before a packet has come through the shortest wire \[ps\].
fn shortest_delay(topology: &Topology) -> u64 {
    topology.links.iter().map(|link| link.delay.0).min().unwrap_or(0)
}

/// Queues of lossless classes, one bit each: dropping is what the class excludes, unless it is asked for.
fn lossless_queues(queues: Option<&PortQueues>) -> u8 {
    let Some((queues, lossless)) = queues.and_then(|queues| Some((queues, queues.lossless?))) else {
        return 0;
    };
    let of =
        |(class, queue): (usize, &u8)| if lossless.classes[class] { 1 << (queue % CLASSES as u8) } else { 0 };
    queues.queue_of_class.iter().enumerate().map(of).fold(0, |all, bit: u8| all | bit)
}
