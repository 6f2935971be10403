//! First in, first out: the policy of a port with one queue.

use super::{Backlog, Scheduler};
use freeboard_units::{Bytes, QueueId};

/// Serves queue 0 only, in arrival order. Other queues of the port never send.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fifo;

impl Scheduler for Fifo {
    #[inline(always)]
    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId> {
        backlog.head(QueueId(0)).map(|_| QueueId(0))
    }

    #[inline(always)]
    fn on_sent(&mut self, _: QueueId, _: Bytes, _: bool) {}
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Waiting(Option<Bytes>);

    impl Backlog for Waiting {
        fn queues(&self) -> u16 {
            1
        }

        fn head(&self, queue: QueueId) -> Option<Bytes> {
            if queue == QueueId(0) { self.0 } else { None }
        }
    }

    #[test]
    fn it_is_work_conserving() {
        assert_eq!(Fifo.next(&Waiting(Some(Bytes(64)))), Some(QueueId(0)));
        assert_eq!(Fifo.next(&Waiting(None)), None);
    }
}
