//! MQ-ECN's data plane. Source: \[Bai16b\] §4: mark at arrival above K; K is the port's while no round was seen.

use crate::{Hook, Marker, Packet, Values};

/// The rule while the control plane has not run.
#[derive(Clone, Copy, Debug)]
pub struct MqEcn {
    k: u64,
}

impl MqEcn {
    /// With depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self { k: values.get("k_port")? / unit })
    }
}

impl Marker for MqEcn {
    fn packet(&mut self, packet: &Packet) -> bool {
        packet.hook == Hook::Arrival && packet.depth > self.k
    }
}
