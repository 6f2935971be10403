//! A logical table: what it does, what it uses up.

use super::dependency::{self, Need};
use super::gateway::{self, Gateway, KeyPlan};
use super::graph::{Graph, NodeId, Op, RegisterKind};
use super::names;
use super::names::Named;
use super::profile::{Limit, LimitId, Profile};
use super::sizing::Sizing;
use super::width::container;
use freeboard_dataplane::RegisterScope;

/// What a table does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// The stage's plain operations, folded into one keyless table.
    Operations(Vec<NodeId>),
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
    /// Explicit entries.
    pub entries: u32,
}

/// What the tables of a stage use, or one of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// Logical tables.
    pub tables: u32,
    /// Gateways.
    pub gateways: u32,
    /// Stateful ALUs, filters included.
    pub stateful_alus: u32,
    /// SRAM blocks of registers, spares included.
    pub register_sram: u32,
    /// SRAM blocks of exact keys and wide action data.
    pub table_sram: u32,
    /// Map RAM blocks.
    pub map_ram: u32,
    /// Ternary tables: a keyed access or lookup whose key no gateway holds.
    pub ternary_tables: u32,
    /// TCAM blocks.
    pub tcam: u32,
    /// Bytes on the ternary crossbar.
    pub ternary_bytes: u32,
    /// Plain operations.
    pub operations: u32,
    /// Bits on the action data bus.
    pub action_data_bits: u32,
    /// Bytes on the exact-match crossbar.
    pub crossbar_bytes: u32,
    /// Hash distribution slices.
    pub hash_slices: u32,
    /// Random number generators.
    pub random_units: u32,
    /// Actions in the instruction memory.
    pub actions: u32,
}

impl Usage {
    /// All SRAM blocks.
    #[must_use]
    pub const fn sram(&self) -> u32 {
        self.register_sram + self.table_sram
    }

    pub(super) fn add(&mut self, other: Self) {
        self.tables += other.tables;
        self.gateways += other.gateways;
        self.stateful_alus += other.stateful_alus;
        self.register_sram += other.register_sram;
        self.table_sram += other.table_sram;
        self.map_ram += other.map_ram;
        self.ternary_tables += other.ternary_tables;
        self.tcam += other.tcam;
        self.ternary_bytes += other.ternary_bytes;
        self.operations += other.operations;
        self.action_data_bits += other.action_data_bits;
        self.crossbar_bytes += other.crossbar_bytes;
        self.hash_slices += other.hash_slices;
        self.random_units += other.random_units;
        self.actions += other.actions;
    }

    /// The first per-stage limit exceeded.
    #[must_use]
    pub fn exceeded(&self, profile: &Profile) -> Option<Limit> {
        let pairs = [
            (LimitId::StatefulAlus, self.stateful_alus),
            (LimitId::Tables, self.tables),
            (LimitId::Gateways, self.gateways),
            (LimitId::Sram, self.sram()),
            (LimitId::MapRam, self.map_ram),
            (LimitId::TernaryTables, self.ternary_tables),
            (LimitId::Tcam, self.tcam),
            (LimitId::TernaryCrossbar, self.ternary_bytes),
            (LimitId::Operations, self.operations),
            (LimitId::ActionDataBits, self.action_data_bits),
            (LimitId::ExactCrossbar, self.crossbar_bytes),
            (LimitId::HashSlices, self.hash_slices),
            (LimitId::RandomUnits, self.random_units),
            (LimitId::Actions, self.actions),
        ];
        pairs
            .into_iter()
            .map(|(id, used)| (profile.limit(id), used))
            .find(|(l, used)| *used > l.value)
            .map(|(l, _)| l)
    }
}

impl Table {
    pub(super) const fn keyless(kind: TableKind) -> Self {
        Self { kind, key: Vec::new(), gateway: None, ternary: None, entries: 0 }
    }

    /// The table behind a word; `None` for a plain operation, keyless loads of constants included.
    pub(super) fn of(graph: &Graph, id: NodeId, profile: &Profile) -> Option<Self> {
        let plan = gateway::plan_key(graph, graph.key(id), profile);
        let (kind, entries) = match graph.node(id).op {
            // A keyless access is the table's one action; a keyed one needs an entry each, because a miss
            // cannot access a register.
            Op::Stateful(access) if graph.accesses[access].key.is_empty() => (TableKind::Access(id), 0),
            Op::Stateful(access) => (TableKind::Access(id), graph.accesses[access].entries.len()),
            Op::Lookup(lookup) if !graph.lookups[lookup].key.is_empty() => {
                (TableKind::Lookup(id), 1 << graph.lookups[lookup].key.len())
            }
            Op::LowPass(_) => (TableKind::Filter(id), 0),
            _ => return None,
        };
        let KeyPlan { exact: key, gateway, ternary } = plan;
        Some(Self { kind, key, gateway, ternary, entries: entries as u32 })
    }

    /// The ternary path carries it: it has a ternary key, or no key and does not only drive a register.
    pub(super) fn is_ternary(&self) -> bool {
        self.ternary.is_some()
            || match self.kind {
                TableKind::Operations(_) | TableKind::Mark => true,
                TableKind::Lookup(_) => self.key.is_empty(),
                TableKind::Access(_) | TableKind::Filter(_) => false,
            }
    }

    /// Its name and source line.
    #[must_use]
    pub fn named(&self, graph: &Graph) -> Named {
        match &self.kind {
            TableKind::Operations(ids) => {
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
            TableKind::Operations(ids) => ids.iter().flat_map(|&id| dependency::needs(graph, id)).collect(),
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
            if need.usage == dependency::Use::Match && !ternary && !words.contains(&need.word) {
                words.push(need.word);
            }
        }
        words
    }

    /// What it uses, the crossbar excepted, which tables of a stage share.
    #[must_use]
    pub fn usage(&self, graph: &Graph, profile: &Profile, sizing: Sizing) -> Usage {
        let gateways = u32::from(self.gateway.is_some());
        let mut usage =
            Usage { tables: 1, gateways, table_sram: u32::from(!self.key.is_empty()), ..Usage::default() };
        if let Some(key) = &self.ternary {
            usage.ternary_tables = 1;
            usage.tcam = key.bits().div_ceil(profile.limit(LimitId::TcamBits).value);
            usage.ternary_bytes =
                key.inputs.iter().map(|(word, _)| graph.node(*word).width.div_ceil(8)).sum();
        }
        match &self.kind {
            TableKind::Operations(ids) => {
                usage.operations = ids.len() as u32;
                usage.actions = 1;
                let on_bus = |&&id: &&NodeId| data_bits(graph, id) > 0;
                usage.action_data_bits = ids.iter().filter(on_bus).map(|&id| data_bits(graph, id)).sum();
                let random = |&&id: &&NodeId| matches!(graph.node(id).op, Op::Random { .. });
                usage.random_units = ids.iter().filter(random).count() as u32;
                usage.table_sram +=
                    u32::from(usage.action_data_bits > profile.limit(LimitId::ImmediateBits).value);
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
