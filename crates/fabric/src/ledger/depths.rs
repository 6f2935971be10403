//! The depths of queues, ports, wires and devices against their packets.

use super::{Books, Imbalance, check};
use crate::data_plane::{Port, Role, Tag};

/// Bytes of packets, and their size in a port's depth unit.
fn sizes(port: &Port, tags: impl Iterator<Item = Tag>) -> (u64, u64) {
    tags.fold((0, 0), |(bytes, units), tag| {
        (bytes + u64::from(tag.size()), units + u64::from(port.unit_size.of(tag.size())))
    })
}

impl<Q> Books<'_, Q> {
    /// Checks every depth that is kept by addition and subtraction.
    pub(crate) fn check_depths(&self) -> Result<(), Imbalance> {
        for (index, port) in (0u32..).zip(&self.plane.ports) {
            self.check_port(index, port)?;
            self.check_wires(index, port)?;
        }
        for device in &self.plane.devices {
            let ports = device.ports.iter().map(|&port| u64::from(self.plane.ports[port as usize].units));
            let name = || format!("{}, depth", self.device(&device.ports));
            check(name, u64::from(device.units), ports.sum())?;
        }
        Ok(())
    }

    fn check_port(&self, index: u32, port: &Port) -> Result<(), Imbalance> {
        let (mut bytes, mut units, mut packets) = (0, 0, 0);
        for (number, queue) in self.plane.queues[index as usize].all.iter().enumerate() {
            let tags = (0..queue.packets.len()).map(|at| queue.packets.at(at).tag);
            let found = sizes(port, tags);
            let name = |what: &str| format!("queue {number} of {}, {what}", self.port(index));
            check(|| name("bytes"), u64::from(queue.bytes), found.0)?;
            if self.plane.devices.get(port.device as usize).is_some() {
                check(|| name("depth"), u64::from(queue.units), found.1)?;
            }
            (bytes, units) = (bytes + found.0, units + found.1);
            packets += u64::from(queue.packets.len());
        }
        if self.plane.devices.get(port.device as usize).is_none() {
            units = 0;
        }
        check(|| format!("{}, packets", self.port(index)), u64::from(port.packets), packets)?;
        check(|| format!("{}, bytes", self.port(index)), u64::from(port.bytes), bytes)?;
        check(|| format!("{}, depth", self.port(index)), u64::from(port.units), units)
    }

    fn check_wires(&self, index: u32, port: &Port) -> Result<(), Imbalance> {
        for wire in &self.plane.wires[self.wires_of(index as usize)] {
            let in_flight = &self.plane.in_flight;
            let (waiting, all) = (wire.waiting, in_flight.iter(&wire.packets).count() as u32);
            let tags = in_flight.iter(&wire.packets).skip((all - waiting.min(all)) as usize);
            let bytes = tags.map(|packet| u64::from(packet.tag.size())).sum();
            let name = |what: &str| format!("{}, {what} before the wire", self.port(index));
            check(|| name("packets"), u64::from(waiting), u64::from(waiting.min(all)))?;
            check(|| name("bytes"), u64::from(wire.waiting_bytes), bytes)?;
            if port.role == Role::Precomputed && !port.arrivals.is_empty() {
                check(|| name("arrivals"), u64::from(port.arrivals.len()), u64::from(waiting))?;
            }
        }
        Ok(())
    }
}
