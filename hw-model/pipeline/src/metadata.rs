//! Metadata of a placed program: temporaries, their live ranges, and the containers they need.

use super::graph::{Graph, NodeId, Op};
use super::live::Live;
use super::names;
use super::profile::{LimitId, Profile};
use super::refusal::Reason;
use super::stage::Stage;
use super::width::container;

/// A word that travels between stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Temporary {
    /// The word.
    pub word: NodeId,
    /// Width \[bits\].
    pub width: u32,
    /// Stage that writes it.
    pub written: usize,
    /// Last stage that reads it.
    pub last_read: usize,
}

/// Metadata of a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MetadataUse {
    /// Results of operations and register outputs that something reads, in program order.
    pub temporaries: Vec<Temporary>,
    /// Intrinsic values read, with the last stage that reads each.
    pub inputs: Vec<(NodeId, usize)>,
    /// Bits of temporaries carried out of each stage in use.
    pub live_after: Vec<u32>,
}

impl MetadataUse {
    /// Collects them.
    #[must_use]
    pub(super) fn of(graph: &Graph, live: &Live, stages: &[Stage], stage_of: &[Option<usize>]) -> Self {
        let last_read = last_reads(graph, stages);
        let mut temporaries = Vec::new();
        let mut inputs = Vec::new();
        for (index, node) in graph.nodes.iter().enumerate() {
            let word = NodeId(index);
            match (stage_of[index], last_read[index]) {
                (Some(written), Some(last_read)) if live.is_read(word) => {
                    temporaries.push(Temporary { word, width: node.width, written, last_read });
                }
                (None, Some(last)) if matches!(node.op, Op::Input(_)) => inputs.push((word, last)),
                _ => {}
            }
        }
        let carried =
            |stage: usize| temporaries.iter().filter(|t| t.is_live_after(stage)).map(|t| t.width).sum();
        let live_after = (0..stages.len()).map(carried).collect();
        Self { temporaries, inputs, live_after }
    }

    /// Bits of all temporaries, live at once or not.
    #[must_use]
    pub fn total(&self) -> u32 {
        self.temporaries.iter().map(|temporary| temporary.width).sum()
    }

    /// Most bits of temporaries carried between two stages.
    #[must_use]
    pub fn peak(&self) -> u32 {
        self.live_after.iter().copied().max().unwrap_or(0)
    }

    /// Container bits live after a stage, intrinsic inputs included.
    #[must_use]
    pub fn containers_after(&self, graph: &Graph, stage: usize) -> u32 {
        let temporaries =
            self.temporaries.iter().filter(|t| t.is_live_after(stage)).map(|t| container(t.width));
        let inputs = self.inputs.iter().filter(|(_, last)| *last > stage);
        temporaries.sum::<u32>() + inputs.map(|(word, _)| container(graph.node(*word).width)).sum::<u32>()
    }

    pub(crate) fn check(&self, graph: &Graph, profile: &Profile) -> Result<(), Box<Reason>> {
        let limit = profile.limit(LimitId::MetadataBits);
        for stage in 0..self.live_after.len() {
            let bits = self.containers_after(graph, stage);
            let live = self.temporaries.iter().filter(|t| t.is_live_after(stage));
            if let (true, Some(last)) = (bits > limit.value, live.clone().next_back()) {
                let last = names::named(graph, last.word);
                return Err(Box::new(Reason::Metadata { bits, stage, words: live.count(), last, limit }));
            }
        }
        Ok(())
    }
}

impl Temporary {
    /// The word is carried out of `stage`.
    #[must_use]
    pub const fn is_live_after(&self, stage: usize) -> bool {
        self.written <= stage && stage < self.last_read
    }
}

/// The last stage that reads each word.
fn last_reads(graph: &Graph, stages: &[Stage]) -> Vec<Option<usize>> {
    let mut last = vec![None; graph.nodes.len()];
    for (index, stage) in stages.iter().enumerate() {
        for need in stage.tables.iter().flat_map(|table| table.needs(graph)) {
            last[need.word.0] = last[need.word.0].max(Some(index));
        }
    }
    last
}
