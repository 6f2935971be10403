//! CoDel in the arithmetic of Linux (`include/net/codel_impl.h`), on unbounded ticks.
//!
//! Ticks of 1024 ns from two stamps that are cut separately; strict start; 1/sqrt(count) in 16 bits, improved
//! by one Newton step per count in 64-bit arithmetic that wraps. One deviation of the algorithm is modelled: an
//! old episode, once seen to be old, stays forgotten, also for a packet that is stamped late.

use super::guard;
use crate::{Hook, Marker, Packet, Values};

/// What an episode keeps.
#[derive(Clone, Copy, Debug)]
struct Episode {
    drop_next: i128,
    count: u64,
    last_count: u64,
    rec_inv_sqrt: u64,
}

/// Linux.
#[derive(Clone, Debug)]
pub struct Linux {
    target: i128,
    interval: i128,
    guard: u64,
    marks: bool,
    first_above: Option<i128>,
    /// A packet was dropped, and the loop looks at the one behind it.
    in_loop: bool,
    dropping: bool,
    episode: Option<Episode>,
}

/// `codel_Newton_step`.
fn newton(rec_inv_sqrt: u64, count: u64) -> u64 {
    let x = rec_inv_sqrt << 16;
    let square = (x * x) >> 32;
    let value = (3u64 << 32).wrapping_sub(count.wrapping_mul(square)) >> 2;
    value.wrapping_mul(x) >> 31 >> 16 & 0xffff
}

/// `codel_control_law`: interval * x / 2^32 later.
fn control_law(from: i128, interval: i128, rec_inv_sqrt: u64) -> i128 {
    from + ((interval * (i128::from(rec_inv_sqrt) << 16)) >> 32)
}

fn tick(ns: i128) -> i128 {
    ns.div_euclid(1024)
}

impl Linux {
    /// From the settings, depths in units of `unit` bytes.
    #[must_use]
    pub fn new(values: &Values, unit: u64) -> Option<Self> {
        Some(Self {
            target: tick(values.get("target")?.into()),
            interval: tick(values.get("interval")?.into()),
            guard: guard(values.get("mtu")?, unit),
            marks: values.get("ecn")? == 1,
            first_above: None,
            in_loop: false,
            dropping: false,
            episode: None,
        })
    }

    fn should_drop(&mut self, packet: &Packet, now: i128) -> bool {
        let enqueued = tick(i128::from(packet.now) - i128::from(packet.sojourn));
        if now - enqueued < self.target || packet.depth <= self.guard {
            self.first_above = None;
            return false;
        }
        // `codel_time_after`: the sign of a difference of 32 bits.
        let after = |first_above: i128| (1..1 << 31).contains(&(now - first_above).rem_euclid(1 << 32));
        let stands = self.first_above.is_some_and(after);
        self.first_above.get_or_insert(now + self.interval);
        stands
    }

    fn enter(&mut self, now: i128) {
        let resumed = self.episode.filter(|last| last.count - last.last_count > 1);
        let (count, rec_inv_sqrt) = match resumed {
            Some(last) => {
                let count = last.count - last.last_count;
                (count, newton(last.rec_inv_sqrt, count))
            }
            None => (1, 0xffff),
        };
        let drop_next = control_law(now, self.interval, rec_inv_sqrt);
        self.episode = Some(Episode { drop_next, count, last_count: count, rec_inv_sqrt });
        self.dropping = true;
    }
}

impl Marker for Linux {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let now = tick(packet.now.into());
        let drop = self.should_drop(packet, now);
        if !self.dropping {
            self.episode = self.episode.filter(|last| now - last.drop_next < 16 * self.interval);
            if drop {
                self.enter(now);
            }
            return drop;
        }
        self.dropping = drop;
        let (interval, marks) = (self.interval, self.marks);
        let moves = core::mem::take(&mut self.in_loop) && drop;
        if let Some(episode) = self.episode.as_mut().filter(|_| moves) {
            episode.drop_next = control_law(episode.drop_next, interval, episode.rec_inv_sqrt);
        }
        let Some(episode) = self.episode.as_mut().filter(|episode| drop && now >= episode.drop_next) else {
            return false;
        };
        episode.count += 1;
        episode.rec_inv_sqrt = newton(episode.rec_inv_sqrt, episode.count);
        if marks {
            episode.drop_next = control_law(episode.drop_next, interval, episode.rec_inv_sqrt);
        }
        self.in_loop = !marks;
        true
    }
}
