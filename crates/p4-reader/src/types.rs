//! Types of expressions: declared names, widths, members, results of externs.

use super::architecture;
use super::syntax::{Control, Expr, Instance, Kind, Parameter, Program, Type};
use super::{ReadError, Result};
use std::collections::BTreeMap;

/// The type of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Bits(u32),
    Signed(u32),
    Bool,
    /// A number without a width.
    Number(u64),
    /// Struct, header, metadata or packet, by name.
    Fields(String),
    /// Without a width: an extern, a list, a constant of the architecture, the result of a statement.
    Other,
}

/// Names in force at one place of a program.
#[derive(Clone)]
pub(super) struct Types<'a> {
    pub(super) program: &'a Program,
    /// Second generation of the Tofino family.
    second: bool,
    names: BTreeMap<String, Ty>,
    instances: &'a [(String, Instance)],
    control: Option<&'a Control>,
}

impl<'a> Types<'a> {
    /// Names of the file, and of a control or parser in it.
    pub(super) fn of(
        program: &'a Program,
        second: bool,
        parameters: &[Parameter],
        instances: &'a [(String, Instance)],
        control: Option<&'a Control>,
    ) -> Result<Self> {
        let mut types = Self { program, second, names: BTreeMap::new(), instances, control };
        let constants = program.constants.iter();
        let variables = control.into_iter().flat_map(|control| &control.variables);
        for (name, variable) in constants.chain(variables) {
            types.names.insert(name.clone(), types.resolved(&variable.kind, variable.line)?);
        }
        types.declare(parameters)?;
        for (name, instance) in instances {
            let known = architecture::EXTERNS.contains(&instance.kind.name.as_str())
                || program.control(&instance.kind.name).is_some();
            if !known {
                return Err(ReadError::new(instance.line, format!("{} is not declared", instance.kind.name)));
            }
            types.names.insert(name.clone(), Ty::Other);
        }
        Ok(types)
    }

    /// Adds parameters.
    pub(super) fn declare(&mut self, parameters: &[Parameter]) -> Result<()> {
        for Parameter { kind, name } in parameters {
            self.names.insert(name.clone(), self.resolved(kind, 0)?);
        }
        Ok(())
    }

    /// Adds a name of a type.
    pub(super) fn name(&mut self, name: &str, kind: &Type, line: u32) -> Result<()> {
        let ty = self.resolved(kind, line)?;
        self.names.insert(name.to_owned(), ty);
        Ok(())
    }

    pub(super) fn resolved(&self, kind: &Type, line: u32) -> Result<Ty> {
        let name = kind.name.as_str();
        let bits = || kind.arguments.first().and_then(|bits| bits.name.parse().ok());
        let bits = || bits().ok_or_else(|| ReadError::new(line, format!("{name} without its bits")));
        match name {
            "bit" => return Ok(Ty::Bits(bits()?)),
            "int" => return Ok(Ty::Signed(bits()?)),
            "bool" => return Ok(Ty::Bool),
            _ => {}
        }
        if let Some(bits) = architecture::named_bits(name, self.second) {
            return Ok(Ty::Bits(bits));
        }
        if let Some(kind) = self.program.typedefs.get(name) {
            return self.resolved(kind, line);
        }
        let known = self.program.structs.contains_key(name)
            || self.program.headers.contains_key(name)
            || architecture::TYPES.contains(&name);
        if known { Ok(Ty::Fields(name.to_owned())) } else { self.undeclared(name, line) }
    }

    fn undeclared<T>(&self, name: &str, line: u32) -> Result<T> {
        Err(ReadError::new(line, format!("{name} is not declared")))
    }

