//! ECN# in whole nanoseconds, both reschedulings, unbounded time.
//!
//! Source: \[Zhang19\] Algorithm 1; the authors' code for `due = at` and `reschedule = now`. The quotient
//! interval/sqrt(count) is the integer the exact variant specifies. Its one documented deviation is modelled:
//! a schedule never lags more than 2^30 ns behind the packet that it marks.

use crate::math::scaled_inverse_root;
use crate::{Hook, Marker, Packet, Values};

const LAG_MAX: u64 = 1 << 30;

/// Algorithm 1 in nanoseconds.
#[derive(Clone, Debug)]
pub struct Nanos {
    ins_target: u64,
    pst_target: u64,
    interval: u64,
    due_at: bool,
    from_now: bool,
    idle_reset: bool,
    since: Option<u64>,
    /// The run has been seen to exceed the interval.
    stood: bool,
    episode: Option<(u64, u64)>,
}

impl Nanos {
    /// From the settings of the exact variant.
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        Some(Self {
            ins_target: values.get("ins_target")?,
            pst_target: values.get("pst_target")?,
            interval: values.get("pst_interval")?,
            due_at: values.get("due")? == 1,
            from_now: values.get("reschedule")? == 1,
            idle_reset: values.get("idle_reset")? == 1,
            since: None,
            stood: false,
            episode: None,
        })
    }

    fn detected(&mut self, packet: &Packet) -> bool {
        let above = packet.sojourn >= self.pst_target && !(self.idle_reset && packet.depth == 0);
        if !above {
            (self.since, self.stood) = (None, false);
            return false;
        }
        let since = *self.since.get_or_insert(packet.now);
        self.stood |= packet.now > since + self.interval;
        self.stood
    }

    fn persistent(&mut self, now: u64, detected: bool) -> bool {
        if !detected {
            self.episode = None;
            return false;
        }
        let Some((next, count)) = &mut self.episode else {
            self.episode = Some((now + self.interval, 1));
            return true;
        };
        let due = if self.due_at { now >= *next } else { now > *next };
        if due {
            *count += 1;
            let from = if self.from_now { now } else { (*next).max(now.saturating_sub(LAG_MAX)) };
            *next = from + scaled_inverse_root(self.interval, *count);
        }
        due
    }
}

impl Marker for Nanos {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let detected = self.detected(packet);
        let persistent = self.persistent(packet.now, detected);
        persistent || packet.sojourn > self.ins_target
    }
}
