//! Items of an observation as a table, a row each.

use super::micros_of;
use super::names::trigger_name;
use freeboard_scenario::world::{Observation, Seen};
use std::io::Write;

/// Columns: time, kind of item, and those that the kind has; others are empty.
const COLUMNS: [&str; 9] =
    ["at_us", "item", "port", "flow", "class", "bytes", "packets", "reason", "since_us"];

/// Writes the table as CSV.
///
/// # Errors
/// Errors of `out`.
pub fn write_samples(out: impl Write, found: &Observation, triggers: &[&str]) -> csv::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(COLUMNS)?;
    for (at, seen) in &found.items {
        let mut row = Row::default();
        let item = match *seen {
            Seen::Queue { port, bytes, packets } => {
                (row.port, row.bytes, row.packets) = (Some(port), Some(bytes), Some(packets));
                "queue"
            }
            Seen::Mark { port, trigger } => {
                (row.port, row.reason) = (Some(port), trigger_name(triggers, trigger).to_owned());
                "mark"
            }
            Seen::Drop { port, cause } => {
                (row.port, row.reason) = (Some(port), cause.key().to_owned());
                "drop"
            }
            Seen::Packet { port, packet, behind, marked } => {
                (row.port, row.flow, row.class) = (Some(port), Some(packet.flow.0), Some(packet.class));
                (row.bytes, row.packets) = (Some(u32::from(packet.size)), behind.map(|(packets, _)| packets));
                row.reason = marked.map_or("", |trigger| trigger_name(triggers, trigger)).to_owned();
                "packet"
            }
            Seen::Window { flow, bytes } => {
                (row.flow, row.bytes) = (Some(flow.0), Some(bytes));
                "window"
            }
            Seen::Resent { flow } => {
                row.flow = Some(flow.0);
                "sent again"
            }
            Seen::Timeout { flow, since_ps } => {
                (row.flow, row.since_ps) = (Some(flow.0), Some(since_ps));
                "timeout"
            }
            Seen::Pause { port, class } => {
                (row.port, row.class) = (Some(port), Some(class));
                "pause"
            }
            Seen::Resume { port, class } => {
                (row.port, row.class) = (Some(port), Some(class));
                "resume"
            }
        };
        table.write_record(row.fields(*at, item))?;
    }
    table.flush()?;
    Ok(())
}

/// Fields of one item.
#[derive(Default)]
struct Row {
    port: Option<u32>,
    flow: Option<u32>,
    class: Option<u8>,
    bytes: Option<u32>,
    packets: Option<u32>,
    reason: String,
    since_ps: Option<u64>,
}

impl Row {
    fn fields(self, at: u64, item: &str) -> [String; COLUMNS.len()] {
        let text = |value: Option<u32>| value.map_or_else(String::new, |value| value.to_string());
        [
            micros_of(at),
            item.to_owned(),
            text(self.port),
            text(self.flow),
            text(self.class.map(u32::from)),
            text(self.bytes),
            text(self.packets),
            self.reason,
            self.since_ps.map_or_else(String::new, micros_of),
        ]
    }
}
