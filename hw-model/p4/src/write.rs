//! The control of a placed program, stage by stage.

use super::boolean::{Bool, Leaf};
use super::control_plane::{ControlPlane, Datum, Location};
use super::identifiers::Identifiers;
use super::source::{Slot, Source};
use super::words::Words;
use super::{Target, Unwritable, header};
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{Intrinsic, NodeId, Op, SourceLine, TableKind};
use std::collections::BTreeSet;

/// Writes a program for a target.
///
/// # Errors
/// What the target cannot say.
pub fn write(source: &Source, target: Target) -> Result<String, Unwritable> {
    Ok(writer(source, target)?.finish())
}

/// Control-plane file: the data that may change in the program that [`write()`] writes.
///
/// # Errors
/// The target cannot say a part of the program.
pub fn control_plane(source: &Source, target: Target) -> Result<ControlPlane, Unwritable> {
    let mut writer = writer(source, target)?;
    if reads(source, Intrinsic::PoolStatus) {
        for (limit, value) in source.program.pool_limits.0.into_iter().enumerate() {
            let location = Location::PoolLimit { pool: 0, limit };
            writer.changeable(Slot::PoolLimit(limit), value, RegisterScope::Pipe, location);
        }
    }
    Ok(ControlPlane::of(source, target, writer.data))
}

fn writer(source: &Source, target: Target) -> Result<Writer<'_>, Unwritable> {
    check(source, target)?;
    let mut writer = Writer::new(source, target);
    for (stage, content) in source.program.placement.stages.iter().enumerate() {
        writer.apply += &format!("        // Stage {stage}.\n");
        for table in &content.tables {
            writer.table(table)?;
        }
    }
    Ok(writer)
}

/// The program reads the intrinsic value.
fn reads(source: &Source, intrinsic: Intrinsic) -> bool {
    let Source { program, .. } = source;
    let mut inputs = program.placement.metadata.inputs.iter();
    inputs.any(|(word, _)| program.graph.node(*word).op == Op::Input(intrinsic))
}

/// What a profile or a target lacks altogether.
fn check(source: &Source, target: Target) -> Result<(), Unwritable> {
    let Source { program, .. } = source;
    for intrinsic in [Intrinsic::PortDepth, Intrinsic::PoolDepth] {
        if reads(source, intrinsic) || program.profile.input(intrinsic).is_some() {
            let profile = program.profile.name;
            return Err(Unwritable::new(format!(
                "{profile} is a packet memory that marks by itself: it runs no P4"
            )));
        }
    }
    if target == Target::V1model {
        if reads(source, Intrinsic::PoolStatus) {
            return Err(Unwritable::new("v1model shows no congestion status of a shared pool"));
        }
        if !program.graph.filters.is_empty() {
            return Err(Unwritable::new("v1model has no low-pass filter"));
        }
    }
    Ok(())
}

/// A control under construction.
pub(super) struct Writer<'a> {
    pub(super) source: &'a Source,
    pub(super) target: Target,
    pub(super) ids: Identifiers,
    pub(super) words: Words<'a>,
    /// Local variables.
    variables: String,
    /// Registers, actions and tables.
    pub(super) declarations: String,
    /// The control's `apply`.
    pub(super) apply: String,
    /// Names of the types that variables have.
    types: BTreeSet<String>,
    pub(super) pairs: bool,
    /// Data that the control plane may change.
    data: Vec<Datum>,
}

impl<'a> Writer<'a> {
    fn new(source: &'a Source, target: Target) -> Self {
        let mut ids = Identifiers::default();
        for register in &source.graph().registers {
            ids.fresh(register.name);
        }
        let words = Words::of(source, target, &mut ids);
        let (variables, declarations, apply) = Default::default();
        Self {
            source,
            target,
            ids,
            words,
            variables,
            declarations,
            apply,
            types: BTreeSet::new(),
            pairs: false,
            data: Vec::new(),
        }
    }

    /// Declares the variable of a word that something reads; it starts at 0.
    pub(super) fn variable(&mut self, id: NodeId) {
        if !self.words.is_read(id) {
            return;
        }
        let node = self.source.graph().node(id);
        let kind = self.words.type_name(id);
        let what = header::unit(self.source, id).map_or_else(String::new, |unit| format!("[{unit}] "));
        let at = located(node.at);
        self.variables += &format!("    {kind} {} = 0;  // {what}{at}\n", self.words.name(id));
        self.types.insert(kind);
    }

    /// A plain variable of the control; it starts at 0.
    pub(super) fn plain_variable(&mut self, kind: &str, name: &str) {
        self.variables += &format!("    {kind} {name} = 0;\n");
    }

    /// A condition over words.
    pub(super) fn condition(&self, condition: &Bool) -> String {
        condition.text(&|leaf, positive| {
            let (bit, flag) = match leaf {
                Leaf::Any(word) => (None, self.source.graph().node(word).width == 1),
                Leaf::Bit(_, bit) => (Some(bit), true),
            };
            let text = self.words.bits(leaf.word(), bit);
            match (flag, positive) {
                (true, true) => format!("{text} == 1"),
                (false, true) => format!("{text} != 0"),
                (_, false) => format!("{text} == 0"),
            }
        })
    }

    /// A constant that stands where the control plane may change it.
    pub(super) fn changeable(&mut self, slot: Slot, value: u32, scope: RegisterScope, location: Location) {
        self.data.push(Datum::of(self.source, slot, value, scope, location));
    }

    /// A statement of the control's `apply`.
    pub(super) fn statement(&mut self, text: &str) {
        self.apply += &format!("        {text}\n");
    }

    fn table(&mut self, table: &freeboard_pipeline::Table) -> Result<(), Unwritable> {
        match &table.kind {
            TableKind::Operations(_, ids) => self.operations(ids, table.scope(self.source.graph())),
            TableKind::Access(id) => self.access(*id, table),
            TableKind::Lookup(id) => self.lookup(*id, table),
            TableKind::Filter(id) => self.filter(*id),
            TableKind::Mark => {
                let graph = self.source.graph();
                let condition = self.condition(&Bool::of(graph, graph.mark, true));
                let at = located(graph.test(graph.mark).1);
                self.statement(&format!("if ({condition}) {{  // {at}"));
                self.statement("    mark = 1;");
                self.statement("}");
                Ok(())
            }
        }
    }

    fn finish(self) -> String {
        let mut text = header::header(self.source, self.target);
        for kind in &self.types {
            let containers = [("word", 32), ("half", 16), ("byte", 8)];
            for (name, bits) in containers {
                if let Some(used) = kind.strip_prefix(name) {
                    let used = used.trim_end_matches("_t");
                    text +=
                        &format!("typedef bit<{bits}> {kind};  // {used} bits of the container are in use\n");
                }
            }
        }
        if self.pairs {
            text += "struct pair_t {\n    bit<32> lo;\n    bit<32> hi;\n}\n";
        }
        text += &header::signature(self.source, self.target);
        text += &self.variables;
        text += &self.declarations;
        text += "\n    apply {\n        mark = 0;\n";
        text += &self.apply;
        text += "    }\n}\n";
        text
    }
}

/// A source line without the folders above the crate.
pub(super) fn located(at: SourceLine) -> String {
    at.to_string()
}
