//! Event queue: a timing wheel for near events, heaps for far and global ones, a sorted list for one node batch.
//!
//! Almost every event of a network is due within a few transmissions or one propagation delay and goes to the wheel. Timers
//! are due later and stay in a heap until they are due. Within a window of time in which nodes cannot affect each other (the
//! lookahead), each node runs one batch. The queue distributes the events of the window to the nodes, and each node inserts
//! its events into its batch. A batch is little more than the next arrival of each wire, and is sorted as it is inserted.
//! Global events, such as the stop of a flow, concern all nodes: they have a heap of their own and end a window. The start of
//! a flow is in a heap of its own too; it ends a window unless the caller treats it as an event of its host alone.
//!
//! Bipartition: in every tree and leaf-spine fabric each link connects one *part* with the other, and all hosts are in one part.
//! Each part then has its own wheel, and the parts alternate with windows of twice the lookahead. An event affects the other part
//! at least one lookahead later, and its own part at least two lookaheads later. So the part that is behind may run to one
//! lookahead beyond the time of the other part.

mod side;
mod window;

pub(crate) use window::Window;

use super::event::{Event, INDEX_MAX, Kind, WHAT_BITS, What};
use super::heap::{Heap, Key};
use super::wheel::{SLICES, TIME_MAX, sink_last, sort_backwards};
use side::Events;

/// Shortest and longest slice, 2^7 and 2^22 ps: the time within the longest slice and the event must leave one of 64 bits free.
const SHIFTS: (u32, u32) = (7, 22);
/// Largest number of doublings of a slice for late events. Chosen by us: 16 events per slice
/// cost no more to sort than the heap takes.
const WIDEN_MAX: u32 = 4;
/// Longest window, 2^37 ps: the time since its beginning and the event share 64 bits.
const WINDOW_MAX: u64 = 1 << 37;
/// A window shorter than this fraction of the lookahead is not opened.
const WINDOW_PARTS: u64 = 16;

/// Index of the hosts' part, and of all nodes without a bipartition.
const HOSTS: usize = 0;
/// Index of the other part.
const OTHERS: usize = 1;

/// Pending events in (time, kind, entity) order.
#[derive(Debug)]
pub(crate) struct EventQueue {
    /// Events due before this time belong to the running node batch; 0 outside of windows \[ps\].
    window_end: u64,
    /// Beginning of the window \[ps\].
    window_start: u64,
    /// Events of the running node batch, latest first: time since the window began, then the event.
    batch: Vec<u64>,
    /// Time of the first event in a heap, [`u64::MAX`] without one.
    far_time: u64,
    /// Limit of each part \[ps\]: events of the part after it, and global events after either limit, stay in the queue.
    limits: [u64; 2],
    /// Bound of the times that the wheel alone serves: the next far event, or the limit.
    stop: u64,
    popped: u64,
    /// Global events among them.
    common: u64,
    /// Last event taken in a window.
    last: What,
    /// Number of node batches begun.
    batches: u64,
    /// Length of a window, counted from the next event of the other part, or without a bipartition from its beginning \[ps\].
    reach: u64,
    /// Longest window of a part \[ps\].
    longest: u64,
    /// Events of each part.
    sides: [Events; 2],
    /// Part of the current event.
    side: usize,
    /// Difference of the parts' indices, by exclusive or: 0 without a bipartition.
    across: usize,
    /// Events that concern more than one node: [`Kind::is_common`].
    shared: Heap,
    /// The next start of a flow, a global event of its own heap.
    starts: Heap,
    /// Whether starts end windows as other global events do.
    starts_end_windows: bool,
}

impl EventQueue {
    /// A queue for events that are `spacing` ps apart on average, and most of which are due within `reach` ps; nodes do not
    /// affect each other within `window` ps. They may form a bipartition.
    pub(crate) fn new(spacing: u64, reach: u64, window: u64, has_sides: bool) -> Self {
        let across = usize::from(has_sides && window > 0);
        // An event that one part sends is due at most two windows after the time of the other part.
        let reach = reach.saturating_add(2 * across as u64 * window);
        let spaced = spacing.max(1).ilog2();
        // A few long links must not make all slices long.
        let reaching = (reach / SLICES as u64 + 1).next_power_of_two().ilog2().min(spaced + WIDEN_MAX);
        let shift = spaced.max(reaching).clamp(SHIFTS.0, SHIFTS.1);
        Self {
            window_end: 0,
            far_time: u64::MAX,
            limits: [u64::MAX; 2],
            stop: TIME_MAX,
            popped: 0,
            common: 0,
            last: What::default(),
            batches: 0,
            reach: window.min(WINDOW_MAX),
            longest: window.saturating_mul(2).min(WINDOW_MAX),
            window_start: 0,
            batch: Vec::new(),
            sides: [Events::new(shift), Events::new(shift)],
            side: HOSTS,
            across,
            shared: Heap::default(),
            starts: Heap::default(),
            starts_end_windows: true,
        }
    }

