//! Bytes of a sender in the port of its host.
//!
//! A sender may have only so much there (TCP small queues). Where it is told of departures, it counts. Where departures are
//! [precomputed](crate::data_plane), nobody tells it, and hardly ever it has to know: it counts what it has put there since
//! the port last had nothing of it, which is at least what is there. Once that may be too much it looks, and from then on keeps
//! when its packets begin to be sent.

use std::collections::VecDeque;

/// Most packets that room is reserved for. Chosen by us: 256 KiB, the default of the small queue, are 180 of 1460 B.
const ROOM_MAX: u32 = 256;

/// What a sender has in the port of its host.
#[derive(Debug, Default)]
pub(crate) struct InNic {
    /// Bytes that are not yet on the wire, or, with precomputed departures, at least those.
    pub(crate) bytes: u32,
    /// Precomputed departures: when its last packet begins to be sent \[ps\].
    last: u64,
    /// Precomputed departures: start \[ps\] and size of the packets that wait, the oldest first; empty until they are asked for.
    waiting: VecDeque<(u64, u32)>,
    /// Precomputed departures: the time of the last wake event that was asked for \[ps\].
    wake: u64,
}

impl InNic {
    /// A new flow uses the room, of which it will want that for `most` packets, so that it allocates nothing later.
    pub(super) fn reset(&mut self, most: u32) {
        self.waiting.clear();
        self.waiting.reserve(most.min(ROOM_MAX) as usize);
        (self.bytes, self.last, self.wake) = (0, 0, 0);
    }

    /// A packet of `size` bytes was put there.
    #[inline]
    pub(super) const fn put(&mut self, size: u32) {
        self.bytes += size;
    }

    /// It has left.
    #[inline]
    pub(crate) const fn left(&mut self, size: u32) {
        self.bytes = self.bytes.saturating_sub(size);
    }

    /// A packet that begins to be sent at `start` \[ps\] was put there.
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

    /// When less than `most` bytes will be there \[ps\], or nothing if less is there now. `own` gives what is there.
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

    /// A wake event is needed at `time` \[ps\], and has not been asked for.
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
