//! One stage: its tables and what they use up together.

use super::gateway;
use super::graph::{Graph, NodeId, Op};
use super::profile::Profile;
use super::sizing::Sizing;
use super::table::{Slots, Table, TableKind};
use super::usage::Usage;
use freeboard_dataplane::RegisterScope;

/// One stage.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Stage {
    /// Its tables, in program order.
    pub tables: Vec<Table>,
}

impl Stage {
    /// The stage with one more word's operation or table.
    #[must_use]
    pub fn with(&self, graph: &Graph, id: NodeId, profile: &Profile) -> Self {
        let mut stage = self.clone();
        if let Some(table) = Table::of(graph, id, profile) {
            stage.tables.push(table);
            return stage;
        }
        let slots = match graph.node(id).op {
            Op::Random { .. } => Slots::Draws,
            Op::StampSlice(_) => Slots::StampSlices,
            _ => match graph.data_scope(id) {
                RegisterScope::Pipe => Slots::Plain,
                scope => Slots::Own(scope),
            },
        };
        let shared = stage.tables.iter_mut().find_map(|table| match &mut table.kind {
            TableKind::Operations(kind, ids) if *kind == slots => Some(ids),
            _ => None,
        });
        match shared {
            Some(ids) => ids.push(id),
            None => stage.tables.push(Table::keyless(TableKind::Operations(slots, vec![id]))),
        }
        stage
    }

    /// The stage with the table that sets CE.
    #[must_use]
    pub fn with_mark(&self, graph: &Graph) -> Self {
        let mut stage = self.clone();
        let gateway = Some(gateway::plan_condition(graph, graph.mark));
        stage.tables.push(Table { gateway, ..Table::keyless(TableKind::Mark) });
        stage
    }

    /// What its tables use together.
    #[must_use]
    pub fn usage(&self, graph: &Graph, profile: &Profile, sizing: Sizing) -> Usage {
        let mut usage = Usage::default();
        let mut matched = Vec::new();
        for table in &self.tables {
            usage.add(table.usage(graph, profile, sizing));
            table.matched(graph).into_iter().filter(|word| !matched.contains(word)).for_each(|word| {
                usage.crossbar_bytes += graph.node(word).width.div_ceil(8);
            });
            matched.extend(table.matched(graph));
        }
        usage
    }

    /// A table of the stage has no exact key and does not only drive a register: the ternary path carries it.
    #[must_use]
    pub fn has_ternary(&self) -> bool {
        self.tables.iter().any(Table::is_ternary)
    }

    /// A stateful ALU or filter is in use.
    #[must_use]
    pub fn has_stateful(&self) -> bool {
        self.tables.iter().any(|table| matches!(table.kind, TableKind::Access(_) | TableKind::Filter(_)))
    }
}
