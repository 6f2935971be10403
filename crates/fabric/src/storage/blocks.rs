//! First-in-first-out queues that share one storage.

/// Entries of a block, a power of two. Chosen by us: eight cache lines of packets on wires. With 16 a network of 1024 hosts misses its
/// second cache 1 % less often and every network takes 1 % more instructions; with 64 it misses the TLB half as often again.
const BLOCK: u32 = 32;

/// The block that no queue gets.
const NONE: u32 = 0;

/// Storage of many queues, in blocks: a queue is a list of them.
///
/// Queues of their own would each sweep through as much memory as their longest burst took. Here a block that a queue has used up is
/// the first one that the next queue takes, while it is still in the cache, and what is stored is not much more than the entries.
#[derive(Debug)]
pub(crate) struct Blocks<T> {
    entries: Vec<T>,
    /// The block after each block of a queue or of the list of free ones, where [`NONE`] ends it. After the last block of a queue some
    /// other one, which is never out of range.
    next: Vec<u32>,
    /// The free block that was used up last, or [`NONE`].
    free: u32,
}

/// One queue in [`Blocks`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fifo {
    /// The place of the first entry.
    head: u32,
    /// The place that the next entry gets, which is the queue's already.
    tail: u32,
}

impl Fifo {
    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.head == self.tail
    }

    /// The place of the first entry, if there is any.
    #[inline]
    pub(crate) const fn head(&self) -> u32 {
        self.head
    }

    /// The place that the next entry gets.
    #[inline]
    pub(crate) const fn tail(&self) -> u32 {
        self.tail
    }
}

impl<T: Copy + Default> Blocks<T> {
    /// With room for as many queues of one block.
    pub(crate) fn with_room(queues: usize) -> Self {
        let blocks = queues + 1;
        let (entries, next) = (Vec::with_capacity(blocks * BLOCK as usize), Vec::with_capacity(blocks));
        let mut blocks = Self { entries, next, free: NONE };
        blocks.add_block();
        blocks
    }

    /// An empty queue.
    pub(crate) fn queue(&mut self) -> Fifo {
        let place = self.take_block() * BLOCK;
        Fifo { head: place, tail: place }
    }

    /// Entries that fit without allocating.
    pub(crate) const fn capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// Adds an entry; returns its place.
    #[inline]
    pub(crate) fn push_back(&mut self, fifo: &mut Fifo, item: T) -> u32 {
        let place = fifo.tail;
        self.entries[place as usize] = item;
        fifo.tail = place + 1;
        if fifo.tail.is_multiple_of(BLOCK) {
            self.extend(fifo);
        }
        place
    }

    /// Takes the first entry.
    #[inline]
    pub(crate) fn pop_front(&mut self, fifo: &mut Fifo) -> Option<T> {
        self.pop_front_if(fifo, |_| true)
    }

    /// Takes the first entry if it is wanted.
    #[inline]
    pub(crate) fn pop_front_if(&mut self, fifo: &mut Fifo, is_wanted: impl FnOnce(T) -> bool) -> Option<T> {
        let first = self.front(fifo)?;
        if !is_wanted(first) {
            return None;
        }
        fifo.head += 1;
        if fifo.head.is_multiple_of(BLOCK) {
            self.give_block(fifo);
        }
        Some(first)
    }

    /// Takes entries from the front until one is refused; returns how many.
    #[inline]
    pub(crate) fn drain_while(&mut self, fifo: &mut Fifo, mut take: impl FnMut(T) -> bool) -> u32 {
        let mut all = 0;
        loop {
            // Block by block: within one the entries are a slice.
            let (end, is_last) = end_within(fifo.head, fifo.tail);
            let entries = self.entries.get(fifo.head as usize..end as usize).unwrap_or_default();
            let taken = entries.iter().take_while(|entry| take(**entry)).count() as u32;
            all += taken;
            fifo.head += taken;
            if is_last || fifo.head < end {
                return all;
            }
            self.give_block(fifo);
        }
    }

    /// Appends the entries between two places of a queue to a list, the second one left out.
    pub(crate) fn copy(&self, place: u32, until: u32, list: &mut Vec<T>) {
        let mut place = place;
        while place != until {
            let (end, is_last) = end_within(place, until);
            list.extend_from_slice(&self.entries[place as usize..end as usize]);
            place = if is_last { until } else { self.after(end - 1) };
        }
    }

    /// Takes the entries before a place of the queue.
    #[inline]
    pub(crate) fn skip_to(&mut self, fifo: &mut Fifo, place: u32) {
        while fifo.head / BLOCK != place / BLOCK {
            fifo.head = (fifo.head / BLOCK + 1) * BLOCK;
            self.give_block(fifo);
        }
        fifo.head = place;
    }

