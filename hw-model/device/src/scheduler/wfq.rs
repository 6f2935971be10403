//! Weighted fair queueing with integer virtual time.

use super::error::{QUEUES_MAX, SchedulerError, SchedulerField, within};
use super::{Backlog, Scheduler};
use freeboard_units::{Bytes, QueueId};

/// Largest weight. Chosen by us: a byte at this weight is still 2^14 units of virtual time, so that
/// rounding distorts a share by less than 2^-14.
const WEIGHT_MAX: u32 = 1 << 10;
/// Virtual time of a byte at weight 1, as a power of two.
const BYTE_LOG2: u32 = 24;

#[derive(Clone, Copy, Debug)]
struct Flow {
    /// Virtual time of a byte.
    step: u64,
    /// Virtual finish of its last packet, or the virtual time at which it became backlogged.
    start: u64,
    backlogged: bool,
}

impl Flow {
    /// When a packet of `size` would end.
    const fn finish(&self, size: Bytes) -> u64 {
        self.start.wrapping_add((size.0 as u64).wrapping_mul(self.step))
    }
}

/// The smallest virtual finish time first, virtual time being that of the packet in service: the
/// self-clocked form (Golestani 1994), which needs no link rate and no floating-point sum of weights.
///
/// Bound: while two queues are backlogged, their services over their weights differ by at most a packet of
/// each over its weight. Ties go to the lower index.
///
/// Virtual time wraps and is compared serially: tags stay within a packet of the present.
#[derive(Clone, Debug)]
pub struct Wfq {
    now: u64,
    flows: Vec<Flow>,
}

impl Wfq {
    /// One queue per weight.
    ///
    /// # Errors
    /// No weight or more than [`QUEUES_MAX`], a weight of 0 or above 1024.
    pub fn new(weights: &[u16]) -> Result<Self, SchedulerError> {
        within(SchedulerField::Queues, weights.len() as u64, 1, QUEUES_MAX as u64)?;
        for weight in weights {
            within(SchedulerField::Weight, u64::from(*weight), 1, u64::from(WEIGHT_MAX))?;
        }
        let flow = |weight: &u16| Flow {
            step: (1 << BYTE_LOG2) / u64::from((*weight).max(1)),
            start: 0,
            backlogged: false,
        };
        Ok(Self { now: 0, flows: weights.iter().map(flow).collect() })
    }

    /// The same with virtual time at `now`: what a scheduler looks like after a long life.
    #[must_use]
    pub fn at(mut self, now: u64) -> Self {
        self.now = now;
        for flow in &mut self.flows {
            flow.start = now;
        }
        self
    }
}

/// Whether `a` is before `b`; they are less than 2^63 apart.
const fn before(a: u64, b: u64) -> bool {
    (a.wrapping_sub(b) as i64) < 0
}

impl Scheduler for Wfq {
    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId> {
        let mut chosen: Option<(u64, QueueId)> = None;
        for (queue, flow) in (0..backlog.queues()).map(QueueId).zip(&mut self.flows) {
            let Some(size) = backlog.head(queue) else {
                flow.backlogged = false;
                continue;
            };
            if !flow.backlogged {
                // Idle time earns nothing.
                (flow.backlogged, flow.start) = (true, self.now);
            }
            let finish = flow.finish(size);
            if chosen.is_none_or(|(least, _)| before(finish, least)) {
                chosen = Some((finish, queue));
            }
        }
        chosen.map(|(_, queue)| queue)
    }

    fn on_sent(&mut self, queue: QueueId, size: Bytes, more: bool) {
        if let Some(flow) = self.flows.get_mut(queue.index()) {
            flow.start = flow.finish(size);
            flow.backlogged = more;
            self.now = flow.start;
        }
    }
}
