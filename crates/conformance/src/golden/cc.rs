//! Rows of a congestion control's trace, and the control over them.

use super::columns::{CC_EVENT, CC_EVENTS};
use super::{Answer, TraceError, telemetry};
use crate::model::Told;
use cc_api::{Ack, Bytes, Event, Loss, Nanos32, ParamError, Seq32, Words};
use registry::CcId;

pub(super) fn read(line: usize, cells: &[u32]) -> Result<Told, TraceError> {
    let Some((cells, path)) = cells.split_first_chunk::<{ CC_EVENT.len() }>() else {
        return Err(TraceError::line(line, "13 event columns are needed"));
    };
    let [kind, now, bytes, acked, marked, una, nxt, in_flight, rtt, delivery_rate, limited, held, silence] =
        *cells;
    for (column, value) in [("window_limited", limited), ("held", held)] {
        if value > 1 {
            return Err(TraceError::cell(line, column, &value.to_string(), "0 or 1"));
        }
    }
    let now = Nanos32(now);
    let (una, nxt, in_flight) = (Seq32(una), Seq32(nxt), Bytes(in_flight));
    let loss = Loss { in_flight, una, nxt };
    let ack = Ack {
        acked: Bytes(acked),
        marked: Bytes(marked),
        una,
        nxt,
        in_flight,
        rtt,
        delivery_rate,
        window_limited: limited == 1,
    };
    Ok(Told::new(match kind {
        0 => Event::Sent { now, bytes: Bytes(bytes) },
        1 => Event::Ack { now, ack },
        2 => Event::DupAck { now },
        3 => Event::LossEpisode { now, loss },
        4 => Event::Timeout { now, loss },
        5 => Event::Cnp { now },
        6 => Event::Rtt { now, rtt },
        7 => Event::Tick { now },
        8 => Event::Paused { now, held: held == 1 },
        9 => Event::AppLimited { now },
        10 => Event::Idle { now, silence },
        11 => return Ok(Told::telemetry(now, ack, telemetry::read(line, path)?)),
        _ => {
            let legal = format!("an event in 0 ..= {}", CC_EVENTS.len() - 1);
            return Err(TraceError::cell(line, "event", &kind.to_string(), &legal));
        }
    }))
}

/// The event columns, and of an acknowledgement with telemetry those of the path.
pub(super) fn cells(event: &Event<'_>) -> Vec<u32> {
    let mut cells = [0; CC_EVENT.len()];
    cells[1] = event.now().0;
    cells[0] = match event {
        Event::Sent { bytes, .. } => {
            cells[2] = bytes.0;
            0
        }
        Event::Ack { ack, .. } => {
            ack_cells(&mut cells, ack);
            1
        }
        Event::Int { ack, stack, .. } => {
            ack_cells(&mut cells, ack);
            cells[0] = 11;
            return [cells.as_slice(), &telemetry::cells(stack)].concat();
        }
        Event::DupAck { .. } => 2,
        Event::LossEpisode { loss, .. } => {
            loss_cells(&mut cells, loss);
            3
        }
        Event::Timeout { loss, .. } => {
            loss_cells(&mut cells, loss);
            4
        }
        Event::Cnp { .. } => 5,
        Event::Rtt { rtt, .. } => {
            cells[8] = *rtt;
            6
        }
        Event::Tick { .. } => 7,
        Event::Paused { held, .. } => {
            cells[11] = (*held).into();
            8
        }
        Event::AppLimited { .. } => 9,
        Event::Idle { silence, .. } => {
            cells[12] = *silence;
            10
        }
    };
    cells.to_vec()
}

fn ack_cells(cells: &mut [u32; CC_EVENT.len()], ack: &Ack) {
    (cells[3], cells[4]) = (ack.acked.0, ack.marked.0);
    (cells[5], cells[6], cells[7]) = (ack.una.0, ack.nxt.0, ack.in_flight.0);
    (cells[8], cells[9], cells[10]) = (ack.rtt, ack.delivery_rate, ack.window_limited.into());
}

const fn loss_cells(cells: &mut [u32; CC_EVENT.len()], loss: &Loss) {
    (cells[5], cells[6], cells[7]) = (loss.una.0, loss.nxt.0, loss.in_flight.0);
}

/// Runs one congestion control over events of one flow.
pub(super) fn run(id: CcId, values: &[u32], mss: Bytes, events: &[Told]) -> Result<Vec<Answer>, ParamError> {
    let mut flow = id.place(values, mss)?;
    let answer = |told: &Told| {
        let control = flow.on_event(&told.get());
        let mut words = Words::new();
        flow.canonical(&mut words);
        Answer {
            decision: vec![control.window.0, control.rate.to_bits(), 0],
            state: words.as_slice().to_vec(),
        }
    };
    Ok(events.iter().map(answer).collect())
}
