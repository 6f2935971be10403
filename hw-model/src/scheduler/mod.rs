//! Which queue of a port sends next.
//!
//! A scheduler sees only what is waiting ([`Backlog`]) and what was sent; queues and packets stay with the
//! port. It is asked when the wire is free, so a policy may keep turns and deficits between calls.

mod fifo;

pub use fifo::Fifo;

use units::{Bytes, QueueId};

/// The queues of a port as a scheduler sees them.
pub trait Backlog {
    /// Number of queues; their ids are below it.
    fn queues(&self) -> u16;

    /// Size of the packet at the head of a queue; `None` if the queue is empty or may not send.
    fn head(&self, queue: QueueId) -> Option<Bytes>;
}

/// A policy over the queues of one port.
pub trait Scheduler {
    /// The queue whose head leaves next; `None` when nothing may leave. Work-conserving: it is `None` only
    /// if no queue has a head.
    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId>;

    /// The packet that left, after [`Scheduler::next`] chose its queue.
    fn on_sent(&mut self, queue: QueueId, size: Bytes);
}