    /// The first entry.
    #[inline]
    pub(crate) fn front(&self, fifo: &Fifo) -> Option<T> {
        if fifo.is_empty() { None } else { self.entries.get(fifo.head as usize).copied() }
    }

    /// The entry of a place that a queue has, or had.
    #[inline]
    pub(crate) fn at(&self, place: u32) -> T {
        self.entries[place as usize]
    }

    /// The same, to change it.
    #[inline]
    pub(crate) fn at_mut(&mut self, place: u32) -> &mut T {
        &mut self.entries[place as usize]
    }

    /// The place after that of an entry.
    #[inline]
    pub(crate) fn after(&self, place: u32) -> u32 {
        let after = place + 1;
        if after.is_multiple_of(BLOCK) { self.next[(place / BLOCK) as usize] * BLOCK } else { after }
    }

    /// The place `ahead` entries after one, at most a block; some other place beyond the end of the queue.
    #[inline]
    pub(crate) fn later(&self, place: u32, ahead: u32) -> u32 {
        debug_assert!(ahead <= BLOCK, "one block further at most");
        let (block, later) = (place / BLOCK, place + ahead);
        // Read in any case: a select costs less than a branch that nothing can foresee.
        let next = self.next[block as usize];
        if later / BLOCK == block { later } else { next * BLOCK + later % BLOCK }
    }

    /// The place before one of a queue; `None` if that is the first one.
    #[inline]
    pub(crate) fn before(&self, fifo: &Fifo, place: u32) -> Option<u32> {
        if place == fifo.head {
            None
        } else if place.is_multiple_of(BLOCK) {
            self.end_before(fifo, place)
        } else {
            Some(place - 1)
        }
    }

    /// The last place of the block before that which begins with a place.
    #[cold]
    fn end_before(&self, fifo: &Fifo, place: u32) -> Option<u32> {
        let last_of = |place: u32| place | (BLOCK - 1);
        let mut ends =
            core::iter::successors(Some(last_of(fifo.head)), |end| Some(last_of(self.after(*end))));
        ends.by_ref().take(self.next.len()).find(|end| self.after(*end) == place)
    }

    /// The places of a queue's entries, the first one first.
    fn places(&self, fifo: &Fifo) -> impl Iterator<Item = u32> {
        let end = fifo.tail;
        let after = move |place: &u32| Some(self.after(*place)).filter(|place| *place != end);
        core::iter::successors((!fifo.is_empty()).then_some(fifo.head), after)
    }

    /// The entries of a queue, the first one first.
    pub(crate) fn iter(&self, fifo: &Fifo) -> impl Iterator<Item = T> {
        self.places(fifo).map(|place| self.at(place))
    }

    /// Entries of a queue from a place on, as many as `count`.
    pub(crate) fn iter_from(&self, place: u32, count: u32) -> impl Iterator<Item = T> {
        let mut next = place;
        (0..count).map(move |_| {
            let place = next;
            next = self.after(place);
            self.at(place)
        })
    }

    /// Prefetches the entry of a place.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: u32) {
        prefetch_index::prefetch_index(&self.entries, place as usize);
    }

    /// Adds a block to a queue whose last one is full.
    #[cold]
    #[inline(never)]
    fn extend(&mut self, fifo: &mut Fifo) {
        let block = self.take_block();
        self.next[((fifo.tail - 1) / BLOCK) as usize] = block;
        fifo.tail = block * BLOCK;
    }

    /// Takes a free block, or a new one.
    #[inline]
    fn take_block(&mut self) -> u32 {
        match self.free {
            NONE => self.add_block(),
            free => core::mem::replace(&mut self.free, self.next[free as usize]),
        }
    }

    #[cold]
    #[inline(never)]
    fn add_block(&mut self) -> u32 {
        let block = self.next.len() as u32;
        self.next.push(NONE);
        self.entries.resize(self.next.len() * BLOCK as usize, T::default());
        block
    }

    /// Takes the used-up block off the front of a queue.
    #[cold]
    #[inline(never)]
    fn give_block(&mut self, fifo: &mut Fifo) {
        let block = (fifo.head - 1) / BLOCK;
        fifo.head = core::mem::replace(&mut self.next[block as usize], self.free) * BLOCK;
        self.free = block;
    }
}

