//! The switch in virtual time: what the fabric's switch decides, over packets with bytes in them.
//!
//! Invariant: nothing here reads a clock or opens a device.

use super::captured::Captured;
use super::due::{Event, Events};
use super::header::{ecn, mark_ce};
use super::memory::{Memory, Wanted};
use super::port::{Counters, Held, Longest, Packet, Port};
use anyhow::Result;
use freeboard_aqm_api::{
    Activity, Arrival, Bytes, Departure, Ecn, Nanos32, NotEct, PortId, PortView, QueueView, Verdict,
};
use freeboard_fabric::random::{Stream, word};
use freeboard_fabric::{AqmScope, QueueScheme, Slot};
use freeboard_scenario::measure::QueueRecord;
use freeboard_scenario::world::Parts;

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
    events: Events,
    seed: u64,
    /// Packets that left, if they are wanted.
    captured: Option<Vec<Captured>>,
}

impl<'a> Switch<'a> {
    pub(crate) fn new(parts: &'a Parts, seed: u64, captures: bool) -> Result<Self> {
        let hosts = parts.rates.len();
        let mut switch = Self {
            parts,
            scheme: parts.scheme.clone(),
            memory: Memory::new(parts)?,
            ports: (0..hosts).map(|_| Port::new(&parts.queues)).collect::<Result<_>>()?,
            uplinks: vec![0; hosts],
            // A round trip crosses two links twice.
            delay: parts.propagation_ps / 4,
            events: Events::default(),
            seed,
            captured: captures.then(Vec::new),
        };
        let period = u64::from(switch.scheme.control_period_ns()) * 1000;
        if period > 0 {
            switch.events.push(period, Event::Control);
        }
        Ok(switch)
    }

    /// A host hands a packet to its link.
    pub(crate) fn send(&mut self, from: usize, packet: Packet, now: u64) {
        let sent = self.uplinks[from].max(now) + self.transmission(from, packet.wire);
        self.uplinks[from] = sent;
        self.events.push(sent + self.delay + self.parts.added_ps[from], Event::Arrive(packet));
    }

    /// When the next event is due \[ps\].
    pub(crate) fn next(&self) -> Option<u64> {
        self.events.next()
    }

    /// Executes what is due by `now`; calls `deliver` for every packet that is at its host, with the time it is due.
    pub(crate) fn run(&mut self, now: u64, mut deliver: impl FnMut(u64, &Packet)) {
        while let Some((at, event)) = self.events.take(now) {
            match event {
                Event::Arrive(packet) => self.arrive(packet, at),
                Event::Free(port) => self.transmit(port, at),
                Event::Deliver(packet) => deliver(at, &packet),
                Event::Control => self.control(at),
            }
        }
    }

    fn arrive(&mut self, mut packet: Packet, now: u64) {
        let (at, wire) = (packet.to, packet.wire);
        let queue = self.queue_of(packet.class);
        let ns = now / 1000;
        self.ports[at].counters.arrived += 1;
        self.ports[at].queues[queue].record.arrived += 1;
        let arrival = Arrival {
            now: Nanos32(ns as u32),
            now_high: (ns >> 32) as u16,
            size: Bytes(wire),
            depth: self.depth(at, queue),
            port_depth: self.ports[at].units,
            pool_depth: self.pool_depth(at),
            ecn: ecn(&packet.bytes),
            random: self.random(at),
        };
        // The scheme first and the memory after it, as in the fabric.
        let verdict = self.scheme.on_enqueue(self.slot(at, queue), &arrival);
        if self.drops(verdict, &packet) {
            self.ports[at].drop_by_scheme(queue);
            return;
        }
        let port = &self.ports[at];
        let (waiting, is_idle) = ((port.packets, port.bytes), !port.is_busy);
        let wanted = Wanted { port: at as u16, queue: queue as u16, waiting, is_idle };
        let Some(charge) = self.memory.admit(wanted, wire) else {
            self.ports[at].drop_by_buffer(queue);
            return;
        };
        let is_marked = self.mark(verdict, (at, queue), &mut packet);
        let units = self.units(wire);
        let port = &mut self.ports[at];
        port.push(queue, Held { packet, at: now, charge, is_marked }, units);
        if !port.is_busy {
            self.transmit(at, now);
        } else {
            port.note_length();
        }
    }

