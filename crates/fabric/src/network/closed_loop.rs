//! Closed loops: a client that asks a server, and asks again once the answer has arrived.
//!
//! The flow that follows another cannot begin within the lookahead window in which that one completes: a flow that starts concerns both of
//! its hosts. So windows are no longer than the shortest time that a loop waits, and where one does not wait at all, events run one by one.

use super::Network;
use crate::data_plane::QueueScheme;
use crate::engine::Kind;
use crate::error::FabricError;
use crate::flow::{FlowId, FlowSpec};
use crate::random::{Stream, word};
use crate::time::Ps;
use crate::transport::FlowControl;
use std::collections::{BTreeMap, BTreeSet};

/// A client and a server with one exchange at a time: a request, its answer, and the next request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClosedLoop {
    /// The request, which starts for the first time when it says.
    pub request: FlowSpec,
    /// The answer, between the same hosts; its start and its payload are the loop's.
    pub answer: FlowSpec,
    /// Smallest and largest payload of an answer \[B\], drawn evenly.
    pub sizes: [u64; 2],
    /// From the arrival of a whole request to the start of its answer.
    pub service: Ps,
    /// From the arrival of a whole answer to the start of the next request.
    pub think: Ps,
    /// No request starts later.
    pub end: Ps,
}

/// An exchange that is complete: a request and its answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exchange {
    /// The flow of the request.
    pub request: FlowId,
    /// The flow of the answer.
    pub answer: FlowId,
    /// When the request's first packet was sent.
    pub start: Ps,
    /// When the answer's last byte arrived.
    pub finish: Ps,
}

/// A loop and how far it is.
#[derive(Debug)]
struct Progress {
    spec: ClosedLoop,
    /// Requests so far.
    requests: u64,
    /// The last one.
    request: FlowId,
    is_answering: bool,
}

/// All loops of a network.
#[derive(Debug, Default)]
pub(super) struct ClosedLoops {
    loops: Vec<Progress>,
    /// The loop of every flow that has not completed and that another one follows.
    of: BTreeMap<u32, usize>,
    /// Flows that follow others, by their starts.
    starts: BTreeSet<(Ps, u32)>,
    exchanges: Vec<Exchange>,
}

impl ClosedLoops {
    /// A flow that follows another one has not begun.
    pub(super) fn will_start(&self) -> bool {
        !self.starts.is_empty()
    }

    /// The next one that is due, if there is any.
    pub(super) fn take(&mut self, now: Ps) -> Option<u32> {
        let due = self.starts.first().copied().filter(|(start, _)| *start <= now)?;
        self.starts.remove(&due);
        Some(due.1)
    }
}

impl Progress {
    /// What follows the flow that completed at `now`, if anything does.
    fn next(&mut self, seed: u64, index: u64, now: Ps) -> Option<FlowSpec> {
        let ClosedLoop { request, answer, sizes: [least, most], service, think, end } = self.spec;
        self.is_answering = !self.is_answering;
        if self.is_answering {
            let drawn = u128::from(word(seed, Stream::Answer, index, self.requests));
            let more = ((drawn * (u128::from(most - least) + 1)) >> 64) as u64;
            self.requests += 1;
            return Some(FlowSpec {
                bytes: least + more,
                start: Ps(now.0.saturating_add(service.0)),
                ..answer
            });
        }
        let start = Ps(now.0.saturating_add(think.0));
        (start <= end).then_some(FlowSpec { start, ..request })
    }
}

impl<Q: QueueScheme, F: FlowControl> Network<Q, F> {
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
    pub(super) fn follow(&mut self, flow: u32, now: Ps) {
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
        self.plane.lost_payload.push(0);
        if let Some(faults) = &mut self.faults {
            faults.copied_payload.push(0);
        }
        self.plane.events.push(spec.start.0, Kind::FlowStart, 0);
    }
}
