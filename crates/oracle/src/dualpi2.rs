//! DualPI2's native markers of the L queue. Source: RFC 9332 appendix A for the ramp; for the step Linux `sch_dualpi2`,
//! whose `min_qlen_step` of 0 exempts no packet.

use crate::{Hook, Marker, Packet, Values};

/// Marks above a sojourn time.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    step: u64,
}

impl Step {
    /// From the setting `step` \[ns\].
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        Some(Self { step: values.get("step")? })
    }
}

impl Marker for Step {
    fn packet(&mut self, packet: &Packet) -> bool {
        packet.hook == Hook::Departure && packet.sojourn > self.step
    }
}

/// Marks with a probability that rises from 0 to 1 over a power of two of ns.
#[derive(Clone, Copy, Debug)]
pub struct Ramp {
    min: u64,
    range: u64,
}

impl Ramp {
    /// From the settings `min` and `range` \[ns\].
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        Some(Self { min: values.get("min")?, range: 1 << crate::red::nearest_power(values.get("range")?) })
    }
}

impl Marker for Ramp {
    fn packet(&mut self, packet: &Packet) -> bool {
        let draw = packet.random % self.range;
        packet.hook == Hook::Departure && packet.depth > 0 && packet.sojourn > self.min + draw
    }
}
