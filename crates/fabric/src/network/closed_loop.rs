//! Closed loops: a client that asks a server, and asks again once the answer has arrived.
//!
//! A flow that follows another cannot begin within the lookahead window in which the earlier one completes, because a start
//! concerns both hosts. So windows are no longer than the shortest wait of a loop. If a loop does not wait, events run one by
//! one.

use crate::flow::{FlowId, FlowSpec};
use crate::random::{Stream, word};
use crate::time::Ps;
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

impl ClosedLoop {
    /// The answer to a request whose last byte arrived at `now`.
    ///
    /// Requests of a loop and loops of a run are counted from 0.
    #[must_use]
    pub fn answer(&self, seed: u64, index: u64, request: u64, now: Ps) -> FlowSpec {
        let Self { answer, sizes: [least, most], service, .. } = *self;
        let drawn = u128::from(word(seed, Stream::Answer, index, request));
        let more = ((drawn * (u128::from(most - least) + 1)) >> 64) as u64;
        FlowSpec { bytes: least + more, start: Ps(now.0.saturating_add(service.0)), ..answer }
    }

    /// The request after an answer that arrived at `now`; `None` past the end.
    #[must_use]
    pub fn next_request(&self, now: Ps) -> Option<FlowSpec> {
        let start = Ps(now.0.saturating_add(self.think.0));
        (start <= self.end).then_some(FlowSpec { start, ..self.request })
    }
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

/// A loop and its progress.
#[derive(Debug)]
pub(super) struct Progress {
    pub(super) spec: ClosedLoop,
    /// Requests so far.
    pub(super) requests: u64,
    /// The last one.
    pub(super) request: FlowId,
    pub(super) is_answering: bool,
}

/// All loops of a network.
#[derive(Debug, Default)]
pub(super) struct ClosedLoops {
    pub(super) loops: Vec<Progress>,
    /// The loop of every flow that has not completed and that another one follows.
    pub(super) of: BTreeMap<u32, usize>,
    /// Flows that follow others, by their starts.
    pub(super) starts: BTreeSet<(Ps, u32)>,
    pub(super) exchanges: Vec<Exchange>,
}

impl ClosedLoops {
    /// A flow that follows another one has not begun.
    pub(super) fn will_start(&self) -> bool {
        !self.starts.is_empty()
    }

    /// Reads the next due flow with its time, if there is any, without taking it.
    pub(super) fn first(&self, now: Ps) -> Option<(Ps, u32)> {
        self.starts.first().copied().filter(|(start, _)| *start <= now)
    }

    /// The next one that is due, if there is any.
    pub(super) fn take(&mut self, now: Ps) -> Option<u32> {
        let due = self.first(now)?;
        self.starts.remove(&due);
        Some(due.1)
    }
}

impl Progress {
    /// The flow that follows the flow completed at `now`, if there is one.
    pub(super) fn next(&mut self, seed: u64, index: u64, now: Ps) -> Option<FlowSpec> {
        self.is_answering = !self.is_answering;
        if !self.is_answering {
            return self.spec.next_request(now);
        }
        self.requests += 1;
        Some(self.spec.answer(seed, index, self.requests - 1, now))
    }
}
