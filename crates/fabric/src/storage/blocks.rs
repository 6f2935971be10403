//! First-in-first-out queues that share one storage.

/// Entries of a block, a power of two. Chosen by us: eight cache lines of packets on wires.
const BLOCK: u32 = 32;

/// Storage of many queues, in blocks: a queue is a list of them.
///
/// Queues of their own would each sweep through as much memory as their longest burst took. Here a block that a queue has used up is
/// the first one that the next queue takes, while it is still in the cache, and what is stored is not much more than the entries.
#[derive(Debug)]
pub(crate) struct Blocks<T> {
    entries: Vec<T>,
    /// The block after each block that is full or free, or [`NONE`]; unspecified for the last block of a queue.
    next: Vec<u32>,
    /// The free block that was used up last, or [`NONE`].
    free: u32,
}

/// The block that no queue gets.
const NONE: u32 = 0;

/// One queue in [`Blocks`].
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fifo {
    /// The place of the first entry, one of [`NONE`] without a block.
    head: u32,
    /// The place after the last entry. The first place of a block stands for none: the block before it is full, or [`NONE`].
    tail: u32,
    len: u32,
}

impl Fifo {
    #[inline]
    pub(crate) const fn len(&self) -> u32 {
        self.len
    }

    #[inline]
    pub(crate) const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The place of the first entry, if there is any.
    #[inline]
    pub(crate) const fn head(&self) -> u32 {
        self.head
    }
}

impl<T: Copy + Default> Blocks<T> {
    /// With room for as many queues of one block.
    pub(crate) fn with_room(queues: usize) -> Self {
        let mut blocks = Self {
            entries: Vec::with_capacity((queues + 1) * BLOCK as usize),
            next: Vec::with_capacity(queues + 1),
            free: NONE,
        };
        blocks.add_block();
        blocks
    }

    /// Entries that fit without allocating.
    pub(crate) const fn capacity(&self) -> usize {
        self.entries.capacity()
    }

    /// Adds an entry; returns its place.
    #[inline]
    pub(crate) fn push_back(&mut self, fifo: &mut Fifo, item: T) -> u32 {
        if fifo.tail % BLOCK == 0 {
            self.take_block(fifo);
        }
        let place = fifo.tail;
        self.entries[place as usize] = item;
        fifo.tail = place + 1;
        fifo.len += 1;
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
        fifo.len -= 1;
        if fifo.head % BLOCK == 0 {
            self.give_block(fifo);
        }
        Some(first)
    }

    /// Takes entries from the front until one is refused.
    #[inline]
    pub(crate) fn drain_while(&mut self, fifo: &mut Fifo, mut take: impl FnMut(T) -> bool) {
        loop {
            // Block by block: within one the entries are a slice.
            let count = fifo.len.min(BLOCK - fifo.head % BLOCK);
            let (start, end) = (fifo.head as usize, (fifo.head + count) as usize);
            let entries = self.entries.get(start..end).unwrap_or_default();
            let taken = entries.iter().take_while(|entry| take(**entry)).count() as u32;
            fifo.head += taken;
            fifo.len -= taken;
            if taken == 0 || fifo.head % BLOCK != 0 {
                return;
            }
            self.give_block(fifo);
        }
    }

    /// The first entry.
    #[inline]
    pub(crate) fn front(&self, fifo: &Fifo) -> Option<T> {
        if fifo.len == 0 { None } else { self.entries.get(fifo.head as usize).copied() }
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

    /// The place that comes `ahead` entries later, at most a block; some other place beyond the end of the queue.
    #[inline]
    pub(crate) fn later(&self, place: u32, ahead: u32) -> u32 {
        debug_assert!(ahead <= BLOCK, "one block further at most");
        let later = place + ahead;
        let block = place / BLOCK;
        if later / BLOCK == block { later } else { self.next[block as usize] * BLOCK + later % BLOCK }
    }

    /// The place of the entry before that of a place, which is not the first one; by default of the last one.
    #[inline]
    pub(crate) fn before(&self, fifo: &Fifo, place: Option<u32>) -> u32 {
        match place {
            Some(place) if place % BLOCK == 0 => self.end_before(fifo, place / BLOCK),
            Some(place) => place - 1,
            None => fifo.tail - 1,
        }
    }

    /// The last place of the block before that one.
    #[cold]
    fn end_before(&self, fifo: &Fifo, block: u32) -> u32 {
        let after = |before: &u32| Some(self.next[*before as usize]);
        let mut blocks = core::iter::successors(Some(fifo.head / BLOCK), after);
        let before = blocks.by_ref().take(self.next.len()).find(|before| self.next[*before as usize] == block);
        before.map_or(fifo.head, |before| before * BLOCK + BLOCK - 1)
    }

    /// The entries of a queue, the first one first.
    pub(crate) fn iter(&self, fifo: &Fifo) -> impl Iterator<Item = T> + '_ {
        self.iter_from(fifo.head, fifo.len)
    }

    /// So many entries of a queue from a place on.
    pub(crate) fn iter_from(&self, place: u32, count: u32) -> impl Iterator<Item = T> + '_ {
        let mut place = place;
        (0..count).map(move |index| {
            if index > 0 {
                place = self.later(place, 1);
            }
            self.at(place)
        })
    }

    /// Prefetches the entry of a place.
    #[inline(always)]
    pub(crate) fn prefetch(&self, place: u32) {
        prefetch_index::prefetch_index(&self.entries, place as usize);
    }

    /// Prefetches the place of the next entry.
    #[inline(always)]
    pub(crate) fn prefetch_end(&self, fifo: &Fifo) {
        self.prefetch(fifo.tail);
    }

    /// Puts a free block, or a new one, at the end of a queue.
    #[cold]
    #[inline(never)]
    fn take_block(&mut self, fifo: &mut Fifo) {
        let block = match self.free {
            NONE => self.add_block(),
            free => core::mem::replace(&mut self.free, self.next[free as usize]),
        };
        if fifo.len == 0 {
            fifo.head = block * BLOCK;
        } else {
            let last = (fifo.tail - 1) / BLOCK;
            self.next[last as usize] = block;
        }
        fifo.tail = block * BLOCK;
    }

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
        let next = core::mem::replace(&mut self.next[block as usize], self.free);
        self.free = block;
        if fifo.len == 0 {
            *fifo = Fifo::default();
        } else {
            fifo.head = next * BLOCK;
        }
    }
}
