//! A wheel of short time slices: events that are due soon, in order.
//!
//! Adding one takes O(1). Most slices hold one event, which lies in the wheel itself and needs no more; what happens
//! in step falls due at the same instant, and those that share a slice are put aside, a cache line of them together,
//! and sorted when the clock reaches it. The order of events is that of their times and of what they are alone, so the
//! width of a slice cannot change a result.

use super::event::{Event, WHAT_BITS, What};
use super::heap::Key;

/// Slices. Chosen by us: with less than one event each the horizon lies beyond a datacenter's propagation delays, and
/// the clock walks through them in order, which caches like. Measured on the three fixed workloads: 16384 are up to a
/// tenth faster than 2048 of four events each.
pub(super) const SLICES: usize = 16384;
/// Words of the bitmap of slices in use.
const WORDS: usize = SLICES / 64;
/// Words of the bitmap of those words.
const HEADS: usize = WORDS / 64;
/// Slices ahead of the cursor that the wheel takes: one word less, so that the cursor's word has nothing of the next
/// batch in it, and what it has is what comes next.
const AHEAD: u64 = (SLICES - 64) as u64;
/// No node.
const END: u32 = u32::MAX;
/// A slice holds more than the event in the wheel, or is being worked off. As the sign of the word it makes the event's
/// time later than any that is asked for.
const MORE: u64 = 1 << 63;
/// Times from here on are not told from [`MORE`].
pub(super) const TIME_MAX: u64 = MORE;
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

impl Block {
    fn events(&self) -> &[u64] {
        self.events.get(..self.len as usize).unwrap_or(&self.events)
    }
}

/// Pending events in (time, kind, entity) order.
#[derive(Debug)]
pub(super) struct Wheel {
    /// A slice lasts 2^`shift` ps.
    shift: u32,
    /// A slice's length less 1 ps: the part of a time that lies within its slice.
    within: u64,
    /// Number of the first slice that may hold an event, counted from time 0.
    cursor: u64,
    used: Box<[u64; WORDS]>,
    /// Words of `used` that are not 0, and some that were not a while ago.
    heads: [u64; HEADS],
    /// Events of the cursor's slice if it held several, the first one last: time since its beginning, then what.
    current: Vec<u64>,
    /// One event of every slice in use, as in `current`.
    earliest: Box<[u64; SLICES]>,
    /// The block with room of those that say [`MORE`].
    others: Box<[u32; SLICES]>,
    blocks: Vec<Block>,
    /// The first free block.
    free: u32,
}

/// Events of a slice for which there is room at once, chosen by us: a slice seldom holds more than a few.
const ROOM: usize = 64;

impl Wheel {
    /// Of slices of 2^`shift` ps.
    pub(super) fn new(shift: u32) -> Self {
        Self {
            shift,
            within: (1 << shift) - 1,
            cursor: 0,
            used: Box::new([0; WORDS]),
            heads: [0; HEADS],
            earliest: Box::new([0; SLICES]),
            current: Vec::with_capacity(ROOM),
            others: Box::new([END; SLICES]),
            blocks: Vec::new(),
            free: END,
        }
    }

    /// Adds an event that is not due before what was taken last, unless it is due too late.
    #[inline(always)]
    pub(super) fn push(&mut self, time: u64, what: What) -> bool {
        let slice = time >> self.shift;
        // The difference wraps, so one comparison refuses what lies behind the cursor, too: the heap takes either.
        if slice.wrapping_sub(self.cursor) >= AHEAD {
            return false;
        }
        let near = self.near(time, what);
        let place = slice as usize % SLICES;
        let word = self.used[place / 64];
        let bit = 1 << (place % 64);
        if word & bit != 0 {
            self.push_beside(place, near);
            return true;
        }
        self.used[place / 64] = word | bit;
        self.earliest[place] = near;
        if word == 0 {
            self.heads[place / 4096] |= 1 << (place / 64 % 64);
        }
        true
    }

