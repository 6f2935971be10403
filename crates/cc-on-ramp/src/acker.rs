//! The receiver's half: which packets are reported.

use freeboard_cc_api::{Bytes, Nanos32, settings};

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

/// In `waiting`: the flow has been reported, `at` counts.
const REPORTED: u32 = 1 << 31;

/// Counts the packets of one flow towards the next report. 8 bytes; zero-filled is a fresh flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[repr(C)]
pub struct Acker {
    /// Packets since the last report, with [`REPORTED`].
    waiting: u32,
    /// When that was.
    at: Nanos32,
}

const _: () = assert!(size_of::<Acker>() == 8);

impl Acker {
    /// A packet arrived; whether it is reported. A flow's first one is: a sender knows nothing before. `last`: it is the
    /// flow's last for now.
    ///
    /// There is no timer: a packet is reported when it arrives or not at all, so the time between two reports of a slow
    /// flow is that between its packets.
    #[inline]
    pub const fn on_packet(&mut self, settings: &AckerSettings, now: Nanos32, last: bool) -> bool {
        let waiting = (self.waiting & !REPORTED).saturating_add(1);
        let fresh = self.waiting & REPORTED == 0;
        let late = settings.hold != 0 && now.since(self.at) >= settings.hold;
        let due = fresh || last || late || waiting >= settings.packets;
        if due {
            *self = Self { waiting: REPORTED, at: now };
        } else {
            self.waiting = REPORTED | waiting;
        }
        due
    }
}
