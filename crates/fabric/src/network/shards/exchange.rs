//! Messages between shards, exchanged between two steps.
//!
//! Every thread posts, all wait at the barrier, every thread reads. The next post goes to the other of two halves. When a half is
//! written again, all threads have read it.

use super::barrier::Barrier;
use crate::data_plane::{InFlight, Packet, PauseOut, SackBlocks};
use crate::engine::What;
use crate::network::lookahead::Ending;
use freeboard_cc_api::IntStack;
use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A slot that became free: its place in the order of all events, its flow, and the slot.
pub(super) type Freed = ((u64, What), u32, u32);

/// Lower bounds on the time stamps of the next events of one shard, or of all shards.
#[derive(Clone, Copy, Debug)]
pub(super) struct LowerBounds {
    /// For each part of the bipartition, lower bound on the time stamp of the next event that can affect another shard \[ps\].
    pub(super) earliest: [u64; 2],
    /// Time of the next global event \[ps\].
    pub(super) common: u64,
    /// Whether some flow will not have completed after the next step.
    pub(super) continues: bool,
}

impl LowerBounds {
    /// No event is pending.
    pub(super) const NONE: Self = Self { earliest: [u64::MAX; 2], common: u64::MAX, continues: false };

    /// Minimum of both.
    pub(super) fn with(self, other: Self) -> Self {
        Self {
            earliest: [0, 1].map(|side| self.earliest[side].min(other.earliest[side])),
            common: self.common.min(other.common),
            continues: self.continues || other.continues,
        }
    }

    /// Lower bound of all of them \[ps\].
    pub(super) fn first(self) -> u64 {
        self.earliest[0].min(self.earliest[1]).min(self.common)
    }
}

impl Default for LowerBounds {
    fn default() -> Self {
        Self::NONE
    }
}

/// Post of one shard to all others.
#[derive(Debug, Default)]
pub(super) struct News {
    pub(super) bounds: LowerBounds,
    /// Flows that ended at receivers of the shard.
    pub(super) endings: Vec<Ending>,
    /// Slots that became free at senders of the shard.
    pub(super) freed: Vec<Freed>,
    /// If a flow stops: the progress of each open sender, by slot.
    pub(super) sent: Vec<(u32, u64)>,
}

/// Outbox of one shard to another. The fields of a packet are in separate lists, each of which is read sequentially.
#[derive(Debug, Default)]
pub(super) struct Outbox {
    /// Cut wires, each with the number of packets on it.
    pub(super) wires: Vec<(u32, u32)>,
    /// Arrival times and tags of the packets.
    pub(super) in_flight: Vec<InFlight>,
    pub(super) packets: Vec<Packet>,
    /// Selective acknowledgements of the packets that have some, in their order.
    pub(super) sacks: Vec<SackBlocks>,
    /// Telemetry of the packets that have one, in their order.
    pub(super) stacks: Vec<IntStack>,
    pub(super) pauses: Vec<PauseOut>,
}

/// Padded to cache lines of its own: each is written by another thread.
#[derive(Debug, Default)]
#[repr(align(128))]
pub(in crate::network) struct CachePadded<T>(pub(super) T);

impl<T> Deref for CachePadded<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> DerefMut for CachePadded<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.0
    }
}

#[derive(Debug)]
struct Half {
    news: Vec<CachePadded<Mutex<News>>>,
    /// Outboxes by sender, then by receiver.
    outbox: Vec<CachePadded<Mutex<Outbox>>>,
}

#[derive(Debug)]
pub(super) struct Exchange {
    pub(super) barrier: Barrier,
    halves: [Half; 2],
    shards: usize,
}

impl Exchange {
    pub(super) fn new(shards: usize) -> Self {
        let half = |_| Half {
            news: (0..shards).map(|_| CachePadded::default()).collect(),
            outbox: (0..shards * shards).map(|_| CachePadded::default()).collect(),
        };
        Self { barrier: Barrier::new(shards), halves: [0, 1].map(half), shards }
    }

    /// The post of a shard.
    pub(super) fn news(&self, half: usize, from: usize) -> MutexGuard<'_, News> {
        open(&self.halves[half].news[from])
    }

    /// The outbox of a shard to another.
    pub(super) fn outbox(&self, half: usize, from: usize, to: usize) -> MutexGuard<'_, Outbox> {
        open(&self.halves[half].outbox[from * self.shards + to])
    }
}

/// Locks without contention except by readers. If a thread has panicked, the barrier tells the others.
fn open<T>(it: &CachePadded<Mutex<T>>) -> MutexGuard<'_, T> {
    it.lock().unwrap_or_else(PoisonError::into_inner)
}
