//! The pending events: a wheel of short time slices, and a heap for what lies beyond it.
//!
//! Almost every event of a network is due within a few transmissions or one propagation delay. Those go to
//! the slice of their time in O(1). Most slices hold one event, which lies in the wheel itself and needs no
//! more; what happens in step falls due at the same instant, and those that share a slice are put aside, a cache
//! line of them together, and sorted when the clock reaches it. Timeouts and flow starts lie further off and stay in
//! the heap until they are due. The order of events is that of their times and of what they are alone, so neither
//! the width of a slice nor the wheel itself can change a result.

use super::event::{Event, INDEX_MAX, Kind, WHAT_BITS, What};
use super::heap::Heap;

/// Slices of the wheel. Chosen by us: with less than one event each the horizon lies beyond a datacenter's
/// propagation delays, and the clock walks through them in order, which caches like. Measured on the three
/// fixed workloads: 16384 are up to a tenth faster than 2048 of four events each.
const SLICES: usize = 16384;
/// Words of the bitmap of slices in use.
const WORDS: usize = SLICES / 64;
/// Words of the bitmap of those words.
const HEADS: usize = WORDS / 64;
/// Slices ahead of the cursor that the wheel takes: one word less, so that the cursor's word has nothing of the next
/// turn in it, and what it has is what comes next.
const AHEAD: u64 = (SLICES - 64) as u64;
/// No node.
const END: u32 = u32::MAX;
/// Shortest and longest slice, 2^7 and 2^22 ps: the time within the longest and what is due must leave
/// [`MORE`] free in 64 bits.
const SHIFTS: (u32, u32) = (7, 22);
/// Doublings of a slice at most for the sake of events that are due late. Chosen by us: 16 events per slice
/// cost no more to sort than the heap takes.
const WIDEN_MAX: u32 = 4;
/// A slice holds more than the event in the wheel, or is being worked off. As the sign of the word it makes the event's
/// time later than any limit.
const MORE: u64 = 1 << 63;
/// Events of one slice up to which insertion sorts faster than a call of the library's sort.
const FEW: usize = 20;
/// Events of a block: a cache line with its length and the next one.
const BLOCK: usize = 7;

/// Some of the events that share a slice, in any order.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
struct Block {
    events: [u64; BLOCK],
    len: u32,
    /// The next block of the slice, or the next free one.
    next: u32,
}

/// Pending events in (time, kind, entity) order.
#[derive(Debug)]
pub(crate) struct EventQueue {
    /// A slice lasts 2^`shift` ps.
    shift: u32,
    /// A slice's length less 1 ps: the part of a time that lies within its slice.
    within: u64,
    /// Number of the first slice that may hold an event, counted from time 0.
    cursor: u64,
    /// Time of the first far event, [`u64::MAX`] without one.
    far_time: u64,
    /// Nothing later than this comes out \[ps\].
    limit: u64,
    /// The first time that is not the wheel's alone: of a far event, or beyond the limit.
    stop: u64,
    popped: u64,
    used: Box<[u64; WORDS]>,
    /// Words of `used` that are not 0, and some that were not a while ago.
    heads: [u64; HEADS],
    /// Events of the cursor's slice if it held several, the first one last: time since its beginning, then what.
    current: Vec<u64>,
    /// One event of every slice in use, as in `current`.
    firsts: Box<[u64; SLICES]>,
    /// The block with room of those that say [`MORE`].
    others: Box<[u32; SLICES]>,
    blocks: Vec<Block>,
    /// The first free block.
    free: u32,
    far: Heap,
}

