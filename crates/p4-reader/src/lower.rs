//! Declarations and statements to a graph, in the order of `apply`.

use super::choice::{Act, Case};
use super::operand::STAMPS;
use super::syntax::{Action, Control, Expr, Instance, Kind, Statement, Type};
use super::{ReadError, Result};
use freeboard_aqm_api::Intrinsics;
use freeboard_pipeline::{
    DataOp, Filter, Graph, Intrinsic, LookupTable, Node, NodeId, Op, Register, RegisterKind, SourceLine,
    Test, TestId,
};
use std::collections::BTreeMap;

/// Reads a parsed control.
///
/// The sojourn time has as many bits as its parameter, or as the Tofino architecture's `second` or first generation gives.
pub(super) fn lower(control: &Control, second: bool) -> Result<Graph> {
    let mut lowering = Lowering::new(control, if second { 32 } else { 18 });
    if let Some(bits) = lowering.parameter("sojourn_ns") {
        lowering.graph.nodes[Intrinsic::Sojourn.index()].width = bits;
    }
    lowering.statements()?;
    let marked = lowering.marked.ok_or_else(|| ReadError::new(0, "nothing sets `mark`"))?;
    lowering.graph.mark = marked;
    Ok(lowering.graph)
}

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
    marked: Option<TestId>,
}

/// A string of the text for as long as the process runs: names of a graph are static.
pub(super) fn kept(text: &str) -> &'static str {
    text.to_owned().leak()
}

const fn at(line: u32) -> SourceLine {
    SourceLine { file: "p4", line }
}

