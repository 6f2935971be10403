//! Slab: storage by index.

/// Storage by index with a free list: grows to the largest number in use and never shrinks.
#[derive(Debug)]
pub(crate) struct Slab<T> {
    items: Vec<T>,
    free: Vec<u32>,
}

impl<T> Default for Slab<T> {
    fn default() -> Self {
        Self { items: Vec::new(), free: Vec::new() }
    }
}

impl<T: Copy> Slab<T> {
    /// With room for some items: growing beyond it copies them all.
    pub(crate) fn with_room(items: usize) -> Self {
        Self { items: Vec::with_capacity(items), free: Vec::new() }
    }

    /// Stores an item.
    #[inline]
    pub(crate) fn insert(&mut self, item: T) -> u32 {
        if let Some(index) = self.free.pop() {
            self.items[index as usize] = item;
            return index;
        }
        self.items.push(item);
        (self.items.len() - 1) as u32
    }

    /// Gives an index back.
    #[inline]
    pub(crate) fn remove(&mut self, index: u32) -> T {
        self.free.push(index);
        self.items[index as usize]
    }

    #[inline]
    pub(crate) fn get(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    #[inline]
    pub(crate) fn get_mut(&mut self, index: u32) -> &mut T {
        &mut self.items[index as usize]
    }

    /// Prefetches an item that will be wanted soon.
    #[inline(always)]
    pub(crate) fn prefetch(&self, index: u32) {
        prefetch_index::prefetch_index(&self.items, index as usize);
    }

    /// Items in use.
    pub(crate) fn len(&self) -> usize {
        self.items.len() - self.free.len()
    }

    /// The indices that are free, in no order.
    pub(crate) fn free(&self) -> &[u32] {
        &self.free
    }

    /// Most items ever in use at once.
    pub(crate) fn high_water(&self) -> usize {
        self.items.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slab_reuses_room() {
        let mut items = Slab::<u32>::default();
        for _ in 0..3 {
            let places: Vec<u32> = (0..4).map(|item| items.insert(item)).collect();
            for (item, place) in (0..).zip(places) {
                assert_eq!(items.remove(place), item);
            }
        }
        assert_eq!((items.len(), items.high_water()), (0, 4));
    }
}
