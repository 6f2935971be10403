//! The queues of an output port and the scheduler that chooses among them.

use super::config::{PortQueues, QueueError};
use super::counters::{DropCause, PortStats, Waits};
use super::packet::{Packet, Tag};
use super::pause::PauseState;
use crate::storage::{Ring, Slab};
use freeboard_device::mmu::{Charges, GroupId};
use freeboard_device::pfc::CLASSES;
use freeboard_device::scheduler::{AnyScheduler, Backlog, Scheduler};
use freeboard_units::{Bytes, QueueId};

/// A packet in a queue: all that its departure needs, so that the packet itself is left alone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QueuedPacket {
    /// When it came \[ps\].
    pub(crate) arrival: u64,
    pub(crate) tag: Tag,
    /// Where its memory came from.
    pub(crate) charges: Charges,
    /// Its ingress group, where there are any.
    pub(crate) group: GroupId,
}

/// One queue, with its counters.
#[derive(Clone, Debug, Default)]
pub(crate) struct PortQueue {
    /// Packets waiting, oldest first.
    pub(crate) packets: Ring<QueuedPacket>,
    /// Their bytes.
    pub(crate) bytes: u32,
    /// Their size in the device's depth unit.
    pub(crate) units: u32,
    /// Its scheduler weight.
    pub(crate) weight: u32,
    /// The class that is its own, if that can be paused.
    class: Option<u8>,
    pub(crate) marked: u64,
    pub(crate) unmarkable: u64,
    pub(crate) dropped: [u64; 3],
    pub(crate) depth_max: u32,
    pub(crate) packets_max: u32,
    pub(crate) sent: u64,
    pub(crate) sent_bytes: u64,
    /// Packets that a fault has taken out of it.
    pub(crate) flushed: u64,
    waits: Waits,
}

/// The queues of one output port; a port with one queue is served first in, first out.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutputQueues {
    /// The queues; none where departures are precomputed.
    pub(crate) all: Vec<PortQueue>,
    /// A packet's queue, or the memory that it takes, depends on its class.
    pub(crate) have_classes: bool,
    /// Its pauses, where classes can be paused.
    pub(crate) pause_state: Option<Box<PauseState>>,
    scheduler: AnyScheduler,
    queue_of_class: [u8; CLASSES],
}

/// The queues as their scheduler sees them: a paused one has no head.
struct Heads<'a> {
    queues: &'a [PortQueue],
    pause_state: Option<&'a PauseState>,
    now: u64,
}

impl Backlog for Heads<'_> {
    fn queues(&self) -> u16 {
        self.queues.len() as u16
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        let queue = self.queues.get(queue.index())?;
        let head = queue.packets.front()?;
        queue.may_send(self.pause_state, self.now).then(|| Bytes(head.tag.size()))
    }
}

/// A packet in an empty queue, and nothing else in the port.
struct OnlyHead {
    queues: u16,
    queue: QueueId,
    size: u32,
}

impl Backlog for OnlyHead {
    fn queues(&self) -> u16 {
        self.queues
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        (queue == self.queue).then_some(Bytes(self.size))
    }
}

/// What waits in the queues, or in one of them, paused or not.
struct AllHeads<'a> {
    queues: &'a [PortQueue],
    only: Option<usize>,
}

impl Backlog for AllHeads<'_> {
    fn queues(&self) -> u16 {
        self.queues.len() as u16
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        if self.only.is_some_and(|only| only != queue.index()) {
            return None;
        }
        self.queues.get(queue.index())?.packets.front().map(|head| Bytes(head.tag.size()))
    }
}

impl OutputQueues {
    /// One empty queue.
    pub(crate) fn fifo() -> Self {
        Self { all: vec![PortQueue { weight: 1, ..PortQueue::default() }], ..Self::default() }
    }