    /// Takes the first event if it is due before `stop`, which is at most [`TIME_MAX`].
    #[inline(always)]
    pub(super) fn pop(&mut self, stop: u64) -> Option<Event> {
        if let Some(&near) = self.current.last() {
            return self.pop_current(near, stop);
        }
        let word = self.cursor as usize / 64 % WORDS;
        // `AHEAD` leaves this word nothing of the next round, and slices before the cursor are cleared: its lowest bit is
        // what comes next.
        let ahead = self.used[word];
        if ahead == 0 {
            return self.pop_beyond(stop);
        }
        let slice = (self.cursor & !63) | u64::from(ahead.trailing_zeros());
        let near = self.earliest[slice as usize % SLICES];
        // An arithmetic shift keeps the sign, which is `MORE`: a slice of several is later than any `stop`, and the usual path
        // needs no second test.
        let time = (slice << self.shift) | (near.cast_signed() >> WHAT_BITS).cast_unsigned();
        if time >= stop {
            return self.pop_slice(slice, stop);
        }
        self.cursor = slice;
        self.used[word] = ahead & (ahead - 1);
        Some(What::of(near).at(time))
    }

    /// From a slice that is being worked off; `near` is what comes next there.
    #[inline(never)]
    fn pop_current(&mut self, near: u64, stop: u64) -> Option<Event> {
        let time = (self.cursor << self.shift) | (near >> WHAT_BITS);
        if time >= stop {
            return None;
        }
        self.current.pop();
        if self.current.is_empty() {
            self.empty_slice(self.cursor);
        }
        Some(What::of(near).at(time))
    }

    /// The word of the cursor holds nothing more.
    #[inline(never)]
    fn pop_beyond(&mut self, stop: u64) -> Option<Event> {
        let slice = self.next_used()?;
        self.pop_slice(slice, stop)
    }

    /// The next slice in use is `slice`, which may hold several events or none that is due before `stop`.
    #[inline(never)]
    fn pop_slice(&mut self, slice: u64, stop: u64) -> Option<Event> {
        if slice << self.shift >= stop {
            return None;
        }
        self.cursor = slice;
        let place = slice as usize % SLICES;
        if self.earliest[place] & MORE != 0
            && let Some(event) = self.pop_pair(place, stop)
        {
            return Some(event);
        }
        let near = self.sort(place);
        self.pop_current(near, stop)
    }

    /// From a slice of two, as most that hold more than one are. The other event becomes the slice's only one, and
    /// nothing has to be sorted.
    #[inline]
    fn pop_pair(&mut self, place: usize, stop: u64) -> Option<Event> {
        let first = self.earliest[place] & !MORE;
        let id = self.others[place];
        let block = self.blocks.get_mut(id as usize)?;
        let other = block.events[0];
        let near = other.min(first);
        let time = (self.cursor << self.shift) | (near >> WHAT_BITS);
        if block.len > 1 || block.next != END || time >= stop {
            return None;
        }
        // The later of the two stays in the wheel without `MORE`; the bit of its slice is still set.
        block.next = self.free;
        self.free = id;
        self.earliest[place] = other.max(first);
        Some(What::of(near).at(time))
    }

    /// The first event, which stays.
    pub(super) fn first(&mut self) -> Option<Key> {
        if let Some(&near) = self.current.last() {
            return Some(self.key(self.cursor, near));
        }
        let slice = self.first_slice()?;
        let place = slice as usize % SLICES;
        let others = self.others_of(place).map(|block| block.events().iter().copied().min());
        let near = others.flatten().fold(self.earliest[place] & !MORE, u64::min);
        Some(self.key(slice, near))
    }

    /// When the slice of the first event begins \[ps\].
    pub(super) fn start(&mut self) -> Option<u64> {
        let slice = if self.current.is_empty() { self.first_slice()? } else { self.cursor };
        Some(slice << self.shift)
    }

    /// The last beginning of a slice that is not after `time` \[ps\].
    pub(super) const fn align(&self, time: u64) -> u64 {
        time & !self.within
    }

    /// Nothing will be added that is due before `time`, nor is there anything.
    pub(super) fn advance(&mut self, time: u64) {
        self.cursor = self.cursor.max(time >> self.shift);
    }

