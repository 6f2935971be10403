//! A congestion control over a trace of one flow.

use super::aqm::Answer;
use super::columns::CC_EVENTS;
use super::rows::cell_fault;
use crate::document::Fault;
use cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, ParamError, Seq32, Words};

/// Runs one congestion control over all events; the second argument is the segment size \[B\].
pub(super) type Runner = fn(&[u32], u32, &[Event<'static>]) -> Result<Vec<Answer>, ParamError>;

/// An event from its columns, in order.
pub(super) fn event(file: &str, line: usize, cells: &[u32]) -> Result<Event<'static>, Fault> {
    let [kind, now, bytes, acked, marked, una, nxt, in_flight, rtt, delivery_rate, limited, held, silence] =
        *cells
    else {
        return Err(cell_fault(file, line, "columns", &cells.len().to_string(), "13"));
    };
    let now = Nanos32(now);
    let loss = Loss { in_flight: Bytes(in_flight), una: Seq32(una), nxt: Seq32(nxt) };
    let ack = Ack {
        acked: Bytes(acked),
        marked: Bytes(marked),
        una: Seq32(una),
        nxt: Seq32(nxt),
        in_flight: Bytes(in_flight),
        rtt,
        delivery_rate,
        window_limited: limited != 0,
    };
    Ok(match kind {
        0 => Event::Sent { now, bytes: Bytes(bytes) },
        1 => Event::Ack { now, ack },
        2 => Event::DupAck { now },
        3 => Event::LossEpisode { now, loss },
        4 => Event::Timeout { now, loss },
        5 => Event::Cnp { now },
        6 => Event::Rtt { now, rtt },
        7 => Event::Tick { now },
        8 => Event::Paused { now, held: held != 0 },
        9 => Event::AppLimited { now },
        10 => Event::Idle { now, silence },
        _ => {
            let names: Vec<String> =
                CC_EVENTS.iter().enumerate().map(|(at, name)| format!("{at} ({name})")).collect();
            return Err(cell_fault(file, line, "event", &kind.to_string(), &names.join(", ")));
        }
    })
}

fn run<C: CongestionControl>(
    values: &[u32],
    mss: u32,
    events: &[Event<'static>],
) -> Result<Vec<Answer>, ParamError> {
    let settings = crate::catalog::settings_of::<C::Settings>(values)?;
    let params = C::params(&settings, Bytes(mss))?;
    let mut flow = C::default();
    let answer = |event: &Event<'static>| {
        let control = flow.on_event(&params, event);
        let mut words = Words::new();
        flow.canonical(&mut words);
        (vec![control.window.0, control.rate.to_bits(), 0], words.as_slice().to_vec())
    };
    Ok(events.iter().map(answer).collect())
}

macro_rules! runners {
    ($($_:tt $name:ident $path:path;)*) => {
        /// One runner per congestion control, in the order of the catalog.
        pub(super) fn runners() -> Vec<Runner> {
            vec![$(run::<$path>),*]
        }
    };
}
registry::for_each_cc!(runners);