    /// Empty queues.
    pub(crate) fn new(config: &PortQueues) -> Result<Self, QueueError> {
        let queue = |weight: u16| PortQueue { weight: u32::from(weight), ..PortQueue::default() };
        let mut all: Vec<PortQueue> = config.queues.iter().map(|it| queue(it.weight)).collect();
        for class in config.lossless_classes() {
            all[usize::from(config.queue_of_class[usize::from(class)])].class = Some(class);
        }
        let (scheduler, queue_of_class) = (config.scheduler()?, config.queue_of_class);
        Ok(Self { all, have_classes: true, pause_state: None, scheduler, queue_of_class })
    }

    /// A class has a queue of its own and can be paused.
    pub(crate) fn is_lossless(&self, class: u8) -> bool {
        self.pause_state.is_some() && self.all.iter().any(|queue| queue.class == Some(class))
    }

    /// The queue of a class.
    #[inline]
    pub(crate) fn queue_of(&self, class: u8) -> usize {
        usize::from(self.queue_of_class[usize::from(class) % CLASSES])
    }

    /// A packet that was admitted waits.
    #[inline]
    pub(crate) fn push(&mut self, queue: usize, packet: QueuedPacket, units: u32) {
        let size = packet.tag.size();
        let it = &mut self.all[queue];
        it.packets.push_back(packet);
        it.bytes += size;
        it.units += units;
        it.depth_max = it.depth_max.max(it.bytes);
        it.packets_max = it.packets_max.max(it.packets.len());
        self.scheduler.on_arrival(QueueId(queue as u16));
    }

    /// The class of a queue, if that is its own, is not paused.
    #[inline]
    pub(crate) fn may_pass(&self, queue: usize, now: u64) -> bool {
        self.all[queue].may_send(self.pause_state.as_deref(), now)
    }

    /// A packet has passed a queue of a port in which nothing waits: it was sent at once, or else the AQM at dequeue has dropped it.
    #[inline]
    pub(crate) fn pass(&mut self, queue: usize, size: u32, is_sent: bool) {
        let (queues, it) = (self.all.len() as u16, &mut self.all[queue]);
        it.depth_max = it.depth_max.max(size);
        it.packets_max = it.packets_max.max(1);
        let queue = QueueId(queue as u16);
        self.scheduler.on_arrival(queue);
        let chosen = self.scheduler.next(&OnlyHead { queues, queue, size });
        debug_assert_eq!(chosen, Some(queue), "a scheduler keeps a wire busy");
        self.settle(queue.index(), is_sent.then_some(size));
    }

    /// A packet waits in a plain port, whose counters are its only queue's.
    #[inline]
    pub(crate) fn push_plain(&mut self, tag: Tag, now: u64) {
        let Some(it) = self.all.first_mut() else { return };
        it.packets.push_back(QueuedPacket { arrival: now, tag, ..QueuedPacket::default() });
        it.bytes += tag.size();
    }

    /// Takes the packet that waits longest in a plain port.
    #[inline]
    pub(crate) fn take_plain(&mut self, now: u64) -> Option<Tag> {
        let it = self.all.first_mut()?;
        let QueuedPacket { arrival, tag, .. } = it.packets.pop_front()?;
        it.bytes -= tag.size();
        it.waits.add(tag.size(), now - arrival);
        Some(tag)
    }

    /// Takes the packet that is to leave next, with its queue.
    #[inline]
    pub(crate) fn take(&mut self, now: u64) -> Option<(usize, QueuedPacket)> {
        let heads = Heads { queues: &self.all, pause_state: self.pause_state.as_deref(), now };
        let queue = self.scheduler.next(&heads)?.index();
        self.pop(queue, now)
    }

    /// Takes the packet that would leave next if nothing were paused, or if there were only one queue, with its queue.
    pub(crate) fn take_any(&mut self, only: Option<usize>, now: u64) -> Option<(usize, QueuedPacket)> {
        let queue = self.scheduler.next(&AllHeads { queues: &self.all, only })?.index();
        self.pop(queue, now)
    }

    #[inline]
    fn pop(&mut self, queue: usize, now: u64) -> Option<(usize, QueuedPacket)> {
        let it = &mut self.all[queue];
        let packet = it.packets.pop_front()?;
        let size = packet.tag.size();
        it.bytes -= size;
        it.waits.add(size, now - packet.arrival);
        Some((queue, packet))
    }