    /// Takes all events that are due before `end`, which is the beginning of a slice, in the order of their slices.
    pub(super) fn drain(&mut self, end: u64, mut take: impl FnMut(u64, What)) {
        let end = end >> self.shift;
        if !self.current.is_empty() {
            for near in self.current.drain(..) {
                take((self.cursor << self.shift) | (near >> WHAT_BITS), What::of(near));
            }
            self.empty_slice(self.cursor);
        }
        // Slices before the cursor are cleared, and its word has nothing of the next round.
        let mut from = self.cursor & !63;
        while from < end {
            let word = from as usize / 64 % WORDS;
            let mut due = self.used[word];
            if end - from < 64 {
                due &= !(u64::MAX << (end % 64));
            }
            if due != 0 {
                self.used[word] &= !due;
                while due != 0 {
                    let slice = from | u64::from(due.trailing_zeros());
                    due &= due - 1;
                    self.drain_slice(slice, &mut take);
                }
            }
            from += 64;
        }
        self.cursor = end;
    }

    fn drain_slice(&mut self, slice: u64, take: &mut impl FnMut(u64, What)) {
        let place = slice as usize % SLICES;
        let first = self.earliest[place];
        let mut tell = |near: u64| take((slice << self.shift) | (near >> WHAT_BITS), What::of(near));
        tell(first & !MORE);
        let mut id = if first & MORE == 0 { END } else { self.others[place] };
        while let Some(block) = self.blocks.get_mut(id as usize) {
            block.events().iter().for_each(|&near| tell(near));
            let next = core::mem::replace(&mut block.next, self.free);
            self.free = id;
            id = next;
        }
    }

    /// Room for events without allocating, the wheel's own apart.
    pub(super) fn capacity(&self) -> usize {
        BLOCK * self.blocks.len() + self.current.capacity()
    }

    /// An event within its slice: comparing as numbers is comparing events.
    #[inline]
    const fn near(&self, time: u64, what: What) -> u64 {
        ((time & self.within) << WHAT_BITS) | what.0 as u64
    }

    const fn key(&self, slice: u64, near: u64) -> Key {
        ((slice << self.shift) | (near >> WHAT_BITS), What::of(near))
    }

    #[inline]
    fn empty_slice(&mut self, slice: u64) {
        let place = slice as usize % SLICES;
        self.used[place / 64] &= !(1 << (place % 64));
    }

    /// The blocks of a slice.
    fn others_of(&self, place: usize) -> impl Iterator<Item = &Block> {
        let first = if self.earliest[place] & MORE == 0 { END } else { self.others[place] };
        let block = |id: u32| self.blocks.get(id as usize);
        core::iter::successors(block(first), move |last| block(last.next))
    }

    /// The first slice in use.
    fn first_slice(&mut self) -> Option<u64> {
        let ahead = self.used[self.cursor as usize / 64 % WORDS];
        if ahead != 0 {
            return Some((self.cursor & !63) | u64::from(ahead.trailing_zeros()));
        }
        self.next_used()
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
        let first = self.earliest[place];
        if first & MORE == 0 {
            self.earliest[place] = first | MORE;
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

    /// Moves the events of a slice to `current`, which is empty, in order; returns the first one. The slice
    /// stays in use until all of them are taken.
    fn sort(&mut self, place: usize) -> u64 {
        let first = self.earliest[place];
        self.earliest[place] = MORE;
        self.current.push(first & !MORE);
        let mut id = if first & MORE == 0 { END } else { self.others[place] };
        while id != END {
            let block = &mut self.blocks[id as usize];
            for &near in block.events.iter().take(block.len as usize) {
                self.current.push(near);
            }
            let next = core::mem::replace(&mut block.next, self.free);
            self.free = id;
            id = next;
        }
        sort_backwards(&mut self.current);
        self.current.last().copied().unwrap_or(first)
    }

    /// Into the slice that is being worked off, in order.
    fn insert_current(&mut self, near: u64) {
        self.current.push(near);
        sink_last(&mut self.current);
    }
}

/// Puts events in order, the first one last.
pub(super) fn sort_backwards(events: &mut [u64]) {
    if events.len() <= FEW {
        (2..=events.len()).for_each(|len| sink_last(&mut events[..len]));
    } else {
        events.sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Moves the last of some events before those that are smaller; the others are in order, the smallest last.
#[inline]
pub(super) fn sink_last(events: &mut [u64]) {
    let Some((&near, before)) = events.split_last() else { return };
    let mut place = before.len();
    while place > 0 && events[place - 1] < near {
        events[place] = events[place - 1];
        place -= 1;
    }
    events[place] = near;
}
