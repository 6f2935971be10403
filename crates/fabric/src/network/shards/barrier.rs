//! Where the threads of one run wait for each other.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Rounds that a thread waits before it lets others have its core: about as long as a step of a small network takes.
const SPINS: u32 = 2000;

/// A barrier for as many threads, which may be used again at once. It spins: a step takes microseconds, and to be woken up takes
/// as long.
#[derive(Debug)]
pub(super) struct Barrier {
    threads: u32,
    arrived: AtomicU32,
    /// How often all have come.
    turn: AtomicU32,
    /// A thread has panicked and will never come.
    is_broken: AtomicBool,
}

impl Barrier {
    pub(super) fn new(threads: usize) -> Self {
        Self {
            threads: threads as u32,
            arrived: AtomicU32::new(0),
            turn: AtomicU32::new(0),
            is_broken: AtomicBool::new(false),
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
            self.turn.store(turn.wrapping_add(1), Ordering::Release);
            return;
        }
        let mut spins = 0;
        while self.turn.load(Ordering::Acquire) == turn {
            assert!(!self.is_broken.load(Ordering::Acquire), "the thread of another shard has panicked");
            if spins < SPINS {
                spins += 1;
                core::hint::spin_loop();
            } else {
                std::thread::yield_now();
            }
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
            self.0.is_broken.store(true, Ordering::Release);
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
