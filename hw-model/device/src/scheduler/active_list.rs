//! Active list of DRR: backlogged queues, each at most once.

use freeboard_units::QueueId;

/// A ring of queue ids with room for every queue of the port.
#[derive(Clone, Debug)]
pub(super) struct ActiveList {
    ring: Vec<QueueId>,
    first: usize,
    len: usize,
    waits: Vec<bool>,
}

impl ActiveList {
    /// Nobody waits; ids are below `queues`.
    pub(super) fn new(queues: usize) -> Self {
        Self { ring: vec![QueueId(0); queues], first: 0, len: 0, waits: vec![false; queues] }
    }

    pub(super) const fn len(&self) -> usize {
        self.len
    }

    /// Whether a queue waits; false for an unknown one.
    pub(super) fn contains(&self, queue: QueueId) -> bool {
        self.waits.get(queue.index()).copied().unwrap_or(false)
    }

    /// Puts a queue last, unless it waits already or does not exist; true if it was put.
    pub(super) fn push(&mut self, queue: QueueId) -> bool {
        let Some(waits) = self.waits.get_mut(queue.index()).filter(|waits| !**waits) else { return false };
        *waits = true;
        let place = self.place(self.len);
        self.ring[place] = queue;
        self.len += 1;
        true
    }

    /// Returns the queue at the head.
    pub(super) fn front(&self) -> Option<QueueId> {
        (self.len > 0).then(|| self.ring[self.first])
    }

    /// Takes the first out.
    pub(super) fn pop(&mut self) {
        if let Some(queue) = self.front() {
            self.waits[queue.index()] = false;
            self.first = self.place(1);
            self.len -= 1;
        }
    }

    /// Puts the first last.
    pub(super) fn rotate(&mut self) {
        if let Some(queue) = self.front() {
            self.pop();
            self.push(queue);
        }
    }

    /// The index of the `before`-th entry from the head, modulo the capacity.
    fn place(&self, before: usize) -> usize {
        let place = self.first + before;
        if place >= self.ring.len() { place - self.ring.len() } else { place }
    }
}
