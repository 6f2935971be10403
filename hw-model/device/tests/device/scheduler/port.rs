//! A port with queues of packet sizes, for a scheduler to serve.

use freeboard_device::scheduler::{Backlog, Scheduler};
use freeboard_units::{Bytes, QueueId};
use std::collections::VecDeque;

/// Queues, the services they got, and which of them may not send.
#[derive(Clone, Debug, Default)]
pub(super) struct Port {
    queues: Vec<VecDeque<u32>>,
    pub(super) held: Vec<bool>,
    pub(super) served: Vec<u64>,
}

impl Backlog for Port {
    fn queues(&self) -> u16 {
        self.queues.len() as u16
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        let queue = queue.index();
        if self.held[queue] { None } else { self.queues[queue].front().map(|size| Bytes(*size)) }
    }
}

impl Port {
    pub(super) fn new(queues: usize) -> Self {
        Self { queues: vec![VecDeque::new(); queues], held: vec![false; queues], served: vec![0; queues] }
    }

    pub(super) fn len(&self, queue: usize) -> usize {
        self.queues[queue].len()
    }

    /// Something may leave.
    pub(super) fn ready(&self) -> bool {
        (0..self.queues.len()).any(|queue| self.head(QueueId(queue as u16)).is_some())
    }

    pub(super) fn arrive(&mut self, scheduler: &mut impl Scheduler, queue: usize, size: u32) {
        self.queues[queue].push_back(size);
        scheduler.on_arrival(QueueId(queue as u16));
    }

    /// Sends one packet: its queue and size.
    pub(super) fn send(&mut self, scheduler: &mut impl Scheduler) -> Option<(usize, u32)> {
        let queue = scheduler.next(self)?;
        assert_eq!(scheduler.next(self), Some(queue), "asking twice changes nothing");
        assert!(!self.held[queue.index()], "a queue that may not send was chosen");
        let size = self.queues[queue.index()].pop_front().expect("an empty queue was chosen");
        scheduler.on_sent(queue, Bytes(size), !self.queues[queue.index()].is_empty());
        self.served[queue.index()] += u64::from(size);
        Some((queue.index(), size))
    }

    /// Sends with every queue kept backlogged by packets of its size, until `bytes` bytes went out.
    pub(super) fn saturate(&mut self, scheduler: &mut impl Scheduler, sizes: &[u32], bytes: u64) {
        while self.served.iter().sum::<u64>() < bytes {
            for (queue, size) in sizes.iter().enumerate() {
                while *size > 0 && self.len(queue) < 2 {
                    self.arrive(scheduler, queue, *size);
                }
            }
            self.send(scheduler).expect("backlogged");
        }
    }
}
