//! Progress lines of long runs without a terminal.

use freeboard_lab::runner::Meter;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Lines of a meter over 400 ps of work in 4 jobs, given `steps`: work done, seconds on its clock.
fn lines(steps: &[(u64, u64)]) -> Vec<String> {
    let (clock, told) = (Arc::new(AtomicU64::new(0)), Arc::new(Mutex::new(Vec::new())));
    let (seconds, heard) = (Arc::clone(&clock), Arc::clone(&told));
    let meter = Meter::by_lines(
        400,
        4,
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
fn every_twentieth_is_told_with_the_time_that_the_rest_takes_at_that_pace() {
    let told = lines(&[(20, 5), (19, 9), (1, 10), (60, 20), (300, 21)]);
    assert_eq!(
        told,
        [
            "5.0 % simulated, 0 of 4 runs done, 5 seconds elapsed, 2 minutes to go",
            "10.0 % simulated, 0 of 4 runs done, 10 seconds elapsed, 2 minutes to go",
            "25.0 % simulated, 0 of 4 runs done, 20 seconds elapsed, 60 seconds to go",
            "100.0 % simulated, 0 of 4 runs done, 21 seconds elapsed, 0 seconds to go",
        ]
    );
}

#[test]
fn shares_that_are_passed_within_a_second_are_one_line() {
    let told = lines(&[(100, 7), (100, 7), (199, 7), (1, 8)]);
    assert_eq!(told.len(), 2);
    assert!(told[0].starts_with("25.0 % simulated") && told[1].starts_with("100.0 %"), "{told:?}");
}

#[test]
fn a_job_that_takes_long_shows_life_every_ten_seconds() {
    let told = lines(&[(0, 4), (0, 10), (0, 15), (1, 20), (0, 29), (0, 30)]);
    assert_eq!(told.len(), 3, "{told:?}");
    assert_eq!(told[0], "setting up the network, 4 seconds elapsed");
    assert_eq!(told[1], "setting up the network, 15 seconds elapsed");
    assert!(told[2].starts_with("0.2 % simulated"), "{told:?}");
}

#[test]
fn work_beyond_what_was_announced_has_nothing_to_go() {
    assert!(lines(&[(800, 9)])[0].ends_with("0 seconds to go"));
}
