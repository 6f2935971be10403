//! Node accounts: packets in, out, dropped and waiting.

use super::{Books, Census, Imbalance, Ledger, Whereabouts, check};
use crate::data_plane::{DataPlane, Port, Sum};
use crate::faults::Faults;
use crate::topology::Node;

/// The two sums of a node.
#[derive(Clone, Copy, Debug, Default)]
struct Sides {
    /// Sent to it.
    made: Sum,
    /// In flight to it, and the outcome of the other packets.
    accounted: Sum,
}

impl Sides {
    fn check(&self, entity: impl Fn() -> String) -> Result<(), Imbalance> {
        check(|| format!("{}, packets", entity()), self.made.packets, self.accounted.packets)?;
        check(|| format!("{}, bytes", entity()), self.made.bytes, self.accounted.bytes)
    }
}

/// Packets that a port has put on its wires; for a precomputed port also those that wait for transmission.
fn sent(port: &Port) -> Sum {
    Sum { packets: port.sent, bytes: port.sent_bytes }
}

fn dropped(port: &Port) -> Sum {
    Sum { packets: port.dropped.iter().sum(), bytes: port.dropped_bytes }
}

impl<Q> Books<'_, Q> {
    /// Checks hosts, switches and drops, added up over the shards of a run; returns where everything is.
    pub(crate) fn check_nodes(shards: &[Self]) -> Result<Ledger, Imbalance> {
        let Some(topology) = shards.first().map(|books| books.topology) else { return Ok(Ledger::default()) };
        let mut switches = vec![Sides::default(); topology.switches as usize];
        let (mut offered, mut arrived) = (Sides::default(), Sides::default());
        let [mut drops, mut faulted, mut resident, mut on_last_wires, mut copies] = [Sum::default(); 5];
        for books in shards {
            let ports = (0u32..).zip(books.plane.ports.iter().zip(books.resident()));
            for (index, (port, (queued, on_wires))) in ports {
                let owner = match topology.port_owner(index) {
                    Some(Node::Switch(switch)) => &mut switches[switch as usize],
                    _ => &mut offered,
                };
                let (copied, lost, flushed) = books.faulted(index);
                [sent(port), dropped(port), flushed, queued].into_iter().for_each(|it| owner.accounted += it);
                let peer = match topology.port_peer(index) {
                    Some(Node::Switch(switch)) => &mut switches[switch as usize],
                    _ => {
                        on_last_wires += on_wires;
                        &mut arrived
                    }
                };
                peer.made += sent(port);
                peer.accounted += on_wires;
                peer.made += copied;
                peer.accounted += lost;
                if !matches!(topology.port_peer(index), Some(Node::Switch(_))) {
                    on_last_wires += lost;
                }
                drops += dropped(port);
                [lost, flushed].into_iter().for_each(|part| faulted += part);
                [queued, on_wires].into_iter().for_each(|part| resident += part);
            }
            offered.made +=
                Sum { packets: books.plane.books.injected, bytes: books.plane.books.injected_bytes };
            // A delivered packet has no bytes any more, so the bytes that arrived are the bytes delivered.
            arrived.accounted += Sum { packets: books.plane.books.delivered, bytes: 0 };
            copies += books.faults.map_or_else(Sum::default, Faults::copied);
        }
        let total = |of: fn(&DataPlane<Q>) -> u64| shards.iter().map(|books| of(books.plane)).sum::<u64>();
        let (injected, delivered) = (offered.made, total(|plane| plane.books.delivered));
        offered.check(|| "ports of hosts".to_owned())?;
        for (index, switch) in switches.iter().enumerate() {
            switch.check(|| format!("switch {index}"))?;
        }
        check(|| "hosts, packets".to_owned(), arrived.made.packets, arrived.accounted.packets)?;
        check(|| "drops by cause, packets".to_owned(), total(|plane| plane.books.drops), drops.packets)?;
        let bytes = arrived.made.bytes.saturating_sub(on_last_wires.bytes);
        let census =
            |injected, delivered, dropped, resident| Census { injected, delivered, dropped, resident };
        // The sums over all nodes: if every node balances, `injected = delivered + dropped + resident` follows.
        Ok(Ledger {
            packets: census(
                injected.packets + copies.packets,
                delivered,
                drops.packets + faulted.packets,
                resident.packets,
            ),
            bytes: census(injected.bytes + copies.bytes, bytes, drops.bytes + faulted.bytes, resident.bytes),
        })
    }

    /// Packets that faults added to and removed from a port's transmissions, and removed from its queues.
    fn faulted(&self, port: u32) -> (Sum, Sum, Sum) {
        let books = self.faults.map(|faults| &faults.books[port as usize]);
        books.map_or_else(Default::default, |books| (books.copied, books.all_lost(), books.all_flushed()))
    }

    /// Packets in the queues of every port and on its wires; the waiting packets of a precomputed port count as on the wire.
    fn resident(&self) -> Vec<(Sum, Sum)> {
        let mut sums = vec![(Sum::default(), Sum::default()); self.plane.ports.len()];
        self.each_resident(|whereabouts, tag| {
            let sum = match whereabouts {
                Whereabouts::Queue(port) => &mut sums[port as usize].0,
                Whereabouts::Wire(port) => &mut sums[port as usize].1,
            };
            *sum += Sum::of(tag.size());
        });
        sums
    }
}
