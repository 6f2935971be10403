//! The flows of a run, in the order they start and stop.

use crate::flow::{FlowId, FlowSpec};
use crate::time::Ps;

/// A flow of the run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Flow {
    pub(super) spec: FlowSpec,
    /// Its connection while it is alive.
    pub(super) slot: u32,
    /// Its last byte has arrived.
    pub(super) is_complete: bool,
    /// When its SYN was really sent.
    pub(super) started: Ps,
    /// Segments that its sender had sent again when it left, and its timeouts.
    pub(super) repairs: [u32; 2],
    /// Payload that was sent before its connection went to another flow \[B\].
    pub(super) sent: u64,
    /// Payload that arrived before, and what came too late for the connection \[B\].
    pub(super) arrived: u64,
}

/// All flows, and which of them start and stop next.
#[derive(Debug, Default)]
pub(super) struct FlowTable {
    flows: Vec<Flow>,
    starts: Schedule,
    stops: Schedule,
    unfinished: u64,
}

impl FlowTable {
    pub(super) fn len(&self) -> u32 {
        self.flows.len() as u32
    }

    /// Flows with an end that have not completed.
    pub(super) const fn unfinished(&self) -> u64 {
        self.unfinished
    }

    pub(super) fn add(&mut self, mut spec: FlowSpec, now: Ps) -> FlowId {
        spec.start = spec.start.max(now);
        self.starts.add(spec.start, self.len());
        if spec.stop != Ps::MAX {
            self.stops.add(spec.stop.max(spec.start), self.len());
        }
        self.add_following(spec)
    }

    /// Adds a flow that the caller starts.
    pub(super) fn add_following(&mut self, spec: FlowSpec) -> FlowId {
        let id = self.len();
        self.unfinished += u64::from(spec.has_end());
        self.flows.push(Flow {
            spec,
            slot: crate::data_plane::NONE,
            is_complete: false,
            started: spec.start,
            repairs: [0; 2],
            sent: 0,
            arrived: 0,
        });
        FlowId(id)
    }

    /// A flow with an end has not begun.
    pub(super) fn will_start(&self) -> bool {
        let ahead = self.starts.entries.get(self.starts.next..).unwrap_or(&[]);
        ahead.iter().rev().any(|&(_, flow)| self.flows[flow as usize].spec.has_end())
    }

    pub(super) fn finished(&mut self) {
        self.unfinished -= 1;
    }

    #[inline]
    pub(super) fn get(&self, flow: u32) -> &Flow {
        &self.flows[flow as usize]
    }

    #[inline]
    pub(super) fn get_mut(&mut self, flow: u32) -> &mut Flow {
        &mut self.flows[flow as usize]
    }

    pub(super) fn all(&self) -> &[Flow] {
        &self.flows
    }

    pub(super) fn starts(&mut self) -> &mut Schedule {
        &mut self.starts
    }

    pub(super) fn stops(&mut self) -> &mut Schedule {
        &mut self.stops
    }
}

/// Times of flows, handed out in order; ties go by flow id.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    entries: Vec<(Ps, u32)>,
    next: usize,
    sorted: bool,
    /// Time of the event that was pushed last and has not come up.
    pending: Option<Ps>,
}

impl Schedule {
    fn add(&mut self, time: Ps, flow: u32) {
        self.sorted &= self.entries.last().is_none_or(|last| *last <= (time, flow));
        self.entries.push((time, flow));
    }

    /// Time of an event to push for the next entry, if there is none pending for it; what was added since
    /// the last call is put in order first.
    pub(super) fn arm(&mut self) -> Option<Ps> {
        if !self.sorted {
            self.entries[self.next..].sort_unstable();
            self.sorted = true;
        }
        let next = self.entries.get(self.next)?.0;
        if self.pending == Some(next) {
            return None;
        }
        self.pending = Some(next);
        Some(next)
    }

    /// An event came up at `now`; what is due is taken either way.
    pub(super) fn on_event(&mut self, now: Ps) {
        self.pending = self.pending.filter(|pending| *pending > now);
    }

    /// The next one with its time, if it is due at `now`; it stays.
    pub(super) fn first(&self, now: Ps) -> Option<(Ps, u32)> {
        self.entries.get(self.next).copied().filter(|entry| entry.0 <= now)
    }

    /// The next one, if it is due at `now`.
    pub(super) fn take(&mut self, now: Ps) -> Option<u32> {
        let entry = self.first(now)?;
        self.next += 1;
        Some(entry.1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flows_start_in_time_order_whatever_the_order_of_addition() {
        let mut table = FlowTable::default();
        for start in [30, 10, 20, 10] {
            table.add(FlowSpec::new(0, 1, 1, Ps(start)), Ps::ZERO);
        }
        let mut order = Vec::new();
        while let Some(time) = table.starts().arm() {
            table.starts().on_event(time);
            while let Some(flow) = table.starts().take(time) {
                order.push(flow);
            }
        }
        assert_eq!(order, [1, 3, 2, 0]);
    }

    #[test]
    fn a_flow_added_late_starts_now_and_endless_flows_do_not_count() {
        let mut table = FlowTable::default();
        table.add(FlowSpec::endless(0, 1, Ps(5)), Ps(9));
        assert_eq!(table.get(0).spec.start, Ps(9));
        assert_eq!(table.unfinished(), 0);
        table.add(FlowSpec::endless(0, 1, Ps(5)).until(Ps(50)), Ps(9));
        assert_eq!(table.unfinished(), 1);
    }
}
