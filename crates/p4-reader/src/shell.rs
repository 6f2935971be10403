//! Shell: a whole program around a control, run on packets with the control's mark given.

use super::architecture;
use super::evaluate::{Frame, Values, checksum, masked};
use super::syntax::{Expr, Kind, Next, Parameter, Program, Statement};
use super::types::{Ty, Types};
use super::{ReadError, Result, check, lex, parse};

/// A whole program, checked.
#[derive(Clone, Debug)]
pub struct Shell {
    program: Program,
    second: bool,
}

/// One packet through the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The packet that leaves; none if it was dropped.
    pub packet: Option<Vec<u8>>,
    /// Counters that were incremented, with the index.
    pub counts: Vec<(String, u64)>,
}

/// The control in the place of the included one: from its inputs, none for metadata, to the mark.
pub type Decision<'a> = dyn FnMut(&[Option<u64>]) -> bool + 'a;

/// States of one packet parser, at most: a shell has no loop.
const STATES: usize = 16;

impl Shell {
    /// Reads a program with the control it includes: the text of the control, and behind it the text of the shell.
    ///
    /// # Errors
    /// The first declaration, name or type that is wrong.
    pub fn read(text: &str) -> core::result::Result<Self, ReadError> {
        let program = parse::program(lex::lex(text)?)?;
        let second = text.contains("#include <t2na.p4>");
        check::check(&program, second)?;
        Ok(Self { program, second })
    }

    /// Runs a packet. Every table of forwarding has an entry for it.
    ///
    /// # Errors
    /// Something is read before it is written, or a field of a header that the packet has not.
    pub fn run(
        &self,
        packet: &[u8],
        intrinsic: &[(&str, u64)],
        control: &mut Decision<'_>,
    ) -> core::result::Result<Outcome, ReadError> {
        let package =
            self.program.packages.iter().find(|(_, one)| architecture::parts(&one.kind.name).is_some());
        let (_, package) = package.ok_or_else(|| ReadError::new(0, "no package"))?;
        let part = |argument: &Expr| match &argument.kind {
            Kind::Call(part, _) => part.path().unwrap_or_default(),
            _ => String::new(),
        };
        let mut run = Run {
            shell: self,
            intrinsic,
            control,
            values: Values::default(),
            packet: packet.to_vec(),
            at: 0,
            emitted: Vec::new(),
            outcome: Outcome { packet: None, counts: Vec::new() },
            is_dropped: false,
        };
        run.reset();
        // An egress pipeline has a parser of its own, and begins anew.
        for argument in &package.arguments {
            let part = part(argument);
            if run.is_dropped {
                return Ok(run.outcome);
            }
            if self.program.parsers.contains_key(&part) {
                run.deparsed();
                run.parse(&part)?;
            } else {
                run.block(&part)?;
            }
        }
        run.deparsed();
        run.outcome.packet = Some(run.packet).filter(|_| !run.is_dropped);
        Ok(run.outcome)
    }
}

struct Run<'a, 'd> {
    shell: &'a Shell,
    intrinsic: &'a [(&'a str, u64)],
    control: &'d mut Decision<'d>,
    values: Values,
    packet: Vec<u8>,
    /// Bits that were extracted.
    at: usize,
    emitted: Vec<bool>,
    outcome: Outcome,
    is_dropped: bool,
}

