//! Per-destination memory of One-Way Delays for new flows.

use freeboard_cc_api::{Nanos32, Remembered, settings};

settings! {
    /// Settings of the memory of destinations.
    pub struct MemorySettings {
        /// How long what was seen counts; 0 for no memory.
        age: Nanos = 0, 0..=1_000_000_000, "[Liu21]: none; chosen by us where it is wanted: a few times T";
    }
}

/// One destination. Zero-filled is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C)]
struct Slot {
    destination: u32,
    /// 1 if the slot is taken.
    taken: u32,
    /// When it was noted.
    at: Nanos32,
    delay: i32,
    until: Nanos32,
}

/// A table of `N` destinations, 20 bytes each, one per host or per NIC. Not part of a flow's context.
///
/// Each destination has one slot, by its hash; the flow that notes last keeps it. Nothing is searched, moved or
/// allocated, and no size can panic: a table of none forgets all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Memory<const N: usize> {
    slots: [Slot; N],
}

const _: () = assert!(size_of::<Memory<1>>() == 20);

impl<const N: usize> Default for Memory<N> {
    fn default() -> Self {
        Self { slots: [Slot::default(); N] }
    }
}

impl<const N: usize> Memory<N> {
    /// 2^32 divided by the golden ratio, odd: neighbouring addresses spread over the table.
    const FACTOR: u32 = 0x9E37_79B9;

    /// High half of hash times size: below `N` for any `N`, without a division.
    #[inline]
    const fn index(destination: u32) -> usize {
        let hash = destination.wrapping_mul(Self::FACTOR) as u64;
        (hash.wrapping_mul(N as u32 as u64) >> 32) as usize
    }

    /// A flow to `destination` was told of a delay.
    #[inline]
    pub fn note(&mut self, settings: &MemorySettings, now: Nanos32, destination: u32, seen: Remembered) {
        if settings.age == 0 {
            return;
        }
        if let Some(slot) = self.slots.get_mut(Self::index(destination)) {
            *slot = Slot { destination, taken: 1, at: now, delay: seen.delay, until: seen.until };
        }
    }

    /// What was seen on the way to `destination` not longer ago than the age. A slot that is too old is emptied, so
    /// that it cannot look young again when the clock has turned.
    #[inline]
    pub fn recall(
        &mut self,
        settings: &MemorySettings,
        now: Nanos32,
        destination: u32,
    ) -> Option<Remembered> {
        let slot = self.slots.get_mut(Self::index(destination))?;
        if slot.taken == 0 || slot.destination != destination {
            return None;
        }
        if now.since(slot.at) >= settings.age {
            *slot = Slot::default();
            return None;
        }
        Some(Remembered { delay: slot.delay, until: slot.until })
    }
}
