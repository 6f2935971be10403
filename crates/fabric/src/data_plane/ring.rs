//! Ring buffer with a small cache footprint.

/// Smallest room. Chosen by us: four cache lines of the entries kept here.
const ROOM_MIN: usize = 16;
/// Factor by which the allocation grows, first from 16 to 512 entries. Chosen by us: in steady state a slightly longer queue
/// than ever before must not allocate, which a factor of 8 does not hold; capacity beyond `mask` is never touched, so it costs
/// memory but no cache.
const GROWTH: usize = 32;

/// FIFO by index; half a cache line, so that hot fields of its owner share the line.
///
/// A plain ring cycles through its whole capacity however few entries it holds: after one burst that is many cache
/// lines for a handful of packets. This one cycles through `mask + 1` entries and halves that range when it is mostly
/// empty; the allocation stays, so that the next burst allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ring<T> {
    items: Box<[T]>,
    head: u32,
    len: u32,
    /// Room in use, a power of two, less 1.
    mask: u32,
}

impl<T: Copy + Default> Ring<T> {
    #[inline]
    pub(crate) const fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Entries that fit without allocating.
    pub(crate) const fn capacity(&self) -> usize {
        self.items.len()
    }

    #[inline]
    pub(crate) fn push_back(&mut self, item: T) {
        let place = self.head.wrapping_add(self.len) & self.mask;
        // A default ring has mask 0 (one entry) but no allocation, so the length test alone is not enough: the checked
        // access takes the empty allocation to `push_grown`.
        if self.len <= self.mask
            && let Some(slot) = self.items.get_mut(place as usize)
        {
            *slot = item;
            self.len += 1;
        } else {
            self.push_grown(item);
        }
    }

    /// Takes the first one.
    #[inline]
    pub(crate) fn pop_front(&mut self) -> Option<T> {
        let first = self.front()?;
        self.head = (self.head + 1) & self.mask;
        self.len -= 1;
        // Only with the head at index 0 is nothing wrapped around: the upper half is free of entries and the range can be
        // halved without moving any. Must follow the decrement of `len`.
        if self.head == 0 && self.len <= self.mask / 4 && self.mask as usize >= ROOM_MIN {
            self.mask /= 2;
        }
        Some(first)
    }

    #[inline]
    pub(crate) fn front(&self) -> Option<T> {
        if self.len == 0 { None } else { self.items.get(self.head as usize).copied() }
    }

    /// Prefetches the `before`-th entry from the front, or the slot where it will be.
    #[inline(always)]
    pub(crate) fn prefetch(&self, before: u32) {
        prefetch_index::prefetch_index(&self.items, (self.head.wrapping_add(before) & self.mask) as usize);
    }

    /// Returns the `before`-th entry from the front; unspecified (some other entry) beyond the length.
    #[inline]
    pub(crate) fn at(&self, before: u32) -> T {
        self.items[(self.head.wrapping_add(before) & self.mask) as usize]
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn at_mut(&mut self, before: u32) -> &mut T {
        &mut self.items[(self.head.wrapping_add(before) & self.mask) as usize]
    }

    #[cold]
    fn push_grown(&mut self, item: T) {
        self.grow();
        let place = self.head.wrapping_add(self.len) & self.mask;
        self.items[place as usize] = item;
        self.len += 1;
    }

    /// Doubles the range; entries that had wrapped around to the start move behind the old end, which keeps their order.
    fn grow(&mut self) {
        let room = if self.items.is_empty() { 0 } else { self.mask as usize + 1 };
        let doubled = (2 * room).max(ROOM_MIN);
        if self.items.len() < doubled {
            let mut items = core::mem::take(&mut self.items).into_vec();
            items.resize(doubled.max(GROWTH * room), T::default());
            self.items = items.into_boxed_slice();
        }
        self.items.copy_within(0..self.head as usize, room);
        self.mask = doubled as u32 - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    proptest! {
        #[test]
        fn it_is_a_queue_whatever_its_room(bursts in proptest::collection::vec((0usize..200, 0usize..200), 1..60)) {
            let (mut ring, mut model, mut next) = (Ring::default(), VecDeque::new(), 0u32);
            for (pushed, popped) in bursts {
                for _ in 0..pushed {
                    ring.push_back(next);
                    model.push_back(next);
                    next += 1;
                }
                for _ in 0..popped {
                    prop_assert_eq!(ring.front(), model.front().copied());
                    prop_assert_eq!(ring.pop_front(), model.pop_front());
                }
                prop_assert_eq!(ring.len() as usize, model.len());
                model.iter().enumerate().for_each(|(before, item)| assert_eq!(ring.at(before as u32), *item));
            }
        }
    }

    #[test]
    fn a_burst_leaves_memory_but_not_a_long_sweep() {
        let mut ring = Ring::default();
        (0..1000).for_each(|item| ring.push_back(item));
        let capacity = ring.capacity();
        for item in 0..20_000 {
            ring.push_back(item);
            ring.pop_front();
            if ring.len() > 2 {
                ring.pop_front();
            }
        }
        assert_eq!((ring.capacity(), ring.mask as usize + 1), (capacity, ROOM_MIN));
    }
}
