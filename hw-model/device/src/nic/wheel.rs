//! A timing wheel of two levels (\[Saeed17\]).

use super::error::{FLOWS_MAX, NicError, NicField, SLOT_PS_MAX, up_to};
use super::lists::Lists;

/// log2 of the slots per level: 256, so that 512 list heads reach 65 280 slots ahead, 32 ms of 0.5 us.
const LEVEL_BITS: u32 = 8;
const SLOTS: u64 = 1 << LEVEL_BITS;
/// The lists of the second level come after those of the first.
const COARSE: u32 = SLOTS as u32;

/// Longest slot that suits a line \[ps\]: about a packet of 100 Gbit/s.
const SUITED_MAX: u64 = 100_000;
/// Bytes of line that a slot may take beyond that: about a packet, so that the packets of a fast flow find slots of their own.
const SUITED_BYTES: u64 = 1_250;

/// Flows by deadline; each flow has one deadline at most.
///
/// A flow is due at the first slot boundary that is not before its deadline: never early, less than one slot late. A
/// deadline in the past is due at once. One beyond the horizon waits at the horizon and is looked at again there.
/// Flows of one slot come out in the order of their deadlines' assignment.
#[derive(Clone, Debug)]
pub struct Wheel {
    slot: u64,
    /// Slots before this one are over; this one may have been served and may be served again.
    reached: u64,
    lists: Lists,
    deadlines: Vec<u64>,
    fine: Occupied,
    coarse: Occupied,
}

impl Wheel {
    /// A wheel with slots of `slot` \[ps\] for flows numbered below `flows`.
    ///
    /// # Errors
    /// A slot outside 1 ps ..= 1 ms, or flows outside 1 ..= 2^24.
    pub fn try_new(slot: u64, flows: u32) -> Result<Self, NicError> {
        up_to(NicField::Slot, slot, SLOT_PS_MAX)?;
        up_to(NicField::Flows, u64::from(flows), FLOWS_MAX)?;
        Ok(Self {
            slot,
            reached: 0,
            lists: Lists::new(2 * SLOTS as usize, flows as usize),
            deadlines: vec![0; flows as usize],
            fine: Occupied::default(),
            coarse: Occupied::default(),
        })
    }

    /// The slot that suits a line whose byte takes `byte_time` \[ps\]: 100 ns, and beyond 100 Gbit/s what 1250 B take, 25 ns at
    /// 400 Gbit/s. Flows that are found together leave back to back, so a slot bounds the burst of a fast one.
    #[must_use]
    pub const fn suited_slot(byte_time: u32) -> u64 {
        let slot = SUITED_BYTES * byte_time as u64;
        if slot > SUITED_MAX { SUITED_MAX } else { slot }
    }

    /// Room for flows numbered below `flows`; it never becomes less.
    ///
    /// # Errors
    /// More than 2^24 flows.
    pub fn grow(&mut self, flows: u32) -> Result<(), NicError> {
        up_to(NicField::Flows, u64::from(flows), FLOWS_MAX)?;
        self.lists.grow(flows as usize);
        self.deadlines.resize(self.deadlines.len().max(flows as usize), 0);
        Ok(())
    }

    /// The slot's length \[ps\]: what a deadline can be late by, itself excluded.
    #[must_use]
    pub const fn slot(&self) -> u64 {
        self.slot
    }

    /// Whether a flow waits.
    #[must_use]
    pub fn contains(&self, flow: u32) -> bool {
        self.lists.list_of(flow).is_some()
    }

    /// Gives a flow a deadline \[ps\], earlier or later than the one it had. False for an unknown flow.
    pub fn insert(&mut self, flow: u32, deadline: u64) -> bool {
        self.remove(flow);
        let Some(entry) = self.deadlines.get_mut(flow as usize) else { return false };
        *entry = deadline;
        self.place(flow);
        true
    }

    /// Takes a flow's deadline away; whether it had one.
    pub fn remove(&mut self, flow: u32) -> bool {
        let Some(list) = self.lists.remove(flow) else { return false };
        self.vacate(list);
        true
    }

    /// Hands out every flow that is due at `now` \[ps\]. A `now` before an earlier one hands out what is due then.
    pub fn advance(&mut self, now: u64, mut due: impl FnMut(u32)) {
        let last = now / self.slot;
        while let Some((slot, list)) = self.earliest()
            && slot <= last
        {
            self.reached = slot;
            // Of the flows that are in the list now, those beyond the horizon can come back to another list of the
            // second level, never to this one.
            while let Some(flow) = self.lists.pop(list) {
                self.vacate(list);
                if list < COARSE { due(flow) } else { self.place(flow) }
            }
        }
        self.reached = self.reached.max(last);
    }

    /// When to call [`Wheel::advance`] next \[ps\]: nothing is due before. `None` when nothing waits.
    #[must_use]
    pub fn next_poll(&self) -> Option<u64> {
        self.earliest().map(|(slot, _)| slot.saturating_mul(self.slot))
    }

    /// The first slot that has to be served, and its list. Everything of the first level lies in the block of 256
    /// slots that time is in, so it comes before all of the second.
    fn earliest(&self) -> Option<(u64, u32)> {
        let block = self.reached >> LEVEL_BITS;
        if let Some(ahead) = self.fine.from(self.reached) {
            let slot = self.reached + ahead;
            return Some((slot, (slot % SLOTS) as u32));
        }
        let ahead = self.coarse.from(block)?;
        let block = block + ahead;
        Some((block << LEVEL_BITS, COARSE + (block % SLOTS) as u32))
    }

    /// Files a flow by its deadline, as seen from the present slot.
    fn place(&mut self, flow: u32) {
        let due = self.deadlines[flow as usize].div_ceil(self.slot).max(self.reached);
        let (block, present) = (due >> LEVEL_BITS, self.reached >> LEVEL_BITS);
        let list = if block == present {
            self.fine.set(due);
            (due % SLOTS) as u32
        } else {
            let block = block.min(present + SLOTS - 1);
            self.coarse.set(block);
            COARSE + (block % SLOTS) as u32
        };
        self.lists.push(list, flow);
    }

    fn vacate(&mut self, list: u32) {
        if self.lists.is_empty(list) {
            let level = if list < COARSE { &mut self.fine } else { &mut self.coarse };
            level.clear(u64::from(list));
        }
    }
}

/// Which of a level's 256 lists have a flow; positions count modulo 256.
#[derive(Clone, Copy, Debug, Default)]
struct Occupied([u64; 4]);

impl Occupied {
    const fn set(&mut self, position: u64) {
        let position = position % SLOTS;
        self.0[(position / 64) as usize] |= 1 << (position % 64);
    }

    const fn clear(&mut self, position: u64) {
        let position = position % SLOTS;
        self.0[(position / 64) as usize] &= !(1 << (position % 64));
    }

    /// How far ahead of `position` the first list with a flow is, going round.
    fn from(&self, position: u64) -> Option<u64> {
        let (word, bit) = ((position % SLOTS / 64) as usize, position % 64);
        let rest = self.0[word] >> bit;
        if rest != 0 {
            return Some(u64::from(rest.trailing_zeros()));
        }
        (1..=4).find_map(|step| {
            let bits = self.0[(word + step) % 4];
            let found = u64::from(bits.trailing_zeros());
            (bits != 0).then_some(64 * step as u64 - bit + found)
        })
    }
}