    /// The transmitter takes the next packet that the scheme lets pass.
    fn transmit(&mut self, at: usize, now: u64) {
        self.ports[at].is_busy = false;
        let unit = self.parts.unit;
        while let Some((queue, held)) = self.ports[at].take(now, |wire| unit.ceil(Bytes(wire))) {
            let Held { mut packet, at: came, charge, mut is_marked } = held;
            let wire = packet.wire;
            self.memory.release((at as u16, queue as u16), wire, charge);
            let ns = now / 1000;
            let stamp = Nanos32(ns as u32);
            let departure = Departure {
                now: stamp,
                now_high: (ns >> 32) as u16,
                sojourn: stamp.elapsed(Nanos32((came / 1000) as u32)),
                size: Bytes(wire),
                depth: self.depth(at, queue),
                port_depth: self.ports[at].units,
                pool_depth: self.pool_depth(at),
                ecn: ecn(&packet.bytes),
                random: self.random(at),
            };
            let verdict = self.scheme.on_dequeue(self.slot(at, queue), &departure);
            if self.drops(verdict, &packet) {
                self.ports[at].drop_by_scheme(queue);
                self.ports[at].sent(queue, None);
                continue;
            }
            is_marked |= self.mark(verdict, (at, queue), &mut packet);
            let time = self.transmission(at, wire);
            let port = &mut self.ports[at];
            port.sent(queue, Some(wire));
            port.is_busy = true;
            port.counters.busy_ps += time;
            if let Some(captured) = &mut self.captured {
                let behind = (port.packets, port.bytes);
                captured.push(Captured::new(now, (at, queue), &packet.bytes, behind, is_marked));
            }
            self.events.push(now + time, Event::Free(at));
            self.events.push(now + time + self.delay, Event::Deliver(packet));
            return;
        }
    }

    fn control(&mut self, now: u64) {
        let stamp = Nanos32((now / 1000) as u32);
        let slots =
            if self.parts.queues.scope == AqmScope::Queue { self.parts.queues.queues.len() } else { 1 };
        for at in 0..self.ports.len() {
            let view = |queue: &super::port::Queue| {
                let came = queue.waiting.front().map(|head| Nanos32((head.at / 1000) as u32));
                let sojourn = came.map_or(0, |came| stamp.elapsed(came));
                QueueView { depth: queue.units, sojourn, weight: queue.weight }
            };
            let views: Vec<QueueView> = self.ports[at].queues.iter().map(view).collect();
            let view = PortView { port: PortId(at as u16), queues: &views, pool_depth: self.pool_depth(at) };
            for queue in 0..slots {
                self.scheme.on_control(self.slot(at, queue), stamp, &view);
            }
        }
        self.events.push(now + u64::from(self.scheme.control_period_ns()) * 1000, Event::Control);
    }

    /// A verdict drops a packet.
    fn drops(&self, verdict: Verdict, packet: &Packet) -> bool {
        let is_lost_signal = || self.parts.not_ect == NotEct::Drop && !ecn(&packet.bytes).is_capable();
        verdict == Verdict::Drop || verdict == Verdict::Signal && is_lost_signal()
    }

    /// Marks a packet if the verdict asks for it; true if it was not marked before.
    fn mark(&mut self, verdict: Verdict, (at, queue): (usize, usize), packet: &mut Packet) -> bool {
        let (ecn, port) = (ecn(&packet.bytes), &mut self.ports[at]);
        if verdict != Verdict::Signal || ecn == Ecn::CE {
            return false;
        }
        if !ecn.is_capable() {
            port.counters.unmarkable += 1;
            return false;
        }
        port.counters.marked += 1;
        port.queues[queue].record.marked += 1;
        mark_ce(&mut packet.bytes);
        true
    }

