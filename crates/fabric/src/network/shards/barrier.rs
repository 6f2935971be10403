//! Barrier of the threads of one run.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Condvar, Mutex, PoisonError};

/// Rounds that a thread spins before it sleeps: about the duration of a step of a small network.
const SPINS: u32 = 2000;

/// A reusable barrier for a fixed number of threads. A thread spins first, since a step takes microseconds and a wake-up takes as
/// long. A thread that waits longer sleeps, so that a thread without a core gets its core.
#[derive(Debug)]
pub(super) struct Barrier {
    threads: u32,
    arrived: AtomicU32,
    /// Number of completed rounds.
    turn: AtomicU32,
    /// Whether a thread has panicked and will never arrive.
    is_broken: AtomicBool,
    /// Number of threads that sleep, or are about to.
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

    /// Returns when all threads have arrived. All threads can then read the earlier writes of each.
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

    /// Whether this round is complete or broken.
    fn is_over(&self, turn: u32) -> bool {
        self.turn.load(Ordering::SeqCst) != turn || self.is_broken.load(Ordering::SeqCst)
    }

    fn sleep(&self, turn: u32) {
        let mut guard = self.asleep.lock().unwrap_or_else(PoisonError::into_inner);
        // The sleeper counts itself, then checks once more. The thread that completes the round does so first and then reads the
        // count.
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

    /// Guard that tells the other threads if its own thread panics.
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