    /// The type of an expression.
    ///
    /// # Errors
    /// A name that is not declared, or operands of different types.
    pub(super) fn of_expr(&self, expr: &Expr) -> Result<Ty> {
        let line = expr.line;
        let wrong = |problem: String| Err(ReadError::new(line, problem));
        match &expr.kind {
            Kind::Number(value) => Ok(Ty::Number(*value)),
            Kind::Any => Ok(Ty::Number(0)),
            Kind::Name(name) => match (name.as_str(), self.names.get(name)) {
                (_, Some(ty)) => Ok(ty.clone()),
                ("true" | "false", None) => Ok(Ty::Bool),
                (constant, None) if architecture::CONSTANTS.contains(&constant) => Ok(Ty::Other),
                _ => self.undeclared(name, line),
            },
            Kind::Member(of, name) => {
                if expr.path().is_some_and(|path| architecture::CONSTANTS.contains(&path.as_str())) {
                    return Ok(Ty::Other);
                }
                match self.of_expr(of)? {
                    Ty::Fields(kind) => self.member(&kind, name, line),
                    _ => wrong(format!("{name} is a member of nothing")),
                }
            }
            Kind::Slice(of, high, low) => match self.of_expr(of)? {
                Ty::Bits(bits) if low <= high && *high < bits => Ok(Ty::Bits(high - low + 1)),
                ty => wrong(format!("no bits {high} to {low} of {ty:?}")),
            },
            Kind::Cast(kind, of) => {
                self.of_expr(of)?;
                self.resolved(kind, line)
            }
            Kind::Unary("!", of) => self.expect(of, &Ty::Bool).map(|()| Ty::Bool),
            Kind::Unary(_, of) => self.of_expr(of),
            Kind::Binary("&&" | "||", a, b) => {
                self.expect(a, &Ty::Bool)?;
                self.expect(b, &Ty::Bool)?;
                Ok(Ty::Bool)
            }
            Kind::Binary("<<" | ">>", a, b) => {
                self.of_expr(b)?;
                self.of_expr(a)
            }
            Kind::Binary("++", a, b) => match (self.of_expr(a)?, self.of_expr(b)?) {
                (Ty::Bits(a), Ty::Bits(b)) => Ok(Ty::Bits(a + b)),
                (a, b) => wrong(format!("{a:?} and {b:?} are not joined")),
            },
            Kind::Binary(sign, a, b) => {
                let common = self.common(a, b)?;
                let compares = ["==", "!=", "<", "<=", ">", ">="].contains(sign);
                Ok(if compares { Ty::Bool } else { common })
            }
            Kind::List(parts) => {
                parts.iter().try_for_each(|part| self.of_expr(part).map(drop))?;
                Ok(Ty::Other)
            }
            Kind::Call(function, arguments) => self.call(function, arguments),
        }
    }

    /// The expression is of this type, or a number that fits it.
    pub(super) fn expect(&self, expr: &Expr, wanted: &Ty) -> Result<()> {
        let ty = self.of_expr(expr)?;
        let fits = match (&ty, wanted) {
            (Ty::Number(value), Ty::Bits(bits) | Ty::Signed(bits)) => *bits >= 64 || value >> bits == 0,
            _ => ty == *wanted,
        };
        if fits { Ok(()) } else { Err(ReadError::new(expr.line, format!("{ty:?} where {wanted:?} belongs"))) }
    }

    fn common(&self, a: &Expr, b: &Expr) -> Result<Ty> {
        let (left, right) = (self.of_expr(a)?, self.of_expr(b)?);
        if let (Ty::Number(_), Ty::Number(_)) = (&left, &right) {
            return Ok(left);
        }
        if matches!(left, Ty::Number(_)) {
            self.expect(a, &right)?;
            return Ok(right);
        }
        self.expect(b, &left)?;
        Ok(left)
    }

    /// The type of a field.
    fn member(&self, of: &str, name: &str, line: u32) -> Result<Ty> {
        let own = self.program.structs.get(of).or_else(|| self.program.headers.get(of));
        if let Some(field) = own.into_iter().flatten().find(|field| field.name == name) {
            return self.resolved(&field.kind, line);
        }
        match architecture::field(of, name, self.second) {
            Some(bits) => Ok(Ty::Bits(bits)),
            None => Err(ReadError::new(line, format!("{of} has no {name}"))),
        }
    }

