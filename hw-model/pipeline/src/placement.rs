//! From the graph to stages: every operation as early as its operands and the stage's limits allow.

use super::dependency::{self, Need, is_given};
use super::gateway::Gateway;
use super::graph::{Graph, NodeId, Op, TestId};
use super::latency::Latency;
use super::live::Live;
use super::metadata::MetadataUse;
use super::names;
use super::names::Named;
use super::profile::{Limit, LimitId, Profile};
use super::refusal::{Reason, Refusal};
use super::sizing::Sizing;
use super::stage::Stage;
use super::table::{self, TableKind};
use super::usage::Usage;

/// Where everything is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Stages in use.
    pub stages: Vec<Stage>,
    /// Stage of every word; `None` for given and unused words.
    pub stage_of: Vec<Option<usize>>,
    /// Resources of every stage in use.
    pub usage: Vec<Usage>,
    /// Dependencies and cycles.
    pub latency: Latency,
    /// Temporaries and their live ranges.
    pub metadata: MetadataUse,
    /// The dimensions registers were sized for.
    pub sizing: Sizing,
}

impl Placement {
    /// Places a program.
    ///
    /// # Errors
    /// The first limit that it cannot keep.
    pub fn of(graph: &Graph, profile: &Profile, sizing: Sizing) -> Result<Self, Refusal> {
        let live = Live::of(graph);
        let mut placer =
            Placer { graph, profile, sizing, stages: Vec::new(), stage_of: vec![None; graph.nodes.len()] };
        let refuse = |reason| Refusal::of(graph, profile, reason);
        for index in 0..graph.nodes.len() {
            let id = NodeId(index);
            if live.is_alive(id) && !is_given(graph, id) {
                placer.place(id).map_err(refuse)?;
            }
        }
        placer.place_mark().map_err(refuse)?;
        let Placer { stages, stage_of, .. } = placer;
        let usage = stages.iter().map(|stage| stage.usage(graph, profile, sizing)).collect();
        let latency = Latency::of(graph, profile, &stages, &stage_of);
        let metadata = MetadataUse::of(graph, &live, &stages, &stage_of);
        metadata.check(graph, profile).map_err(refuse)?;
        Ok(Self { stages, stage_of, usage, latency, metadata, sizing })
    }

    /// Resources of all stages together.
    #[must_use]
    pub fn tables(&self) -> u32 {
        self.usage.iter().map(|usage| usage.tables).sum()
    }
}

struct Placer<'a> {
    graph: &'a Graph,
    profile: &'a Profile,
    sizing: Sizing,
    stages: Vec<Stage>,
    stage_of: Vec<Option<usize>>,
}

impl Placer<'_> {
    fn place(&mut self, id: NodeId) -> Result<(), Box<Reason>> {
        let (graph, profile) = (self.graph, self.profile);
        let needs = dependency::needs(graph, id);
        // First by itself: a register larger than a stage is not a matter of stages.
        self.check_register(id, &Stage::default().with(graph, id, profile))?;
        let stage = self.find(&needs, &names::named(graph, id), |stage| stage.with(graph, id, profile))?;
        self.stage_of[id.0] = Some(stage);
        Ok(())
    }

    fn place_mark(&mut self) -> Result<(), Box<Reason>> {
        let graph = self.graph;
        let needs = dependency::needs_of_condition(graph, graph.mark);
        self.find(&needs, &names::mark(graph), |stage| stage.with_mark(graph)).map(|_| ())
    }

    /// The first stage behind `needs` that holds what `extend` adds to it.
    fn find(
        &mut self,
        needs: &[Need],
        what: &Named,
        extend: impl Fn(&Stage) -> Stage,
    ) -> Result<usize, Box<Reason>> {
        let waits_for = needs.iter().filter(|need| self.stage_of[need.word.0].is_some());
        let waits_for = waits_for.max_by_key(|need| self.stage_of[need.word.0]).map(|need| need.word);
        let earliest = waits_for.and_then(|word| self.stage_of[word.0]).map_or(0, |stage| stage + 1);
        let limit = self.profile.limit(LimitId::Stages);
        let mut pushed: Option<(Limit, Vec<Named>)> = None;
        for index in earliest..limit.value as usize {
            let stage = extend(self.stages.get(index).unwrap_or(&Stage::default()));
            self.check_gateway(&stage, what)?;
            match stage.usage(self.graph, self.profile, self.sizing).exceeded(self.profile) {
                None => {
                    if index >= self.stages.len() {
                        self.stages.resize(index + 1, Stage::default());
                    }
                    self.stages[index] = stage;
                    return Ok(index);
                }
                Some(full) => {
                    let others = self.stages.get(index).map_or(&[][..], |stage| &stage.tables);
                    pushed = Some((full, others.iter().map(|table| table.named(self.graph)).collect()));
                }
            }
        }
        let waits_for = waits_for.map(|word| names::named(self.graph, word));
        Err(Box::new(Reason::Stages { table: what.clone(), waits_for, pushed, limit }))
    }

    /// The gateway of the table just added: no other stage could hold it either.
    fn check_gateway(&self, stage: &Stage, what: &Named) -> Result<(), Box<Reason>> {
        let Some(gateway) = stage.tables.last().and_then(|table| table.gateway.as_ref()) else {
            return Ok(());
        };
        let (bits, rows) =
            (self.profile.limit(LimitId::GatewayBits), self.profile.limit(LimitId::GatewayRows));
        for (used, limit) in [(gateway.bits(), bits), (gateway.rows, rows)] {
            if used > limit.value {
                let inputs = self.inputs(gateway);
                return Err(Box::new(Reason::Gateway { table: what.clone(), inputs, used, limit }));
            }
        }
        Ok(())
    }

    fn inputs(&self, gateway: &Gateway) -> Vec<(Named, u32)> {
        gateway.inputs.iter().map(|&(word, bits)| (names::named(self.graph, word), bits)).collect()
    }

    fn instances(&self, id: NodeId) -> u32 {
        let register = table::register_of(self.graph, id);
        register.map_or(0, |register| self.sizing.instances(self.graph.registers[register].scope))
    }

    /// One stateful ALU reaches the whole array.
    fn check_register(&self, id: NodeId, stage: &Stage) -> Result<(), Box<Reason>> {
        let Some(table) = stage.tables.last().filter(|_| is_register(self.graph, id)) else { return Ok(()) };
        let blocks = table.usage(self.graph, self.profile, self.sizing).register_sram;
        let limit = self.profile.limit(LimitId::AluBlocks);
        if blocks <= limit.value {
            return Ok(());
        }
        let instances = self.instances(id);
        Err(Box::new(Reason::Register { table: names::named(self.graph, id), instances, blocks, limit }))
    }
}

fn is_register(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.node(id).op, Op::Stateful(_) | Op::LowPass(_))
}

/// The tests a table evaluates: its key, or the mark's condition.
#[must_use]
pub(super) fn tests_of<'g>(graph: &'g Graph, kind: &TableKind) -> &'g [TestId] {
    match kind {
        TableKind::Access(id) | TableKind::Lookup(id) => graph.key(*id),
        TableKind::Mark => core::slice::from_ref(&graph.mark),
        TableKind::Operations(..) | TableKind::Filter(_) => &[],
    }
}
