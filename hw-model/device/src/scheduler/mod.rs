//! Schedulers of a multi-queue port.
//!
//! | policy | serves |
//! |---|---|
//! | [`Fifo`] | the only queue, in arrival order |
//! | [`StrictPriority`] | the lowest index that has a packet |
//! | [`Dwrr`] | queues in turn, each up to its deficit |
//! | [`Wfq`] | the smallest virtual finish time |
//! | [`Ranked`] | strict priority between levels, DWRR or WFQ inside one |
//!
//! A scheduler sees only what is waiting ([`Backlog`]) and what was sent; queues and packets stay with the
//! port. It is asked when the wire is free, so a policy may keep an active list and deficits between calls. Asking
//! twice without sending gives the same answer.
//!
//! Invariants: nothing allocates after construction; a decision looks at each queue of the port at most a
//! constant number of times, whatever packets and weights are.

mod active_list;
mod any;
mod dwrr;
mod error;
mod fifo;
mod ranked;
mod strict;
mod wfq;

pub use any::AnyScheduler;
pub use dwrr::Dwrr;
pub use error::{QUEUES_MAX, SchedulerError, SchedulerField};
pub use fifo::Fifo;
pub use ranked::{Level, Ranked};
pub use strict::StrictPriority;
pub use wfq::Wfq;

use freeboard_units::{Bytes, QueueId};

/// The queues of a port as a scheduler sees them.
pub trait Backlog {
    /// Number of queues; their ids are below it.
    fn queues(&self) -> u16;

    /// Size of the packet at the head of a queue; `None` if the queue is empty or may not send.
    fn head(&self, queue: QueueId) -> Option<Bytes>;
}

impl<B: Backlog + ?Sized> Backlog for &B {
    fn queues(&self) -> u16 {
        (**self).queues()
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        (**self).head(queue)
    }
}

/// A policy over the queues of one port.
pub trait Scheduler {
    /// A packet came to a queue. Optional: a policy with an active list learns the order of arrivals from it;
    /// without it, queues that filled between two decisions are served in index order.
    #[inline]
    fn on_arrival(&mut self, _: QueueId) {}

    /// The queue whose head leaves next; `None` when nothing may leave. Work-conserving: it is `None` only
    /// if no queue has a head.
    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId>;

    /// The packet that left, after [`Scheduler::next`] chose its queue, and whether the queue has more.
    fn on_sent(&mut self, queue: QueueId, size: Bytes, more: bool);
}
