//! Context of a connection, sums over a run, and the polls of hosts.

use super::config::HostConfig;
use crate::data_plane::DataPlane;
use crate::engine::{Alarm, Kind, Ring};

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
    /// Events of timers that had been moved or cancelled. Nothing comes of them, and how many there are depends on which flows had a
    /// slot before.
    pub(crate) vain_rings: u64,
}

/// Environment of a connection during one event.
pub(crate) struct Context<'a, Q, F> {
    pub(crate) plane: &'a mut DataPlane<Q>,
    pub(crate) control: &'a F,
    pub(crate) config: &'a HostConfig,
    pub(crate) totals: &'a mut Totals,
    pub(crate) polls: &'a mut Polls,
    /// The connection's index: what its timer events carry.
    pub(crate) slot: u32,
}

impl<Q, F> Context<'_, Q, F> {
    /// A timer of the connection, whose event has come, is due; where it has been moved, the event is pushed again.
    pub(super) fn is_due(&mut self, alarm: &mut Alarm, kind: Kind) -> bool {
        match alarm.on_event(self.plane.now) {
            Ring::Due => return true,
            Ring::Again(time) => self.plane.events.push(time, kind, self.slot),
            Ring::Ignore => {}
        }
        self.totals.vain_rings += 1;
        false
    }
}

/// When the poll of every host ends, by its port \[ps\].
#[derive(Clone, Debug, Default)]
pub(crate) struct Polls(Vec<u64>);

impl Polls {
    /// None is under way.
    pub(crate) fn new(ports: usize) -> Self {
        Self(vec![0; ports])
    }

    /// When the poll that takes an arrival at `now` ends: the one that is under way, or a new one of `hold`.
    pub(super) fn end(&mut self, port: u32, now: u64, hold: u64) -> u64 {
        let Some(end) = self.0.get_mut(port as usize) else { return now };
        // What arrives at its very end is taken by it.
        if *end < now {
            *end = now.saturating_add(hold);
        }
        *end
    }
}
