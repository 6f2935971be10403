//! Progress lines of long runs without a terminal.

use freeboard_lab::compare::Meter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Lines of a meter over 400 ps of work, given `steps`: work done, seconds on its clock.
fn lines(steps: &[(u64, u64)]) -> Vec<String> {
    let (clock, told) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Vec::new())));
    let (seconds, heard) = (Arc::clone(&clock), Arc::clone(&told));
    let meter = Meter::by_lines(
        400,
        move || Duration::from_secs(seconds.load(Ordering::Relaxed)),
        move |line| heard.lock().unwrap().push(line.to_owned()),
    );
    for &(ps, at) in steps {
        clock.store(at, Ordering::Relaxed);
        meter.advance(ps);
    }
    let told = told.lock().unwrap();
    told.clone()
}

#[test]
fn every_quarter_is_told_with_the_time_that_the_rest_takes_at_that_pace() {
    let told = lines(&[(60, 5), (40, 10), (100, 30), (100, 31), (100, 32)]);
    assert_eq!(
        told,
        [
            "25 % simulated, 10 seconds elapsed, 30 seconds to go",
            "50 % simulated, 30 seconds elapsed, 30 seconds to go",
            "75 % simulated, 31 seconds elapsed, 10 seconds to go",
            "100 % simulated, 32 seconds elapsed, 0 seconds to go",
        ]
    );
}

#[test]
fn quarters_that_are_passed_at_once_are_one_line() {
    let told = lines(&[(399, 7), (1, 8)]);
    assert_eq!(told.len(), 2);
    assert!(told[0].starts_with("75 % simulated"), "{told:?}");
}

#[test]
fn work_beyond_what_was_announced_has_nothing_to_go() {
    assert!(lines(&[(800, 9)])[0].ends_with("0 seconds to go"));
}
