//! One run for an instruction counter: no clock is read, and what is counted has a name.

use super::workload::End;
use crate::report::{BALANCED, Line};
use anyhow::Result;
use freeboard_fabric::transport::FlowControl;
use freeboard_fabric::{Parallel, QueueScheme};
use serde::Serialize;

/// What one run did.
#[derive(Clone, Debug, Serialize)]
pub struct Counts {
    /// Transmissions of any packet over any link.
    pub packet_hops: u64,
    /// Events of the engine.
    pub events: u64,
    /// The run digest.
    pub digest: String,
    /// It balances: one that does not is an error.
    pub ledger: &'static str,
}

impl Line for Counts {}

/// Runs a network; `measured_section` is all an instruction counter has to look at.
///
/// # Errors
/// Its ledger does not balance.
pub fn counted<Q, F>(mut net: Parallel<Q, F>, end: End) -> Result<Counts>
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Clone + Send,
{
    measured_section(&mut net, end);
    net.ledger()?;
    let counters = net.counters();
    Ok(Counts {
        packet_hops: counters.packet_hops,
        events: counters.events,
        digest: format!("{:08x}", counters.digest),
        ledger: BALANCED,
    })
}

/// Never part of its caller, so that `callgrind --toggle-collect` finds it.
#[inline(never)]
fn measured_section<Q, F>(net: &mut Parallel<Q, F>, end: End)
where
    Q: QueueScheme + Send,
    F: FlowControl<Flow: Send, Reporter: Send> + Clone + Send,
{
    end.run(core::hint::black_box(net));
}
