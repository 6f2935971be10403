//! MBECN's data plane. Source: \[Kang21\], "if Q_len > K, mark"; K as the control plane leaves it at the start.

use crate::{Hook, Marker, Packet, Values};

/// The rule while the control plane has not run: the queue has the port to itself.
#[derive(Clone, Copy, Debug)]
pub struct Mbecn {
    hook: Hook,
    k: u64,
}

impl Mbecn {
    /// At one hook, with depths in units of `unit` bytes.
    #[must_use]
    pub fn new(hook: Hook, values: &Values, unit: u64) -> Option<Self> {
        Some(Self { hook, k: values.get("k_port")? / unit })
    }
}

impl Marker for Mbecn {
    fn packet(&mut self, packet: &Packet) -> bool {
        packet.hook == self.hook && packet.depth > self.k
    }
}
