//! The receiver's half: which packets are reported.

use cc_api::{Bytes, Nanos32, settings};

/// A report on the wire, Ethernet header to payload: one per about ten packets is 0.2 % of 40 % of 10 Gbit/s
/// (\[Liu21\] §4.1).
pub const OR_ACK_WIRE: Bytes = Bytes(78);

settings! {
    /// Which packets a receiver reports.
    pub struct AckerSettings {
        /// Packets per report; 1 for every packet.
        packets: Packets = 10, 1..=1_024, "[Liu21] §4.1: typically one per about 10";
        /// Longest time without a report while packets arrive; 0 for no limit.
        hold: Nanos = 10_000, 0..=1_000_000_000, "chosen by us: 10 us, for flows of few packets";
    }
}

/// Counts the packets of one flow towards the next report. 8 bytes; zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Acker {
    /// Packets since the last report.
    waiting: u32,
    /// When the first of them arrived.
    since: Nanos32,
}

impl Acker {
    /// A packet arrived; whether it is reported. `last`: it is the flow's last for now.
    #[inline]
    pub const fn on_packet(&mut self, settings: &AckerSettings, now: Nanos32, last: bool) -> bool {
        if self.waiting == 0 {
            self.since = now;
        }
        self.waiting = self.waiting.saturating_add(1);
        let late = settings.hold != 0 && now.since(self.since) >= settings.hold;
        let due = last || late || self.waiting >= settings.packets;
        if due {
            self.waiting = 0;
        }
        due
    }
}
