//! Books that were tampered with: every kind of difference is found and named.

use super::*;
use crate::data_plane::{
    Buffer, DataPlane, NONE, Packet, Place, Port, PortQueue, QueueConfig, QueueMemory, SackBlocks, Slot,
};
use crate::topology::{LeafSpine, NToOne};
use crate::transport::HostConfig;
use crate::{
    BufferConfig, Departures, Discipline, FlowSpec, LinkRate, Lossless, PortQueues, PortSplit, Ps,
    ShardedNetwork, SwitchConfig,
};
use freeboard_aqm_api::{Activity, Arrival, Departure, Nanos32, NotEct, PortView, Verdict};
use freeboard_cc_api::{Bytes, Control, Event, IntStack, OrAck, Sent};
use freeboard_device::mmu::{Alpha, Charges, ThresholdTest};
use freeboard_device::pfc::CLASSES;

/// Lets everything pass.
#[derive(Clone, Copy, Debug)]
struct Pass(Departures);

impl QueueScheme for Pass {
    fn for_device(&self, _: &[LinkRate], _: usize) -> Self {
        *self
    }

    fn on_enqueue(&mut self, _: Slot, _: &Arrival) -> Verdict {
        Verdict::Forward
    }

    fn on_dequeue(&mut self, _: Slot, _: &Departure) -> Verdict {
        Verdict::Forward
    }

    fn on_control(&mut self, _: Slot, _: Nanos32, _: &PortView<'_>) {}

    fn control_period_ns(&self) -> u32 {
        0
    }

    fn not_ect(&self) -> NotEct {
        NotEct::Pass
    }

    fn reads_random(&self) -> bool {
        false
    }

    fn departures(&self) -> Departures {
        self.0
    }

    fn activity(&self, _: usize) -> Activity {
        Activity::default()
    }
}

/// A window of 60 KB.
#[derive(Clone, Copy, Debug)]
struct Window {
    /// It is told when a packet leaves its host.
    is_told: bool,
}

impl FlowControl for Window {
    type Flow = ();
    type Reporter = ();

    fn start(&self) {}

    fn on_event(&self, flow: &mut (), _: &Event<'_>) -> Control {
        self.control(flow)
    }

    fn control(&self, (): &()) -> Control {
        Control::window(Bytes(60_000))
    }

    fn uses_ecn(&self) -> bool {
        false
    }

    fn needs_cnp(&self) -> bool {
        false
    }

    fn needs_sent(&self) -> bool {
        self.is_told
    }

    fn needs_delivery_rate(&self) -> bool {
        false
    }

    fn needs_int(&self) -> bool {
        false
    }

    fn is_window_only(&self) -> bool {
        true
    }

    fn slow_start_threshold(&self, (): &()) -> Bytes {
        Bytes(0)
    }

    fn tick_ns(&self) -> u32 {
        0
    }

    fn longest_gap_ns(&self) -> u64 {
        u64::MAX
    }

    fn has_underlay(&self) -> bool {
        false
    }

    fn on_sent(&self, (): &mut (), _: &Sent, _: Nanos32) -> u32 {
        0
    }

    fn reports(&self, (): &mut (), _: Nanos32, _: u32, _: bool) -> bool {
        false
    }

    fn on_report(&self, (): &mut (), _: &OrAck) {}

    fn on_ack(&self, (): &mut (), _: Nanos32, _: Bytes) {}

    fn release(&self, (): &(), now: Nanos32) -> Nanos32 {
        now
    }

    fn in_flight_cap(&self, (): &()) -> Bytes {
        Bytes::MAX
    }
}

type Net = Network<Pass, Window>;

/// What the ports of the switch are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ports {
    Precomputed,
    Plain,
    Several,
    Lossless,
}

const POOL: BufferConfig = BufferConfig::Shared {
    total: Bytes(400_000),
    reserve: Bytes(3_000),
    alpha: Alpha::ONE,
    split: PortSplit::Together,
    test: ThresholdTest::Before,
};

