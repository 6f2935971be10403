//! Books of the data plane: what hosts injected, what became of it, and the digest of both.

use super::packet::Packet;
use crate::digest::{Record, RunDigest};

/// Sums over all ports and flows, against which the ledger counts the packets.
#[derive(Debug, Default)]
pub(crate) struct Books {
    /// Packets that hosts injected into their ports.
    pub(crate) injected: u64,
    /// Packets delivered to their host.
    pub(crate) delivered: u64,
    /// Packets dropped at ports.
    pub(crate) drops: u64,
    /// Bytes that hosts injected into their ports. Not adjacent to `injected`: the compiler would add to both as a vector, which
    /// takes longer.
    pub(crate) injected_bytes: u64,
    /// Payload of every flow that was dropped anywhere \[B\].
    pub(crate) lost_payload: Vec<u64>,
    /// Pause frames sent.
    pub(crate) pause_frames: u64,
    pub(crate) digest: RunDigest,
}

impl Books {
    /// A host injects a packet.
    #[inline(always)]
    pub(crate) fn inject(&mut self, packet: &Packet) {
        self.injected += 1;
        self.injected_bytes += u64::from(packet.wire);
    }

    /// A packet is lost at a place that the digest tells from others, now \[ps\].
    pub(crate) fn lose(&mut self, packet: &Packet, place: u32, now: u64) {
        if packet.kind.has_payload()
            && let Some(lost) = self.lost_payload.get_mut(packet.flow as usize)
        {
            *lost += u64::from(packet.payload);
        }
        self.digest.add(Record::Drop, now, [place, packet.flow, packet.seq]);
    }
}
