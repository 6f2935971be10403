//! Process accounting and a speed reference of the machine.

use core::cmp::Ordering;
use std::collections::BinaryHeap;
use std::fs;
use std::time::Instant;

/// User CPU time of all threads of this process so far \[s\]; `None` where the system does not tell.
#[cfg(unix)]
#[must_use]
pub fn user_seconds() -> Option<f64> {
    use nix::sys::resource::{UsageWho, getrusage};
    let used = getrusage(UsageWho::RUSAGE_SELF).ok()?.user_time();
    Some(used.tv_sec() as f64 + used.tv_usec() as f64 * 1e-6)
}

/// No other system is asked.
#[cfg(not(unix))]
#[must_use]
pub const fn user_seconds() -> Option<f64> {
    None
}

/// Resets the peak of [`peak_rss_bytes`], where the system can: 5 does so by proc(5).
pub(super) fn forget_peak_rss() {
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// Most memory this process has had resident \[B\]; `None` where there is no `/proc`.
#[must_use]
pub fn peak_rss_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kib * 1024)
}

/// Events pending in the heap that the machine is measured with.
const PENDING: u64 = 1000;
/// Pop and push pairs timed.
const PAIRS: u32 = 10_000_000;

/// What a plain engine keeps in a binary heap: events of one time in the order in which they were pushed.
#[derive(Clone, Copy, PartialEq, Eq)]
struct PlainEvent {
    time: u64,
    sequence: u64,
    kind: u32,
    target: u32,
}

impl Ord for PlainEvent {
    fn cmp(&self, other: &Self) -> Ordering {
        // The earliest is the greatest: `std`'s heap gives the greatest first.
        (other.time, other.sequence).cmp(&(self.time, self.sequence))
    }
}

impl PartialOrd for PlainEvent {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Time of a pop and a push of a `std` heap with 1000 pending events of a plain engine \[ns\], user CPU time.
///
/// The same for every version of the engine, so that a slow or busy machine is seen as one. Neither the range of
/// the gaps nor 8 bytes more or less per event change it by more than a sixth.
#[must_use]
#[expect(clippy::disallowed_methods, reason = "measuring the machine is what this is for")]
pub fn heap_ns() -> f64 {
    let mut noise = 1u64;
    let mut next = |after: u64| {
        // Xorshift (Marsaglia 2003): cheap beside the heap and not predictable for the branch unit.
        noise ^= noise << 13;
        noise ^= noise >> 7;
        noise ^= noise << 17;
        after + noise % 100_000
    };
    let event = |sequence: u64| PlainEvent { time: 0, sequence, kind: 1, target: sequence as u32 };
    let mut heap: BinaryHeap<PlainEvent> =
        (0..PENDING).map(event).map(|event| PlainEvent { time: next(0), ..event }).collect();
    let (start, user) = (Instant::now(), user_seconds());
    for pair in 0..u64::from(PAIRS) {
        if let Some(event) = heap.pop() {
            heap.push(PlainEvent { time: next(event.time), sequence: PENDING + pair, ..event });
        }
    }
    let wall = start.elapsed().as_secs_f64();
    let elapsed = user_seconds().zip(user).map_or(wall, |(after, before)| after - before);
    core::hint::black_box(heap);
    elapsed * 1e9 / f64::from(PAIRS)
}
