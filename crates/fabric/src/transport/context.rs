//! Context of a connection, and sums over a run.

use super::config::HostConfig;
use crate::data_plane::DataPlane;
use crate::engine::{Kind, Ring, Timer};

/// Sums over all flows of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) data_packets: u64,
    pub(crate) delivered_packets: u64,
    pub(crate) resent_packets: u64,
    pub(crate) timeouts: u64,
    pub(crate) recoveries: u64,
    pub(crate) strays: u64,
    pub(crate) late_acks: u64,
    /// Stale timers: events of moved or cancelled timers. They have no effect, and their number depends on the flows that had a
    /// slot before.
    pub(crate) stale_timers: u64,
}

/// Environment of a connection during one event.
pub(crate) struct Context<'a, Q, F> {
    pub(crate) plane: &'a mut DataPlane<Q>,
    pub(crate) control: &'a F,
    pub(crate) config: &'a HostConfig,
    pub(crate) totals: &'a mut Totals,
}

impl<Q, F> Context<'_, Q, F> {
    /// A timer of the connection in a slot, whose event has come, is due; where it has been moved, the event is pushed again.
    pub(super) fn is_due(&mut self, slot: u32, timer: &mut Timer, kind: Kind) -> bool {
        match timer.on_event(self.plane.now) {
            Ring::Due => return true,
            Ring::Again(time) => self.plane.events.push(time, kind, slot),
            Ring::Ignore => {}
        }
        self.totals.stale_timers += 1;
        false
    }
}
