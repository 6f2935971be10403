//! Strict priority between levels, a fair policy inside each.

use super::error::{QUEUES_MAX, SchedulerError, SchedulerField, within};
use super::{Backlog, Dwrr, Scheduler, Wfq};
use freeboard_units::{Bytes, QueueId};

/// The queues of one priority; they follow those of the level before it.
#[derive(Clone, Debug)]
pub enum Level {
    /// One queue by itself.
    One,
    /// Queues in turn.
    Dwrr(Dwrr, u16),
    /// Queues by virtual time.
    Wfq(Wfq, u16),
}

impl Level {
    /// Queues in turn, one per quantum \[B\].
    ///
    /// # Errors
    /// Those of [`Dwrr::new`].
    pub fn dwrr(quanta: &[Bytes]) -> Result<Self, SchedulerError> {
        Ok(Self::Dwrr(Dwrr::new(quanta)?, quanta.len() as u16))
    }

    /// Queues by virtual time, one per weight.
    ///
    /// # Errors
    /// Those of [`Wfq::new`].
    pub fn wfq(weights: &[u16]) -> Result<Self, SchedulerError> {
        Ok(Self::Wfq(Wfq::new(weights)?, weights.len() as u16))
    }

    const fn queues(&self) -> u16 {
        match self {
            Self::One => 1,
            Self::Dwrr(_, queues) | Self::Wfq(_, queues) => *queues,
        }
    }
}

/// A level's part of a port, under ids that begin at 0.
struct Part<'a, B> {
    whole: &'a B,
    first: u16,
    queues: u16,
}

impl<B: Backlog> Backlog for Part<'_, B> {
    fn queues(&self) -> u16 {
        self.queues.min(self.whole.queues().saturating_sub(self.first))
    }

    fn head(&self, queue: QueueId) -> Option<Bytes> {
        if queue.0 >= self.queues {
            return None;
        }
        self.whole.head(QueueId(self.first.saturating_add(queue.0)))
    }
}

/// Levels in order of priority: a level is served only while all before it have nothing to send.
#[derive(Clone, Debug)]
pub struct Ranked {
    levels: Vec<Level>,
}

impl Ranked {
    /// The first level has the first queues and goes first.
    ///
    /// # Errors
    /// No level, or more than [`QUEUES_MAX`] queues in all.
    pub fn new(levels: Vec<Level>) -> Result<Self, SchedulerError> {
        let queues: u64 = levels.iter().map(|level| u64::from(level.queues())).sum();
        within(SchedulerField::Queues, queues, 1, QUEUES_MAX as u64)?;
        Ok(Self { levels })
    }

    /// The level of a queue, with the queue's id inside it.
    fn level_of(&mut self, queue: QueueId) -> Option<(&mut Level, QueueId)> {
        let mut left = queue.0;
        for level in &mut self.levels {
            let queues = level.queues();
            if left < queues {
                return Some((level, QueueId(left)));
            }
            left -= queues;
        }
        None
    }
}

impl Scheduler for Ranked {
    fn on_arrival(&mut self, queue: QueueId) {
        if let Some((Level::Dwrr(inner, _), queue)) = self.level_of(queue) {
            inner.on_arrival(queue);
        }
    }

    fn next(&mut self, backlog: &impl Backlog) -> Option<QueueId> {
        let mut first = 0;
        for level in &mut self.levels {
            let part = Part { whole: backlog, first, queues: level.queues() };
            let chosen = match level {
                Level::One => part.head(QueueId(0)).map(|_| QueueId(0)),
                Level::Dwrr(inner, _) => inner.next(&part),
                Level::Wfq(inner, _) => inner.next(&part),
            };
            if let Some(queue) = chosen {
                return Some(QueueId(first.saturating_add(queue.0)));
            }
            first += part.queues;
        }
        None
    }

    fn on_sent(&mut self, queue: QueueId, size: Bytes, more: bool) {
        match self.level_of(queue) {
            Some((Level::Dwrr(inner, _), queue)) => inner.on_sent(queue, size, more),
            Some((Level::Wfq(inner, _), queue)) => inner.on_sent(queue, size, more),
            Some((Level::One, _)) | None => {}
        }
    }
}
