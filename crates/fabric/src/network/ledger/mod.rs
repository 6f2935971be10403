//! The ledger of a network that has stopped: its data plane, its connections, its flows.

#[cfg(test)]
mod tests;

use super::Network;
use crate::data_plane::{NONE, QueueScheme};
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
    /// Compares what was made with what became of it; at any time between runs, and of a run that was cut short too.
    ///
    /// # Errors
    /// The first entity whose books do not agree: a defect of the simulator.
    pub fn ledger(&self) -> Result<Ledger, Imbalance> {
        let books = Books { plane: &self.plane, topology: &self.topology };
        let ledger = books.check_nodes()?;
        let held = self.connections.iter().filter_map(|it| it.receiver.held_telemetry().index());
        books.check_slots(held)?;
        books.check_depths()?;
        books.check_memories()?;
        self.check_connections()?;
        self.check_flows(&books)?;
        Ok(ledger)
    }

    /// Every connection is free or has a flow.
    fn check_connections(&self) -> Result<(), Imbalance> {
        let mut slots = Slots::new(self.connections.len(), &self.free);
        self.flows.all().iter().filter(|flow| flow.slot != NONE).for_each(|flow| slots.meet(flow.slot));
        slots.check(|slot| format!("connection {slot}"))
    }

    /// The payload that a flow sent has arrived, was lost or is on its way, and what is known of it is no more.
    fn check_flows(&self, books: &Books<'_, Q>) -> Result<(), Imbalance> {
        let mut inside = vec![InNetwork::default(); self.flows.len() as usize];
        books.each_resident(|whereabouts, tag| {
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
        });
        let of = |flow: u32| &inside[flow as usize];
        let (mut sent, mut arrived): (Vec<u64>, Vec<u64>) =
            self.flows.all().iter().map(|flow| (flow.sent, flow.arrived)).unzip();
        for connection in self.connections.iter().filter(|it| it.flow != NONE) {
            let (id, sender, receiver) = (connection.flow, &connection.sender, &connection.receiver);
            sent[id as usize] += sender.sent_payload();
            arrived[id as usize] += receiver.arrived;
            let name = |what: &'static str| move || format!("flow {id}, {what}");
            // Nobody recognises a datagram that comes twice.
            let copied = if sender.route.datagram > 0 { self.copied_payload(id) } else { 0 };
            at_most(name("payload in order of what was sent"), sender.new_payload() + copied, receiver.next)?;
            at_most(name("payload acknowledged of what is in order"), receiver.next, sender.una)?;
            at_most(name("distinct payload of what arrived"), receiver.arrived, receiver.distinct_payload())?;
            if connection.is_open {
                let name = name("bytes in the port of its host");
                check(name, u64::from(sender.nic_bytes), of(id).in_host)?;
            }
        }
        for (id, (sent, arrived)) in (0u32..).zip(sent.into_iter().zip(arrived)) {
            let lost = self.plane.lost_payload.get(id as usize).copied().unwrap_or(0);
            let made = sent + self.copied_payload(id);
            check(|| format!("flow {id}, payload"), made, arrived + lost + of(id).payload)?;
        }
        Ok(())
    }

    /// Payload of a flow that links have delivered twice \[B\].
    fn copied_payload(&self, flow: u32) -> u64 {
        let copied = self.plane.faults.as_ref().and_then(|it| it.copied_payload.get(flow as usize));
        copied.copied().unwrap_or(0)
    }
}
