//! Source of a P4 program: the placed graph, its settings, the setting that every constant follows.

use freeboard_aqm_api::{Hooks, Meta, Nanos32, PortId, PortView, QueueView, Settings};
use freeboard_dataplane::{PoolLimits, Program, RegisterScope};
use freeboard_params::{FieldDoc, FieldId, Unit};
use freeboard_pipeline::record;
use freeboard_pipeline::{Elaborated, Graph, NodeId, Op, Profile, Reason, Refusal, Sizing};
use std::collections::BTreeMap;

/// A constant of the graph that the control plane writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Slot {
    /// First operand of an operation: the word it computes.
    Operand(usize),
    /// Register-file row of an access.
    Row(usize, usize),
    /// Table of an access's math unit.
    Math(usize),
    /// Datum of a stateless table.
    Datum(usize, usize),
    /// Time constant of a filter.
    Tau(usize),
    /// Limit of the congestion status of the shared pool.
    PoolLimit(usize),
}

/// What a constant follows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Origin {
    /// Settings that change it, by position.
    pub(super) settings: Vec<usize>,
    /// The control plane rewrites it while it runs.
    pub(super) controlled: bool,
}

impl Origin {
    /// Something can change it.
    pub(super) fn varies(&self) -> bool {
        self.controlled || !self.settings.is_empty()
    }
}

/// A setting with its value.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    pub(super) doc: &'static FieldDoc,
    pub(super) unit: Unit,
    pub(super) value: u32,
}

impl Setting {
    /// Its value with its unit.
    pub(super) fn text(&self) -> String {
        let Self { doc, unit, value } = self;
        match unit {
            Unit::Nanos => format!("{value} ns"),
            Unit::Bytes => format!("{value} B"),
            Unit::Packets => format!("{value} packets"),
            Unit::Count | Unit::Switch => value.to_string(),
            Unit::Log2 => format!("2^{value}"),
            Unit::FractionQ16 => format!("{value}/65536"),
            Unit::LineFraction => format!("{value}/1048576 of line rate"),
            Unit::Choice => {
                doc.choices.get(*value as usize).map_or_else(String::new, |name| (*name).to_owned())
            }
        }
    }
}

/// A placed program with everything its P4 text says.
#[derive(Clone, Debug)]
pub struct Source {
    /// The placed program.
    pub program: Elaborated,
    pub(super) meta: Meta,
    pub(super) settings: Vec<Setting>,
    pub(super) origins: BTreeMap<Slot, Origin>,
    pub(super) names: Vec<(NodeId, &'static str)>,
}

impl Source {
    /// Extracts and places a program, and finds out which setting every constant follows: by changing one at a time.
    ///
    /// # Errors
    /// The first rule of the profile that the program breaks.
    pub fn of<P: Program>(
        settings: &P::Settings,
        profile: &Profile,
        sizing: Sizing,
    ) -> Result<Self, Refusal> {
        let program = Elaborated::configured::<P>(settings, profile, sizing)?;
        let docs = P::Settings::DOCS.iter().zip(P::Settings::FIELDS);
        let listed = docs.enumerate().map(|(id, (doc, field))| {
            let value = settings.get(FieldId(id as u16)).unwrap_or(field.default);
            Setting { doc, unit: field.unit, value }
        });
        let listed: Vec<Setting> = listed.collect();
        let base = constants(&program.graph, program.pool_limits);
        let origins = origins::<P>(&listed, profile, &base);
        let names = P::params(settings, profile.depth_unit)
            .map_or_else(|_| Vec::new(), |params| record::<P>(&params, profile).names);
        Ok(Self { program, meta: P::META, settings: listed, origins, names })
    }

    /// The same from one value per field, missing ones at their default.
    ///
    /// # Errors
    /// As [`Self::of`]; a value outside its field's range among them.
    pub fn from_values<P: Program>(
        values: &[u32],
        profile: &Profile,
        sizing: Sizing,
    ) -> Result<Self, Refusal> {
        let settings = P::Settings::from_values(values).map_err(|error| {
            let field = P::Settings::DOCS.get(usize::from(error.field.0)).map_or("?", |doc| doc.name);
            Refusal::new(&P::META, profile, Reason::Parameter { field, error })
        })?;
        Self::of::<P>(&settings, profile, sizing)
    }

    /// `algorithm/variant`.
    #[must_use]
    pub fn id(&self) -> String {
        format!("{}/{}", self.meta.name, self.meta.variant)
    }

    /// The name of its files and of its control instance: `ecn_sharp_compact`.
    #[must_use]
    pub fn file_stem(&self) -> String {
        format!("{}_{}", self.meta.name, self.meta.variant).replace('-', "_")
    }

    /// Action data by owner, `switch`, `port` or `queue`: the settings, words of the program and outputs of the control plane that
    /// they follow.
    #[must_use]
    pub fn data(&self) -> Vec<(&'static str, Vec<&'static str>)> {
        let named = |(scope, names)| (super::header::owner(scope), names);
        super::header::data(self).into_iter().map(named).collect()
    }

    /// The marking decision is of the packet's arrival.
    #[must_use]
    pub const fn at_enqueue(&self) -> bool {
        self.meta.hooks.contains(Hooks::ENQUEUE)
    }

