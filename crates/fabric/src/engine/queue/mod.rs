//! Event queue: a timing wheel for near events, heaps for far and common ones, a sorted list for one node batch.
//!
//! Almost every event of a network is due within a few transmissions or one propagation delay and goes to the wheel.
//! Timers lie further off and stay in a heap until they are due. In a window of time in which
//! nodes cannot affect each other (the lookahead), each node runs one batch: what is due within the window is handed out, and
//! given back for one node after another. That is hardly more than the next arrival of each of its wires, and kept
//! in order as it comes. What concerns all nodes, the stop of a flow, has a heap of its own and ends a window; so has
//! the start of a flow, which concerns its host alone where the caller says so.
//!
//! Sides of a bipartite network: if every link leads from one *side* to the other and all hosts are on one, as in every tree and
//! leaf-spine fabric, each side has a wheel of its own, and the sides take turns with windows of twice the lookahead. An event can affect
//! the other side one lookahead later, and its own side two lookaheads later. So the side that is behind goes on to one lookahead beyond
//! the other one.

mod side;
mod window;

pub(crate) use window::Window;

use super::event::{Event, INDEX_MAX, Kind, WHAT_BITS, What};
use super::heap::{Heap, Key};
use super::wheel::{SLICES, TIME_MAX, sink_last, sort_backwards};
use side::Events;

/// Shortest and longest slice, 2^7 and 2^22 ps: the time within the longest and what is due must leave a bit free
/// in 64.
const SHIFTS: (u32, u32) = (7, 22);
/// Doublings of a slice at most for the sake of events that are due late. Chosen by us: 16 events per slice
/// cost no more to sort than the heap takes.
const WIDEN_MAX: u32 = 4;
/// Longest window, 2^37 ps: the time since its beginning and what is due share 64 bits.
const WINDOW_MAX: u64 = 1 << 37;
/// A window shorter than this part of the lookahead is not worth handing out.
const WINDOW_PARTS: u64 = 16;

/// The side of hosts, and of all nodes where there are no sides.
const HOSTS: usize = 0;
/// The other one.
const OTHERS: usize = 1;

/// Pending events in (time, kind, entity) order.
#[derive(Debug)]
pub(crate) struct EventQueue {
    /// What is due before belongs to the node batch that runs; 0 outside of windows \[ps\].
    window_end: u64,
    /// When the window begins \[ps\].
    window_start: u64,
    /// Events of the node batch that runs, the first one last: time since the window began, then what.
    batch: Vec<u64>,
    /// Time of the first event in a heap, [`u64::MAX`] without one.
    far_time: u64,
    /// Nothing of each side that is later than this comes out, and nothing common later than either \[ps\].
    limits: [u64; 2],
    /// The first time that is not the wheel's alone: of a far event, or beyond the limit.
    stop: u64,
    popped: u64,
    /// Of them those that concern all nodes.
    common: u64,
    /// What was taken last in a window.
    last: What,
    /// The number of node batches begun.
    batches: u64,
    /// How far a window goes beyond what the other side does next, or without sides beyond its beginning \[ps\].
    reach: u64,
    /// Longest window of a side \[ps\].
    longest: u64,
    /// By side.
    sides: [Events; 2],
    /// The side of what is being dealt with.
    side: usize,
    /// What tells a side from the other one: 0 where there are no sides.
    across: usize,
    /// Events that concern more than one node: [`Kind::is_common`].
    shared: Heap,
    /// Of them those of flows that start: the next one.
    starts: Heap,
    /// They end windows as the others do.
    starts_end_windows: bool,
}

