//! The pending events: a wheel of short time slices, and a heap for what lies beyond it.
//!
//! Almost every event of a network is due within a few transmissions or one propagation delay. Those go to
//! the slice of their time in O(1). Most slices hold one event, which lies in the wheel itself and needs no
//! list; a slice with more of them is sorted when the clock reaches it. Timeouts and flow starts lie further
//! off and stay in the heap until they are due. The order of events is that of their times and of what they
//! are alone, so neither the width of a slice nor the wheel itself can change a result.

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
/// No node.
const END: u32 = u32::MAX;
/// Shortest and longest slice, 2^7 and 2^22 ps: the time within the longest and what is due must leave
/// [`MORE`] free in 64 bits.
const SHIFTS: (u32, u32) = (7, 22);
/// Doublings of a slice at most for the sake of events that are due late. Chosen by us: 16 events per slice
/// cost no more to sort than the heap takes.
const WIDEN_MAX: u32 = 4;
/// A slice's first event has others behind it.
const MORE: u64 = 1 << 63;
/// Events of one slice up to which insertion sorts faster than a call of the library's sort.
const FEW: usize = 12;

/// A pending event in the list of its slice.
#[derive(Clone, Copy, Debug)]
struct Node {
    near: u64,
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
    popped: u64,
    /// Events of the cursor's slice if it held several, the first one last: time since its beginning, then
    /// what.
    current: Vec<u64>,
    used: Box<[u64; WORDS]>,
    /// Words of `used` that are not 0, and some that were not a while ago.
    heads: [u64; HEADS],
    /// One event of every slice in use, as in `current`.
    firsts: Box<[u64; SLICES]>,
    /// The others of slices whose first one says [`MORE`].
    lists: Box<[u32; SLICES]>,
    nodes: Vec<Node>,
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
            popped: 0,
            current: Vec::new(),
            used: Box::new([0; WORDS]),
            heads: [0; HEADS],
            firsts: Box::new([0; SLICES]),
            lists: Box::new([END; SLICES]),
            nodes: Vec::new(),
            free: END,
            far: Heap::default(),
        }
    }

    /// Adds an event that is not due before what was taken last.
    #[inline]
    pub(crate) fn push(&mut self, time: u64, kind: Kind, index: u32) {
        debug_assert!(index <= INDEX_MAX, "too many entities for one run");
        let what = What::new(kind, index);
        let slice = time >> self.shift;
        let distance = slice.wrapping_sub(self.cursor);
        if distance >= SLICES as u64 {
            return self.push_far(time, what);
        }
        let near = self.near(time, what);
        if distance == 0 && !self.current.is_empty() {
            return self.insert_current(near);
        }
        let place = slice as usize % SLICES;
        let word = self.used[place / 64];
        let bit = 1 << (place % 64);
        if word & bit == 0 {
            self.used[place / 64] = word | bit;
            self.firsts[place] = near;
            if word == 0 {
                self.heads[place / 4096] |= 1 << (place / 64 % 64);
            }
        } else {
            self.insert_list(place, near);
        }
    }

    /// Takes the first event if it is due at or before `limit`.
    #[inline(always)]
    pub(crate) fn pop_until(&mut self, limit: u64) -> Option<Event> {
        if !self.current.is_empty() {
            return self.pop_current(limit);
        }
        let start = self.cursor as usize % SLICES;
        let ahead = self.used[start / 64] >> (start % 64);
        if ahead == 0 {
            return self.pop_beyond(limit);
        }
        let slice = self.cursor + u64::from(ahead.trailing_zeros());
        let place = slice as usize % SLICES;
        let near = self.firsts[place];
        let time = (slice << self.shift) | (near >> WHAT_BITS);
        if near & MORE != 0 || time >= self.far_time || time > limit {
            return self.pop_shared(slice, limit);
        }
        self.cursor = slice;
        self.used[place / 64] &= !(1 << (place % 64));
        self.popped += 1;
        Some(What::of(near).at(time))
    }

    /// From a slice that is being worked off.
    #[inline(never)]
    fn pop_current(&mut self, limit: u64) -> Option<Event> {
        let near = *self.current.last()?;
        let (time, what) = ((self.cursor << self.shift) | (near >> WHAT_BITS), What::of(near));
        if self.far_time <= time && self.far.first().is_some_and(|far| far < (time, what)) {
            return self.pop_far(limit);
        }
        if time > limit {
            return None;
        }
        self.current.pop();
        self.popped += 1;
        Some(what.at(time))
    }

    /// From a slice of two, as most that hold more than one are: what happens in step falls due together. The other
    /// event becomes the slice's only one, and nothing has to be sorted.
    #[inline(never)]
    fn pop_shared(&mut self, slice: u64, limit: u64) -> Option<Event> {
        let place = slice as usize % SLICES;
        let first = self.firsts[place];
        if first & MORE == 0 {
            return self.pop_slowly(slice, limit);
        }
        let id = self.lists[place];
        let node = self.nodes[id as usize];
        let near = node.near.min(first & !MORE);
        let time = (slice << self.shift) | (near >> WHAT_BITS);
        if node.next != END || time >= self.far_time || time > limit {
            return self.pop_slowly(slice, limit);
        }
        self.cursor = slice;
        self.firsts[place] = node.near.max(first & !MORE);
        self.nodes[id as usize].next = self.free;
        self.free = id;
        self.popped += 1;
        Some(What::of(near).at(time))
    }

    /// The word of the cursor holds nothing more.
    #[inline(never)]
    fn pop_beyond(&mut self, limit: u64) -> Option<Event> {
        match self.next_used() {
            Some(slice) => self.pop_slowly(slice, limit),
            None => self.pop_far(limit),
        }
    }

    /// The next slice in use is `slice`: the far events may come first, and it may have to be sorted.
    #[inline(never)]
    fn pop_slowly(&mut self, slice: u64, limit: u64) -> Option<Event> {
        let far_slice = self.far_time >> self.shift;
        if far_slice < slice {
            self.cursor = self.cursor.max(far_slice);
            return self.pop_far(limit);
        }
        if slice << self.shift > limit {
            return None;
        }
        self.cursor = slice;
        let place = slice as usize % SLICES;
        self.used[place / 64] &= !(1 << (place % 64));
        let first = self.firsts[place];
        self.current.push(first & !MORE);
        if first & MORE != 0 {
            self.take_list(place);
        }
        self.pop_current(limit)
    }

    #[cold]
    fn pop_far(&mut self, limit: u64) -> Option<Event> {
        let (time, what) = self.far.first().filter(|far| far.0 <= limit)?;
        self.far.pop();
        self.far_time = self.far.first().map_or(u64::MAX, |far| far.0);
        self.popped += 1;
        Some(what.at(time))
    }

    #[cold]
    fn push_far(&mut self, time: u64, what: What) {
        self.far.push((time, what));
        self.far_time = self.far_time.min(time);
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
        self.nodes.len() + self.current.capacity() + self.far.capacity()
    }

    /// Moves the list of a slice to `current`, whose only event is the slice's first, and sorts.
    fn take_list(&mut self, place: usize) {
        let mut id = self.lists[place];
        while id != END {
            let node = self.nodes[id as usize];
            self.nodes[id as usize].next = self.free;
            self.free = id;
            id = node.next;
            if self.current.len() < FEW {
                self.insert_current(node.near);
            } else {
                self.current.push(node.near);
            }
        }
        if self.current.len() > FEW {
            self.current.sort_unstable_by(|a, b| b.cmp(a));
        }
    }

    /// The first slice in use in any word but the cursor's, or in that one before the cursor.
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

    /// Beside the first event of a slice, in any order.
    #[inline(never)]
    fn insert_list(&mut self, place: usize, near: u64) {
        let has_list = self.firsts[place] & MORE != 0;
        let next = if has_list { self.lists[place] } else { END };
        self.firsts[place] |= MORE;
        let node = Node { near, next };
        let id = if self.free == END {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        } else {
            let id = self.free;
            self.free = self.nodes[id as usize].next;
            self.nodes[id as usize] = node;
            id
        };
        self.lists[place] = id;
    }

    /// Into the slice that is being worked off, in order.
    #[inline(never)]
    fn insert_current(&mut self, near: u64) {
        self.current.push(near);
        let mut place = self.current.len() - 1;
        while place > 0 && self.current[place - 1] < near {
            self.current[place] = self.current[place - 1];
            place -= 1;
        }
        self.current[place] = near;
    }
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
                    let event = queue.pop_until(limit).map(|event| (event.time, event.index));
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
            for event in model {
                prop_assert_eq!(queue.pop_until(u64::MAX).map(|event| (event.time, event.index)), Some(event));
            }
            prop_assert_eq!(queue.pop_until(u64::MAX), None);
        }
    }

    #[test]
    fn nothing_beyond_the_limit_comes_out() {
        let mut queue = EventQueue::new(1_000, 0);
        queue.push(10, Kind::Wake, 1);
        assert_eq!(queue.pop_until(9), None);
        assert_eq!(queue.pop_until(10).map(|event| event.index), Some(1));
        assert_eq!(queue.pop_until(u64::MAX), None);
    }
}
