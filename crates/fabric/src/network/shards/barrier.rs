//! Where the threads of one run wait for each other.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Rounds that a thread waits before it sleeps: about as long as a step of a small network takes.
const SPINS: u32 = 2000;

/// A barrier for as many threads, which may be used again at once. It spins, since a step takes microseconds, and to be woken up
/// takes as long; a thread that waits for longer sleeps, so that another one that has no core gets its.
#[derive(Debug)]
pub(super) struct Barrier {
    threads: u32,
    arrived: AtomicU32,
    /// How often all have come.
    turn: AtomicU32,
    /// A thread has panicked and will never come.
    is_broken: AtomicBool,
    /// How many threads sleep, or are about to.
    sleepers: AtomicU32,
    asleep: Mutex<()>,
    wake: Condvar,
}

impl Barrier {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads: threads as u32,
            arrived: AtomicU32::new(0),
            turn: AtomicU32::new(0),
            is_broken: AtomicBool::new(false),
            sleepers: AtomicU32::new(0),
            asleep: Mutex::new(()),
            wake: Condvar::new(),
        }
    }

    /// Returns once all have come: what each has written before, all can read.
    ///
    /// # Panics
    /// Another thread has panicked.
    pub(super) fn wait(&self) {
        let turn = self.turn.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.turn.store(turn.wrapping_add(1), Ordering::SeqCst);
            return self.wake();
        }
        let mut spins = 0;
        while !self.is_over(turn) {
            if spins < SPINS {
                spins += 1;
                core::hint::spin_loop();
            } else {
                self.sleep(turn);
            }
        }
        assert!(!self.is_broken.load(Ordering::Acquire), "the thread of another shard has panicked");
    }

    /// Nobody has to wait any more in this turn.
    fn is_over(&self, turn: u32) -> bool {
        self.turn.load(Ordering::SeqCst) != turn || self.is_broken.load(Ordering::SeqCst)
    }

    fn sleep(&self, turn: u32) {
        let mut guard = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
        // First counted, then looked once more: who ends the turn first does that and then looks at the count.
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        while !self.is_over(turn) {
            guard = self.wake.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    fn wake(&self) {
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            drop(self.asleep.lock());
            self.wake.notify_all();
        }
    }

    /// Tells the others if its thread panics while it is held.
    pub(super) const fn guard(&self) -> Guard<'_> {
        Guard(self)
    }
}

/// See [`Barrier::guard`].
#[derive(Debug)]
pub(super) struct Guard<'a>(&'a Barrier);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.is_broken.store(true, Ordering::SeqCst);
            self.0.wake();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_a_turn_ahead() {
        let (barrier, turns) = (Barrier::new(3), AtomicU32::new(0));
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| {
                    for turn in 1..=200 {
                        turns.fetch_add(1, Ordering::Relaxed);
                        barrier.wait();
                        assert_eq!(turns.load(Ordering::Relaxed), 3 * turn);
                        barrier.wait();
                    }
                });
            }
        });
    }

    #[test]
    fn a_thread_that_panics_ends_the_wait_of_the_others() {
        let barrier = Barrier::new(2);
        let outcomes = std::thread::scope(|scope| {
            let waits = scope.spawn(|| {
                let _guard = barrier.guard();
                barrier.wait();
            });
            let panics = scope.spawn(|| {
                let _guard = barrier.guard();
                panic!("as asked");
            });
            [waits.join().is_err(), panics.join().is_err()]
        });
        assert_eq!(outcomes, [true, true]);
    }
}
