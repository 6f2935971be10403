//! Any policy, chosen at run time.

use super::{Backlog, Dwrr, Fifo, Ranked, Scheduler, StrictPriority, Wfq};
use freeboard_units::{Bytes, QueueId};

/// What a port holds whose policy comes from a configuration.
#[derive(Clone, Debug)]
pub enum AnyScheduler {
    /// One queue.
    Fifo(Fifo),
    /// Strict priority.
    Strict(StrictPriority),
    /// Deficit weighted round robin.
    Dwrr(Dwrr),
    /// Weighted fair queueing.
    Wfq(Wfq),
    /// Strict priority over fair levels.
    Ranked(Ranked),
}

impl Default for AnyScheduler {
    fn default() -> Self {
        Self::Fifo(Fifo)
    }
}

macro_rules! each {
    ($self:ident, $inner:ident => $call:expr) => {
        match $self {
            Self::Fifo($inner) => $call,
            Self::Strict($inner) => $call,
            Self::Dwrr($inner) => $call,
            Self::Wfq($inner) => $call,
            Self::Ranked($inner) => $call,
        }
    };
}

impl Scheduler for AnyScheduler {
    #[inline]
    fn on_arrival(&mut self, queue: QueueId) {
        each!(self, inner => inner.on_arrival(queue));
    }

    #[inline]
    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId> {
        each!(self, inner => inner.next(backlog))
    }

    #[inline]
    fn on_sent(&mut self, queue: QueueId, size: Bytes, more: bool) {
        each!(self, inner => inner.on_sent(queue, size, more));
    }
}
