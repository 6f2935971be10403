//! A sorted set of disjoint byte ranges, bounded.

/// Most ranges kept. Chosen by us: a window of 256 lost-and-received pairs is 768 KB of 1500 B packets.
pub(crate) const MAX_RANGES: usize = 256;

/// Disjoint, non-touching ranges `[start, end)` in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct RangeSet {
    ranges: Vec<(u64, u64)>,
    total: u64,
}

impl RangeSet {
    /// Forgets everything, keeps the room.
    pub(crate) fn clear(&mut self) {
        self.ranges.clear();
        self.total = 0;
    }

    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    /// Bytes in the set.
    #[inline]
    pub(crate) const fn total(&self) -> u64 {
        self.total
    }

    #[inline]
    pub(crate) fn as_slice(&self) -> &[(u64, u64)] {
        &self.ranges
    }

    /// Adds a range; returns how many bytes are new, `None` if there is no room for one more range.
    pub(crate) fn insert(&mut self, start: u64, end: u64) -> Option<u64> {
        if start >= end {
            return Some(0);
        }
        let first = self.ranges.partition_point(|range| range.1 < start);
        let last = self.ranges.partition_point(|range| range.0 <= end);
        if first == last {
            if self.ranges.len() >= MAX_RANGES {
                return None;
            }
            self.ranges.insert(first, (start, end));
            self.total += end - start;
            return Some(end - start);
        }
        let merged = (start.min(self.ranges[first].0), end.max(self.ranges[last - 1].1));
        let covered: u64 = self.ranges[first..last].iter().map(|range| range.1 - range.0).sum();
        self.ranges[first] = merged;
        self.ranges.drain(first + 1..last);
        let added = merged.1 - merged.0 - covered;
        self.total += added;
        Some(added)
    }

    /// Forgets everything below `edge`; returns how many bytes that were.
    pub(crate) fn remove_below(&mut self, edge: u64) -> u64 {
        let whole = self.ranges.partition_point(|range| range.1 <= edge);
        let mut removed: u64 = self.ranges.drain(..whole).map(|range| range.1 - range.0).sum();
        if let Some(first) = self.ranges.first_mut()
            && first.0 < edge
        {
            removed += edge - first.0;
            first.0 = edge;
        }
        self.total -= removed;
        removed
    }

    /// Bytes of the set below `edge`.
    pub(crate) fn below(&self, edge: u64) -> u64 {
        let covers = |range: &(u64, u64)| edge.min(range.1) - range.0;
        self.ranges.iter().take_while(|range| range.0 < edge).map(covers).sum()
    }

    /// The range that holds `at`.
    pub(crate) fn holding(&self, at: u64) -> Option<(u64, u64)> {
        let index = self.ranges.partition_point(|range| range.1 <= at);
        self.ranges.get(index).copied().filter(|range| range.0 <= at)
    }

    /// The first gap at or after `from` and where it ends (`u64::MAX` beyond the last range).
    pub(crate) fn gap(&self, from: u64) -> (u64, u64) {
        let index = self.ranges.partition_point(|range| range.1 <= from);
        match self.ranges.get(index) {
            Some(range) if range.0 <= from => {
                (range.1, self.ranges.get(index + 1).map_or(u64::MAX, |next| next.0))
            }
            Some(range) => (from, range.0),
            None => (from, u64::MAX),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn it_agrees_with_a_plain_bitmap(steps in proptest::collection::vec((0u64..400, 1u64..40, any::<bool>()), 1..60)) {
            let mut set = RangeSet::default();
            let mut bitmap = [false; 500];
            for (start, length, adds) in steps {
                if adds {
                    let added = set.insert(start, start + length).unwrap();
                    let fresh = bitmap[start as usize..(start + length) as usize].iter_mut();
                    let count = fresh.filter_map(|bit| (!core::mem::replace(bit, true)).then_some(())).count();
                    prop_assert_eq!(added, count as u64);
                } else {
                    let removed = set.remove_below(start);
                    let gone = bitmap[..start as usize].iter_mut();
                    let count = gone.filter_map(|bit| core::mem::take(bit).then_some(())).count();
                    prop_assert_eq!(removed, count as u64);
                }
                prop_assert_eq!(set.total(), bitmap.iter().filter(|bit| **bit).count() as u64);
                prop_assert!(set.as_slice().windows(2).all(|pair| pair[0].1 < pair[1].0));
                let below = bitmap[..start as usize].iter().filter(|bit| **bit).count() as u64;
                prop_assert_eq!(set.below(start), below);
                let (gap, end) = set.gap(start);
                prop_assert!(!bitmap[gap as usize] && bitmap[start as usize..gap as usize].iter().all(|bit| *bit));
                prop_assert_eq!(set.holding(start).is_some(), bitmap[start as usize]);
                if end != u64::MAX {
                    prop_assert!(bitmap[end as usize] && bitmap[gap as usize..end as usize].iter().all(|bit| !bit));
                }
            }
        }
    }

    #[test]
    fn a_full_set_refuses_one_more_range_but_still_grows_the_ones_it_has() {
        let mut set = RangeSet::default();
        for index in 0..MAX_RANGES as u64 {
            assert_eq!(set.insert(10 * index, 10 * index + 5), Some(5));
        }
        assert_eq!(set.insert(1_000_000, 1_000_001), None);
        assert_eq!(set.insert(5, 10), Some(5));
        assert_eq!(set.insert(1_000_000, 1_000_001), Some(1));
    }
}
