//! The accounts of devices' memories against the packets in them.

use super::{Books, Imbalance};
use crate::data_plane::{QueuedPacket, Role};
use freeboard_hw_model::mmu::{Charge, Discrepancy};

impl<Q> Books<'_, Q> {
    /// Checks pools, reserves, ingress groups and their pauses.
    pub(crate) fn check_memories(&self) -> Result<(), Imbalance> {
        for device in &self.plane.devices {
            let found = match &device.lossless_buffer {
                Some(lossless_buffer) => lossless_buffer.audit(&self.held(&device.ports)),
                None if device.pools.is_shared() => device.pools.audit(&self.charged(&device.ports)),
                None => None,
            };
            if let Some((memory, Discrepancy { account, held, booked })) = found {
                let entity = format!("{}, memory {memory}, {account}", self.device(&device.ports));
                return Err(Imbalance { entity, made: u64::from(booked), accounted: u64::from(held) });
            }
        }
        Ok(())
    }

    /// The packets in the queues of ports that have several, each with its port's place in its device and its queue.
    fn held(&self, ports: &[u32]) -> Vec<((u32, usize), QueuedPacket)> {
        let mut all = Vec::new();
        for (local, &port) in (0u32..).zip(ports) {
            let Some(multi_queue) =
                self.plane.multi_queues.get(self.plane.ports[port as usize].multi_queue as usize)
            else {
                continue;
            };
            for (number, queue) in multi_queue.queues.iter().enumerate() {
                all.extend((0..queue.packets.len()).map(|at| ((local, number), queue.packets.at(at))));
            }
        }
        all
    }

    /// The packets in the pools of a device: port, queue, size, charge.
    fn charged(&self, ports: &[u32]) -> Vec<(u32, usize, u32, Charge)> {
        let held = self.held(ports).into_iter();
        let mut all: Vec<_> =
            held.map(|((port, queue), held)| (port, queue, held.tag.size(), held.charges.egress)).collect();
        for (local, &index) in (0u32..).zip(ports) {
            let port = &self.plane.ports[index as usize];
            if port.role == Role::Precomputed {
                let wire = &self.plane.wires[port.wire as usize];
                let waiting = (wire.packets.len().saturating_sub(wire.waiting)..wire.packets.len())
                    .map(|at| wire.packets.at(at).tag);
                all.extend(waiting.map(|tag| (local, 0, tag.size(), tag.charge())));
            } else {
                let waiting = (0..port.queue.len()).map(|at| port.queue.at(at));
                all.extend(waiting.map(|it| (local, 0, it.tag.size(), it.charge())));
            }
        }
        all
    }
}
