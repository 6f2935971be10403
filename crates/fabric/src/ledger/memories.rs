//! The accounts of devices' memories against the packets in them.

use super::{Books, Imbalance};
use crate::data_plane::{Buffer, Place, QueuedPacket, Role};
use freeboard_device::mmu::{Charges, Discrepancy};

impl<Q> Books<'_, Q> {
    /// Checks pools, reserves, ingress groups and their pauses.
    pub(crate) fn check_memories(&self) -> Result<(), Imbalance> {
        for device in &self.plane.devices {
            let found = device.buffer.audit(&self.held(&device.ports));
            if let Some((memory, Discrepancy { account, held, booked })) = found {
                let entity = format!("{}, memory {memory}, {account}", self.device(&device.ports));
                return Err(Imbalance { entity, made: u64::from(booked), accounted: u64::from(held) });
            }
        }
        Ok(())
    }

    /// The packets in the memories of a device, each with its place.
    fn held(&self, ports: &[u32]) -> Vec<(Place, QueuedPacket)> {
        let mut all = Vec::new();
        for (local, &index) in (0u16..).zip(ports) {
            let port = &self.plane.ports[index as usize];
            if port.role == Role::Precomputed {
                let wire = &self.plane.wires[port.wire as usize];
                all.extend(wire.not_begun(&self.plane.in_flight).map(|(_, tag)| {
                    let charges = Charges { egress: tag.charge(), ..Charges::default() };
                    (Place::only(local), QueuedPacket { tag, charges, ..QueuedPacket::default() })
                }));
            }
            for (number, queue) in (0u16..).zip(&self.plane.queues[index as usize].all) {
                let held = (0..queue.packets.len()).map(|at| queue.packets.at(at));
                all.extend(held.map(|it| (Place { port: local, queue: number, group: it.group }, it)));
            }
        }
        all
    }
}
