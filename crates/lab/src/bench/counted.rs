//! One run for an instruction counter: no clock is read, and what is counted has a name.

use super::workload::{End, SEED};
use crate::report::{BALANCED, Line};
use anyhow::Result;
use freeboard_scenario::world::{Assembly, Engine};
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
/// The network is refused, which is a bug, or its ledger does not balance.
pub fn counted(assembly: &Assembly, end: End) -> Result<Counts> {
    let mut net = Engine::new(assembly, SEED, 1)?;
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
fn measured_section(net: &mut Engine, end: End) {
    end.run(core::hint::black_box(net));
}