    pub(super) const fn graph(&self) -> &Graph {
        &self.program.graph
    }

    /// Owner of a constant.
    pub(super) fn scope(&self, slot: Slot) -> RegisterScope {
        match slot {
            Slot::Operand(_) => self.graph().data,
            Slot::Datum(lookup, _) => self.graph().lookups[lookup].scope,
            // A register file has one set of rows, a unit one table, a filter one constant.
            Slot::Row(..) | Slot::Math(_) | Slot::Tau(_) | Slot::PoolLimit(_) => RegisterScope::Pipe,
        }
    }

    pub(super) fn origin(&self, slot: Slot) -> Origin {
        self.origins.get(&slot).cloned().unwrap_or_default()
    }
}

/// The constants of a graph, in its order.
pub(super) fn slots(graph: &Graph) -> Vec<(Slot, Vec<u32>)> {
    let mut slots = Vec::new();
    for (index, node) in graph.nodes.iter().enumerate() {
        if let Op::Data(_, value) = node.op {
            slots.push((Slot::Operand(index), vec![value]));
        }
    }
    for (index, access) in graph.accesses.iter().enumerate() {
        let rows = access.rows.iter().enumerate();
        slots.extend(rows.map(|(row, value)| (Slot::Row(index, row), vec![*value])));
        if let Some(unit) = access.math {
            let (table, scale) = unit.parts();
            let parts = table.iter().map(|entry| u32::from(*entry)).chain([i32::from(scale).cast_unsigned()]);
            slots.push((Slot::Math(index), parts.collect()));
        }
    }
    for (index, lookup) in graph.lookups.iter().enumerate() {
        let data = lookup.data.iter().enumerate();
        slots.extend(data.map(|(datum, value)| (Slot::Datum(index, datum), vec![*value])));
    }
    for (index, filter) in graph.filters.iter().enumerate() {
        slots.push((Slot::Tau(index), vec![u32::from(filter.log2_tau_ns)]));
    }
    slots
}

/// The constants of a graph, and the limits that the packet memory has for it.
fn constants(graph: &Graph, limits: PoolLimits) -> Vec<(Slot, Vec<u32>)> {
    let limits = limits.0.into_iter().enumerate().map(|(limit, value)| (Slot::PoolLimit(limit), vec![value]));
    slots(graph).into_iter().chain(limits).collect()
}

fn origins<P: Program>(
    settings: &[Setting],
    profile: &Profile,
    base: &[(Slot, Vec<u32>)],
) -> BTreeMap<Slot, Origin> {
    let mut origins: BTreeMap<Slot, Origin> =
        base.iter().map(|(slot, _)| (*slot, Origin::default())).collect();
    let params = |values: &[u32]| P::params(&P::Settings::from_values(values).ok()?, profile.depth_unit).ok();
    let differing = |params: &P::Params| {
        let recorded = record::<P>(params, profile);
        let now = constants(&recorded.graph, P::pool_limits(params));
        let same_shape = recorded.acts() && now.len() == base.len();
        let changed = now.into_iter().zip(base).filter(|(now, base)| now != *base);
        changed.filter(|_| same_shape).map(|(now, _)| now.0).collect::<Vec<_>>()
    };
    let values: Vec<u32> = settings.iter().map(|setting| setting.value).collect();
    for index in 0..settings.len() {
        for value in others::<P>(index, values[index]) {
            let mut changed = values.clone();
            changed[index] = value;
            for slot in params(&changed).iter().flat_map(&differing) {
                let following = &mut origins.entry(slot).or_default().settings;
                if !following.contains(&index) {
                    following.push(index);
                }
            }
        }
    }
    if let Some(mut controlled) = params(&values) {
        congest::<P>(&mut controlled);
        for slot in differing(&controlled) {
            origins.entry(slot).or_default().controlled = true;
        }
    }
    origins
}

/// Other values of a field, near and far, as far as they are legal.
fn others<P: Program>(index: usize, value: u32) -> Vec<u32> {
    let field = P::Settings::FIELDS[index];
    let near = [value.saturating_sub(1), value.saturating_add(1), value / 2, value / 4, value / 16];
    let far =
        [value.saturating_mul(2), value.saturating_mul(4), value.saturating_mul(16), field.min, field.max];
    let legal = |other: &u32| *other != value && (field.min..=field.max).contains(other);
    near.into_iter().chain(far).filter(legal).collect()
}

/// Lets the control plane see a congested port for a while.
fn congest<P: Program>(params: &mut P::Params) {
    // Longer than any scheme's threshold in the smallest cell, and still far below 2^19 of them.
    const DEPTH: u32 = 100_000;
    const SOJOURN_NS: u32 = 10_000_000;
    let period = P::META.control_period_ns.max(1);
    for tick in 1..=32u32 {
        let queue = QueueView { depth: DEPTH, sojourn: SOJOURN_NS, weight: 1 };
        let view = PortView { port: PortId(0), queues: &[queue; 8], pool_depth: DEPTH };
        P::control(params, Nanos32(tick.wrapping_mul(period)), &view);
    }
}