impl EventQueue {
    /// A queue for events that are `spacing` ps apart on average, and most of which are due within `reach` ps; nodes
    /// cannot hear of each other within `window` ps. They may have two sides.
    pub(crate) fn new(spacing: u64, reach: u64, window: u64, has_sides: bool) -> Self {
        let across = usize::from(has_sides && window > 0);
        // What one side sends is due up to two windows after what the other one has got to.
        let reach = reach.saturating_add(2 * across as u64 * window);
        let spaced = spacing.max(1).ilog2();
        // A few far links must not make all slices long.
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

    /// Whether a flow that starts ends a window; without, the caller takes those that start within ([`Self::take_starts`]).
    pub(crate) const fn set_starts_end_windows(&mut self, end_windows: bool) {
        self.starts_end_windows = end_windows;
    }

    /// An event ends windows: it concerns more than one node.
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

    /// From now on there are no sides: events come one by one. Nothing is pending but what is common.
    pub(crate) const fn forget_sides(&mut self) {
        self.across = 0;
    }

    /// Nothing due after the limits of the two sides comes out from now on.
    pub(crate) fn set_limits(&mut self, limits: [u64; 2]) {
        self.limits = limits;
        self.set_stop();
    }

    /// Adds an event that is not due before what was taken last, at the node of that or, if it is common, at all.
    #[inline(always)]
    pub(crate) fn push(&mut self, time: u64, kind: Kind, index: u32) {
        debug_assert!(index <= INDEX_MAX, "too many entities for one run");
        // Within a window a node pushes for itself alone: what is due elsewhere is later than the window, by the lookahead.
        if time < self.window_end {
            self.give(time, What::new(kind, index));
            sink_last(&mut self.batch);
        } else if kind.is_common() {
            self.push_far(self.side, time, What::new(kind, index));
        } else {
            self.push_at(self.side, time, kind, index);
        }
    }

    /// Adds an event at the other end of a link of the node of what was taken last.
    #[inline(never)]
    pub(crate) fn push_across(&mut self, time: u64, kind: Kind, index: u32) {
        self.push_at(self.other_side(), time, kind, index);
    }

    /// The side of the nodes at the other ends of the links of the node of what was taken last.
    pub(crate) const fn other_side(&self) -> usize {
        self.side ^ self.across
    }

    /// Adds an event at a node of this side.
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

    /// The first event of either side.
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

    /// The first event of a side unless it is due after its limit.
    fn first_of(&mut self, side: usize) -> Option<Key> {
        self.first_on(side).filter(|event| event.0 <= self.limits[side])
    }

    /// The first event of a side; flows start at hosts.
    fn first_on(&mut self, side: usize) -> Option<Key> {
        let starts = self.starts.first().filter(|_| side == HOSTS && !self.starts_end_windows);
        self.sides[side].first().into_iter().chain(starts).min()
    }

    /// The first event that ends a window.
    fn first_shared(&self) -> Option<Key> {
        if self.starts_end_windows { self.first_common() } else { self.shared.first() }
    }

    /// Takes the first event of the node batch that runs if it comes before the one with this key.
    #[inline(always)]
    pub(crate) fn pop_batch_before(&mut self, key: u64) -> Option<Event> {
        if *self.batch.last()? < key { self.pop_batch() } else { None }
    }

    /// Takes the first event of the node batch that runs.
    #[inline(always)]
    pub(crate) fn pop_batch(&mut self) -> Option<Event> {
        let near = self.batch.pop()?;
        self.popped += 1;
        self.last = What::of(near);
        Some(self.last.at(self.window_start + (near >> WHAT_BITS)))
    }

    /// A far event may come first, or the limit.
    #[cold]
    fn pop_stopped(&mut self) -> Option<Event> {
        let near = self.sides[HOSTS].wheel.first();
        match self.first_far() {
            Some(far) if near.is_none_or(|near| far < near) => self.pop_far(far),
            _ => self.sides[HOSTS].wheel.pop(near.filter(|near| near.0 <= self.limits[HOSTS])?.0 + 1),
        }
    }

    /// Takes this event, which is the first one of its heap.
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
        // A flow's start is counted where its host is.
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

    /// Something is due up to the limits.
    pub(crate) fn is_due(&mut self) -> bool {
        // As a rule some timer is.
        if self.far_time <= self.limits[HOSTS].min(self.limits[OTHERS]) {
            return true;
        }
        [HOSTS, OTHERS].iter().any(|&side| self.first_of(side).is_some())
    }

    /// When the first event of each side is due, and the first one that concerns all; [`u64::MAX`] without one \[ps\].
    pub(crate) fn firsts(&mut self) -> ([u64; 2], u64) {
        let time = |first: Option<Key>| first.map_or(u64::MAX, |(time, _)| time);
        ([HOSTS, OTHERS].map(|side| time(self.first_on(side))), time(self.first_shared()))
    }

    /// The first event, which stays.
    pub(crate) fn first(&mut self) -> Option<Key> {
        let shared = self.first_common();
        self.sides.iter_mut().filter_map(Events::first).chain(shared).min()
    }

    /// This event has been taken outside of windows.
    pub(crate) const fn set_last(&mut self, what: What) {
        self.last = what;
    }

    /// Instead of a window: what is due up to the next far event within the limits and that itself, or up to them, comes out in turn.
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

    /// What was taken last in the window.
    pub(crate) const fn last(&self) -> What {
        self.last
    }

    /// Begins a window of the side that is behind, if it is worth it, and hands out what is due within.
    #[cfg(test)]
    fn open_window(&mut self, take: impl FnMut(u64, What)) -> bool {
        let opens = self.begin_window();
        if opens {
            self.hand_out(take);
        }
        opens
    }

    /// Begins a window of the side that is behind; returns `false` if none is worth it.
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
        // What the other side does next can be heard of a lookahead later, and so can what it does because of this one, twice as late.
        let reach = match self.across {
            0 => start.saturating_add(self.reach),
            _ => ahead.saturating_add(self.reach).min(start.saturating_add(self.longest)),
        };
        // Common events stay out: they touch what nodes share. The wheel is drained by whole slices.
        let stop =
            self.first_shared().map_or(TIME_MAX, |event| event.0).min(self.limits[side].saturating_add(1));
        let end = self.sides[side].wheel.align(stop.min(TIME_MAX).min(reach));
        if end.saturating_sub(start) <= self.reach / WINDOW_PARTS {
            return false;
        }
        // What is idle would lag behind, and its wheel not reach to what is sent to it.
        self.sides[side ^ 1].wheel.advance(start.min(ahead));
        self.side = side;
        (self.window_start, self.window_end) = (start, end);
        true
    }

