//! CoDel after RFC 8289 §5.5 and §5.6, in whole nanoseconds and unbounded time.
//!
//! The quotient interval/sqrt(count) is the integer the exact variant specifies. Its documented deviations are
//! modelled: a schedule lags 2^30 ns behind at most, and an old episode, once seen to be old, stays forgotten.

use super::guard;
use crate::math::scaled_inverse_root;
use crate::{Hook, Marker, Packet, Values};

const LAG_MAX: u64 = 1 << 30;

/// RFC 8289.
#[derive(Clone, Debug)]
pub struct Rfc8289 {
    target: u64,
    interval: u64,
    guard: u64,
    marks: bool,
    first_above: Option<u64>,
    ok_to_drop: bool,
    dropping: bool,
    /// A packet was dropped in the loop of §5.5, which looks at the one behind it next.
    in_loop: bool,
    /// `drop_next_`, `count_` and `lastcount_` of this or the last episode.
    last: Option<(u64, u64, u64)>,
}

impl Rfc8289 {
    /// From the settings, depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self {
            target: values.get("target")?,
            interval: values.get("interval")?,
            guard: guard(values.get("mtu")?, unit),
            marks: values.get("ecn")? == 1,
            first_above: None,
            ok_to_drop: false,
            dropping: false,
            in_loop: false,
            last: None,
        })
    }

    /// §5.6: sojourn times at or above target for an interval.
    fn dodequeue(&mut self, packet: &Packet) -> bool {
        if packet.sojourn < self.target || packet.depth <= self.guard {
            (self.first_above, self.ok_to_drop) = (None, false);
            return false;
        }
        match self.first_above {
            None => self.first_above = Some(packet.now + self.interval),
            Some(first_above) => self.ok_to_drop |= packet.now >= first_above,
        }
        self.ok_to_drop
    }

    fn enter(&mut self, now: u64) {
        let count = match self.last {
            Some((_, count, last_count)) if count - last_count > 1 => count - last_count,
            _ => 1,
        };
        self.last = Some((now + scaled_inverse_root(self.interval, count), count, count));
        self.dropping = true;
    }
}

impl Marker for Rfc8289 {
    /// §5.5, one signal per packet.
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let (now, ok) = (packet.now, self.dodequeue(packet));
        let old = |&(next, ..): &(u64, u64, u64)| now >= next + 16 * self.interval;
        if !self.dropping && self.last.as_ref().is_some_and(old) {
            self.last = None;
        }
        if !self.dropping {
            if ok {
                self.enter(now);
            }
            return ok;
        }
        let Some((next, count, _)) = &mut self.last else { return false };
        // §5.5 moves the schedule when the packet behind the dropped one is ok to drop too.
        if core::mem::take(&mut self.in_loop) && !ok {
            *next -= scaled_inverse_root(self.interval, *count);
        }
        self.dropping = ok;
        let due = ok && now >= *next;
        if due {
            *count += 1;
            *next = (*next).max(now.saturating_sub(LAG_MAX)) + scaled_inverse_root(self.interval, *count);
            self.in_loop = !self.marks;
        }
        due
    }
}
