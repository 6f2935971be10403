//! Control-plane file: the data that may change while a program runs.

use super::Target;
use super::header::{owner, unit};
use super::source::{Slot, Source, slots};
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{NodeId, Op};
use serde::Serialize;
use std::collections::BTreeSet;

/// The data of one program that the control plane may change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ControlPlane {
    /// `algorithm/variant`.
    pub variant: String,
    /// Architecture.
    pub target: &'static str,
    /// Profile that the program is placed on.
    pub profile: &'static str,
    /// Every datum, in the order of the text.
    pub data: Vec<Datum>,
    /// Data that must change together.
    pub together: Vec<Together>,
    /// Settings that the math unit's table follows: a change of one needs another program.
    pub compiled: Vec<&'static str>,
}

/// One datum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Datum {
    /// Its name in this file: location and parameter.
    pub name: String,
    /// The place of the text that holds it.
    #[serde(flatten)]
    pub location: Location,
    /// Settings that it follows; none where it is fixed, or the control plane's own.
    pub settings: Vec<&'static str>,
    /// Its value, as written.
    pub value: u32,
    /// Unit of the value; none for a plain number.
    pub unit: Option<String>,
    /// Owner of an entry: `switch`, `port` or `queue`.
    pub scope: &'static str,
    /// Entries of the program: one per owner.
    pub entries: u32,
    /// Period at which the scheme's control plane rewrites it \[ns\]; none where only a change of a setting does.
    pub period_ns: Option<u32>,
}

/// A place of the text that holds a datum.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Location {
    /// Parameter of a table's only action: of the default action, and of the entry of a port or a queue.
    ActionData {
        /// The table.
        table: String,
        /// Its action.
        action: String,
        /// The action's parameter.
        parameter: String,
    },
    /// Parameter of the action of some entries of a table.
    Rows {
        /// The table.
        table: String,
        /// The action of the entries.
        action: String,
        /// The action's parameter.
        parameter: &'static str,
        /// Key fields of the entries, as the text has them.
        keys: Vec<String>,
    },
    /// Parameter of a register's actions.
    RegisterParameter {
        /// The register.
        register: String,
        /// The parameter.
        parameter: String,
    },
    /// Rise and fall time constant of a low-pass filter: no text holds it.
    LowPassFilter {
        /// The filter.
        filter: String,
    },
    /// Limit of the congestion status of a pool, which the traffic manager holds: no text does.
    PoolLimit {
        /// The pool.
        pool: u32,
        /// The limit, ascending.
        limit: usize,
    },
}

/// Data that follow one thing: while some are old and some new, the program is neither.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Together {
    /// The setting, or `control plane` for data that it rewrites in one round.
    pub follow: &'static str,
    /// Names of the data.
    pub data: Vec<String>,
}

impl ControlPlane {
    pub(super) fn of(source: &Source, target: Target, data: Vec<Datum>) -> Self {
        let settings = || source.settings.iter().map(|setting| setting.doc.name);
        let follows = |setting: &'static str| group(setting, &data, |one| one.settings.contains(&setting));
        let rewritten = group("control plane", &data, |one| one.period_ns.is_some());
        let together = settings().filter_map(follows).chain(rewritten).collect();
        let math = slots(source.graph()).into_iter().filter(|(slot, _)| matches!(slot, Slot::Math(_)));
        let moving: BTreeSet<usize> = math.flat_map(|(slot, _)| source.origin(slot).settings).collect();
        let compiled = moving.into_iter().map(|index| source.settings[index].doc.name).collect();
        let (variant, profile) = (source.id(), source.program.profile.name);
        Self { variant, target: target.name(), profile, data, together, compiled }
    }
}

impl Datum {
    pub(super) fn of(
        source: &Source,
        slot: Slot,
        value: u32,
        scope: RegisterScope,
        location: Location,
    ) -> Self {
        let origin = source.origin(slot);
        let period = source.meta.control_period_ns;
        Self {
            name: location.name(),
            settings: origin.settings.iter().map(|&index| source.settings[index].doc.name).collect(),
            value,
            unit: unit_of(source, slot),
            scope: owner(scope),
            entries: source.program.placement.sizing.instances(scope),
            period_ns: Some(period).filter(|_| origin.controlled),
            location,
        }
    }
}

impl Location {
    fn name(&self) -> String {
        match self {
            Self::ActionData { table, parameter, .. } => format!("{table}.{parameter}"),
            Self::Rows { table, parameter, keys, .. } => format!("{table}.{parameter}[{}]", keys.join(" ")),
            Self::RegisterParameter { parameter, .. } => parameter.clone(),
            Self::LowPassFilter { filter } => format!("{filter}.time_constant"),
            Self::PoolLimit { pool, limit } => format!("pool_{pool}.limit_{limit}"),
        }
    }
}

/// The data that `belongs` holds for, if they are several.
fn group(follow: &'static str, data: &[Datum], belongs: impl Fn(&Datum) -> bool) -> Option<Together> {
    let data: Vec<String> = data.iter().filter(|one| belongs(one)).map(|one| one.name.clone()).collect();
    Some(Together { follow, data }).filter(|group| group.data.len() > 1)
}

/// Unit of a constant: that of the word beside it.
fn unit_of(source: &Source, slot: Slot) -> Option<String> {
    let graph = source.graph();
    let beside = |id: NodeId| {
        let operands = graph.node(id).operands.into_iter().flatten();
        operands.filter_map(|word| unit(source, word)).next()
    };
    let nodes = || (0..graph.nodes.len()).map(NodeId);
    match slot {
        Slot::Operand(index) => beside(NodeId(index)),
        Slot::Row(access, _) => {
            nodes().find(|id| graph.node(*id).op == Op::Stateful(access)).and_then(beside)
        }
        Slot::Datum(lookup, _) => {
            let word = nodes().find(|id| graph.node(*id).op == Op::Lookup(lookup));
            let reads = |id: &NodeId| word.is_some() && graph.node(*id).operands.contains(&word);
            nodes().find(reads).and_then(beside)
        }
        Slot::Tau(_) => Some("ns".to_owned()),
        Slot::PoolLimit(_) => Some("cells".to_owned()),
        Slot::Math(_) => None,
    }
}