/// Flow 0 from host 0 and flow 1 from host 1 to host 2 behind switch 0, cut short with packets everywhere.
fn busy(ports: Ports) -> Net {
    let shape = NToOne::even(2, LinkRate::G10, Ps::from_us(40));
    let departures = if ports == Ports::Precomputed { Departures::Unseen } else { Departures::AtOnce };
    let mut switches = SwitchConfig::new(Pass(departures), POOL);
    if matches!(ports, Ports::Several | Ports::Lossless) {
        let mut queues = PortQueues::new(&[1, 1], Discipline::Dwrr);
        let memory = QueueMemory { reserve: Bytes(1_000), alpha: Alpha::ONE };
        queues.queues[0] = QueueConfig { memory: Some(memory), ..queues.queues[0] };
        queues.queue_of_class = [1, 0, 1, 1, 1, 1, 1, 1];
        let mut classes = [false; CLASSES];
        classes[1] = true;
        queues.lossless = (ports == Ports::Lossless).then_some(Lossless {
            classes,
            guaranteed: Bytes(0),
            alpha: Alpha::ONE,
            alpha_mbps: None,
            xon_offset: Bytes(0),
            headroom: None,
            frame_max: Bytes(1_500),
            frame_min: Bytes(40),
            quanta: u16::MAX,
        });
        switches.queues = Some(queues);
    }
    let hosts = HostConfig { handshake: false, ..HostConfig::default() };
    let mut net =
        Network::new(shape.build(), &switches, hosts, vec![Window { is_told: ports == Ports::Plain }], 1)
            .unwrap();
    for host in 0..2 {
        let flow = FlowSpec::new(host, shape.receiver(), 1_000_000, Ps::ZERO);
        net.add_flow(flow.of_class(host as u8)).unwrap();
    }
    net.run_until(Ps::from_us(300));
    net
}

/// The port of the switch towards the receiver.
fn bottleneck(net: &Net) -> usize {
    net.topology().port_to_host(2).unwrap() as usize
}

/// That port itself.
fn full_port(net: &mut Net) -> &mut Port {
    let index = bottleneck(net);
    &mut net.plane.ports[index]
}

/// The second queue of that port.
fn second_queue(net: &mut Net) -> &mut PortQueue {
    let index = bottleneck(net);
    &mut net.plane.queues[index].all[1]
}

/// Tampers with the books of a busy network and returns the first difference.
fn tampered(ports: Ports, tamper: impl FnOnce(&mut Net)) -> Imbalance {
    let mut net = busy(ports);
    let ledger = net.ledger().unwrap();
    assert!(ledger.packets.resident > 10 && ledger.packets.delivered > 100, "{ledger:?}");
    tamper(&mut net);
    net.ledger().unwrap_err()
}

fn entity(ports: Ports, tamper: impl FnOnce(&mut Net)) -> String {
    tampered(ports, tamper).entity
}

const ALL: [Ports; 4] = [Ports::Precomputed, Ports::Plain, Ports::Several, Ports::Lossless];

#[test]
fn a_network_that_is_busy_or_has_run_dry_balances() {
    for ports in ALL {
        let mut net = busy(ports);
        assert!(net.run_until_all_done(Ps::from_ms(100)), "{ports:?}");
        net.run_until(net.now() + Ps::from_ms(1));
        let ledger = net.ledger().unwrap();
        assert_eq!((ledger.packets.resident, ledger.bytes.resident), (0, 0), "{ports:?}");
        assert!(ledger.bytes.injected > 2_000_000, "{ports:?}: {ledger:?}");
    }
}

#[test]
fn a_packet_that_is_never_freed_is_found() {
    let found = entity(Ports::Precomputed, |net| {
        _ = net.plane.packets.insert(Packet { flow: 1, ..Packet::default() })
    });
    assert!(found.starts_with("packet slot ") && found.ends_with("last Data of flow 1, 0 B"), "{found}");
    let sack = entity(Ports::Plain, |net| _ = net.plane.sacks.insert(SackBlocks::default()));
    assert_eq!(sack, "selective acknowledgement slot 0");
    let stack = entity(Ports::Plain, |net| _ = net.plane.stacks.insert(IntStack::default()));
    assert_eq!(stack, "telemetry slot 0");
}

#[test]
fn a_packet_that_is_freed_twice_is_found_also_when_its_slot_has_been_used_again() {
    let twice = |net: &mut Net| {
        let slot = net.plane.packets.free()[0];
        net.plane.packets.remove(slot);
    };
    let found = tampered(Ports::Plain, twice);
    assert_eq!((found.made, found.accounted), (1, 2), "{found}");
    let found = tampered(Ports::Plain, |net| {
        let queue = &net.plane.queues[bottleneck(net)].all[0].packets;
        let slot = queue.at(queue.len() - 1).tag.id();
        net.plane.packets.remove(slot);
    });
    assert_eq!((found.made, found.accounted), (1, 2), "{found}");
}

