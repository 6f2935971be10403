//! A logical table: what it does, what it uses up.

use super::dependency::{self, Need, Use};
use super::gateway::{self, Gateway, KeyPlan};
use super::graph::{Graph, NodeId, Op, RegisterKind};
use super::names;
use super::names::Named;
use super::profile::{LimitId, Profile};
use super::sizing::Sizing;
use super::usage::Usage;
use super::width::container;
use freeboard_dataplane::RegisterScope;

/// What the operations of a keyless table are; those of one kind share a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slots {
    /// Operations on words and action data.
    Plain,
    /// Random draws, which share a table with no action data.
    Draws,
    /// Slices of the stamp, copied into containers of their own.
    StampSlices,
    /// Operations on action data that a port or a queue has of its own: they share a table with that key.
    Own(RegisterScope),
}

impl Slots {
    /// Name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plain => "operations",
            Self::Draws => "random draws",
            Self::StampSlices => "slices of the stamp",
            Self::Own(RegisterScope::Pipe) => "operations by pipe",
            Self::Own(RegisterScope::Port) => "operations by port",
            Self::Own(RegisterScope::Queue) => "operations by queue",
        }
    }
}

/// What a table does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The stage's operations of one kind, folded into one keyless table.
    Operations(Slots, Vec<NodeId>),
    /// The one access to a register.
    Access(NodeId),
    /// A keyed stateless table.
    Lookup(NodeId),
    /// A low-pass filter.
    Filter(NodeId),
    /// Sets CE behind a gateway.
    Mark,
}

/// A logical table of a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// What it does.
    pub kind: TableKind,
    /// Words matched exactly, one flag each.
    pub key: Vec<NodeId>,
    /// Its gateway.
    pub gateway: Option<Gateway>,
    /// Its ternary key, where a gateway does not suffice.
    pub ternary: Option<Gateway>,
    /// Logical tables: 1, or one per alternative where its gateway chooses (if/else).
    pub alternatives: u32,
    /// Explicit entries, of one port or queue where it has its own.
    pub entries: u32,
}

impl Table {
    pub(super) const fn keyless(kind: TableKind) -> Self {
        Self { kind, key: Vec::new(), gateway: None, ternary: None, alternatives: 1, entries: 0 }
    }

    /// The table behind a word; `None` for a plain operation, keyless loads of constants included.
    pub(super) fn of(graph: &Graph, id: NodeId, profile: &Profile) -> Option<Self> {
        let key = graph.key(id);
        let (kind, alternatives, entries) = match graph.node(id).op {
            // A keyed access needs an entry for each instruction, because a miss cannot access a register.
            Op::Stateful(access) => {
                let instructions = graph.accesses[access].entries.len();
                (TableKind::Access(id), instructions, instructions)
            }
            Op::Lookup(lookup) if !key.is_empty() => {
                // A word that no table writes is 0.
                let data = &graph.lookups[lookup].data;
                let written = data.len().saturating_sub(usize::from(data.contains(&0)));
                (TableKind::Lookup(id), written, 1 << key.len())
            }
            Op::LowPass(_) => (TableKind::Filter(id), 1, 0),
            _ => return None,
        };
        let table = Self::keyless(kind);
        if key.is_empty() {
            return Some(table);
        }
        let entries = entries as u32;
        if graph.data_scope(id) != RegisterScope::Pipe {
            // Beside a port or a queue, tests of words are ternary.
            return Some(Self { ternary: Some(gateway::plan_ternary(graph, key)), entries, ..table });
        }
        Some(match gateway::plan_key(graph, key, alternatives, profile) {
            KeyPlan::Exact(key) => Self { key, entries, ..table },
            KeyPlan::Ternary(key) => Self { ternary: Some(key), entries, ..table },
            KeyPlan::Gateway(key) => {
                Self { gateway: Some(key), alternatives: alternatives.max(1) as u32, ..table }
            }
        })
    }

    /// The ternary path carries it: it has a ternary key, or no key and does not only drive a register.
    pub(super) fn is_ternary(&self) -> bool {
        self.ternary.is_some()
            || match self.kind {
                TableKind::Operations(slots, _) => !matches!(slots, Slots::Draws | Slots::Own(_)),
                TableKind::Mark => true,
                TableKind::Lookup(_) => self.key.is_empty(),
                TableKind::Access(_) | TableKind::Filter(_) => false,
            }
    }

    /// Owner of the entries.
    #[must_use]
    pub fn scope(&self, graph: &Graph) -> RegisterScope {
        match &self.kind {
            TableKind::Operations(Slots::Own(scope), _) => *scope,
            TableKind::Lookup(id) => graph.data_scope(*id),
            _ => RegisterScope::Pipe,
        }
    }

    /// Explicit entries on a switch of this size. A ternary table has those of no port or queue too, as the default.
    #[must_use]
    pub fn entries(&self, graph: &Graph, sizing: Sizing) -> u32 {
        match (self.scope(graph), &self.kind) {
            (RegisterScope::Pipe, _) => self.entries,
            (scope, TableKind::Lookup(_)) => self.entries * (sizing.instances(scope) + 1),
            (scope, _) => sizing.instances(scope),
        }
    }

