//! What has arrived of each workload, between the moments a scenario names.

use super::simulate::World;
use super::traffic::read_tag;
use fabric::FlowSpec;
use fabric::network::FlowId;

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
}

impl Tally {
    pub(super) fn new(specs: &[FlowSpec], workloads: usize) -> Self {
        let of: Vec<usize> = specs.iter().map(|spec| read_tag(spec.tag).0).collect();
        Self { completed: vec![0; of.len()], of, workloads, records_seen: 0, cuts: Vec::new() }
    }

    /// Now is a cut.
    pub(super) fn cut(&mut self, world: &World) {
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
    }

    /// Payload bytes per workload from each cut to the next.
    pub(super) fn spans(&self) -> Vec<Vec<u64>> {
        let span = |pair: &[Vec<u64>]| {
            pair[1].iter().zip(&pair[0]).map(|(later, earlier)| later - earlier).collect()
        };
        self.cuts.windows(2).map(span).collect()
    }
}
