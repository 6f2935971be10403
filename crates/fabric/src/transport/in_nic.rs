//! Bytes of a sender in the port of its host.
//!
//! The number is limited (TCP small queues). A sender that is told of departures counts them. With
//! [precomputed](crate::data_plane) departures a sender is not told, and seldom needs the exact number. It counts the bytes that
//! it has put into the port since the port was last empty of them, an upper bound. When this bound reaches the limit, the sender
//! reads the port, and from then on keeps the start times of its packets.

use std::collections::VecDeque;

/// Largest number of packets with reserved memory. Chosen by us: 256 KiB, the default of the small queue, are 180 of 1460 B.
const ROOM_MAX: u32 = 256;

/// Bytes of one sender in the port of its host.
#[derive(Debug, Default)]
pub(crate) struct InNic {
    /// Bytes that are not yet on the wire; with precomputed departures, an upper bound.
    pub(crate) bytes: u32,
    /// Precomputed departures: start of the last packet's transmission \[ps\].
    last: u64,
    /// Precomputed departures: start \[ps\] and size of the packets that wait, the oldest first; empty until they are needed.
    waiting: VecDeque<(u64, u32)>,
    /// Precomputed departures: time of the last requested wake event \[ps\].
    wake: u64,
}

impl InNic {
    /// Clears the state for a new flow and reserves memory for `most` packets, so that the flow allocates nothing later.
    pub(super) fn reset(&mut self, most: u32) {
        self.waiting.clear();
        self.waiting.reserve(most.min(ROOM_MAX) as usize);
        (self.bytes, self.last, self.wake) = (0, 0, 0);
    }

    /// A packet of `size` bytes was put into the port.
    #[inline]
    pub(super) const fn put(&mut self, size: u32) {
        self.bytes += size;
    }

    /// A packet has left the port.
    #[inline]
    pub(crate) const fn left(&mut self, size: u32) {
        self.bytes = self.bytes.saturating_sub(size);
    }

    /// A packet whose transmission begins at `start` \[ps\] was put into the port.
    #[inline]
    pub(super) fn put_until(&mut self, start: u64, size: u32, now: u64) {
        if start <= now {
            return;
        }
        self.bytes += size;
        self.last = start;
        if !self.waiting.is_empty() {
            self.waiting.push_back((start, size));
        }
    }

    /// Time at which the port will hold less than `most` bytes \[ps\], or `None` if it does now. `own` gives the packets in the
    /// port.
    #[cold]
    pub(super) fn full_until<I>(&mut self, most: u32, now: u64, own: impl FnOnce() -> I) -> Option<u64>
    where
        I: Iterator<Item = (u64, u32)>,
    {
        if self.last <= now {
            self.waiting.clear();
            self.bytes = 0;
            return None;
        }
        if self.waiting.is_empty() {
            self.waiting.extend(own().filter(|&(start, _)| start > now));
            self.bytes = self.waiting.iter().map(|&(_, size)| size).sum();
        }
        while self.waiting.front().is_some_and(|&(start, _)| start <= now) {
            self.bytes -= self.waiting.pop_front().map_or(0, |(_, size)| size);
        }
        let mut left = self.bytes;
        let leaves = |&(_, size): &(u64, u32)| {
            left -= size;
            left < most
        };
        if self.bytes < most {
            None
        } else {
            self.waiting.iter().copied().find(leaves).map(|(start, _)| start)
        }
    }

    /// Whether a wake event at `time` \[ps\] is needed and not yet requested.
    pub(super) fn wakes_at(&mut self, time: u64) -> bool {
        core::mem::replace(&mut self.wake, time) != time
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Three packets of 1000 bytes that wait from 10 on, one every 10 ps.
    const OWN: [(u64, u32); 3] = [(10, 1000), (20, 1000), (30, 1000)];

    /// What is known is not asked for again.
    fn never() -> core::iter::Empty<(u64, u32)> {
        unreachable!("it is known")
    }

    fn three() -> InNic {
        let mut it = InNic::default();
        OWN.iter().for_each(|&(start, size)| it.put_until(start, size, 0));
        it
    }

    #[test]
    fn it_is_full_until_enough_has_left() {
        for (most, until) in
            [(500, Some(30)), (1000, Some(30)), (1001, Some(20)), (3000, Some(10)), (3001, None)]
        {
            assert_eq!(three().full_until(most, 0, || OWN.into_iter()), until, "{most}");
        }
    }

    #[test]
    fn what_began_to_be_sent_is_not_there_and_what_came_later_is() {
        let mut it = three();
        assert_eq!(it.full_until(2000, 10, || OWN.into_iter()), Some(20));
        it.put_until(40, 1000, 10);
        assert_eq!(it.full_until(2000, 20, never), Some(30));
        assert_eq!((it.full_until(2000, 30, never), it.bytes), (None, 1000));
        assert_eq!((it.full_until(1, 40, never), it.bytes), (None, 0));
    }

    #[test]
    fn a_packet_that_leaves_at_once_was_never_there() {
        let mut it = InNic::default();
        it.put_until(7, 1000, 7);
        assert_eq!((it.bytes, it.full_until(1, 7, || OWN.into_iter())), (0, None));
    }

    #[test]
    fn one_wake_event_is_asked_for_per_time() {
        let mut it = three();
        assert_eq!([10, 10, 20].map(|time| it.wakes_at(time)), [true, false, true]);
    }
}
