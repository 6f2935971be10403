//! Strict priority: the lowest index that has a packet.

use super::{Backlog, Scheduler};
use freeboard_units::{Bytes, QueueId};

/// Queue 0 is served before queue 1, and so on. A queue waits as long as one before it has packets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StrictPriority;

impl Scheduler for StrictPriority {
    #[inline]
    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId> {
        (0..backlog.queues()).map(QueueId).find(|queue| backlog.head(*queue).is_some())
    }

    #[inline]
    fn on_sent(&mut self, _: QueueId, _: Bytes, _: bool) {}
}
