//! A ring that keeps to as little memory as it needs.

/// Smallest room. Chosen by us: four cache lines of the entries kept here.
const ROOM_MIN: usize = 16;

/// First in, first out, by index.
///
/// A ring sweeps over all its room however few entries it holds, and after one burst that is many cache
/// lines for a handful of packets. This one uses less of its room again when the room is mostly empty; the
/// memory itself stays, so that the next burst allocates nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ring<T> {
    items: Vec<T>,
    head: usize,
    len: usize,
    /// Room in use, a power of two, less 1.
    mask: usize,
}

impl<T: Copy + Default> Ring<T> {
    #[inline]
    pub(crate) const fn len(&self) -> usize {
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
        if self.len > self.mask || self.items.is_empty() {
            self.grow();
        }
        let place = (self.head + self.len) & self.mask;
        self.items[place] = item;
        self.len += 1;
    }

    #[inline]
    pub(crate) fn pop_front(&mut self) -> Option<T> {
        let first = self.front()?;
        self.head = (self.head + 1) & self.mask;
        self.len -= 1;
        // At the beginning of the room nothing is wrapped around, so its end can be given up.
        if self.head == 0 && self.len <= self.mask / 4 && self.mask >= ROOM_MIN {
            self.mask /= 2;
        }
        Some(first)
    }

    #[inline]
    pub(crate) fn front(&self) -> Option<T> {
        (self.len > 0).then(|| self.items[self.head])
    }

    /// The entry with so many before it; some other one if there are not so many.
    #[inline]
    pub(crate) fn at(&self, before: usize) -> T {
        self.items[(self.head + before) & self.mask]
    }

    /// Doubles the room; what had wrapped around to the beginning moves behind the old end.
    #[cold]
    fn grow(&mut self) {
        let room = if self.items.is_empty() { 0 } else { self.mask + 1 };
        let doubled = (2 * room).max(ROOM_MIN);
        if self.items.len() < doubled {
            self.items.resize(doubled, T::default());
        }
        self.items.copy_within(0..self.head, room);
        self.mask = doubled - 1;
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
                prop_assert_eq!(ring.len(), model.len());
                model.iter().enumerate().for_each(|(before, item)| assert_eq!(ring.at(before), *item));
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
        assert_eq!((ring.capacity(), ring.mask + 1), (capacity, ROOM_MIN));
    }
}
