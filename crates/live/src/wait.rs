//! Waits that notice the end of a run.

use super::clock::Clock;
use super::traffic::Traffic;
use std::io::ErrorKind;
use std::thread::sleep;
use std::time::Duration;

/// How long a call blocks before the end of the run is looked for. Chosen by us.
pub(crate) const LOOK: Duration = Duration::from_millis(100);

/// A call that ended because of its time limit.
pub(crate) fn is_a_look(error: &std::io::Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}

/// Sleeps until a moment of the run; false if the run is over before.
pub(crate) fn sleep_until(traffic: &Traffic<'_>, clock: Clock, at_ps: u64) -> bool {
    loop {
        let now = clock.now();
        if traffic.is_over() || now >= at_ps {
            return !traffic.is_over();
        }
        sleep(clock.span(at_ps - now).min(LOOK));
    }
}