impl<'a> Run<'a, '_> {
    /// Values at the begin of a pipeline: the architecture's.
    fn reset(&mut self) {
        self.values = Values::default();
        let zero = [("checksum_error", 0), ("drop_ctl", 0)];
        for (field, value) in zero.iter().chain(self.intrinsic) {
            for of in architecture::TYPES {
                if architecture::field(of, field, self.shell.second).is_some() {
                    self.values.set(format!("{of}.{field}"), u128::from(*value));
                }
            }
        }
    }

    /// The packet as it leaves a pipeline: headers that were emitted, and the bytes behind those that were extracted.
    fn deparsed(&mut self) {
        let header =
            self.emitted.chunks(8).map(|byte| byte.iter().fold(0, |all, bit| all << 1 | u8::from(*bit)));
        self.packet = header.chain(self.packet.iter().skip(self.at / 8).copied()).collect();
        self.emitted.clear();
        self.at = 0;
        self.reset();
    }

    fn frame(&self, parameters: &[Parameter], part: &str) -> Result<Frame<'a>> {
        let program = &self.shell.program;
        let control = program.control(part);
        let parser = program.parsers.get(part);
        let instances =
            control.map(|control| &control.instances).or_else(|| parser.map(|parser| &parser.instances));
        let instances = instances.map_or(&[][..], Vec::as_slice);
        let types = Types::of(program, self.shell.second, parameters, instances, control)?;
        let object = |parameter: &Parameter| (parameter.name.clone(), parameter.kind.name.clone());
        Ok(Frame { types, objects: parameters.iter().map(object).collect(), control, instances })
    }

    fn parse(&mut self, name: &str) -> Result<()> {
        let Some(parser) = self.shell.program.parsers.get(name) else { return Ok(()) };
        let frame = self.frame(&parser.parameters, name)?;
        let mut state = "start".to_owned();
        for _ in 0..STATES {
            let Some(now) = parser.states.get(&state) else { break };
            self.statements(&frame, &now.body)?;
            state = match &now.next {
                Next::To(next) => next.clone(),
                Next::Select(value, cases, last) => {
                    let value = self.values.value(&frame, value)?;
                    let mut next = last;
                    for (case, to) in cases.iter().rev() {
                        if self.values.value(&frame, case)? == value {
                            next = to;
                        }
                    }
                    next.clone()
                }
            };
        }
        self.is_dropped |= state != "accept";
        Ok(())
    }

    fn block(&mut self, name: &str) -> Result<()> {
        let Some(control) = self.shell.program.control(name) else { return Ok(()) };
        let frame = self.frame(&control.parameters, name)?;
        for (name, variable) in &control.variables {
            if let Some(initial) = &variable.initial {
                let value = self.values.value(&frame, initial)?;
                self.values.set(name.clone(), value);
            }
        }
        self.statements(&frame, &control.apply)?;
        for pipeline in ["ingress", "egress"] {
            let drop = self.values.get(&format!("{pipeline}_intrinsic_metadata_for_deparser_t.drop_ctl"));
            self.is_dropped |= drop.is_some_and(|drop| drop & 1 == 1);
        }
        Ok(())
    }

    fn statements(&mut self, frame: &Frame<'a>, body: &[Statement]) -> Result<()> {
        for statement in body {
            match statement {
                Statement::Assign(left, right) => {
                    let value = self.values.value(frame, right)?;
                    self.assign(frame, left, value)?;
                }
                Statement::If(condition, holds, fails) => {
                    let branch = if self.values.value(frame, condition)? != 0 { holds } else { fails };
                    self.statements(frame, branch)?;
                }
                Statement::Call(call) => self.call(frame, call)?,
            }
        }
        Ok(())
    }

    fn assign(&mut self, frame: &Frame<'a>, left: &Expr, value: u128) -> Result<()> {
        self.values.allow(frame, left)?;
        let width = frame.width(left)?;
        self.values.set(frame.path(left)?, masked(value, width));
        Ok(())
    }

    fn call(&mut self, frame: &Frame<'a>, call: &Expr) -> Result<()> {
        let line = call.line;
        let Kind::Call(function, arguments) = &call.kind else {
            return Err(ReadError::new(line, "a statement that does nothing"));
        };
        if let Kind::Member(of, method) = &function.kind {
            return self.method(frame, of, method, arguments);
        }
        let name = function.path().unwrap_or_default();
        if let Some(action) = frame.control.and_then(|control| control.actions.get(&name)) {
            let mut inner = frame.clone();
            inner.types.declare(&action.parameters)?;
            for (parameter, argument) in action.parameters.iter().zip(arguments) {
                let value = self.values.value(frame, argument)?;
                self.values.set(parameter.name.clone(), value);
            }
            return self.statements(&inner, &action.body);
        }
        match (name.as_str(), &arguments[..]) {
            ("mark_to_drop", [_]) => self.is_dropped = true,
            ("verify_checksum", [condition, list, sum, _]) => {
                if self.values.value(frame, condition)? != 0 {
                    let right = checksum(&self.values.bits(frame, list)?, line)?;
                    let is_wrong = right != self.values.value(frame, sum)?;
                    self.values.set("standard_metadata_t.checksum_error".to_owned(), u128::from(is_wrong));
                }
            }
            ("update_checksum", [condition, list, sum, _]) => {
                if self.values.value(frame, condition)? != 0 {
                    let right = checksum(&self.values.bits(frame, list)?, line)?;
                    self.assign(frame, sum, right)?;
                }
            }
            _ => return Err(ReadError::new(line, format!("{name} is not run here"))),
        }
        Ok(())
    }

    fn method(&mut self, frame: &Frame<'a>, of: &Expr, method: &str, arguments: &[Expr]) -> Result<()> {
        let name = of.path().unwrap_or_default();
        let instance = frame.instances.iter().find(|(known, _)| *known == name);
        let included = instance.and_then(|(_, instance)| self.shell.program.control(&instance.kind.name));
        match (method, arguments) {
            ("apply", [inputs @ .., mark]) if included.is_some() => {
                let value = |input: &Expr| match frame.types.of_expr(input)? {
                    Ty::Fields(_) => Ok(None),
                    _ => self.values.value(frame, input).map(|value| Some(value as u64)),
                };
                let inputs: Vec<Option<u64>> = inputs.iter().map(value).collect::<Result<_>>()?;
                let marked = (self.control)(&inputs);
                self.assign(frame, mark, u128::from(marked))
            }
            // The table has an entry that forwards the packet.
            ("apply", []) => Ok(()),
            ("count", [index]) => {
                let index = self.values.value(frame, index)? as u64;
                self.outcome.counts.push((name, index));
                Ok(())
            }
            ("add", [list]) => {
                let bits = self.values.bits(frame, list)?;
                self.values.summed.extend(bits);
                Ok(())
            }
            ("advance", [_]) => Ok(()),
            ("extract", [header]) => self.extract(frame, header),
            ("emit", [header]) => self.emit(frame, header),
            _ => Err(ReadError::new(of.line, format!("{name}.{method} is not run here"))),
        }
    }

    /// Fields of a header from the packet; the architecture's metadata are in no packet.
    fn extract(&mut self, frame: &Frame<'a>, header: &Expr) -> Result<()> {
        let Ty::Fields(kind) = frame.types.of_expr(header)? else { return Ok(()) };
        let Some(fields) = self.shell.program.headers.get(&kind) else { return Ok(()) };
        let path = frame.path(header)?;
        self.values.make_valid(path.clone());
        for field in fields {
            let Ty::Bits(bits) = frame.types.resolved(&field.kind, header.line)? else { continue };
            let mut value = 0;
            for _ in 0..bits {
                let byte = self.packet.get(self.at / 8).copied();
                let byte = byte.ok_or_else(|| ReadError::new(header.line, "the packet ends in a header"))?;
                value = value << 1 | u128::from(byte >> (7 - self.at % 8) & 1);
                self.at += 1;
            }
            self.values.set(format!("{path}.{}", field.name), value);
        }
        Ok(())
    }

    /// A header if it is valid, or every header of a struct.
    fn emit(&mut self, frame: &Frame<'a>, header: &Expr) -> Result<()> {
        let Ty::Fields(kind) = frame.types.of_expr(header)? else { return Ok(()) };
        if let Some(fields) = self.shell.program.structs.get(&kind) {
            for field in fields {
                let kind = Kind::Member(Box::new(header.clone()), field.name.clone());
                self.emit(frame, &Expr { kind, line: header.line })?;
            }
        } else if self.values.is_valid(&frame.path(header)?) {
            let bits = self.values.bits(frame, header)?;
            self.emitted.extend(bits);
        }
        Ok(())
    }
}
