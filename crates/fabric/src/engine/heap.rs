//! A heap of four children per node, one cache line each: the events too far off for the wheel.

use super::event::What;

/// When \[ps\], then what.
pub(crate) type Key = (u64, What);

/// Children per node: four 16-byte keys fill a cache line.
const ARITY: usize = 4;

/// Keys in ascending order.
#[derive(Debug, Default)]
pub(super) struct Heap {
    keys: Vec<Key>,
}

impl Heap {
    #[inline]
    pub(super) fn first(&self) -> Option<Key> {
        self.keys.first().copied()
    }

    pub(super) fn push(&mut self, key: Key) {
        self.keys.push(key);
        let mut hole = self.keys.len() - 1;
        while hole > 0 {
            let parent = (hole - 1) / ARITY;
            if self.keys[parent] <= key {
                break;
            }
            self.keys[hole] = self.keys[parent];
            hole = parent;
        }
        self.keys[hole] = key;
    }

    pub(super) fn pop(&mut self) -> Option<Key> {
        let first = self.first()?;
        let last = self.keys.pop()?;
        if !self.keys.is_empty() {
            self.sift_down(last);
        }
        Some(first)
    }

    pub(super) fn capacity(&self) -> usize {
        self.keys.capacity()
    }

    /// Places `key` starting from the vacated root.
    fn sift_down(&mut self, key: Key) {
        let mut hole = 0;
        loop {
            let first = hole * ARITY + 1;
            let Some(children) = self.keys.get(first..self.keys.len().min(first + ARITY)) else { break };
            let Some((offset, &least)) = children.iter().enumerate().min_by_key(|&(_, key)| *key) else {
                break;
            };
            if key <= least {
                break;
            }
            self.keys[hole] = least;
            hole = first + offset;
        }
        self.keys[hole] = key;
    }
}
