//! Traffic of a network: flows, closed loops and probes that are added to it.

use super::Network;
use super::closed_loop::{ClosedLoop, Exchange, Progress};
use super::probes::{ProbeSample, ProbeSpec};
use crate::data_plane::{Offer, QueueScheme};
use crate::engine::{INDEX_MAX, Kind};
use crate::error::FabricError;
use crate::flow::{FlowId, FlowSpec};
use crate::time::Ps;
use crate::transport::FlowControl;
use freeboard_device::pfc::CLASSES;

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
    /// Adds a flow that starts at its own time, or now if that has passed.
    ///
    /// # Errors
    /// It names a host, class or congestion control that does not exist, it has no bytes, or its datagrams do not
    /// fit a packet.
    pub fn add_flow(&mut self, mut spec: FlowSpec) -> Result<FlowId, FabricError> {
        self.check_flow(&spec)?;
        if let Some(faults) = &self.faults {
            spec.start = Ps(spec.start.0.saturating_add(faults.jitter(self.flows.len())));
        }
        Ok(self.flows.add(spec, Ps(self.plane.now)))
    }

    fn check_flow(&self, spec: &FlowSpec) -> Result<(), FabricError> {
        let unknown_host = spec.from.max(spec.to) >= self.topology.hosts || spec.from == spec.to;
        let unknown_class = usize::from(spec.delay_class) > self.topology.delay_classes.len()
            || usize::from(spec.traffic_class) >= CLASSES;
        let unknown_control = usize::from(spec.control) >= self.controls.len();
        let too_long = spec.datagram.checked_add(self.config.around(false)).is_none();
        if unknown_host || unknown_class || unknown_control || too_long || spec.bytes == 0 {
            return Err(FabricError::Flow { flow: self.flows.len() });
        }
        Ok(())
    }

    /// Adds a loop. Each of its requests and answers is a flow of its own, with a record. A flow that follows another one is given its
    /// number when that completes; start jitter delays the first request of a loop.
    ///
    /// # Errors
    /// Those of [`Network::add_flow`], of both flows; they are not between the same hosts, or an answer may be empty.
    pub fn add_loop(&mut self, spec: ClosedLoop) -> Result<(), FabricError> {
        let ClosedLoop { request, answer, sizes: [least, most], .. } = spec;
        self.check_flow(&FlowSpec { bytes: least, ..answer })?;
        let fits = (request.from, request.to) == (answer.to, answer.from)
            && least <= most
            && most < u64::MAX
            && [request, answer].iter().all(|flow| flow.datagram == 0 && flow.stop == Ps::MAX)
            && request.bytes != u64::MAX;
        if !fits {
            return Err(FabricError::Flow { flow: self.flows.len() });
        }
        let request = self.add_flow(request)?;
        self.plane.events.shorten_windows(spec.service.min(spec.think).0);
        self.loops.of.insert(request.0, self.loops.loops.len());
        self.loops.loops.push(Progress { spec, requests: 0, request, is_answering: false });
        Ok(())
    }

    /// The exchanges that are complete, in the order in which they completed.
    #[must_use]
    pub fn exchanges(&self) -> &[Exchange] {
        &self.loops.exchanges
    }

    /// All flows so far: those that were added, and those that followed them.
    pub fn flows(&self) -> impl Iterator<Item = &FlowSpec> {
        self.flows.all().iter().map(|flow| &flow.spec)
    }

    /// A flow has completed at `now`: its loop goes on.
    #[cold]
    pub(in crate::network) fn follow(&mut self, flow: u32, now: Ps) {
        let Some(index) = self.loops.of.remove(&flow) else { return };
        let it = &mut self.loops.loops[index];
        if it.is_answering {
            let (request, answer) = (it.request, FlowId(flow));
            let start = self.flows.get(request.0).started;
            self.loops.exchanges.push(Exchange { request, answer, start, finish: now });
        }
        let Some(spec) = it.next(self.seed, index as u64, now) else { return };
        let is_request = !it.is_answering;
        let next = self.flows.add_following(spec);
        if is_request {
            it.request = next;
        }
        self.loops.of.insert(next.0, index);
        self.loops.starts.insert((spec.start, next.0));
        self.plane.books.lost_payload.push(0);
        if let Some(faults) = &mut self.faults {
            faults.copied_payload.push(0);
        }
        self.plane.events.push(spec.start.0, Kind::FlowStart, 0);
    }

    /// Adds probes; they take part in everything like data without ECN.
    ///
    /// # Errors
    /// Hosts or class do not exist, the size is 0, the spacing is 0 or not below the interval, or the start has passed.
    pub fn add_probes(&mut self, spec: ProbeSpec) -> Result<(), FabricError> {
        let places = spec.from.max(spec.to) < self.topology.hosts && spec.from != spec.to;
        let shape = usize::from(spec.traffic_class) < CLASSES && spec.bytes > 0;
        let times = spec.spacing > Ps::ZERO && spec.spacing < spec.interval && spec.start.0 >= self.plane.now;
        let index = self.probes.specs.len() as u32;
        if !places || !shape || !times || index >= INDEX_MAX {
            return Err(FabricError::Probe);
        }
        self.probes.specs.push(spec);
        self.probes.made.push(0);
        if spec.start < spec.stop {
            self.plane.events.push(spec.start.0, Kind::Probe, index);
        }
        Ok(())
    }

    /// The probes that have arrived, in the order they were made.
    pub fn probe_samples(&self) -> impl Iterator<Item = &ProbeSample> {
        self.probes.samples.iter().filter(|sample| sample.received != Ps::MAX)
    }

    /// A pair begins, or its second half follows.
    #[cold]
    pub(super) fn send_probe(&mut self, index: u32) {
        let now = Ps(self.plane.now);
        let (spec, packet, next) = self.probes.next(index, now);
        if let Some(time) = next {
            self.plane.events.push(time.0, Kind::Probe, index);
        }
        let port = self.plane.routes.host_port(spec.from);
        match self.plane.offer(port, packet) {
            Offer::Sent(_) => self.probes.left(&packet, now.0),
            Offer::Precomputed(start) => self.probes.left(&packet, start),
            Offer::Queued | Offer::Dropped => {}
        }
    }
}
