//! Deficit weighted round robin.

use super::active_list::ActiveList;
use super::error::{QUEUES_MAX, SchedulerError, SchedulerField, within};
use super::{Backlog, Scheduler};
use freeboard_units::{Bytes, QueueId};

/// Longest packet a deficit can wait for \[B\]: the largest IP packet.
const PACKET_MAX: u32 = 65_535;

/// Queues in turn; a queue sends while the head fits its deficit, and gets its quantum when it does not.
///
/// The rules are those of the scheduler in the public simulator of ECN#: a queue that gets its first packet
/// goes to the end of the list with its deficit set to the quantum; a head that fits is sent; one that does
/// not adds a quantum and sends its queue to the end. The deficit of a queue that runs empty is kept until
/// it is overwritten.
///
/// Invariants: a deficit is at most a quantum and a packet; over whole rounds a queue is served within a
/// packet of its quanta.
#[derive(Clone, Debug)]
pub struct Dwrr {
    quanta: Vec<u32>,
    deficits: Vec<u32>,
    active: ActiveList,
}

impl Dwrr {
    /// One queue per quantum \[B\].
    ///
    /// # Errors
    /// No quantum or more than [`QUEUES_MAX`], a quantum of 0 or above 2^31.
    pub fn new(quanta: &[Bytes]) -> Result<Self, SchedulerError> {
        within(SchedulerField::Queues, quanta.len() as u64, 1, QUEUES_MAX as u64)?;
        for quantum in quanta {
            within(SchedulerField::Quantum, u64::from(quantum.0), 1, 1 << 31)?;
        }
        let quanta: Vec<u32> = quanta.iter().map(|quantum| quantum.0).collect();
        Ok(Self { deficits: vec![0; quanta.len()], active: ActiveList::new(quanta.len()), quanta })
    }

    /// What a queue may still send in this round \[B\]; 0 for an unknown queue.
    #[must_use]
    pub fn deficit(&self, queue: QueueId) -> Bytes {
        Bytes(self.deficits.get(queue.index()).copied().unwrap_or(0))
    }

    fn activate(&mut self, queue: QueueId) {
        if self.active.push(queue) {
            self.deficits[queue.index()] = self.quanta[queue.index()];
        }
    }

    /// One round: the first whose head fits. A queue without a head leaves the list.
    fn round(&mut self, backlog: &impl Backlog) -> Option<QueueId> {
        for _ in 0..self.active.len() {
            let queue = self.active.front()?;
            match backlog.head(queue) {
                None => self.active.pop(),
                Some(size) if fits(size, self.deficits[queue.index()]) => return Some(queue),
                Some(_) => {
                    let deficit = &mut self.deficits[queue.index()];
                    *deficit = deficit.saturating_add(self.quanta[queue.index()]);
                    self.active.rotate();
                }
            }
        }
        None
    }

    /// Rounds in which nobody could send, all at once: as many quanta for everybody as the first to be
    /// served needs, less the one it gets in the round that serves it.
    fn skip_rounds(&mut self, backlog: &impl Backlog) {
        let waiting = |queue: &u16| self.active.contains(QueueId(*queue));
        let rounds = (0..self.quanta.len() as u16).filter(waiting).filter_map(|queue| {
            let missing = backlog.head(QueueId(queue))?.0.min(PACKET_MAX);
            let missing = missing.saturating_sub(self.deficits[usize::from(queue)]);
            Some(missing.div_ceil(self.quanta[usize::from(queue)]))
        });
        let skipped = rounds.min().unwrap_or(0).saturating_sub(1);
        for queue in 0..self.quanta.len() {
            if self.active.contains(QueueId(queue as u16)) {
                let more = self.quanta[queue].saturating_mul(skipped);
                self.deficits[queue] = self.deficits[queue].saturating_add(more);
            }
        }
    }
}

/// A head beyond the largest packet counts as one, so that no size can stop the rounds.
fn fits(size: Bytes, deficit: u32) -> bool {
    size.0.min(PACKET_MAX) <= deficit
}

impl Scheduler for Dwrr {
    #[inline]
    fn on_arrival(&mut self, queue: QueueId) {
        self.activate(queue);
    }

    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId> {
        let queues = backlog.queues().min(self.quanta.len() as u16);
        for queue in (0..queues).map(QueueId) {
            if backlog.head(queue).is_some() {
                self.activate(queue);
            }
        }
        // The first round may find everybody short; then rounds are skipped, one gives the last quantum and
        // the next serves.
        if let Some(queue) = self.round(backlog) {
            return Some(queue);
        }
        self.skip_rounds(backlog);
        self.round(backlog).or_else(|| self.round(backlog))
    }

    fn on_sent(&mut self, queue: QueueId, size: Bytes, more: bool) {
        if let Some(deficit) = self.deficits.get_mut(queue.index()) {
            *deficit = deficit.saturating_sub(size.0);
        }
        if !more && self.active.front() == Some(queue) {
            self.active.pop();
        }
    }
}