    /// Its name and source line.
    #[must_use]
    pub fn named(&self, graph: &Graph) -> Named {
        match &self.kind {
            TableKind::Operations(_, ids) => {
                let all: Vec<_> = ids.iter().map(|&id| names::operation(graph, id)).collect();
                Named {
                    name: all.join("; "),
                    at: ids.first().map_or(names::mark(graph).at, |&id| graph.node(id).at),
                }
            }
            TableKind::Access(id) | TableKind::Lookup(id) | TableKind::Filter(id) => names::named(graph, *id),
            TableKind::Mark => names::mark(graph),
        }
    }

    /// What it waits for.
    #[must_use]
    pub(super) fn needs(&self, graph: &Graph) -> Vec<Need> {
        match &self.kind {
            TableKind::Operations(_, ids) => {
                ids.iter().flat_map(|&id| dependency::needs(graph, id)).collect()
            }
            TableKind::Access(id) | TableKind::Lookup(id) | TableKind::Filter(id) => {
                dependency::needs(graph, *id)
            }
            TableKind::Mark => dependency::needs_of_condition(graph, graph.mark),
        }
    }

    /// Words that come over the exact-match crossbar.
    pub(super) fn matched(&self, graph: &Graph) -> Vec<NodeId> {
        let mut words: Vec<NodeId> = Vec::new();
        for need in self.needs(graph) {
            let ternary = self
                .ternary
                .as_ref()
                .is_some_and(|key| key.inputs.iter().any(|(word, _)| *word == need.word));
            if need.usage == Use::Match && !ternary && !words.contains(&need.word) {
                words.push(need.word);
            }
        }
        words
    }

    /// What it uses, the crossbar excepted, which tables of a stage share.
    #[must_use]
    pub fn usage(&self, graph: &Graph, profile: &Profile, sizing: Sizing) -> Usage {
        let mut usage = Usage {
            tables: self.alternatives,
            gateways: u32::from(self.gateway.is_some()),
            table_sram: u32::from(!self.key.is_empty() || self.ternary.is_some()),
            ..Usage::default()
        };
        if let Some(key) = &self.ternary {
            usage.ternary_tables = 1;
            let place = sizing.index_bits(self.scope(graph));
            let width = (key.bits() + place).div_ceil(profile.limit(LimitId::TcamBits).value);
            usage.tcam = width * self.entries(graph, sizing).div_ceil(TCAM_ROWS).max(1);
            usage.ternary_bytes =
                key.inputs.iter().map(|(word, _)| graph.node(*word).width.div_ceil(8)).sum::<u32>()
                    + place_bytes(self.scope(graph));
        }
        match &self.kind {
            TableKind::Operations(slots, ids) => {
                usage.operations = ids.len() as u32;
                usage.actions = 1;
                usage.action_data_bits = ids.iter().map(|&id| data_bits(graph, id)).sum();
                let draws = *slots == Slots::Draws;
                usage.random_units = if draws { usage.operations } else { 0 };
                let wide = usage.action_data_bits > profile.limit(LimitId::ImmediateBits).value;
                if let Slots::Own(scope) = *slots {
                    usage.table_sram += sizing.keyed_blocks(scope, usage.action_data_bits, profile);
                    usage.crossbar_bytes += place_bytes(scope);
                } else {
                    // What a draw puts on the bus comes from no memory.
                    usage.table_sram += u32::from(wide && !draws);
                }
            }
            TableKind::Access(id) | TableKind::Filter(id) => {
                let (blocks, indexed, instructions) = array_of(graph, *id, profile, sizing);
                usage.stateful_alus = 1;
                usage.register_sram = blocks;
                usage.map_ram = blocks;
                usage.hash_slices = u32::from(indexed);
                usage.actions = instructions;
            }
            TableKind::Lookup(id) => {
                usage.action_data_bits = container(graph.node(*id).width);
                usage.actions = 1;
            }
            TableKind::Mark => usage.actions = 1,
        }
        usage
    }
}

/// Entries of one TCAM block, as p4c's Tofino back end counts (`mau/resource_estimate.cpp`).
const TCAM_ROWS: u32 = 512;

/// Bytes of the crossbar that a port takes, and a queue of it.
const fn place_bytes(scope: RegisterScope) -> u32 {
    match scope {
        RegisterScope::Pipe => 0,
        RegisterScope::Port => 1,
        RegisterScope::Queue => 2,
    }
}

/// Action data bits of a plain operation.
fn data_bits(graph: &Graph, id: NodeId) -> u32 {
    match graph.node(id).op {
        Op::Data(..) | Op::Lookup(_) | Op::Random { .. } => container(graph.node(id).width),
        _ => 0,
    }
}

/// Index of the register that an access or a filter owns.
pub(super) fn register_of(graph: &Graph, id: NodeId) -> Option<usize> {
    match graph.node(id).op {
        Op::Stateful(access) => Some(graph.accesses[access].register),
        Op::LowPass(filter) => Some(graph.filters[filter].register),
        _ => None,
    }
}

/// Blocks of an access's register, whether it is indexed, and how many instructions act on it.
fn array_of(graph: &Graph, id: NodeId, profile: &Profile, sizing: Sizing) -> (u32, bool, u32) {
    let Some(index) = register_of(graph, id) else { return (0, false, 0) };
    let instructions = match graph.node(id).op {
        Op::Stateful(access) => graph.accesses[access].entries.len() as u32,
        _ => 1,
    };
    let register = &graph.registers[index];
    debug_assert!(register.kind == RegisterKind::Filter || instructions <= 4, "the table check allows four");
    (sizing.blocks(register, profile), register.scope != RegisterScope::Pipe, instructions)
}