    /// Whether the start of a flow ends a window. If not, the caller takes the starts within a window ([`Self::take_starts`]).
    pub(crate) const fn set_starts_end_windows(&mut self, end_windows: bool) {
        self.starts_end_windows = end_windows;
    }

    /// Whether an event ends windows because it concerns more than one node.
    pub(crate) fn is_shared(&self, event: Event) -> bool {
        event.kind().is_common() && (self.starts_end_windows || !event.is(Kind::FlowStart))
    }

    /// Longest window \[ps\].
    pub(crate) const fn longest_window(&self) -> u64 {
        self.longest
    }

    /// No window from now on is longer than `most` ps.
    pub(crate) fn shorten_windows(&mut self, most: u64) {
        self.reach = self.reach.min(most);
        self.longest = self.longest.min(most);
    }

    /// Removes the bipartition: from now on events come one by one. Only global events are pending.
    pub(crate) const fn forget_sides(&mut self) {
        self.across = 0;
    }

    /// Sets the limits of the two parts: later events stay in the queue.
    pub(crate) fn set_limits(&mut self, limits: [u64; 2]) {
        self.limits = limits;
        self.set_stop();
    }

    /// Adds an event that is not due before the last one taken, at the same node or, if it is global, at all nodes.
    #[inline(always)]
    pub(crate) fn push(&mut self, time: u64, kind: Kind, index: u32) {
        debug_assert!(index <= INDEX_MAX, "too many entities for one run");
        // Within a window a node pushes only for itself: events of other nodes are due after the window, by the lookahead.
        if time < self.window_end {
            self.give(time, What::new(kind, index));
            sink_last(&mut self.batch);
        } else if kind.is_common() {
            self.push_far(self.side, time, What::new(kind, index));
        } else {
            self.push_at(self.side, time, kind, index);
        }
    }

    /// Adds an event at the other end of a link of the current node.
    #[inline(never)]
    pub(crate) fn push_across(&mut self, time: u64, kind: Kind, index: u32) {
        self.push_at(self.other_side(), time, kind, index);
    }

    /// Part of the neighbours of the current node.
    pub(crate) const fn other_side(&self) -> usize {
        self.side ^ self.across
    }

    /// Adds an event at a node of this part.
    #[inline(always)]
    pub(crate) fn push_at(&mut self, side: usize, time: u64, kind: Kind, index: u32) {
        debug_assert!(index <= INDEX_MAX, "too many entities for one run");
        let (side, what) = (side & self.across & 1, What::new(kind, index));
        if !self.sides[side].wheel.push(time, what) {
            self.push_far(side, time, what);
        }
    }

    #[cold]
    fn push_far(&mut self, side: usize, time: u64, what: What) {
        let kind = what.at(time).kind();
        let heap = match kind {
            Kind::FlowStart => &mut self.starts,
            _ if kind.is_common() => &mut self.shared,
            _ => &mut self.sides[side & 1].far,
        };
        heap.push((time, what));
        self.far_time = self.far_time.min(time);
        self.set_stop();
    }

    /// Takes the first event unless it is due after the limit. Not for windows.
    #[inline(always)]
    pub(crate) fn pop(&mut self) -> Option<Event> {
        let event = if self.across == 0 {
            self.sides[HOSTS].wheel.pop(self.stop).or_else(|| self.pop_stopped())
        } else {
            self.pop_either()
        };
        self.popped += u64::from(event.is_some());
        event
    }

    /// The first event of either part.
    #[inline(never)]
    fn pop_either(&mut self) -> Option<Event> {
        let shared =
            self.first_shared().filter(|event| event.0 <= self.limits[HOSTS].min(self.limits[OTHERS]));
        let [hosts, others] = [HOSTS, OTHERS].map(|side| self.first_of(side));
        let is_other = others.is_some() && (hosts.is_none() || others < hosts);
        let (side, first) = if is_other { (OTHERS, others) } else { (HOSTS, hosts) };
        if let Some(shared) = shared.filter(|shared| first.is_none_or(|first| *shared < first)) {
            return self.pop_far(shared);
        }
        let (time, what) = first?;
        if self.sides[side].far.first() == first || self.starts.first() == first {
            return self.pop_far((time, what));
        }
        self.side = side;
        self.sides[side].wheel.pop(time + 1)
    }

    /// The first event of a part unless it is due after its limit.
    fn first_of(&mut self, side: usize) -> Option<Key> {
        self.first_on(side).filter(|event| event.0 <= self.limits[side])
    }

    /// The first event of a part; flows start at hosts.
    fn first_on(&mut self, side: usize) -> Option<Key> {
        let starts = self.starts.first().filter(|_| side == HOSTS && !self.starts_end_windows);
        self.sides[side].first().into_iter().chain(starts).min()
    }

