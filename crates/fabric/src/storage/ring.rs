//! Ring buffer with a small cache footprint.

/// Smallest room. Chosen by us: two cache lines of the arrival times kept here.
const ROOM_MIN: usize = 16;
/// Factor by which the allocation grows, first from 16 to 512 entries. Chosen by us: in steady state a slightly longer queue
/// than ever before must not allocate, which a factor of 8 does not hold; capacity beyond the range in use is never touched, so
/// it costs address space, but neither time nor cache.
const GROWTH: usize = 32;

/// FIFO by index; half a cache line, so that hot fields of its owner share the line.
///
/// A plain ring cycles through its whole capacity however few entries it holds: after one burst that is many cache
/// lines for a handful of packets. This one cycles through the vector's length, a power of two, and halves that when it is
/// mostly empty; the allocation stays, so that the next burst allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ring<T> {
    /// The range in use.
    items: Vec<T>,
    head: u32,
    len: u32,
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
        self.items.capacity()
    }

    /// The range less 1.
    #[inline]
    const fn mask(&self) -> u32 {
        (self.items.len() as u32).wrapping_sub(1)
    }

    #[inline]
    pub(crate) fn push_back(&mut self, item: T) {
        let place = self.head.wrapping_add(self.len) & self.mask();
        // The empty range of a default ring has no place at all.
        if self.len != self.items.len() as u32
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
        self.head = (self.head + 1) & self.mask();
        self.len -= 1;
        self.halve();
        Some(first)
    }

    /// Halves the range if it is mostly empty.
    #[inline]
    fn halve(&mut self) {
        // Only with the head at index 0 is nothing wrapped around: the upper half is free of entries and the range can be
        // halved without moving any.
        if self.head == 0 && self.len <= self.mask() / 4 && self.items.len() > ROOM_MIN {
            self.items.truncate(self.items.len() / 2);
        }
    }

    #[inline]
    pub(crate) fn front(&self) -> Option<T> {
        if self.len == 0 { None } else { self.items.get(self.head as usize).copied() }
    }

    /// Returns the `before`-th entry from the front; unspecified (some other entry) beyond the length.
    #[inline]
    pub(crate) fn at(&self, before: u32) -> T {
        self.items[(self.head.wrapping_add(before) & self.mask()) as usize]
    }

    #[cold]
    fn push_grown(&mut self, item: T) {
        self.grow();
        let place = self.head.wrapping_add(self.len) & self.mask();
        self.items[place as usize] = item;
        self.len += 1;
    }

    /// Doubles the range; entries that had wrapped around to the start move behind the old end, which keeps their order.
    fn grow(&mut self) {
        let room = self.items.len();
        let doubled = (2 * room).max(ROOM_MIN);
        if self.items.capacity() < doubled {
            self.items.reserve_exact(doubled.max(GROWTH * room) - room);
        }
        self.items.resize(doubled, T::default());
        self.items.copy_within(0..self.head as usize, room);
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
        assert_eq!((ring.capacity(), ring.items.len()), (capacity, ROOM_MIN));
    }
}