#[test]
fn a_packet_that_vanishes_in_a_switch_is_found_there() {
    let from_a_wire = |net: &mut Net| {
        let wire = net.plane.ports[bottleneck(net)].wire as usize;
        let DataPlane { wires, in_flight, .. } = &mut net.plane;
        let tag = in_flight.pop_front(&mut wires[wire].packets).unwrap().tag;
        net.plane.packets.remove(tag.id());
    };
    assert_eq!(entity(Ports::Precomputed, from_a_wire), "hosts, packets");
    for ports in [Ports::Plain, Ports::Several, Ports::Lossless] {
        let found = entity(ports, |net| {
            let index = bottleneck(net);
            let tag = net.plane.queues[index]
                .all
                .iter_mut()
                .find_map(|queue| queue.packets.pop_front())
                .unwrap()
                .tag;
            net.plane.packets.remove(tag.id());
        });
        assert_eq!(found, "switch 0, packets", "{ports:?}");
    }
}

#[test]
fn a_packet_that_vanishes_in_its_host_is_found_there() {
    let packets = tampered(Ports::Plain, |net| net.plane.books.injected += 1);
    assert_eq!((packets.entity.as_str(), packets.made - packets.accounted), ("ports of hosts, packets", 1));
    assert_eq!(entity(Ports::Plain, |net| net.plane.books.injected_bytes += 1), "ports of hosts, bytes");
    assert_eq!(entity(Ports::Plain, |net| net.plane.books.delivered -= 1), "hosts, packets");
}

#[test]
fn a_drop_that_is_counted_once_only_is_found() {
    assert_eq!(entity(Ports::Plain, |net| net.plane.books.drops += 1), "drops by cause, packets");
    assert_eq!(entity(Ports::Plain, |net| full_port(net).dropped[0] += 1), "switch 0, packets");
    assert_eq!(entity(Ports::Plain, |net| full_port(net).dropped_bytes += 1), "switch 0, bytes");
}

#[test]
fn a_depth_that_is_not_that_of_its_packets_is_found() {
    let port = "port 4 from switch 0 to host 2";
    for ports in [Ports::Plain, Ports::Several, Ports::Lossless] {
        let bytes = entity(ports, |net| full_port(net).bytes += 1);
        assert_eq!(bytes, format!("{port}, bytes"), "{ports:?}");
        let depth = entity(ports, |net| full_port(net).units += 1);
        assert_eq!(depth, format!("{port}, depth"), "{ports:?}");
        let device = entity(ports, |net| net.plane.devices[0].units += 1);
        assert_eq!(device, "switch 0, depth", "{ports:?}");
    }
    let bytes = entity(Ports::Several, |net| second_queue(net).bytes += 1);
    assert_eq!(bytes, format!("queue 1 of {port}, bytes"));
    let units = entity(Ports::Several, |net| second_queue(net).units += 1);
    assert_eq!(units, format!("queue 1 of {port}, depth"));
    let packets = entity(Ports::Several, |net| full_port(net).packets += 1);
    assert_eq!(packets, format!("{port}, packets"));
    let wire = entity(Ports::Precomputed, |net| {
        let wire = net.plane.ports[bottleneck(net)].wire as usize;
        net.plane.wires[wire].waiting_bytes += 1;
    });
    assert_eq!(wire, format!("{port}, bytes before the wire"));
}

