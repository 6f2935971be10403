//! A stretch of a run as files that the field's viewers open: Chrome traces, packet captures, tables.

mod capture;
mod chrome;
mod headers;
mod names;
mod pcapng;
#[cfg(target_os = "linux")]
mod real;
mod samples;

pub use capture::write_capture;
pub use chrome::write_chrome;
pub use names::port_name;
#[cfg(target_os = "linux")]
pub use real::write_real_capture;
pub use samples::write_samples;

use freeboard_scenario::measure::Outcome;
use freeboard_scenario::world::{Observation, Seen};
use serde::Serialize;

/// Numbers of an observation, each of one kind of item.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Packets that the ports marked.
    pub marks: u64,
    /// Packets that the ports dropped.
    pub drops: u64,
    /// Segments that flows sent again.
    pub resent: u64,
    /// Retransmission timeouts.
    pub timeouts: u64,
    /// Pauses of transmitters.
    pub pauses: u64,
    /// Packets seen on the links.
    pub packets: u64,
    /// Changes of queues.
    pub queues: u64,
    /// Changes of windows.
    pub windows: u64,
    /// Flows that were under way.
    pub flows: u64,
}

impl Counts {
    /// Of everything that was seen, with the flows of the same run.
    #[must_use]
    pub fn of(found: &Observation, outcome: &Outcome) -> Self {
        let mut counts = Self { flows: flows_within(found, outcome).count() as u64, ..Self::default() };
        for (_, seen) in &found.items {
            let count = match seen {
                Seen::Queue { .. } => &mut counts.queues,
                Seen::Mark { .. } => &mut counts.marks,
                Seen::Drop { .. } => &mut counts.drops,
                Seen::Packet { .. } => &mut counts.packets,
                Seen::Window { .. } => &mut counts.windows,
                Seen::Resent { .. } => &mut counts.resent,
                Seen::Timeout { .. } => &mut counts.timeouts,
                Seen::Pause { .. } => &mut counts.pauses,
                Seen::Resume { .. } => continue,
            };
            *count += 1;
        }
        counts
    }
}

/// Flows that were under way in the stretch, with their numbers, and when each began and ended within it \[ps\].
fn flows_within<'a>(
    found: &Observation,
    outcome: &'a Outcome,
) -> impl Iterator<Item = (u32, &'a freeboard_scenario::measure::Flow, [u64; 2])> {
    let (from, to) = found.span_ps.unwrap_or_default();
    (0..).zip(&outcome.flows).filter_map(move |(id, flow)| {
        let end = flow.fct_ps.map_or(u64::MAX, |fct| flow.start_ps.saturating_add(fct));
        let [begins, ends] = [flow.start_ps.max(from), end.min(to)];
        (flow.start_ps <= to && end >= from).then_some((id, flow, [begins, ends]))
    })
}

/// Microseconds with all digits of a time in picoseconds.
fn micros_of(ps: u64) -> String {
    format!("{}.{:06}", ps / 1_000_000, ps % 1_000_000)
}
