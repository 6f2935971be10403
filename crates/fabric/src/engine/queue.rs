//! The pending events: a wheel of short time slices, and a heap for what lies beyond it.
//!
//! Almost every event of a network is due within a few transmissions or one propagation delay. Those go to
//! the slice of their time in O(1); a slice is sorted when the clock reaches it. Timeouts and flow starts
//! lie further off and stay in the heap until they are due. The order of events is that of their times and
//! of what they are alone, so neither the width of a slice nor the wheel itself can change a result.

use super::event::{Event, INDEX_MAX, Kind, WHAT_BITS, What};
use super::heap::Heap;

/// Slices of the wheel. Chosen by us: 8 KB of list heads stay in the first cache, and with slices of about
/// four events each the horizon lies beyond a datacenter's propagation delays. Measured: 1024 to 8192 are alike.
const SLICES: usize = 2048;
/// Words of the bitmap of slices in use.
const WORDS: usize = SLICES / 64;
/// No node.
const END: u32 = u32::MAX;
/// Longest slice, 2^22 ps: the time within it and what is due must fit 64 bits.
const SHIFT_MAX: u32 = 22;

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
    /// Number of the slice that `current` holds, counted from time 0.
    cursor: u64,
    /// Events of that slice, the first one last: time since its beginning, then what.
    current: Vec<u64>,
    heads: Vec<u32>,
    used: [u64; WORDS],
    nodes: Vec<Node>,
    free: u32,
    far: Heap,
    popped: u64,
}

impl EventQueue {
    /// A queue for events that are `spacing` ps apart on average.
    pub(crate) fn new(spacing: u64) -> Self {
        Self {
            // Four events per slice sort faster than empty slices are skipped; 1 ns to 4 us.
            shift: (spacing.max(1).ilog2() + 2).clamp(10, SHIFT_MAX),
            cursor: 0,
            current: Vec::new(),
            heads: vec![END; SLICES],
            used: [0; WORDS],
            nodes: Vec::new(),
            free: END,
            far: Heap::default(),
            popped: 0,
        }
    }

    /// Adds an event that is not due before what was taken last.
    #[inline]
    pub(crate) fn push(&mut self, time: u64, kind: Kind, index: u32) {
        debug_assert!(index <= INDEX_MAX, "too many entities for one run");
        let what = What::new(kind, index);
        let slice = time >> self.shift;
        let distance = slice.wrapping_sub(self.cursor);
        if distance.wrapping_sub(1) < SLICES as u64 - 1 {
            self.insert_slice(slice as usize % SLICES, self.near(time, what));
        } else if distance == 0 {
            self.insert_current(self.near(time, what));
        } else {
            self.far.push((time, what));
        }
    }

    /// Takes the first event if it is due at or before `limit`.
    #[inline]
    pub(crate) fn pop_until(&mut self, limit: u64) -> Option<Event> {
        if self.current.is_empty() {
            self.advance();
        }
        let first = match self.current.last() {
            Some(&near) => self.key(near),
            None => (u64::MAX, What(u32::MAX)),
        };
        if let Some(far) = self.far.first()
            && far < first
        {
            return self.pop_far(limit);
        }
        if first.0 > limit || self.current.is_empty() {
            return None;
        }
        self.popped += 1;
        self.current.pop();
        Some(first.1.at(first.0))
    }

    #[cold]
    fn pop_far(&mut self, limit: u64) -> Option<Event> {
        let (time, what) = self.far.first().filter(|far| far.0 <= limit)?;
        self.far.pop();
        self.popped += 1;
        Some(what.at(time))
    }

    /// An event within its slice: comparing as numbers is comparing events.
    #[inline]
    const fn near(&self, time: u64, what: What) -> u64 {
        ((time & ((1 << self.shift) - 1)) << WHAT_BITS) | what.0 as u64
    }

    /// When and what an event of the current slice is.
    #[inline]
    const fn key(&self, near: u64) -> (u64, What) {
        let what = What(near as u32 & ((1 << WHAT_BITS) - 1));
        ((self.cursor << self.shift) | (near >> WHAT_BITS), what)
    }

    /// Events taken so far.
    pub(crate) const fn popped(&self) -> u64 {
        self.popped
    }

    /// Room for events without allocating.
    pub(crate) fn capacity(&self) -> usize {
        self.nodes.len() + self.current.capacity() + self.far.capacity()
    }

    /// Moves the cursor to the next slice in use, but not past the first far event.
    #[inline]
    fn advance(&mut self) {
        let next = self.next_used();
        if let Some(far) = self.far.first() {
            let slice = far.0 >> self.shift;
            if next.is_none_or(|next| slice < next) {
                self.cursor = self.cursor.max(slice);
                return;
            }
        }
        let Some(slice) = next else { return };
        self.cursor = slice;
        let place = slice as usize % SLICES;
        self.used[place / 64] &= !(1 << (place % 64));
        let mut id = core::mem::replace(&mut self.heads[place], END);
        while id != END {
            let node = self.nodes[id as usize];
            self.nodes[id as usize].next = self.free;
            self.free = id;
            id = node.next;
            self.current.push(node.near);
        }
        self.put_in_order();
    }

    /// Sorts the current slice, the first event last.
    #[inline]
    fn put_in_order(&mut self) {
        match self.current.as_mut_slice() {
            [] | [_] => {}
            [first, second] => {
                if *first < *second {
                    core::mem::swap(first, second);
                }
            }
            more => more.sort_unstable_by(|a, b| b.cmp(a)),
        }
    }

    /// The first slice in use behind the cursor.
    #[inline]
    fn next_used(&self) -> Option<u64> {
        let start = (self.cursor + 1) as usize % SLICES;
        let (word, bit) = (start / 64, start % 64);
        let head = self.used[word] >> bit;
        if head != 0 {
            return Some(self.cursor + 1 + u64::from(head.trailing_zeros()));
        }
        // The word of the cursor comes round again at the end, with its lower bits.
        let offset = (1..=WORDS).find(|offset| self.used[(word + offset) % WORDS] != 0)?;
        let found =
            (word + offset) % WORDS * 64 + self.used[(word + offset) % WORDS].trailing_zeros() as usize;
        Some(self.cursor + 1 + ((found + SLICES - start) % SLICES) as u64)
    }

    /// Into the list of a slice, in any order.
    #[inline]
    fn insert_slice(&mut self, place: usize, near: u64) {
        let node = Node { near, next: self.heads[place] };
        let id = if self.free == END {
            self.nodes.push(node);
            (self.nodes.len() - 1) as u32
        } else {
            let id = self.free;
            self.free = self.nodes[id as usize].next;
            self.nodes[id as usize] = node;
            id
        };
        self.heads[place] = id;
        self.used[place / 64] |= 1 << (place % 64);
    }

    /// Into the slice that is being worked off, in order.
    #[inline]
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
            spacing in 1u64..10_000_000,
            steps in proptest::collection::vec((0u64..40, any::<u32>(), any::<bool>()), 1..600),
        ) {
            let mut queue = EventQueue::new(spacing);
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
        let mut queue = EventQueue::new(1_000);
        queue.push(10, Kind::Wake, 1);
        assert_eq!(queue.pop_until(9), None);
        assert_eq!(queue.pop_until(10).map(|event| event.index), Some(1));
        assert_eq!(queue.pop_until(u64::MAX), None);
    }
}