impl EventQueue {
    /// A queue for events that are `spacing` ps apart on average, and most of which are due within `reach` ps.
    pub(crate) fn new(spacing: u64, reach: u64) -> Self {
        let spaced = spacing.max(1).ilog2();
        // A few far links must not make all slices long.
        let reaching = (reach / SLICES as u64 + 1).next_power_of_two().ilog2().min(spaced + WIDEN_MAX);
        let shift = spaced.max(reaching).clamp(SHIFTS.0, SHIFTS.1);
        Self {
            shift,
            within: (1 << shift) - 1,
            cursor: 0,
            far_time: u64::MAX,
            limit: u64::MAX,
            stop: u64::MAX,
            popped: 0,
            used: Box::new([0; WORDS]),
            heads: [0; HEADS],
            firsts: Box::new([0; SLICES]),
            current: Vec::new(),
            others: Box::new([END; SLICES]),
            blocks: Vec::new(),
            free: END,
            far: Heap::default(),
        }
    }

    /// Nothing due after `limit` comes out from now on.
    pub(crate) fn set_limit(&mut self, limit: u64) {
        self.limit = limit;
        self.set_stop();
    }

    /// Adds an event that is not due before what was taken last.
    #[inline]
    pub(crate) fn push(&mut self, time: u64, kind: Kind, index: u32) {
        debug_assert!(index <= INDEX_MAX, "too many entities for one run");
        let what = What::new(kind, index);
        let slice = time >> self.shift;
        if slice.wrapping_sub(self.cursor) >= AHEAD {
            return self.push_far(time, what);
        }
        let near = self.near(time, what);
        let place = slice as usize % SLICES;
        let word = self.used[place / 64];
        let bit = 1 << (place % 64);
        if word & bit != 0 {
            return self.push_beside(place, near);
        }
        self.used[place / 64] = word | bit;
        self.firsts[place] = near;
        if word == 0 {
            self.heads[place / 4096] |= 1 << (place / 64 % 64);
        }
    }

