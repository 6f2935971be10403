//! A graph in the making: its words by variable, and the control that it is made from.

use super::syntax::{Action, Control, Expr, Kind, Type};
use super::{ReadError, Result};
use freeboard_aqm_api::Intrinsics;
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{Graph, Intrinsic, Node, NodeId, Op, SourceLine, Test, TestId};
use std::collections::BTreeMap;

/// Bits of the container and bits in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Width {
    pub(super) container: u32,
    pub(super) used: u32,
}

pub(super) struct Lowering<'a> {
    pub(super) control: &'a Control,
    pub(super) graph: Graph,
    /// Words by variable.
    pub(super) values: BTreeMap<String, NodeId>,
    pub(super) marked: Option<TestId>,
    /// Owner of the entries of the table that runs.
    pub(super) place: RegisterScope,
    /// Owner of the action data as operands, once an action with such data was read.
    pub(super) data: Option<RegisterScope>,
}

/// A string of the text for as long as the process runs: names of a graph are static.
pub(super) fn kept(text: &str) -> &'static str {
    text.to_owned().leak()
}

pub(super) const fn at(line: u32) -> SourceLine {
    SourceLine { file: "p4", line }
}

impl<'a> Lowering<'a> {
    pub(super) fn new(control: &'a Control, sojourn: u32) -> Self {
        let width = |intrinsic| match intrinsic {
            Intrinsic::NowHigh | Intrinsic::Size => 16,
            Intrinsic::Sojourn => sojourn,
            Intrinsic::Depth => 19,
            Intrinsic::PoolStatus => 2,
            Intrinsic::Now | Intrinsic::PortDepth | Intrinsic::PoolDepth => 32,
        };
        let input = |intrinsic| Node {
            op: Op::Input(intrinsic),
            operands: [None; 2],
            width: width(intrinsic),
            at: at(0),
        };
        let graph = Graph {
            algorithm: kept(&control.name),
            variant: "read",
            declared_reads: Intrinsics::empty(),
            data: RegisterScope::Pipe,
            nodes: Intrinsic::ALL.into_iter().map(input).collect(),
            tests: Vec::new(),
            registers: Vec::new(),
            accesses: Vec::new(),
            lookups: Vec::new(),
            filters: Vec::new(),
            mark: TestId(0),
        };
        Self { control, graph, values: BTreeMap::new(), marked: None, place: RegisterScope::Pipe, data: None }
    }

    pub(super) fn node(&mut self, op: Op, operands: [Option<NodeId>; 2], width: u32, line: u32) -> NodeId {
        self.graph.nodes.push(Node { op, operands, width, at: at(line) });
        NodeId(self.graph.nodes.len() - 1)
    }

    pub(super) fn condition(&mut self, test: Test, line: u32) -> TestId {
        self.graph.tests.push((test, at(line)));
        TestId(self.graph.tests.len() - 1)
    }

    /// Bits of a parameter of the control.
    pub(super) fn parameter(&self, name: &str) -> Option<u32> {
        self.control.parameters.iter().find(|one| one.name == name).and_then(|one| bits(&one.kind))
    }

    pub(super) fn action(&self, name: &str, line: u32) -> Result<&'a Action> {
        self.control
            .actions
            .get(name)
            .ok_or_else(|| ReadError::new(line, format!("there is no action {name}")))
    }

    pub(super) fn width_of(&self, name: &str, line: u32) -> Result<Width> {
        let variable = self.control.variables.get(name);
        let variable =
            variable.ok_or_else(|| ReadError::new(line, format!("there is no variable {name}")))?;
        self.width(&variable.kind, line)
    }

    fn width(&self, kind: &Type, line: u32) -> Result<Width> {
        if let Some(bits) = bits(kind) {
            return Ok(Width { container: bits, used: bits });
        }
        let container = self.control.typedefs.get(&kind.name).and_then(bits);
        let digits: String = kind.name.chars().filter(char::is_ascii_digit).collect();
        let wrong = || ReadError::new(line, format!("{} is not a type of words", kind.name));
        let used: u32 = digits.parse().map_err(|_| wrong())?;
        container.filter(|bits| used <= *bits).map(|container| Width { container, used }).ok_or_else(wrong)
    }
}

/// `bit<N>`: N.
pub(super) fn bits(kind: &Type) -> Option<u32> {
    let [width] = &kind.arguments[..] else { return None };
    (kind.name == "bit").then(|| width.name.parse().ok()).flatten()
}

/// Without casts to unsigned words.
pub(super) fn stripped(expr: &Expr) -> &Expr {
    match &expr.kind {
        Kind::Cast(kind, inner) if bits(kind).is_some() => stripped(inner),
        _ => expr,
    }
}

/// Name and arguments of a call.
pub(super) fn called(call: &Expr) -> Result<(String, Vec<Expr>)> {
    if let Kind::Call(function, arguments) = &call.kind
        && let Some(path) = function.path()
    {
        return Ok((path, arguments.clone()));
    }
    Err(ReadError::new(call.line, "a call is missing"))
}
