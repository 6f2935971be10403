//! @Name@. Source: chosen by us: mark at dequeue if the sojourn time exceeds the target.

use crate::{Hook, Marker, Packet, Values};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct @Name@ {
    target: u64,
}

impl @Name@ {
    /// From the setting `target` \[ns\].
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        Some(Self { target: values.get("target")? })
    }
}

impl Marker for @Name@ {
    fn packet(&mut self, packet: &Packet) -> bool {
        packet.hook == Hook::Departure && packet.sojourn > self.target
    }
}
