//! Step marking. Source: \[Alizadeh10\] §3.1, "marked if the queue occupancy is greater than K".

use crate::{Hook, Marker, Packet, Values};

/// The rule with its boundary semantics: comparator, and whether the packet counts itself.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    hook: Hook,
    /// K \[depth unit\].
    k: u64,
    strictly: bool,
    counts_itself: bool,
}

impl Step {
    /// At one hook, with depths in units of `unit` bytes.
    #[must_use]
    pub fn new(hook: Hook, values: &Values, unit: u64) -> Option<Self> {
        Some(Self {
            hook,
            k: values.get("k")? / unit,
            strictly: values.get("comparison")? == 0,
            counts_itself: values.get("own")? == 1,
        })
    }
}

impl Marker for Step {
    fn packet(&mut self, packet: &Packet) -> bool {
        let queue = packet.depth + if self.counts_itself { packet.size } else { 0 };
        let over = if self.strictly { queue > self.k } else { queue >= self.k };
        packet.hook == self.hook && over
    }
}
