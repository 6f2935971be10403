//! The pending events: a heap of four children per node, one cache line each.

use super::event::{Event, INDEX_MAX, Key, Kind};

/// Children per node: four 16-byte keys fill a cache line.
const ARITY: usize = 4;

/// Pending events in (time, insertion) order.
#[derive(Debug, Default)]
pub(crate) struct EventQueue {
    heap: Vec<Key>,
    pushed: u64,
    popped: u64,
}

impl EventQueue {
    /// Adds an event.
    #[inline]
    pub(crate) fn push(&mut self, time: u64, kind: Kind, index: u32) {
        debug_assert!(index <= INDEX_MAX, "too many entities for one run");
        let key = Key::new(Event { time, kind, index }, self.pushed);
        self.pushed += 1;
        self.heap.push(key);
        self.sift_up(self.heap.len() - 1, key);
    }

    /// Takes the first event if it is due at or before `limit`.
    #[inline]
    pub(crate) fn pop_until(&mut self, limit: u64) -> Option<Event> {
        let first = *self.heap.first()?;
        if first.time() > limit {
            return None;
        }
        self.popped += 1;
        let last = self.heap.pop()?;
        if !self.heap.is_empty() {
            self.sift_down(last);
        }
        Some(first.event())
    }

    /// Events taken so far.
    pub(crate) const fn popped(&self) -> u64 {
        self.popped
    }

    /// Room for events without allocating.
    pub(crate) fn capacity(&self) -> usize {
        self.heap.capacity()
    }

    #[inline]
    fn sift_up(&mut self, mut hole: usize, key: Key) {
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if self.heap[parent] <= key {
                break;
            }
            self.heap[hole] = self.heap[parent];
            hole = parent;
        }
        self.heap[hole] = key;
    }

    /// Places `key` starting from the vacated root.
    #[inline]
    fn sift_down(&mut self, key: Key) {
        let mut hole = 0;
        loop {
            let first = hole * ARITY + 1;
            let Some(children) = self.heap.get(first..self.heap.len().min(first + ARITY)) else { break };
            let Some((offset, &least)) = children.iter().enumerate().min_by_key(|&(_, key)| *key) else {
                break;
            };
            if key <= least {
                break;
            }
            self.heap[hole] = least;
            hole = first + offset;
        }
        self.heap[hole] = key;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::{Stream, word};

    #[test]
    fn events_come_out_in_time_order_and_ties_in_insertion_order() {
        let mut queue = EventQueue::default();
        for index in 0..5000u32 {
            queue.push(word(1, Stream::Gap, 0, u64::from(index)) % 500, Kind::Wake, index);
        }
        let mut last = (0, 0);
        let mut count = 0;
        while let Some(event) = queue.pop_until(u64::MAX) {
            assert!(count == 0 || (event.time, event.index) > last);
            last = (event.time, event.index);
            count += 1;
        }
        assert_eq!(count, 5000);
    }

    #[test]
    fn nothing_beyond_the_limit_comes_out() {
        let mut queue = EventQueue::default();
        queue.push(10, Kind::Wake, 1);
        assert_eq!(queue.pop_until(9), None);
        assert_eq!(queue.pop_until(10).map(|e| e.index), Some(1));
        assert_eq!(queue.pop_until(u64::MAX), None);
    }
}