    /// The first event that ends a window.
    fn first_shared(&self) -> Option<Key> {
        if self.starts_end_windows { self.first_common() } else { self.shared.first() }
    }

    /// Takes the first event of the running node batch if it precedes the event with this key.
    #[inline(always)]
    pub(crate) fn pop_batch_before(&mut self, key: u64) -> Option<Event> {
        if *self.batch.last()? < key { self.pop_batch() } else { None }
    }

    /// Takes the first event of the running node batch.
    #[inline(always)]
    pub(crate) fn pop_batch(&mut self) -> Option<Event> {
        let near = self.batch.pop()?;
        self.popped += 1;
        self.last = What::of(near);
        Some(self.last.at(self.window_start + (near >> WHAT_BITS)))
    }

    /// A far event or the limit may come first.
    #[cold]
    fn pop_stopped(&mut self) -> Option<Event> {
        let near = self.sides[HOSTS].wheel.first();
        match self.first_far() {
            Some(far) if near.is_none_or(|near| far < near) => self.pop_far(far),
            _ => self.sides[HOSTS].wheel.pop(near.filter(|near| near.0 <= self.limits[HOSTS])?.0 + 1),
        }
    }

    /// Takes this event, the first of its heap.
    fn pop_far(&mut self, (time, what): Key) -> Option<Event> {
        let event = what.at(time);
        let is_common = event.kind().is_common();
        let is_of_others = !is_common && self.sides[OTHERS].far.first() == Some((time, what));
        self.side = if is_of_others { OTHERS } else { HOSTS };
        if time > self.limits[self.side] {
            return None;
        }
        match event.kind() {
            Kind::FlowStart => self.starts.pop(),
            _ if is_common => self.shared.pop(),
            _ => self.sides[self.side].far.pop(),
        };
        // The shard of the host counts a flow's start.
        self.common += u64::from(is_common && event.kind() != Kind::FlowStart);
        self.set_far_time();
        self.sides[self.side].wheel.advance(time);
        Some(event)
    }

    /// The first event that is not in a wheel.
    fn first_far(&self) -> Option<Key> {
        let far = self.sides.iter().filter_map(|side| side.far.first());
        far.chain(self.first_common()).min()
    }

    /// The first event that concerns more than one node.
    fn first_common(&self) -> Option<Key> {
        self.shared.first().into_iter().chain(self.starts.first()).min()
    }

    fn set_far_time(&mut self) {
        self.far_time = self.first_far().map_or(u64::MAX, |far| far.0);
        self.set_stop();
    }

    fn set_stop(&mut self) {
        self.stop = self.far_time.min(self.limits[HOSTS].saturating_add(1)).min(TIME_MAX);
    }

    /// Whether an event is due up to the limits.
    pub(crate) fn is_due(&mut self) -> bool {
        // Usually a timer is due.
        if self.far_time <= self.limits[HOSTS].min(self.limits[OTHERS]) {
            return true;
        }
        [HOSTS, OTHERS].iter().any(|&side| self.first_of(side).is_some())
    }

    /// Time of the first event of each part, and of the first global event; [`u64::MAX`] without one \[ps\].
    pub(crate) fn earliest(&mut self) -> ([u64; 2], u64) {
        let time = |first: Option<Key>| first.map_or(u64::MAX, |(time, _)| time);
        ([HOSTS, OTHERS].map(|side| time(self.first_on(side))), time(self.first_shared()))
    }

    /// The first event, which stays.
    pub(crate) fn first(&mut self) -> Option<Key> {
        let shared = self.first_common();
        self.sides.iter_mut().filter_map(Events::first).chain(shared).min()
    }

    /// Records that this event was taken outside of windows.
    pub(crate) const fn set_last(&mut self, what: What) {
        self.last = what;
    }

    /// Releases events one by one instead of a window: those up to and including the next far event, or up to the limits.
    pub(crate) fn skip_window(&mut self) {
        if self.reach > 0 {
            let far = self
                .sides
                .iter()
                .zip(self.limits)
                .filter_map(|(side, limit)| side.far.first().filter(|event| event.0 <= limit));
            let starts = self.starts.first().filter(|event| event.0 <= self.limits[HOSTS]);
            let until = far.chain(self.first_shared()).chain(starts).min().map_or(u64::MAX, |event| event.0);
            self.set_limits(self.limits.map(|limit| limit.min(until)));
        }
    }

    /// Last event taken in the window.
    pub(crate) const fn last(&self) -> What {
        self.last
    }

    /// Opens a window of the part that is behind, if it is long enough, and distributes its events.
    #[cfg(test)]
    fn open_window(&mut self, take: impl FnMut(u64, What)) -> bool {
        let opens = self.begin_window();
        if opens {
            self.hand_out(take);
        }
        opens
    }