    /// The queue of a class.
    fn queue_of(&self, class: u8) -> usize {
        let queues = &self.parts.queues.queue_of_class;
        usize::from(queues[usize::from(class) % queues.len()])
    }

    /// The scheme state that a packet of a queue uses, as in the fabric.
    fn slot(&self, port: usize, queue: usize) -> Slot {
        let first = |port: usize| port * self.parts.queues.queues.len();
        let (port, queue) = match self.parts.queues.scope {
            AqmScope::Queue => (first(port), first(port) + queue),
            AqmScope::Port => (first(port), first(port)),
            AqmScope::Pool => {
                let shared = first(usize::from(self.memory.first_port(port as u16)));
                (shared, shared)
            }
        };
        Slot { port, queue }
    }

    /// Length that the scheme looks at, as in the fabric.
    fn depth(&self, port: usize, queue: usize) -> u32 {
        match self.parts.queues.scope {
            AqmScope::Queue => self.ports[port].queues[queue].units,
            AqmScope::Port => self.ports[port].units,
            AqmScope::Pool => self.pool_depth(port),
        }
    }

    /// Occupancy of a port's pool, or of all queues where every port has its own memory.
    fn pool_depth(&self, port: usize) -> u32 {
        let all = || self.ports.iter().map(|port| port.units).sum();
        self.memory.depth(port as u16).unwrap_or_else(all)
    }

    /// The next random word of a port.
    fn random(&mut self, port: usize) -> u32 {
        let index = self.ports[port].calls;
        self.ports[port].calls += 1;
        word(self.seed, Stream::Scheme, port as u64, index) as u32
    }

    fn transmission(&self, port: usize, wire: u32) -> u64 {
        u64::from(self.parts.rates[port].byte_time_ps()) * u64::from(wire)
    }

    fn units(&self, wire: u32) -> u32 {
        self.parts.unit.ceil(Bytes(wire))
    }

    /// Counters of a port as of `now`.
    pub(crate) fn counters(&mut self, port: usize, now: u64) -> Counters {
        self.ports[port].settle(now);
        self.ports[port].counters
    }