impl<'a> Lowering<'a> {
    fn new(control: &'a Control, sojourn: u32) -> Self {
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
            nodes: Intrinsic::ALL.into_iter().map(input).collect(),
            tests: Vec::new(),
            registers: Vec::new(),
            accesses: Vec::new(),
            lookups: Vec::new(),
            filters: Vec::new(),
            mark: TestId(0),
        };
        Self { control, graph, values: BTreeMap::new(), marked: None }
    }

    pub(super) fn node(&mut self, op: Op, operands: [Option<NodeId>; 2], width: u32, line: u32) -> NodeId {
        self.graph.nodes.push(Node { op, operands, width, at: at(line) });
        NodeId(self.graph.nodes.len() - 1)
    }

    pub(super) fn condition(&mut self, test: Test, line: u32) -> TestId {
        self.graph.tests.push((test, at(line)));
        TestId(self.graph.tests.len() - 1)
    }

    fn statements(&mut self) -> Result<()> {
        let control = self.control;
        for statement in &control.apply {
            match statement {
                Statement::Assign(left, right) if left.path().as_deref() == Some("mark") => {
                    if right.number() != Some(0) || self.marked.is_some() {
                        return Err(ReadError::new(
                            left.line,
                            "`mark` is 0 at first, and set once behind a condition",
                        ));
                    }
                }
                Statement::Assign(left, _) => {
                    return Err(ReadError::new(left.line, "an assignment outside an action"));
                }
                Statement::Call(call) => self.call(call)?,
                Statement::If(condition, holds, fails) => self.branches(condition, holds, fails)?,
            }
        }
        Ok(())
    }

    /// `action();` or `table.apply();`.
    fn call(&mut self, call: &Expr) -> Result<()> {
        let (name, arguments) = called(call)?;
        if let Some(table) = name.strip_suffix(".apply").and_then(|name| self.control.tables.get(name)) {
            return if table.key.is_empty() {
                let default = table.default_action.as_ref();
                let default = default
                    .ok_or_else(|| ReadError::new(call.line, "a table without a key has no default"))?;
                let (name, arguments) = called(default)?;
                self.run(&name, &arguments, default.line)
            } else {
                self.keyed(table)
            };
        }
        self.run(&name, &arguments, call.line)
    }

    /// An action without a condition.
    fn run(&mut self, name: &str, arguments: &[Expr], line: u32) -> Result<()> {
        let action = self.action(name, line)?;
        let bound = bind(action, arguments, line)?;
        if let Some(act) = self.act(action, &bound)?
            && matches!(act, Act::Access { .. })
        {
            return self.choose(vec![Case { when: None, act }], line);
        }
        for statement in &action.body {
            let Statement::Assign(left, right) = statement else {
                return Err(ReadError::new(line, format!("{name} does more than assign")));
            };
            self.assign(left, right, &bound)?;
        }
        Ok(())
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

    /// An if-chain: the mark, or a choice among actions.
    fn branches(&mut self, condition: &Expr, holds: &[Statement], fails: &[Statement]) -> Result<()> {
        if let [Statement::Assign(left, right)] = holds {
            let marks = left.path().as_deref() == Some("mark") && right.number() == Some(1);
            if !marks || !fails.is_empty() || self.marked.is_some() {
                return Err(ReadError::new(
                    condition.line,
                    "an assignment behind a condition that is not the mark",
                ));
            }
            self.marked = Some(self.test(condition)?);
            return Ok(());
        }
        let mut cases = Vec::new();
        let (mut condition, mut holds, mut fails) = (condition, holds, fails);
        loop {
            let when = Some(self.test(condition)?);
            cases.push(Case { when, act: self.only(holds, condition.line)? });
            match fails {
                [] => break,
                [Statement::If(next, then, other)] => {
                    (condition, holds, fails) = (next, then.as_slice(), other.as_slice());
                }
                last => {
                    cases.push(Case { when: None, act: self.only(last, condition.line)? });
                    break;
                }
            }
        }
        self.choose(cases, condition.line)
    }

    /// The one call of a branch.
    fn only(&self, body: &[Statement], line: u32) -> Result<Act> {
        let [Statement::Call(call)] = body else {
            return Err(ReadError::new(line, "a branch is one call"));
        };
        let (name, arguments) = called(call)?;
        let (name, arguments) = match name
            .strip_suffix(".apply")
            .and_then(|name| self.control.tables.get(name))
        {
            None => (name, arguments),
            Some(table) if table.key.is_empty() => {
                let default = table.default_action.as_ref();
                called(default.ok_or_else(|| ReadError::new(line, "a table without a key has no default"))?)?
            }
            Some(_) => return Err(ReadError::new(line, "a keyed table behind a condition")),
        };
        self.resolve(&name, &arguments, line)
    }

    /// What an action does, if that is one access or one constant.
    pub(super) fn resolve(&self, name: &str, arguments: &[Expr], line: u32) -> Result<Act> {
        let action = self.action(name, line)?;
        let act = self.act(action, &bind(action, arguments, line)?)?;
        act.ok_or_else(|| ReadError::new(line, format!("{name} is neither an access nor a constant")))
    }

    fn act(&self, action: &Action, bound: &BTreeMap<String, u32>) -> Result<Option<Act>> {
        let (target, value) = match &action.body[..] {
            [Statement::Assign(left, right)] => (left.path(), right),
            [Statement::Call(call)] => (None, call),
            _ => return Ok(None),
        };
        if let Kind::Call(function, arguments) = &value.kind
            && let Some(name) =
                function.path().and_then(|path| path.strip_suffix(".execute").map(str::to_owned))
            && let Some(instance) = self.control.instance(&name)
            && instance.kind.name == "RegisterAction"
        {
            let [index] = &arguments[..] else {
                return Err(ReadError::new(value.line, "an access has one index"));
            };
            let scope = self.scope(index)?;
            return Ok(Some(Act::Access { instruction: name, target, scope }));
        }
        let constant = self.constant(value, bound);
        Ok(target.zip(constant).map(|(target, value)| Act::Set { target, value }))
    }

    /// A number, or a parameter that is bound to one.
    fn constant(&self, expr: &Expr, bound: &BTreeMap<String, u32>) -> Option<u32> {
        match &expr.kind {
            Kind::Number(value) => u32::try_from(*value).ok(),
            Kind::Name(name) => bound.get(name).copied(),
            _ => None,
        }
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

    /// One assignment of an action: an operation.
    fn assign(&mut self, left: &Expr, right: &Expr, bound: &BTreeMap<String, u32>) -> Result<()> {
        let line = left.line;
        let target = left.path().ok_or_else(|| ReadError::new(line, "what is assigned is no variable"))?;
        let width = self.width_of(&target, line)?.used;
        let node = self.operation(right, bound, width)?;
        if self.values.insert(target.clone(), node).is_some() {
            return Err(ReadError::new(line, format!("{target} is assigned twice")));
        }
        Ok(())
    }

    fn operation(&mut self, expr: &Expr, bound: &BTreeMap<String, u32>, width: u32) -> Result<NodeId> {
        let line = expr.line;
        if let Some(value) = self.constant(expr, bound) {
            return Ok(self.lookup(Vec::new(), [0; 4], vec![value], width, line));
        }
        let now = Some(NodeId(Intrinsic::Now.index()));
        let stamp = stripped(expr);
        if let Kind::Slice(of, high, low) = &stamp.kind
            && of.path().is_some_and(|path| STAMPS.contains(&path.as_str()))
        {
            let high_word = Some(NodeId(Intrinsic::NowHigh.index()));
            return match (high, low) {
                (31, 0) => Ok(self.node(Op::StampSlice(0), [now, None], width, line)),
                (31, low) => Ok(self.node(Op::Shr(*low), [now, None], width, line)),
                (high, low) if *high == low + 31 => {
                    Ok(self.node(Op::StampSlice(*low), [now, high_word], width, line))
                }
                _ => Err(ReadError::new(line, "a slice of the stamp that is no word")),
            };
        }
        match &stamp.kind {
            Kind::Call(function, arguments) => self.called_operation(function, arguments, bound, width),
            Kind::Binary(sign @ (">>" | "<<"), a, distance) => {
                let distance = distance.number().filter(|distance| *distance < 32);
                let distance =
                    distance.ok_or_else(|| ReadError::new(line, "a shift is by a constant below 32"))? as u32;
                let op = if *sign == ">>" { Op::Shr(distance) } else { Op::Shl(distance) };
                let a = self.word(a)?;
                Ok(self.node(op, [Some(a), None], width, line))
            }
            Kind::Binary(sign, a, b) => self.binary(sign, a, b, bound, width),
            _ => {
                let word = self.word(expr)?;
                Ok(self.node(Op::Widen, [Some(word), None], width, line))
            }
        }
    }

    fn binary(
        &mut self,
        sign: &str,
        a: &Expr,
        b: &Expr,
        bound: &BTreeMap<String, u32>,
        width: u32,
    ) -> Result<NodeId> {
        let line = a.line;
        let wrong = || ReadError::new(line, format!("no operation `{sign}` of these operands"));
        if let Some(value) = self.constant(a, bound) {
            let op = match sign {
                "|-|" => DataOp::SaturatingSub,
                "-" => DataOp::Sub,
                "+" => DataOp::Add,
                "&" => DataOp::And,
                "min" => DataOp::Min,
                _ => return Err(wrong()),
            };
            let b = self.word(b)?;
            return Ok(self.node(Op::Data(op, value), [Some(b), None], width, line));
        }
        let op = match sign {
            "|" => Op::Or,
            "&" => Op::And,
            "+" => Op::Add,
            "-" => Op::Sub,
            "|-|" => Op::SaturatingSub,
            "min" => Op::Min,
            _ => return Err(wrong()),
        };
        let operands = [Some(self.word(a)?), Some(self.word(b)?)];
        Ok(self.node(op, operands, width, line))
    }

    /// A minimum, a random draw, a filter.
    fn called_operation(
        &mut self,
        function: &Expr,
        arguments: &[Expr],
        bound: &BTreeMap<String, u32>,
        width: u32,
    ) -> Result<NodeId> {
        let line = function.line;
        let path = function.path().unwrap_or_default();
        if let ("min", [a, b]) = (path.as_str(), arguments) {
            return self.binary("min", a, b, bound, width);
        }
        let (name, method) = path.split_once('.').unwrap_or_default();
        let instance =
            self.control.instance(name).ok_or_else(|| ReadError::new(line, format!("no extern {name}")))?;
        match (instance.kind.name.as_str(), method, arguments) {
            ("Random", "get", []) => self.random(name, instance, width),
            ("Lpf", "execute", [sample, index]) => {
                let sample = self.word(sample)?;
                let scope = self.scope(index)?;
                let register = self.graph.registers.len();
                let filter = self.graph.filters.len();
                let operands = [Some(NodeId(Intrinsic::Now.index())), Some(sample)];
                let word = self.node(Op::LowPass(filter), operands, width, line);
                self.graph.registers.push(Register {
                    name: kept(name),
                    scope,
                    halves: 2,
                    kind: RegisterKind::Filter,
                    accessed_by: Some(word),
                });
                self.graph.filters.push(Filter { register, log2_tau_ns: 0 });
                Ok(word)
            }
            _ => Err(ReadError::new(line, format!("no word comes from {path}"))),
        }
    }

    /// Generators take the bits of the packet's random word in order of declaration.
    fn random(&mut self, name: &str, instance: &Instance, width: u32) -> Result<NodeId> {
        let width_of = |instance: &Instance| instance.kind.arguments.first().and_then(bits).unwrap_or(0);
        let earlier = self.control.instances.iter().take_while(|(other, _)| other != name);
        let first =
            earlier.filter(|(_, other)| other.kind.name == "Random").map(|(_, other)| width_of(other)).sum();
        let bits = width_of(instance);
        if bits != width {
            return Err(ReadError::new(instance.line, "a draw has as many bits as its variable uses"));
        }
        Ok(self.node(Op::Random { first, bits }, [None; 2], width, instance.line))
    }

    pub(super) fn lookup(
        &mut self,
        key: Vec<TestId>,
        select: [u8; 4],
        data: Vec<u32>,
        width: u32,
        line: u32,
    ) -> NodeId {
        let index = self.graph.lookups.len();
        self.graph.lookups.push(LookupTable { name: "table", key, select, data });
        self.node(Op::Lookup(index), [None; 2], width, line)
    }
}

/// `bit<N>`: N.
fn bits(kind: &Type) -> Option<u32> {
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

/// Parameters of an action with their values.
fn bind(action: &Action, arguments: &[Expr], line: u32) -> Result<BTreeMap<String, u32>> {
    if action.parameters.len() != arguments.len() {
        return Err(ReadError::new(line, "parameters and arguments are not as many"));
    }
    let value = |(parameter, argument): (&super::syntax::Parameter, &Expr)| {
        let fits = |value: &u64| bits(&parameter.kind).is_some_and(|bits| bits >= 32 || value >> bits == 0);
        let value = argument.number().filter(|value| fits(value) && u32::try_from(*value).is_ok());
        let value = value
            .ok_or_else(|| ReadError::new(line, format!("{} gets no number that fits", parameter.name)))?;
        Ok((parameter.name.clone(), value as u32))
    };
    action.parameters.iter().zip(arguments).map(value).collect()
}
