//! A timer that is moved often and fires seldom.

/// No deadline, no event.
const NEVER: u64 = u64::MAX;

/// One timer with at most one relevant event in the queue.
///
/// Moving the deadline later costs nothing: the event that comes too early re-arms. Events left over from
/// an earlier, later or cancelled deadline are recognised by their time and ignored, which also makes it
/// safe to reuse the owner.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Timer {
    deadline: u64,
    pending: u64,
}

impl Default for Timer {
    fn default() -> Self {
        Self { deadline: NEVER, pending: NEVER }
    }
}

impl Timer {
    /// Sets the deadline \[ps\]; returns the time of an event to push, if one is needed.
    #[inline]
    #[must_use]
    pub(crate) fn set(&mut self, deadline: u64) -> Option<u64> {
        self.deadline = deadline;
        if deadline < self.pending {
            self.pending = deadline;
            return Some(deadline);
        }
        None
    }

    /// No deadline any more.
    #[inline]
    pub(crate) fn cancel(&mut self) {
        self.deadline = NEVER;
    }

    /// Without a deadline: an event that is pending up to `time` has come and gone.
    pub(crate) fn forget_up_to(&mut self, time: u64) {
        if self.pending <= time {
            self.pending = NEVER;
        }
    }

    /// An event came up at `now` that is no longer the owner's.
    pub(crate) fn skip(&mut self, now: u64) {
        if self.pending == now {
            self.pending = NEVER;
        }
    }

    /// The deadline, if one is set \[ps\].
    pub(crate) fn deadline(&self) -> Option<u64> {
        self.is_set().then_some(self.deadline)
    }

    /// A deadline is set.
    #[inline]
    pub(crate) const fn is_set(&self) -> bool {
        self.deadline != NEVER
    }

    /// An event came up at `now`.
    #[inline]
    pub(crate) fn on_event(&mut self, now: u64) -> Ring {
        if now != self.pending {
            return Ring::Ignore;
        }
        self.pending = NEVER;
        if self.deadline <= now {
            self.deadline = NEVER;
            return Ring::Due;
        }
        if self.deadline == NEVER {
            return Ring::Ignore;
        }
        self.pending = self.deadline;
        Ring::Again(self.deadline)
    }
}

/// Effect of a timer's event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ring {
    /// The deadline has come.
    Due,
    /// Too early: push an event at this time.
    Again(u64),
    /// Left over.
    Ignore,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deadline_moved_later_rings_once() {
        let mut timer = Timer::default();
        assert_eq!(timer.set(10), Some(10));
        assert_eq!(timer.set(30), None);
        assert_eq!(timer.on_event(10), Ring::Again(30));
        assert_eq!(timer.on_event(30), Ring::Due);
        assert_eq!(timer.on_event(30), Ring::Ignore);
    }

    #[test]
    fn a_deadline_moved_earlier_rings_early_and_the_old_event_is_ignored() {
        let mut timer = Timer::default();
        assert_eq!(timer.set(30), Some(30));
        assert_eq!(timer.set(10), Some(10));
        assert_eq!(timer.on_event(10), Ring::Due);
        assert_eq!(timer.on_event(30), Ring::Ignore);
    }

    #[test]
    fn a_cancelled_deadline_never_rings() {
        let mut timer = Timer::default();
        assert_eq!(timer.set(10), Some(10));
        timer.cancel();
        assert_eq!(timer.on_event(10), Ring::Ignore);
        assert!(!timer.is_set());
    }
}