    /// Counters of the queues of a port.
    pub(crate) fn records(&self, port: usize) -> impl Iterator<Item = QueueRecord> + '_ {
        self.ports[port].queues.iter().map(|queue| queue.record)
    }

    /// The longest queues of a port since the last call.
    pub(crate) fn take_longest(&mut self, port: usize) -> Longest {
        self.ports[port].take_longest()
    }

    /// Packets and bytes that wait at a port.
    pub(crate) fn waiting(&self, port: usize) -> (u32, u32) {
        (self.ports[port].packets, self.ports[port].bytes)
    }

    /// Counts of the scheme at all queues of a port.
    pub(crate) fn activities(&self, port: usize) -> impl Iterator<Item = Activity> + '_ {
        let queues = self.parts.queues.queues.len();
        (port * queues..(port + 1) * queues).map(|queue| self.scheme.activity(queue))
    }

    /// Packets that left, if they were wanted.
    pub(crate) fn into_captured(self) -> Vec<Captured> {
        self.captured.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::header::tos;
    use super::*;
    use freeboard_scenario::Scenario;
    use freeboard_scenario::world::Request;

    /// Parts of two senders and a receiver with a pool and lines for the queues.
    fn parts(buffer: &str, queues: &str, scheme: &str) -> Parts {
        let text = format!(
            "[topology]\nkind = \"n-to-1\"\nsenders = 2\nrate = \"100 Mbps\"\nrtt = \"600 us\"\n{buffer}\n\
             [topology.queues]\n{queues}\n[host]\ncc = \"cubic/ecn\"\n[[scheme]]\n{scheme}\n\
             [[workload]]\nkind = \"long\"\nflows = 1\n[run]\ntime = \"1 s\"\n"
        );
        let scenario = Scenario::parse(&text).unwrap();
        Parts::new(&Request { scenario: &scenario, scheme: 0, seed: 1, threads: 1 }).unwrap()
    }

    /// A packet of 1500 B to the receiver, ECN-capable.
    fn packet(class: u8) -> Packet {
        let mut bytes = vec![0; 1500];
        (bytes[0], bytes[1]) = (0x45, tos(class) as u8 | Ecn::ECT0.bits());
        Packet { bytes, wire: 1500, to: 2, class }
    }

    /// Sends packets of these classes at once over two links; returns the classes in the order of their deliveries.
    fn order(switch: &mut Switch<'_>, classes: &[u8]) -> Vec<u8> {
        let mut order = Vec::new();
        for (at, class) in classes.iter().enumerate() {
            switch.send(at % 2, packet(*class), 0);
        }
        switch.run(u64::MAX, |_, packet| order.push(packet.class));
        order
    }

    const TAIL: &str = "aqm = \"tail-drop\"";
    const PORTS: &str = "buffer = \"10 MB\"";

    #[test]
    fn the_first_queue_goes_first_under_strict_priority() {
        let parts = parts(PORTS, "scheduler = \"strict\"\ncount = 2", TAIL);
        let order = order(&mut Switch::new(&parts, 1, false).unwrap(), &[1, 1, 1, 1, 1, 1, 0, 0, 0, 0]);
        // Two come while one leaves: class 0 comes when three have left, and goes before the rest.
        assert_eq!(order, [1, 1, 1, 0, 0, 0, 0, 1, 1, 1]);
    }

    #[test]
    fn turns_are_in_proportion_to_the_weights() {
        for scheduler in ["dwrr", "wfq"] {
            let parts = parts(PORTS, &format!("scheduler = \"{scheduler}\"\nweights = [3, 1]"), TAIL);
            let classes: Vec<u8> = (0..200).map(|at| at / 2 % 2).collect();
            let order = order(&mut Switch::new(&parts, 1, false).unwrap(), &classes);
            assert_eq!(order.len(), 200);
            // Behind the first few packets, while both queues have some.
            let first = order[20..100].iter().filter(|class| **class == 0).count();
            assert!((58..=62).contains(&first), "{scheduler}: {first} of 80");
        }
    }

    #[test]
    fn a_queue_that_is_full_leaves_the_other_its_memory() {
        let pool = "[topology.buffer]\npool = \"60 KB\"";
        let queues =
            "scheduler = \"strict\"\ncount = 2\nalpha = [\"1\", \"1/4\"]\nreserve = [\"15 KB\", \"0 KB\"]";
        let parts = parts(pool, queues, TAIL);
        let mut switch = Switch::new(&parts, 1, false).unwrap();
        order(&mut switch, &[[1u8; 60].as_slice(), &[0; 8]].concat());
        let dropped: Vec<u64> = switch.records(2).map(|record| record.dropped).collect();
        assert!(dropped[0] == 0 && dropped[1] > 0, "{dropped:?}");
    }

    #[test]
    fn the_scope_decides_whose_length_a_scheme_sees() {
        let marks = |scope: &str| -> Vec<u64> {
            let queues = format!("scheduler = \"strict\"\ncount = 2\nscope = \"{scope}\"");
            let parts = parts(PORTS, &queues, "aqm = \"step\"\nk = \"20 KB\"");
            let mut switch = Switch::new(&parts, 1, false).unwrap();
            order(&mut switch, &[[1u8; 80].as_slice(), &[0; 8]].concat());
            switch.records(2).map(|record| record.marked).collect()
        };
        // The first queue never holds 20 KB, its port does.
        let (queue, port) = (marks("queue"), marks("port"));
        assert!(queue[0] == 0 && queue[1] > 0 && port[0] > 0, "{queue:?} {port:?}");
    }
}