    fn call(&self, function: &Expr, arguments: &[Expr]) -> Result<Ty> {
        let line = function.line;
        let types: Vec<Ty> =
            arguments.iter().map(|argument| self.of_expr(argument)).collect::<Result<_>>()?;
        if let Kind::Member(of, method) = &function.kind {
            return self.method(of, method, arguments, &types);
        }
        let path = function.path().unwrap_or_default();
        if let ("min", [a, b]) = (path.as_str(), arguments) {
            return self.common(a, b);
        }
        if let Some(action) = self.control.and_then(|control| control.actions.get(&path)) {
            return self.matching(&action.parameters, arguments, line);
        }
        let known =
            architecture::FUNCTIONS.iter().any(|(name, count)| *name == path && *count == types.len());
        if !known {
            return self.undeclared(&path, line);
        }
        if let ("update_checksum" | "verify_checksum", [condition, _, sum, _]) = (path.as_str(), arguments) {
            self.expect(condition, &Ty::Bool)?;
            self.expect(sum, &Ty::Bits(16))?;
        }
        Ok(Ty::Other)
    }

    fn method(&self, of: &Expr, method: &str, arguments: &[Expr], types: &[Ty]) -> Result<Ty> {
        let line = of.line;
        let name = of.path().unwrap_or_default();
        let instance = self.instances.iter().find(|(known, _)| *known == name).map(|(_, instance)| instance);
        if let Some(instance) = instance {
            let argument = |at: usize| {
                let kind = instance.kind.arguments.get(at);
                kind.map_or(Ok(Ty::Bits(1)), |kind| self.resolved(kind, line))
            };
            return match (instance.kind.name.as_str(), method, arguments) {
                ("Hash", "get", [_]) | ("Random", "get", []) | ("RegisterParam", "read", []) => argument(0),
                ("MathUnit", "execute", [_]) | ("Lpf", "execute", [_, _]) => argument(0),
                ("RegisterAction", "execute", [_]) => argument(2),
                ("Counter", "count", [index]) => {
                    self.expect(index, &argument(1)?)?;
                    Ok(Ty::Other)
                }
                ("counter", "count", [index]) | ("register", "read", [_, index]) => {
                    self.expect(index, &Ty::Bits(32))?;
                    Ok(Ty::Other)
                }
                ("register", "write", [index, _]) => {
                    self.expect(index, &Ty::Bits(32))?;
                    Ok(Ty::Other)
                }
                ("Checksum", "add", [_]) => Ok(Ty::Other),
                ("Checksum", "verify", []) => Ok(Ty::Bool),
                ("Checksum", "update", [_]) => Ok(Ty::Bits(16)),
                (kind, "apply", _) if self.program.control(kind).is_some() => {
                    let control = self.program.control(kind);
                    let parameters = control.map_or(&[][..], |control| &control.parameters);
                    self.matching(parameters, arguments, line)
                }
                (kind, ..) => Err(ReadError::new(line, format!("{kind} has no {method} of these arguments"))),
            };
        }
        let is_table = self.control.is_some_and(|control| control.tables.contains_key(&name));
        if is_table && method == "apply" && types.is_empty() {
            return Ok(Ty::Other);
        }
        match (self.of_expr(of)?, method, types) {
            (Ty::Fields(kind), "isValid", []) if self.program.headers.contains_key(&kind) => Ok(Ty::Bool),
            (Ty::Fields(kind), "extract", [Ty::Fields(_)]) if kind == "packet_in" => Ok(Ty::Other),
            (Ty::Fields(kind), "advance", [Ty::Other]) if kind == "packet_in" => Ok(Ty::Other),
            (Ty::Fields(kind), "emit", [Ty::Fields(_)]) if kind == "packet_out" => Ok(Ty::Other),
            _ => Err(ReadError::new(line, format!("{name} has no {method} of these arguments"))),
        }
    }

    /// Arguments against parameters.
    fn matching(&self, parameters: &[Parameter], arguments: &[Expr], line: u32) -> Result<Ty> {
        if parameters.len() != arguments.len() {
            return Err(ReadError::new(line, "parameters and arguments are not as many"));
        }
        for (parameter, argument) in parameters.iter().zip(arguments) {
            self.expect(argument, &self.resolved(&parameter.kind, line)?)?;
        }
        Ok(Ty::Other)
    }
}
