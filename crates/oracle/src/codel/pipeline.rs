//! CoDel in one pass: the schedule of the pipeline's ECN#, above target *and* above one packet of backlog.
//!
//! Source: RFC 8289 §5 without the memory of the previous episode; strict start as in Linux.

use super::guard;
use crate::ecn_sharp::Schedule;
use crate::math::Fill;
use crate::{Hook, Marker, Packet, Values};

/// The one-pass form.
#[derive(Clone, Debug)]
pub struct Pipeline {
    target: u64,
    guard: u64,
    schedule: Schedule,
}

impl Pipeline {
    /// From the settings, depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self {
            target: values.get("target")?,
            guard: guard(values.get("mtu")?, unit),
            schedule: Schedule::new(values.get("interval")? / 1024, Fill::LowerEdge),
        })
    }
}

impl Marker for Pipeline {
    fn packet(&mut self, packet: &Packet) -> bool {
        let above = packet.sojourn >= self.target && packet.depth > self.guard;
        packet.hook == Hook::Departure && self.schedule.departure(packet.now / 1024, above)
    }
}
