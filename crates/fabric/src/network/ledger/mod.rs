//! The ledger of a network that has stopped: its data plane, its connections, its flows.

#[cfg(test)]
mod tests;

use super::Network;
use super::shards::Parts;
use crate::data_plane::{NONE, QueueScheme, Role, Tag};
use crate::ledger::{Books, Imbalance, Ledger, Slots, Whereabouts, at_most, check};
use crate::transport::FlowControl;

/// Payload of one flow in the network \[B\].
#[derive(Clone, Copy, Debug, Default)]
struct InNetwork {
    payload: u64,
    /// Of packets that wait in its own host, with what is around it.
    in_host: u64,
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Compares injected with delivered, dropped and resident packets, at any time between runs and also after a stopped run.
    ///
    /// # Errors
    /// The first entity whose numbers differ: a defect of the simulator.
    pub fn ledger(&self) -> Result<Ledger, Imbalance> {
        Parts(&[self]).ledger()
    }

    /// Ledger of the data plane.
    pub(in crate::network) fn books(&self) -> Books<'_, Q> {
        Books { plane: &self.plane, topology: &self.topology, faults: self.faults.as_deref() }
    }

    /// Checks that every connection is free or has a flow.
    fn check_connections(&self) -> Result<(), Imbalance> {
        let resting = self.resting.iter().map(|(_, slot)| slot);
        let idle: Vec<u32> = self.free.iter().chain(resting).copied().collect();
        let mut slots = Slots::new(self.connections.len(), &idle);
        self.flows.all().iter().filter(|flow| flow.slot != NONE).for_each(|flow| slots.meet(flow.slot));
        slots.check(|slot| format!("connection {slot}"))
    }

    /// Adds a packet's payload to that of its flow.
    fn find_payload(&self, whereabouts: Whereabouts, tag: Tag, inside: &mut [InNetwork]) {
        let packet = self.plane.packets.get(tag.id());
        if packet.kind.has_payload()
            && let Some(flow) = inside.get_mut(packet.flow as usize)
        {
            flow.payload += u64::from(packet.payload);
            let own = self.plane.routes.host_port(self.flows.get(packet.flow).spec.from);
            if whereabouts == Whereabouts::Queue(own) {
                flow.in_host += u64::from(packet.wire);
            }
        }
    }

    /// Adds the packets that wait in hosts' ports with precomputed departures, which are on the wire already.
    fn find_waiting(&self, inside: &mut [InNetwork]) {
        let ports = self.plane.ports.iter().filter(|port| port.role == Role::PrecomputedHost);
        for (_, tag) in
            ports.flat_map(|port| self.plane.wires[port.wire as usize].not_begun(&self.plane.in_flight))
        {
            let packet = self.plane.packets.get(tag.id());
            if packet.kind.has_payload()
                && let Some(flow) = inside.get_mut(packet.flow as usize)
            {
                flow.in_host += u64::from(packet.wire);
            }
        }
    }

    /// Payload of a flow that links have delivered twice \[B\].
    fn copied_payload(&self, flow: u32) -> u64 {
        let copied = self.faults.as_ref().and_then(|it| it.copied_payload.get(flow as usize));
        copied.copied().unwrap_or(0)
    }
}

impl<Q: QueueScheme, F: FlowControl> Parts<'_, Q, F> {
    /// [`Network::ledger`] of a run on several shards: nodes and flows are added up, the rest is each shard's own.
    pub(in crate::network) fn ledger(&self) -> Result<Ledger, Imbalance> {
        let books: Vec<_> = self.0.iter().map(|shard| shard.books()).collect();
        let ledger = Books::check_nodes(&books)?;
        for (shard, books) in self.0.iter().zip(&books) {
            let held = shard.connections.iter().filter_map(|it| it.receiver.held_telemetry().index());
            books.check_slots(held)?;
            books.check_depths()?;
            books.check_memories()?;
            shard.check_connections()?;
        }
        self.check_flows(&books)?;
        Ok(ledger)
    }

    /// Checks that the payload of a flow has arrived, was lost or is in flight, and that no more is acknowledged.
    fn check_flows(&self, books: &[Books<'_, Q>]) -> Result<(), Imbalance> {
        let Some(first) = self.0.first() else { return Ok(()) };
        let mut inside = vec![InNetwork::default(); first.flows.len() as usize];
        for (shard, books) in self.0.iter().zip(books) {
            books.each_resident(|whereabouts, tag| shard.find_payload(whereabouts, tag, &mut inside));
            shard.find_waiting(&mut inside);
        }
        let sum = |of: &dyn Fn(&Network<Q, F>) -> u64| self.0.iter().map(|shard| of(shard)).sum::<u64>();
        let (mut sent, mut arrived): (Vec<u64>, Vec<u64>) = (0..)
            .zip(first.flows.all())
            .map(|(id, flow)| {
                let of = |host| self.of_host(host).flows.get(id);
                (of(flow.spec.from).sent, of(flow.spec.to).arrived)
            })
            .unzip();
        for (slot, connection) in first.connections.iter().enumerate().filter(|(_, it)| it.flow != NONE) {
            let (id, spec) = (connection.flow, first.flows.get(connection.flow).spec);
            let sends = &self.of_host(spec.from).connections[slot];
            let (sender, receiver) = (&sends.sender, &self.of_host(spec.to).connections[slot].receiver);
            sent[id as usize] += sender.sent_payload();
            arrived[id as usize] += receiver.arrived;
            let name = |what: &'static str| move || format!("flow {id}, {what}");
            // A duplicate datagram is not recognised.
            let copied = if sender.route.datagram > 0 { sum(&|shard| shard.copied_payload(id)) } else { 0 };
            at_most(name("payload in order of what was sent"), sender.new_payload() + copied, receiver.next)?;
            at_most(name("payload acknowledged of what is in order"), receiver.next, sender.una)?;
            at_most(name("distinct payload of what arrived"), receiver.arrived, receiver.distinct_payload())?;
            if sends.is_open {
                let in_host = inside[id as usize].in_host;
                let (counted, entity) =
                    (u64::from(sender.in_nic.bytes), name("bytes in the port of its host"));
                match first.plane.ports[sender.route.port as usize].role {
                    // It counts more than is there, and never less.
                    Role::PrecomputedHost => at_most(entity, counted, in_host)?,
                    _ => check(entity, counted, in_host)?,
                }
            }
        }
        for (id, (sent, arrived)) in (0u32..).zip(sent.into_iter().zip(arrived)) {
            let lost = sum(&|shard| shard.plane.books.lost_payload.get(id as usize).copied().unwrap_or(0));
            let made = sent + sum(&|shard| shard.copied_payload(id));
            let accounted = arrived + lost + inside[id as usize].payload;
            check(|| format!("flow {id}, payload"), made, accounted)?;
        }
        Ok(())
    }
}
