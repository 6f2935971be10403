//! What the operating system says about this process, and how fast the machine is today.

use std::collections::BinaryHeap;
use std::fs;
use std::time::Instant;

/// Clock ticks per second in `/proc`: USER_HZ, 100 on every Linux architecture in use.
const USER_HZ: f64 = 100.0;
/// Number of the field `utime` in `/proc/self/stat`, behind the closing parenthesis of the name (proc(5)).
const UTIME_BEHIND_NAME: usize = 11;

/// User CPU time of this process so far \[s\], in steps of 10 ms; `None` where there is no `/proc`.
#[must_use]
pub fn user_seconds() -> Option<f64> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let ticks: f64 = fields.split_whitespace().nth(UTIME_BEHIND_NAME)?.parse().ok()?;
    Some(ticks / USER_HZ)
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

/// Time of a pop and a push of a `std` heap with 1000 pending 16-byte events \[ns\], user CPU time.
///
/// The same for every version of the engine, so that a slow or busy machine is seen as one.
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
    let mut heap: BinaryHeap<core::cmp::Reverse<(u64, u64)>> =
        (0..PENDING).map(|index| core::cmp::Reverse((next(0), index))).collect();
    let (start, user) = (Instant::now(), user_seconds());
    for _ in 0..PAIRS {
        if let Some(core::cmp::Reverse((time, index))) = heap.pop() {
            heap.push(core::cmp::Reverse((next(time), index)));
        }
    }
    let wall = start.elapsed().as_secs_f64();
    let elapsed = user_seconds().zip(user).map_or(wall, |(after, before)| after - before);
    core::hint::black_box(heap);
    elapsed * 1e9 / f64::from(PAIRS)
}