    /// Takes the first event unless it is due after the limit.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Event> {
        if let Some(&near) = self.current.last() {
            return self.pop_current(near);
        }
        let word = self.cursor as usize / 64 % WORDS;
        let ahead = self.used[word];
        if ahead == 0 {
            return self.pop_beyond();
        }
        let slice = (self.cursor & !63) | u64::from(ahead.trailing_zeros());
        let near = self.firsts[slice as usize % SLICES];
        let time = (slice << self.shift) | (near.cast_signed() >> WHAT_BITS).cast_unsigned();
        if time >= self.stop {
            return self.pop_slice(slice);
        }
        self.cursor = slice;
        self.used[word] = ahead & (ahead - 1);
        self.popped += 1;
        Some(What::of(near).at(time))
    }

    /// From a slice that is being worked off; `near` is what comes next there.
    #[inline(never)]
    fn pop_current(&mut self, near: u64) -> Option<Event> {
        let time = (self.cursor << self.shift) | (near >> WHAT_BITS);
        if time >= self.stop {
            return self.pop_stopped(near);
        }
        self.take_current();
        Some(What::of(near).at(time))
    }

    #[inline]
    fn take_current(&mut self) {
        self.popped += 1;
        self.current.pop();
        if self.current.is_empty() {
            let place = self.cursor as usize % SLICES;
            self.used[place / 64] &= !(1 << (place % 64));
        }
    }

    /// The word of the cursor holds nothing more.
    #[inline(never)]
    fn pop_beyond(&mut self) -> Option<Event> {
        match self.next_used() {
            Some(slice) => self.pop_slice(slice),
            None => self.pop_far(),
        }
    }

    /// The next slice in use is `slice`: it may hold several events, and the far ones or the limit may come first.
    #[inline(never)]
    fn pop_slice(&mut self, slice: u64) -> Option<Event> {
        let far_slice = self.far_time >> self.shift;
        if far_slice < slice {
            self.cursor = self.cursor.max(far_slice);
            return self.pop_far();
        }
        if slice << self.shift > self.limit {
            return None;
        }
        self.cursor = slice;
        let place = slice as usize % SLICES;
        if self.firsts[place] & MORE != 0
            && let Some(event) = self.pop_pair(place)
        {
            return Some(event);
        }
        let near = self.sort(place);
        self.pop_current(near)
    }

    /// From a slice of two, as most that hold more than one are. The other event becomes the slice's only one, and
    /// nothing has to be sorted.
    #[inline]
    fn pop_pair(&mut self, place: usize) -> Option<Event> {
        let first = self.firsts[place] & !MORE;
        let id = self.others[place];
        let block = self.blocks.get_mut(id as usize)?;
        let other = block.events[0];
        let near = other.min(first);
        let time = (self.cursor << self.shift) | (near >> WHAT_BITS);
        if block.len > 1 || block.next != END || time >= self.stop {
            return None;
        }
        block.next = self.free;
        self.free = id;
        self.firsts[place] = other.max(first);
        self.popped += 1;
        Some(What::of(near).at(time))
    }

    /// A far event comes first, or the limit.
    #[cold]
    fn pop_stopped(&mut self, near: u64) -> Option<Event> {
        let (time, what) = ((self.cursor << self.shift) | (near >> WHAT_BITS), What::of(near));
        if self.far.first().is_some_and(|far| far < (time, what)) {
            return self.pop_far();
        }
        if time > self.limit {
            return None;
        }
        self.take_current();
        Some(what.at(time))
    }

    #[cold]
    fn pop_far(&mut self) -> Option<Event> {
        let (time, what) = self.far.first().filter(|far| far.0 <= self.limit)?;
        self.far.pop();
        self.far_time = self.far.first().map_or(u64::MAX, |far| far.0);
        self.set_stop();
        self.popped += 1;
        Some(what.at(time))
    }

    #[cold]
    fn push_far(&mut self, time: u64, what: What) {
        self.far.push((time, what));
        self.far_time = self.far_time.min(time);
        self.set_stop();
    }

    fn set_stop(&mut self) {
        self.stop = self.far_time.min(self.limit.saturating_add(1)).min(MORE);
    }

    /// An event within its slice: comparing as numbers is comparing events.
    #[inline]
    const fn near(&self, time: u64, what: What) -> u64 {
        ((time & self.within) << WHAT_BITS) | what.0 as u64
    }

    /// Events taken so far.
    pub(crate) const fn popped(&self) -> u64 {
        self.popped
    }

    /// Room for events without allocating, the wheel's own apart.
    pub(crate) fn capacity(&self) -> usize {
        BLOCK * self.blocks.len() + self.current.capacity() + self.far.capacity()
    }

    /// The first slice in use in any word but the cursor's.
    fn next_used(&mut self) -> Option<u64> {
        let start = self.cursor as usize % SLICES;
        let after = (start / 64 + 1) % WORDS;
        let mut head = after / 64;
        let mut bits = self.heads[head] & (u64::MAX << (after % 64));
        // The head of the first word comes round again at the end, with its lower bits.
        for _ in 0..=HEADS {
            while bits != 0 {
                let word = head * 64 + bits.trailing_zeros() as usize;
                if self.used[word] != 0 {
                    let found = word * 64 + self.used[word].trailing_zeros() as usize;
                    return Some(self.cursor + ((found + SLICES - start) % SLICES) as u64);
                }
                self.heads[head] &= !(1 << (word % 64));
                bits &= bits - 1;
            }
            head = (head + 1) % HEADS;
            bits = self.heads[head];
        }
        None
    }

    /// Into a slice that holds something.
    #[inline(never)]
    fn push_beside(&mut self, place: usize, near: u64) {
        let first = self.firsts[place];
        if first & MORE == 0 {
            self.firsts[place] = first | MORE;
            self.others[place] = self.insert_block(near, END);
        } else if !self.current.is_empty() && place == self.cursor as usize % SLICES {
            self.insert_current(near);
        } else {
            let id = self.others[place];
            let block = &mut self.blocks[id as usize];
            if let Some(room) = block.events.get_mut(block.len as usize) {
                *room = near;
                block.len += 1;
            } else {
                self.others[place] = self.insert_block(near, id);
            }
        }
    }

    /// A block with one event, before others.
    #[inline]
    fn insert_block(&mut self, near: u64, next: u32) -> u32 {
        let id = self.free;
        if let Some(block) = self.blocks.get_mut(id as usize) {
            self.free = block.next;
            block.events[0] = near;
            (block.len, block.next) = (1, next);
            return id;
        }
        let mut block = Block { len: 1, next, ..Block::default() };
        block.events[0] = near;
        self.blocks.push(block);
        (self.blocks.len() - 1) as u32
    }

    /// Moves the events of a slice to `current`, which is empty, in order; the answer is the first one. The slice
    /// stays in use until all of them are taken.
    fn sort(&mut self, place: usize) -> u64 {
        let first = self.firsts[place];
        self.firsts[place] = MORE;
        self.current.push(first & !MORE);
        let mut id = if first & MORE == 0 { END } else { self.others[place] };
        while id != END {
            let block = &mut self.blocks[id as usize];
            for &near in block.events.iter().take(block.len as usize) {
                self.current.push(near);
                if self.current.len() <= FEW {
                    sink_last(&mut self.current);
                }
            }
            let next = core::mem::replace(&mut block.next, self.free);
            self.free = id;
            id = next;
        }
        if self.current.len() > FEW {
            self.current.sort_unstable_by(|a, b| b.cmp(a));
        }
        self.current.last().copied().unwrap_or(first)
    }

    /// Into the slice that is being worked off, in order.
    fn insert_current(&mut self, near: u64) {
        self.current.push(near);
        sink_last(&mut self.current);
    }
}

