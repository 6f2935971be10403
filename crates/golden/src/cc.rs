//! Rows of a congestion control's trace, and the control over them.

use crate::columns::{CC_EVENT, CC_TELEMETRY};
use crate::table::NAMES_LINE;
use crate::{Answer, TraceError};
use freeboard_cc_api::{Bytes, MAX_INT_HOPS, ParamError, Words};
use freeboard_registry::CcId;
use freeboard_replay::EventWords;

/// An event from its columns, and those of its path where it brings telemetry.
pub(crate) fn read(line: usize, cells: &[u32]) -> Result<EventWords, TraceError> {
    let Some((cells, path)) = cells.split_first_chunk::<{ CC_EVENT.len() }>() else {
        return Err(TraceError::line(line, format!("{} event columns are needed", CC_EVENT.len())));
    };
    let [kind, .., limited, held, _silence] = *cells;
    in_range(line, "window_limited", limited, 1, "0 or 1")?;
    in_range(line, "held", held, 1, "0 or 1")?;
    let last = EventWords::KINDS - 1;
    in_range(line, "event", kind, last, &format!("an event in 0 ..= {last}"))?;
    let words = EventWords::new(*cells);
    if !words.brings_telemetry() {
        return Ok(words);
    }
    let path: [u32; CC_TELEMETRY.len()] = path.try_into().map_err(|_| TraceError {
        line: NAMES_LINE,
        column: "hops".into(),
        problem: format!("is missing, for an event {kind}"),
    })?;
    let [hops, ..] = path;
    in_range(line, "hops", hops, MAX_INT_HOPS as u32, "in 0 ..= 5")?;
    Ok(words.with_path(path))
}

fn in_range(line: usize, column: &str, value: u32, most: u32, legal: &str) -> Result<(), TraceError> {
    if value > most {
        return Err(TraceError::cell(line, column, &value.to_string(), legal));
    }
    Ok(())
}

/// The event columns, and of an acknowledgement with telemetry those of the path.
pub(crate) fn cells(words: &EventWords) -> Vec<u32> {
    let path = words.path();
    words.columns().into_iter().chain(path.into_iter().flatten()).collect()
}

/// Runs one congestion control over events of one flow.
pub(crate) fn run(
    id: CcId,
    values: &[u32],
    mss: Bytes,
    events: &[EventWords],
) -> Result<Vec<Answer>, ParamError> {
    let mut flow = id.place(values, mss)?;
    let answer = |event: &EventWords| {
        let stack = event.stack();
        let event = event.event(&stack);
        // A negative time is none, as owners of state and the C library have it.
        let control = flow.on_event(event.without_negative_rtt().as_ref().unwrap_or(&event));
        let mut words = Words::new();
        flow.canonical(&mut words);
        Answer {
            decision: vec![control.window.0, control.rate.to_bits(), 0],
            state: words.as_slice().to_vec(),
        }
    };
    Ok(events.iter().map(answer).collect())
}
