//! A marking scheme over a trace, with one state per pipe, port and queue that appears.

use super::rows::cell_fault;
use crate::document::Fault;
use aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Ecn, Nanos32, ParamError, Scope, State, Words};
use replay::PacketEvent;
use std::collections::BTreeMap;

/// One event with the instance it belongs to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pipe: u32,
    port: u32,
    queue: u32,
    pub(super) event: PacketEvent,
}

/// Decision and state after one event.
pub(super) type Answer = (Vec<u32>, Vec<u32>);
/// Runs one scheme over all events.
pub(super) type Runner = fn(&[u32], &[Step]) -> Result<Vec<Answer>, ParamError>;

impl Step {
    /// From the event columns, in order.
    pub(super) fn read(file: &str, line: usize, cells: &[u32]) -> Result<Self, Fault> {
        let [
            hook,
            now,
            high,
            pipe,
            port,
            queue,
            _pool,
            size,
            depth,
            port_depth,
            pool_depth,
            sojourn,
            ecn,
            random,
        ] = *cells
        else {
            return Err(cell_fault(file, line, "columns", &cells.len().to_string(), "14"));
        };
        let now_high = u16::try_from(high)
            .map_err(|_| cell_fault(file, line, "now_high", &high.to_string(), "0 to 65535"))?;
        if ecn > 3 {
            return Err(cell_fault(file, line, "ecn", &ecn.to_string(), "0 to 3"));
        }
        let ecn = Ecn::from_bits_truncate(ecn as u8);
        let (now, size) = (Nanos32(now), Bytes(size));
        let event = match hook {
            0 => PacketEvent::Arrival(Arrival {
                now,
                now_high,
                size,
                depth,
                port_depth,
                pool_depth,
                ecn,
                random,
            }),
            1 => PacketEvent::Departure(Departure {
                now,
                now_high,
                sojourn,
                size,
                depth,
                port_depth,
                pool_depth,
                ecn,
                random,
            }),
            _ => return Err(cell_fault(file, line, "hook", &hook.to_string(), "0 (arrival), 1 (departure)")),
        };
        Ok(Self { pipe, port, queue, event })
    }
}

fn run<A: Aqm>(values: &[u32], steps: &[Step]) -> Result<Vec<Answer>, ParamError> {
    let settings = crate::catalog::settings_of::<A::Settings>(values)?;
    let params = A::params(&settings, DepthUnit::BYTE)?;
    let mut pipes: BTreeMap<u32, A::Pipe> = BTreeMap::new();
    let mut ports: BTreeMap<(u32, u32), A::Port> = BTreeMap::new();
    let mut queues: BTreeMap<(u32, u32, u32), A::Queue> = BTreeMap::new();
    let answer = |step: &Step| {
        let pipe = pipes.entry(step.pipe).or_default();
        let port = ports.entry((step.pipe, step.port)).or_default();
        let queue = queues.entry((step.pipe, step.port, step.queue)).or_default();
        let scope = Scope::<'_, A> { pipe: &mut *pipe, port: &mut *port, queue: &mut *queue };
        let verdict = match &step.event {
            PacketEvent::Arrival(arrival) => A::on_enqueue(&params, scope, arrival),
            PacketEvent::Departure(departure) => A::on_dequeue(&params, scope, departure),
        };
        let mut words = Words::new();
        pipe.canonical(&mut words);
        port.canonical(&mut words);
        queue.canonical(&mut words);
        (vec![verdict as u32], words.as_slice().to_vec())
    };
    Ok(steps.iter().map(answer).collect())
}

macro_rules! runners {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        /// One runner per scheme, in the order of the catalog.
        pub(super) fn runners() -> Vec<Runner> {
            vec![$(run::<registry::scheme!($kind $path)>),*]
        }
    };
}
registry::for_each_aqm!(runners);
