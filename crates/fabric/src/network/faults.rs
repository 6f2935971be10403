//! A run with faults.

use super::{Network, Until};
use crate::data_plane::QueueScheme;
use crate::engine::Kind;
use crate::error::FabricError;
use crate::faults::{Due, Fault, FaultCounts, Faulted, Faults};
use crate::transport::FlowControl;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Says what breaks in the run. Without any the network is left as it is.
    ///
    /// # Errors
    /// The first setting that the network cannot have, or the run has begun.
    pub fn set_faults(&mut self, faults: &[Fault]) -> Result<(), FabricError> {
        if faults.is_empty() {
            return Ok(());
        }
        if self.started {
            return Err(FabricError::Started);
        }
        let mut port_of_wire = vec![0; self.plane.wires.len()];
        for (index, port) in (0u32..).zip(&self.plane.ports) {
            let first = port.wire as usize;
            let end = self
                .plane
                .ports
                .get(index as usize + 1)
                .map_or(port_of_wire.len(), |next| next.wire as usize);
            port_of_wire[first..end].fill(index);
        }
        let mut faults =
            Faults::new(faults, &self.topology, port_of_wire, self.seed).map_err(FabricError::Fault)?;
        faults.check_classes(&self.plane.queues).map_err(FabricError::Fault)?;
        self.plane.forget_schedules();
        self.plane.events.forget_sides();
        Faulted { plane: &mut self.plane, faults: &mut faults }.schedule();
        self.faults = Some(Box::new(faults));
        Ok(())
    }

    /// What faults did so far.
    #[must_use]
    pub fn fault_counts(&self) -> FaultCounts {
        self.faults.as_ref().map_or_else(FaultCounts::default, |faults| faults.counts())
    }

    /// Deals with one event after another, as `run_events` does, where something may break.
    pub(super) fn run_faulted(&mut self, until: Until) {
        while !self.is_over(until)
            && let Some(event) = self.plane.events.pop()
        {
            self.plane.advance(event.time);
            match event.kind() {
                Kind::Deliver => {
                    if let Some(tag) = self.faulted().and_then(|mut it| it.deliver(event.index())) {
                        self.receive(tag);
                    }
                }
                Kind::Fault => self.run_due(),
                _ => self.dispatch_rare(event),
            }
            self.settle_deferred();
        }
    }

    /// The data plane with what breaks in it.
    fn faulted(&mut self) -> Option<Faulted<'_, Q>> {
        let Self { plane, faults, .. } = self;
        faults.as_deref_mut().map(|faults| Faulted { plane, faults })
    }

    /// Does what faults have put off until now.
    fn run_due(&mut self) {
        while let Some(mut faulted) = self.faulted()
            && let Some(due) = faulted.take_due()
        {
            match due {
                Due::Begin { fault, round } => faulted.begin(fault, round),
                Due::End { fault } => self.end_fault(fault),
                Due::Storm { fault, until } => faulted.storm(fault, until),
                Due::Watch { fault } => {
                    if let Some((port, id)) = faulted.watch(fault) {
                        self.left_port(port, id);
                    }
                }
                Due::Arrival { wire, tag, epoch } => {
                    if let Some(tag) = faulted.deliver_late(wire, tag, epoch) {
                        self.receive(tag);
                    }
                }
            }
            self.settle_deferred();
        }
    }

    /// A spell of a fault is over: the transmitters that it has held go on.
    fn end_fault(&mut self, fault: u32) {
        let ports = self.faulted().map_or_else(Vec::new, |faulted| faulted.ports_of(fault));
        for port in ports {
            if let Some(id) = self.plane.restart_transmitter(port) {
                self.left_port(port, id);
            }
            self.serve(port);
        }
    }
}