    /// Hands out what is due within the window that has begun.
    pub(crate) fn hand_out(&mut self, take: impl FnMut(u64, What)) {
        self.sides[self.side].drain(self.window_end, take);
        if self.far_time < self.window_end {
            self.set_far_time();
        }
    }

    /// Removes the events of flows that start within the window that has begun; returns whether there may be any: they start at hosts.
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

    /// One event has started this number of flows of hosts that are run here: each of them counts, as it does in a window.
    pub(crate) const fn count_starts(&mut self, flows: u64) {
        self.popped = self.popped.wrapping_add(flows).wrapping_sub(1);
    }

    /// A window is open.
    #[inline]
    pub(crate) const fn in_window(&self) -> bool {
        self.window_end != 0
    }

    /// Adds an event to the next node batch.
    #[inline]
    pub(crate) fn give(&mut self, time: u64, what: What) {
        self.batch.push(self.window().key_of(time, what));
    }

    /// Puts the events given in order.
    pub(crate) fn sort_batch(&mut self) {
        // They come about in the order of their times, and the first one has to be last.
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

    /// So do some at a switch, which does nothing whose order matters elsewhere.
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

    /// The number of node batches so far.
    pub(crate) const fn batches(&self) -> u64 {
        self.batches
    }

    /// Events taken so far.
    pub(crate) const fn popped(&self) -> u64 {
        self.popped
    }

    /// Of them those that concern all nodes: where some nodes are run elsewhere, they are taken there too.
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
