//! Workload tallies between the measurement cuts of a scenario.

use super::switches::{World, switch_ports};
use super::traffic::read_tag;
use crate::measure::LongFlow;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::{FlowSpec, QueueScheme};

/// Counts payload per workload at every cut.
pub(super) struct Tally {
    /// Workload of every flow.
    of: Vec<usize>,
    workloads: usize,
    /// Payload of the flows that have completed and left; 0 for the others.
    completed: Vec<u64>,
    records_seen: usize,
    /// Sums at the cuts so far.
    cuts: Vec<Vec<u64>>,
    /// Flows without end, and what had arrived of each at the cuts so far.
    long: Vec<(u32, Vec<u64>)>,
    /// Longest of each queue of a port, in any switch, up to the last cut \[B\].
    longest: Vec<u32>,
}

impl Tally {
    pub(super) fn new(specs: &[FlowSpec], workloads: usize) -> Self {
        let of: Vec<usize> = specs.iter().map(|spec| read_tag(spec.tag).0).collect();
        let endless = (0..).zip(specs).filter(|(_, spec)| spec.bytes == u64::MAX && spec.datagram == 0);
        Self {
            long: endless.map(|(flow, _)| (flow, Vec::new())).collect(),
            completed: vec![0; of.len()],
            of,
            workloads,
            records_seen: 0,
            cuts: Vec::new(),
            longest: Vec::new(),
        }
    }

    /// Now is a cut.
    pub(super) fn cut<S: QueueScheme>(&mut self, world: &World<S>) {
        let more: Vec<usize> = world.flows().skip(self.of.len()).map(|spec| read_tag(spec.tag).0).collect();
        self.of.extend(more);
        self.completed.resize(self.of.len(), 0);
        for record in &world.records()[self.records_seen..] {
            self.completed[record.flow.0 as usize] = record.bytes;
        }
        self.records_seen = world.records().len();
        let mut sums = vec![0; self.workloads];
        for ((flow, workload), completed) in (0..).zip(&self.of).zip(&self.completed) {
            let bytes = if *completed > 0 { *completed } else { world.received(FlowId(flow)).unwrap_or(0) };
            sums[*workload] += bytes;
        }
        self.cuts.push(sums);
        for (flow, arrived) in &mut self.long {
            arrived.push(world.received(FlowId(*flow)).unwrap_or(0));
        }
        for port in switch_ports(world) {
            let queues = world.queues(port);
            self.longest.resize(self.longest.len().max(queues), 0);
            for (queue, longest) in self.longest.iter_mut().enumerate().take(queues) {
                *longest = (*longest).max(world.queue_stats(port, queue).depth_max);
            }
        }
    }

    /// Longest of a queue of a port up to the last cut \[B\].
    pub(super) fn longest(&self, queue: usize) -> u32 {
        self.longest.get(queue).copied().unwrap_or_default()
    }

    /// The flows without end, and what arrived of them from each cut to the next.
    pub(super) fn long(&self) -> Vec<LongFlow> {
        let flow = |(flow, arrived): &(u32, Vec<u64>)| LongFlow {
            workload: self.of[*flow as usize],
            delivered: arrived.windows(2).map(|pair| pair[1] - pair[0]).collect(),
        };
        self.long.iter().map(flow).collect()
    }

    /// Payload bytes per workload from each cut to the next.
    pub(super) fn spans(&self) -> Vec<Vec<u64>> {
        let span = |pair: &[Vec<u64>]| {
            pair[1].iter().zip(&pair[0]).map(|(later, earlier)| later - earlier).collect()
        };
        self.cuts.windows(2).map(span).collect()
    }
}