    /// Opens a window of the part that is behind; returns `false` if none is long enough.
    pub(crate) fn begin_window(&mut self) -> bool {
        let mut starts = [u64::MAX; 2];
        for (start, side) in starts.iter_mut().zip(&mut self.sides).take(self.across + 1) {
            *start = side.start().unwrap_or(u64::MAX);
        }
        if !self.starts_end_windows
            && let Some((time, _)) = self.starts.first()
        {
            starts[HOSTS] = starts[HOSTS].min(self.sides[HOSTS].wheel.align(time));
        }
        let is_due = |side: usize| starts[side] <= self.limits[side];
        let side = usize::from(is_due(OTHERS) && !(is_due(HOSTS) && starts[HOSTS] <= starts[OTHERS]));
        let (start, ahead) = (starts[side], starts[side ^ 1]);
        if start == u64::MAX {
            return false;
        }
        // The next event of the other part affects this one a lookahead later; its reactions to this part come two lookaheads
        // later.
        let reach = match self.across {
            0 => start.saturating_add(self.reach),
            _ => ahead.saturating_add(self.reach).min(start.saturating_add(self.longest)),
        };
        // Global events are excluded: they touch shared state. The wheel is drained by whole slices.
        let stop =
            self.first_shared().map_or(TIME_MAX, |event| event.0).min(self.limits[side].saturating_add(1));
        let end = self.sides[side].wheel.align(stop.min(TIME_MAX).min(reach));
        if end.saturating_sub(start) <= self.reach / WINDOW_PARTS {
            return false;
        }
        // An idle part would lag behind, and its wheel would not reach the events sent to it.
        self.sides[side ^ 1].wheel.advance(start.min(ahead));
        self.side = side;
        (self.window_start, self.window_end) = (start, end);
        true
    }

    /// Distributes the events of the open window.
    pub(crate) fn hand_out(&mut self, take: impl FnMut(u64, What)) {
        self.sides[self.side].drain(self.window_end, take);
        if self.far_time < self.window_end {
            self.set_far_time();
        }
    }

    /// Removes the starts of flows within the open window; returns whether there may be any, since flows start at hosts.
    pub(crate) fn take_starts(&mut self) -> bool {
        if self.starts_end_windows || self.side != HOSTS {
            return false;
        }
        let mut some = false;
        while self.starts.first().is_some_and(|event| event.0 < self.window_end) {
            self.starts.pop();
            some = true;
        }
        some
    }

    /// One event has started this number of flows at hosts of this shard: each start counts, as in a window.
    pub(crate) const fn count_starts(&mut self, flows: u64) {
        self.popped = self.popped.wrapping_add(flows).wrapping_sub(1);
    }

    /// Whether a window is open.
    #[inline]
    pub(crate) const fn in_window(&self) -> bool {
        self.window_end != 0
    }

    /// Adds an event to the next node batch.
    #[inline]
    pub(crate) fn give(&mut self, time: u64, what: What) {
        self.batch.push(self.window().key_of(time, what));
    }

    /// Sorts the events of the node batch.
    pub(crate) fn sort_batch(&mut self) {
        // They come almost in the order of their times, and the first event must be last.
        self.batch.reverse();
        sort_backwards(&mut self.batch);
    }

    /// A node batch begins.
    pub(crate) const fn count_batch(&mut self) {
        self.batches += 1;
    }

    /// A packet arrives without an event of its own.
    #[inline]
    pub(crate) const fn count_arrival(&mut self, what: What) {
        self.last = what;
        self.popped += 1;
    }

    /// Several packets arrive so at a switch, whose work depends on no order elsewhere.
    pub(crate) const fn count_arrivals(&mut self, arrivals: u64) {
        self.popped += arrivals;
    }

    /// The window that is open.
    #[inline]
    pub(crate) const fn window(&self) -> Window {
        Window { start: self.window_start, end: self.window_end }
    }

    /// Ends the window: every node batch has run.
    pub(crate) fn close_window(&mut self) {
        self.window_end = 0;
    }

    /// Number of node batches so far.
    pub(crate) const fn batches(&self) -> u64 {
        self.batches
    }

    /// Events taken so far.
    pub(crate) const fn popped(&self) -> u64 {
        self.popped
    }

    /// Global events among them: every shard takes them.
    pub(crate) const fn common(&self) -> u64 {
        self.common
    }

    /// Room for events without allocating, the wheel's own apart.
    pub(crate) fn capacity(&self) -> usize {
        let side = |it: &Events| it.wheel.capacity() + it.far.capacity();
        self.batch.capacity()
            + self.shared.capacity()
            + self.starts.capacity()
            + self.sides.iter().map(side).sum::<usize>()
    }
}

#[cfg(test)]
mod tests;