/// Where the places of a queue from one to another end that share the block of the first, and whether they are all. Blocks come in any
/// order, so the end of one tells nothing of the next.
const fn end_within(place: u32, until: u32) -> (u32, bool) {
    let is_last = place / BLOCK == until / BLOCK;
    (if is_last { until } else { (place / BLOCK + 1) * BLOCK }, is_last)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::VecDeque;

    /// What a queue holds by its own account, entry by entry and place by place.
    fn entries(blocks: &Blocks<u32>, fifo: &Fifo) -> Vec<u32> {
        let all: Vec<u32> = blocks.iter(fifo).collect();
        let places: Vec<u32> = blocks.places(fifo).collect();
        assert_eq!(blocks.iter_from(fifo.head(), all.len() as u32).collect::<Vec<_>>(), all);
        assert_eq!(blocks.before(fifo, fifo.head()), None);
        for (before, after) in places.iter().zip(places.iter().skip(1).chain([&fifo.tail()])) {
            assert_eq!((blocks.after(*before), blocks.before(fifo, *after)), (*after, Some(*before)));
        }
        for ahead in 0..=BLOCK.min(all.len() as u32) {
            let later = all.iter().zip(all.iter().skip(ahead as usize));
            for (place, (item, other)) in places.iter().zip(later) {
                assert_eq!((blocks.at(*place), blocks.at(blocks.later(*place, ahead))), (*item, *other));
            }
        }
        all
    }

    proptest! {
        #[test]
        fn queues_that_share_storage_are_queues(
            steps in proptest::collection::vec((0usize..3, 0u32..100, 0u32..100, any::<bool>()), 1..40),
        ) {
            let mut blocks = Blocks::with_room(3);
            let mut fifos = [(); 3].map(|()| (blocks.queue(), VecDeque::new()));
            let mut next = 0u32;
            for (which, pushed, popped, at_once) in steps {
                let (fifo, model) = &mut fifos[which];
                for _ in 0..pushed {
                    let place = blocks.push_back(fifo, next);
                    prop_assert_eq!(blocks.at(place), next);
                    model.push_back(next);
                    next += 1;
                }
                if at_once {
                    let end = model.get(popped as usize).copied().unwrap_or(u32::MAX);
                    let mut taken = Vec::new();
                    let count = blocks.drain_while(fifo, |item| {
                        if item < end {
                            taken.push(item);
                        }
                        item < end
                    });
                    prop_assert_eq!(count as usize, taken.len());
                    prop_assert_eq!(taken, model.drain(..model.len().min(popped as usize)).collect::<Vec<_>>());
                } else if let Some(count) = (popped as usize).min(model.len()).checked_sub(1) {
                    // All but the last of these, by their places.
                    let place = blocks.places(fifo).nth(count).unwrap();
                    let mut copied = Vec::new();
                    blocks.copy(fifo.head(), place, &mut copied);
                    blocks.skip_to(fifo, place);
                    prop_assert_eq!(copied, model.drain(..count).collect::<Vec<_>>());
                    let mut rest = Vec::new();
                    blocks.copy(place, fifo.tail(), &mut rest);
                    prop_assert_eq!(rest, model.iter().copied().collect::<Vec<_>>());
                    for _ in 0..popped {
                        prop_assert_eq!(blocks.pop_front_if(fifo, |_| false), None);
                        prop_assert_eq!(blocks.front(fifo), model.front().copied());
                        prop_assert_eq!(blocks.pop_front(fifo), model.pop_front());
                    }
                }
                for (fifo, model) in &fifos {
                    prop_assert_eq!(fifo.is_empty(), model.is_empty());
                    prop_assert_eq!(entries(&blocks, fifo), model.iter().copied().collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn the_block_that_was_used_up_last_is_taken_first() {
        let mut blocks = Blocks::with_room(2);
        let (mut first, mut second) = (blocks.queue(), blocks.queue());
        let used_up = first.head();
        (0..BLOCK).for_each(|item| _ = blocks.push_back(&mut first, item));
        assert_eq!(blocks.drain_while(&mut first, |_| true), BLOCK);
        (0..=BLOCK).for_each(|item| _ = blocks.push_back(&mut second, item));
        assert_eq!(blocks.places(&second).last(), Some(used_up));
    }

    #[test]
    fn a_burst_of_one_queue_is_room_for_the_others() {
        let mut blocks = Blocks::with_room(4);
        let mut fifos = [(); 4].map(|()| blocks.queue());
        let mut capacity = None;
        for turn in 0..100 {
            let fifo = &mut fifos[turn % 4];
            (0..1000).for_each(|item| _ = blocks.push_back(fifo, item));
            // Whichever way they go, the blocks are free after it.
            match turn % 3 {
                0 => assert_eq!(blocks.drain_while(fifo, |_| true), 1000),
                1 => (0..1000).for_each(|item| assert_eq!(blocks.pop_front(fifo), Some(item))),
                _ => blocks.skip_to(fifo, fifo.tail()),
            }
            assert!(fifo.is_empty());
            assert_eq!(*capacity.get_or_insert(blocks.capacity()), blocks.capacity());
        }
    }
}