/// Moves the last of some events before those that are smaller; the others are in order, the smallest last.
#[inline]
fn sink_last(events: &mut [u64]) {
    let Some((&near, before)) = events.split_last() else { return };
    let mut place = before.len();
    while place > 0 && events[place - 1] < near {
        events[place] = events[place - 1];
        place -= 1;
    }
    events[place] = near;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn events_come_out_in_time_order_and_ties_in_the_order_of_entities(
            spacing in 1u64..10_000_000, reach in 0u64..100_000_000,
            steps in proptest::collection::vec((0u64..40, any::<u32>(), any::<bool>()), 1..600),
        ) {
            let mut queue = EventQueue::new(spacing, reach);
            let mut model: Vec<(u64, u32)> = Vec::new();
            let mut now = 0;
            for (index, (magnitude, noise, takes)) in (0u32..).zip(steps) {
                if takes {
                    model.sort_unstable();
                    let limit = now + (u64::from(noise) >> 4);
                    let due = model.first().copied().filter(|event| event.0 <= limit);
                    queue.set_limit(limit);
                    let event = queue.pop().map(|event| (event.time, event.index));
                    prop_assert_eq!(event, due);
                    if let Some(event) = event {
                        model.remove(0);
                        now = event.0;
                    }
                } else {
                    let time = now + u64::from(noise) % (1 << magnitude);
                    queue.push(time, Kind::Wake, index);
                    model.push((time, index));
                }
            }
            model.sort_unstable();
            queue.set_limit(u64::MAX);
            for event in model {
                prop_assert_eq!(queue.pop().map(|event| (event.time, event.index)), Some(event));
            }
            prop_assert_eq!(queue.pop(), None);
        }
    }

    #[test]
    fn nothing_beyond_the_limit_comes_out() {
        let mut queue = EventQueue::new(1_000, 0);
        queue.push(10, Kind::Wake, 1);
        queue.set_limit(9);
        assert_eq!(queue.pop(), None);
        queue.set_limit(10);
        assert_eq!(queue.pop().map(|event| event.index), Some(1));
        queue.set_limit(u64::MAX);
        assert_eq!(queue.pop(), None);
    }
}
