//! TCN. Source: \[Bai16\] §4: mark at dequeue if the sojourn time exceeds T.

use crate::{Hook, Marker, Packet, Values};

/// The rule.
#[derive(Clone, Copy, Debug)]
pub struct Tcn {
    t: u64,
}

impl Tcn {
    /// From the setting `t` \[ns\].
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        Some(Self { t: values.get("t")? })
    }
}

impl Marker for Tcn {
    fn packet(&mut self, packet: &Packet) -> bool {
        packet.hook == Hook::Departure && packet.sojourn > self.t
    }
}
