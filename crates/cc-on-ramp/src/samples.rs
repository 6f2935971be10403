//! Outstanding samples, where packets cannot carry transmit stamp and pause.

use freeboard_cc_api::{Nanos32, OrAck, Sent, settings};

settings! {
    /// Settings of the ring of samples.
    pub struct SamplesSettings {
        /// One packet in 2^this is kept: those whose numbers it divides. Receivers must report these.
        every_log2: Log2 = 0, 0..=10, "[Liu21] §4.1: reports of about one packet in 10 suffice; 0 keeps all";
    }
}

/// One packet on its way, 8 bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
struct Sample {
    /// Transmit stamp.
    sent: Nanos32,
    /// Cumulative pause of the flow then.
    pause: u32,
}

const _: () = assert!(size_of::<Sample>() == 8);

/// A ring of the last `N` samples of a flow: a second context beside the flow's, 12 + 8 `N` bytes.
///
/// A report names a packet by its number; the ring adds what an echo would have brought back. When the ring is full
/// the oldest sample goes, and its report, should it still come, is ignored: a report that is late by a whole ring
/// says little. Packet numbers must go up by 1; after a gap the ring starts anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Samples<const N: usize> {
    /// Number of the newest sample's packet, if `held` is not 0.
    newest: u32,
    /// Samples in the ring.
    held: u32,
    /// Slot of the newest.
    head: u32,
    slots: [Sample; N],
}

impl<const N: usize> Default for Samples<N> {
    fn default() -> Self {
        Self { newest: 0, held: 0, head: 0, slots: [Sample::default(); N] }
    }
}

impl<const N: usize> Samples<N> {
    /// Bytes of the second context, for `aux_bytes`.
    pub const BYTES: usize = size_of::<Self>();
    const SLOTS: u32 = N as u32;

    /// A packet left with the pause that [`Underlay::on_sent`](freeboard_cc_api::Underlay::on_sent) answered.
    #[inline]
    pub fn on_sent(&mut self, settings: &SamplesSettings, sent: &Sent, pause: u32) {
        let every = 1 << (settings.every_log2 & 31);
        if !settings.keeps(sent.packet) {
            return;
        }
        let follows = self.held != 0 && sent.packet.wrapping_sub(self.newest) == every;
        self.held = if follows { self.held.saturating_add(1).min(Self::SLOTS) } else { 1 };
        let next = self.head.saturating_add(1);
        self.head = if next < Self::SLOTS { next } else { 0 };
        self.newest = sent.packet;
        if let Some(slot) = self.slots.get_mut(self.head as usize) {
            *slot = Sample { sent: sent.now, pause };
        }
    }

    /// The whole report of a packet that arrived at `received`; `None` if the packet is not in the ring any more, or
    /// never was.
    #[inline]
    #[must_use]
    pub fn report(
        &self,
        settings: &SamplesSettings,
        now: Nanos32,
        packet: u32,
        received: Nanos32,
    ) -> Option<OrAck> {
        let back = self.newest.wrapping_sub(packet);
        let steps = back >> (settings.every_log2 & 31);
        if back & mask(settings) != 0 || steps >= self.held {
            return None;
        }
        // `steps` is below the number of slots: one turn at most.
        let turned = self.head.checked_sub(steps);
        let at = turned.unwrap_or_else(|| self.head.wrapping_add(Self::SLOTS).wrapping_sub(steps));
        let Sample { sent, pause } = *self.slots.get(at as usize)?;
        Some(OrAck { now, packet, sent, received, pause_at_sent: pause })
    }
}

impl SamplesSettings {
    /// Whether a packet is kept by its sender, and so to be reported by its receiver.
    #[inline]
    #[must_use]
    pub const fn keeps(&self, packet: u32) -> bool {
        packet & mask(self) == 0
    }
}

/// The bits of a packet's number that are 0 where it is kept.
#[inline(always)]
const fn mask(settings: &SamplesSettings) -> u32 {
    (1u32 << (settings.every_log2 & 31)).wrapping_sub(1)
}
