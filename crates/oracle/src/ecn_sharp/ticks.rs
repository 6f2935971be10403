//! ECN# as a match-action pipeline computes it: ticks of 1024 ns, the math unit, unbounded time.
//!
//! Source: \[Zhang19\] Algorithm 1 and §4.1 (the tick is a 10-bit shift of the stamp); sojourn times compare in ns.

use crate::math::{Fill, MathUnit};
use crate::{Hook, Marker, Packet, Values};

/// Nanoseconds in a tick.
pub(crate) const TICK: u64 = 1024;

/// The persistent part: a run above a target, and marks at shrinking intervals while it stands.
#[derive(Clone, Debug)]
pub struct Schedule {
    interval: u64,
    unit: MathUnit,
    /// First tick of the run above the target.
    since: Option<u64>,
    /// Time of the next mark, marks so far.
    episode: Option<(u64, u64)>,
}

impl Schedule {
    /// With an interval in ticks.
    #[must_use]
    pub fn new(interval: u64, fill: Fill) -> Self {
        Self { interval, unit: MathUnit::new(interval, fill), since: None, episode: None }
    }

    /// Takes one departure at tick `now`; is it marked?
    pub fn departure(&mut self, now: u64, above: bool) -> bool {
        if !above {
            (self.since, self.episode) = (None, None);
            return false;
        }
        let since = *self.since.get_or_insert(now);
        if now <= since + self.interval {
            self.episode = None;
            return false;
        }
        match &mut self.episode {
            None => {
                self.episode = Some((now + self.interval, 1));
                true
            }
            Some((next, count)) if now > *next => {
                *count += 1;
                *next += self.unit.eval(*count);
                true
            }
            Some(_) => false,
        }
    }
}

/// Algorithm 1 on ticks.
#[derive(Clone, Debug)]
pub struct Ticks {
    ins_target: u64,
    pst_target: u64,
    schedule: Schedule,
}

impl Ticks {
    /// From the settings of the pipeline variants.
    #[must_use]
    pub fn new(values: &Values) -> Option<Self> {
        let fill = if values.get("math_fill")? == 0 { Fill::LowerEdge } else { Fill::Centre };
        Some(Self {
            ins_target: values.get("ins_target")?,
            pst_target: values.get("pst_target")?,
            schedule: Schedule::new(values.get("pst_interval")? / TICK, fill),
        })
    }
}

impl Marker for Ticks {
    fn packet(&mut self, packet: &Packet) -> bool {
        if packet.hook != Hook::Departure {
            return false;
        }
        let persistent = self.schedule.departure(packet.now / TICK, packet.sojourn >= self.pst_target);
        persistent || packet.sojourn > self.ins_target
    }
}
