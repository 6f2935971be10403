//! Rows of a marking scheme's trace, and the scheme over them.

use crate::{Answer, TraceError};
use freeboard_aqm_api::{Aqm, Bytes, Departure, DepthUnit, Ecn, Nanos32, ParamError, Scope, State, Words};
use freeboard_registry::{AqmId, aqm_params, with_aqm};
use freeboard_replay::PacketEvent;
use std::collections::BTreeMap;

/// A hook call and the instance it is made on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AqmRow {
    /// Pipe.
    pub pipe: u32,
    /// Port of that pipe.
    pub port: u32,
    /// Queue of that port.
    pub queue: u32,
    /// Shared pool.
    pub pool: u32,
    /// The call.
    pub event: PacketEvent,
}

impl AqmRow {
    pub(crate) fn read(line: usize, cells: &[u32]) -> Result<Self, TraceError> {
        let &[
            hook,
            now,
            high,
            pipe,
            port,
            queue,
            pool,
            size,
            depth,
            port_depth,
            pool_depth,
            sojourn,
            ecn,
            random,
        ] = cells
        else {
            return Err(TraceError::line(line, "14 event columns are needed"));
        };
        let now_high = u16::try_from(high)
            .map_err(|_| TraceError::cell(line, "now_high", &high.to_string(), "in 0 ..= 65535"))?;
        if ecn > 3 {
            return Err(TraceError::cell(line, "ecn", &ecn.to_string(), "in 0 ..= 3"));
        }
        let (now, size, ecn) = (Nanos32(now), Bytes(size), Ecn::from_bits_truncate(ecn as u8));
        let packet = Departure { now, now_high, sojourn, size, depth, port_depth, pool_depth, ecn, random };
        let event = match hook {
            0 if sojourn == 0 => PacketEvent::arriving(packet),
            0 => return Err(TraceError::cell(line, "sojourn_ns", &sojourn.to_string(), "0 at arrival")),
            1 => PacketEvent::Departure(packet),
            _ => {
                return Err(TraceError::cell(
                    line,
                    "hook",
                    &hook.to_string(),
                    "0 (arrival) or 1 (departure)",
                ));
            }
        };
        Ok(Self { pipe, port, queue, pool, event })
    }

    pub(crate) fn cells(&self) -> Vec<u32> {
        let [hook, now, high, size, depth, port_depth, pool_depth, sojourn, ecn, random] = self.event.words();
        let place = [self.pipe, self.port, self.queue, self.pool];
        let [pipe, port, queue, pool] = place;
        vec![
            hook, now, high, pipe, port, queue, pool, size, depth, port_depth, pool_depth, sojourn, ecn,
            random,
        ]
    }
}

fn over<A: Aqm>(values: &[u32], unit: DepthUnit, rows: &[AqmRow]) -> Result<Vec<Answer>, ParamError> {
    let params = aqm_params::<A>(values, unit)?;
    let mut pipes: BTreeMap<u32, A::Pipe> = BTreeMap::new();
    let mut ports: BTreeMap<(u32, u32), A::Port> = BTreeMap::new();
    let mut queues: BTreeMap<(u32, u32, u32), A::Queue> = BTreeMap::new();
    let answer = |row: &AqmRow| {
        let pipe = pipes.entry(row.pipe).or_default();
        let port = ports.entry((row.pipe, row.port)).or_default();
        let queue = queues.entry((row.pipe, row.port, row.queue)).or_default();
        let scope = Scope::<'_, A> { pipe: &mut *pipe, port: &mut *port, queue: &mut *queue };
        // A negative time is none, as owners of state and the C library have it.
        let measured = row.event.without_negative_sojourn();
        let decision = match measured.as_ref().unwrap_or(&row.event) {
            PacketEvent::Arrival(arrival) => A::on_enqueue(&params, scope, arrival),
            PacketEvent::Departure(departure) => A::on_dequeue(&params, scope, departure),
        };
        let mut words = Words::new();
        pipe.canonical(&mut words);
        port.canonical(&mut words);
        queue.canonical(&mut words);
        Answer { decision: vec![decision.verdict as u32], state: words.as_slice().to_vec() }
    };
    Ok(rows.iter().map(answer).collect())
}

/// Runs one scheme over rows, with state per pipe, port and queue that appears.
pub(crate) fn run(
    id: AqmId,
    values: &[u32],
    unit: DepthUnit,
    rows: &[AqmRow],
) -> Result<Vec<Answer>, ParamError> {
    with_aqm!(id, A => over::<A>(values, unit, rows))
}