#[test]
fn memory_that_is_not_released_is_found_in_every_kind_of_port() {
    for ports in [Ports::Precomputed, Ports::Plain] {
        let found = tampered(ports, |net| {
            let place = Place::only(full_port(net).local);
            assert!(net.plane.devices[0].buffer.admit(place, 5_000).is_some());
        });
        assert_eq!(found.entity, "switch 0, memory 0, pool share of queue 2", "{ports:?}");
        assert_eq!(found.made - found.accounted, 5_000, "{ports:?}");
        let released_twice = entity(ports, |net| {
            let place = Place::only(full_port(net).local);
            net.plane.devices[0].buffer.release(place, 500, Charges::default());
        });
        assert_eq!(released_twice, "switch 0, memory 0, reserve of queue 2", "{ports:?}");
    }
    let queue = entity(Ports::Several, |net| {
        let place = Place { queue: 1, ..Place::only(full_port(net).local) };
        assert!(net.plane.devices[0].buffer.admit(place, 4_000).is_some());
    });
    assert_eq!(queue, "switch 0, memory 0, pool share of queue 5");
    let group = entity(Ports::Lossless, |net| {
        let place = Place::only(full_port(net).local);
        let buffer = &mut net.plane.devices[0].buffer;
        let group = buffer.group(0, 1);
        assert!(buffer.admit(Place { group, ..place }, 1_500).is_some());
    });
    assert_eq!(group, "switch 0, memory 0, pool share of group 1");
}

#[test]
fn payload_that_is_neither_there_nor_lost_is_found_by_its_flow() {
    let arrived = tampered(Ports::Plain, |net| net.connections[1].receiver.arrived += 100);
    assert_eq!((arrived.entity.as_str(), arrived.accounted - arrived.made), ("flow 1, payload", 100));
    assert_eq!(entity(Ports::Plain, |net| net.plane.books.lost_payload[0] += 1), "flow 0, payload");
    let ahead = entity(Ports::Plain, |net| net.connections[0].receiver.next = 2_000_000);
    assert_eq!(ahead, "flow 0, payload in order of what was sent");
    let told = entity(Ports::Plain, |net| {
        net.connections[0].sender.una = net.connections[0].receiver.next + 1;
    });
    assert_eq!(told, "flow 0, payload acknowledged of what is in order");
    let in_host = entity(Ports::Plain, |net| net.connections[0].sender.in_nic.bytes += 1);
    assert_eq!(in_host, "flow 0, bytes in the port of its host");
}

#[test]
fn a_connection_that_is_neither_free_nor_taken_is_found() {
    assert_eq!(entity(Ports::Plain, |net| net.flows.get_mut(1).slot = NONE), "connection 1");
    assert_eq!(entity(Ports::Plain, |net| net.free.push(0)), "connection 0");
}

#[test]
fn what_is_lost_in_one_shard_or_between_two_is_found() {
    let busy = || {
        let shape = LeafSpine::even(2, 1, 2, LinkRate::G10, Ps::from_us(40));
        let switches = SwitchConfig::new(Pass(Departures::Unseen), POOL);
        let hosts = HostConfig { handshake: false, ..HostConfig::default() };
        let build = || Network::new(shape.build(), &switches, hosts, vec![Window { is_told: false }], 1);
        let mut net = ShardedNetwork::new(2, build).unwrap();
        net.add_flow(FlowSpec::new(0, 3, 1_000_000, Ps::ZERO)).unwrap();
        net.run_until(Ps::from_us(300));
        let ledger = net.ledger().unwrap();
        assert!(ledger.packets.resident > 10 && ledger.packets.delivered > 100, "{ledger:?}");
        net
    };
    let entity = |tamper: fn(&mut Net, &mut Net)| {
        let mut net = busy();
        let (first, second) = net.shards.split_at_mut(1);
        tamper(&mut first[0], &mut second[0]);
        net.ledger().unwrap_err().entity
    };
    assert_eq!(entity(|_, second| second.plane.books.delivered -= 1), "hosts, packets");
    assert_eq!(entity(|first, _| first.plane.books.injected += 1), "ports of hosts, packets");
    assert_eq!(entity(|_, second| second.connections[0].receiver.arrived += 1), "flow 0, payload");
    let leak = entity(|_, second| _ = second.plane.packets.insert(Packet::default()));
    assert!(leak.starts_with("packet slot "), "{leak}");
    // A packet that one shard exported and the other did not import.
    let gone = entity(|first, second| {
        for net in [first, second] {
            let DataPlane { wires, in_flight, packets, .. } = &mut net.plane;
            let wire = wires.iter_mut().find(|wire| {
                wire.switch != NONE && in_flight.front(&wire.packets).is_some_and(|first| first.is_packet())
            });
            let Some(first) = wire.and_then(|wire| in_flight.pop_front(&mut wire.packets)) else { continue };
            packets.remove(first.tag.id());
            return;
        }
    });
    assert!(gone.starts_with("switch ") && gone.ends_with(", packets"), "{gone}");
}