    /// What was taken is being sent; a dropped packet has used none of its queue's service.
    #[inline]
    pub(crate) fn settle(&mut self, queue: usize, sent: Option<u32>) {
        let it = &mut self.all[queue];
        if let Some(size) = sent {
            it.sent += 1;
            it.sent_bytes += u64::from(size);
        }
        let more = !it.packets.is_empty();
        self.scheduler.on_sent(QueueId(queue as u16), Bytes(sent.unwrap_or(0)), more);
    }

    /// All waiting packets are paused: returns the time of the resume event, unless one is scheduled already.
    pub(crate) fn schedule_resume(&mut self, now: u64) -> Option<u64> {
        let waiting = self.all.iter().filter(|queue| !queue.packets.is_empty());
        self.pause_state.as_mut()?.schedule_resume(waiting.filter_map(|queue| queue.class), now)
    }

    /// One more packet dropped.
    #[cold]
    pub(crate) fn count_drop(&mut self, queue: usize, cause: DropCause) {
        self.all[queue].dropped[cause as usize] += 1;
    }

    /// One more packet that forwards a signal, on it or not.
    #[inline]
    pub(crate) fn count_signal(&mut self, queue: usize, is_marked: bool) {
        let it = &mut self.all[queue];
        it.marked += u64::from(is_marked);
        it.unmarkable += u64::from(!is_marked);
    }

    /// Prefetches the packet after the head of a queue.
    #[inline]
    pub(crate) fn prefetch_next(&self, queue: usize, packets: &Slab<Packet>) {
        let waiting = &self.all[queue].packets;
        if waiting.len() > 1 {
            packets.prefetch(waiting.at(1).tag.id());
        }
    }

    /// Places that need no allocation.
    pub(crate) fn places(&self) -> usize {
        self.all.iter().map(|queue| queue.packets.capacity()).sum()
    }

    /// Adds what only the queues know to the counters of their port: integrals, and packets that faults have taken.
    pub(crate) fn add_to(&self, stats: &mut PortStats, now: u64) {
        for queue in &self.all {
            let (bytes, packets) = queue.waits_at(now);
            stats.depth_integral += bytes;
            stats.packets_integral += packets;
            stats.arrived += queue.flushed;
            stats.dropped_fault += queue.flushed;
        }
    }

    /// Forgets the longest queues.
    pub(crate) fn reset_maxima(&mut self) {
        for queue in &mut self.all {
            (queue.depth_max, queue.packets_max) = (queue.bytes, queue.packets.len());
        }
    }
}

impl PortQueue {
    /// Its class, if that is its own, is not paused.
    #[inline]
    fn may_send(&self, pause_state: Option<&PauseState>, now: u64) -> bool {
        match (self.class, pause_state) {
            (Some(class), Some(pause_state)) => pause_state.may_send(class, now),
            _ => true,
        }
    }

    /// The integrals of what has waited, and waits now.
    fn waits_at(&self, now: u64) -> (u128, u128) {
        let mut waits = self.waits;
        for index in 0..self.packets.len() {
            let packet = self.packets.at(index);
            waits.add(packet.tag.size(), now - packet.arrival);
        }
        waits.sums()
    }

    /// The counters with the integrals at `now`; what was sent took `busy_ps`.
    pub(crate) fn stats_at(&self, busy_ps: u64, now: u64) -> PortStats {
        let (depth_integral, packets_integral) = self.waits_at(now);
        let [dropped_buffer, dropped_scheme, dropped_not_ect] = self.dropped;
        let dropped: u64 = self.dropped.iter().sum();
        PortStats {
            depth_integral,
            packets_integral,
            depth_since: now,
            sent: self.sent,
            sent_bytes: self.sent_bytes,
            depth_max: self.depth_max,
            packets_max: self.packets_max,
            arrived: self.sent + dropped + self.flushed + u64::from(self.packets.len()),
            marked: self.marked,
            unmarkable: self.unmarkable,
            dropped_buffer,
            dropped_scheme,
            dropped_not_ect,
            dropped_fault: self.flushed,
            busy_ps,
        }
    }
}
