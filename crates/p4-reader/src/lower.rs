//! Declarations and statements to a graph, in the order of `apply`.

use super::choice::{Act, Case};
use super::lowering::{Lowering, bits, called, kept, stripped};
use super::operand::STAMPS;
use super::syntax::{Action, Control, Expr, Instance, Kind, Statement};
use super::{ReadError, Result};
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{
    DataOp, Filter, Graph, Intrinsic, LookupTable, NodeId, Op, Register, RegisterKind, TestId,
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

impl<'a> Lowering<'a> {
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
            let fields: Vec<&Expr> = table.key.iter().map(|(field, _)| field).collect();
            return if table.key.iter().all(|(field, kind)| self.is_place(field) && kind == "exact") {
                let default = table.default_action.as_ref();
                let default = default
                    .ok_or_else(|| ReadError::new(call.line, "a table without a key has no default"))?;
                let (name, arguments) = called(default)?;
                self.place = self.owner(&fields, table.line)?;
                let ran = self.run(&name, &arguments, default.line);
                self.place = RegisterScope::Pipe;
                ran
            } else {
                let read = self.keyed(table);
                self.place = RegisterScope::Pipe;
                read
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
            if matches!(a.kind, Kind::Name(_)) && *self.data.get_or_insert(self.place) != self.place {
                return Err(ReadError::new(line, "operands of one program belong to different places"));
            }
            self.graph.data = self.data.unwrap_or(RegisterScope::Pipe);
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
        self.graph.lookups.push(LookupTable { name: "table", key, select, scope: self.place, data });
        self.node(Op::Lookup(index), [None; 2], width, line)
    }
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
