//! Register accesses of v1model as register actions.
//!
//! There an access is a read into variables, an if-tree over them, and a write back. Each such group becomes what the same
//! program says on the Tofino architecture (an instruction per branch, rows of the register file, the math unit, a
//! generator), so that one lowering reads both.

use super::lowering::called;
use super::math::{math_instance, math_unit};
use super::names::{Names, assigned_in, mentioned, number, operands, renamed, unlined};
use super::syntax::{Action, Control, Expr, Instance, Kind, Statement, Table, Type};
use super::{ReadError, Result};

/// Turns every group of the control into actions, in place.
pub(super) fn gather(control: &mut Control) -> Result<()> {
    let mut rest = core::mem::take(&mut control.apply).into_iter().peekable();
    let mut apply: Vec<Statement> = Vec::new();
    let mut drawn = Names::new();
    while let Some(statement) = rest.next() {
        if let Some((variable, generator)) = draw(control, &statement)? {
            let line = generator.line;
            drawn.insert(variable.clone(), call(line, &variable, "get", Vec::new()));
            control.variables.remove(&variable);
            control.instances.push((variable, generator));
            continue;
        }
        let Some(read) = transfer(control, &statement, "read") else {
            apply.push(statement);
            continue;
        };
        let mut group = Group::default();
        group.add(read)?;
        while let Some(read) = rest.peek().and_then(|next| transfer(control, next, "read")) {
            group.add(read)?;
            rest.next();
        }
        let mut body = Vec::new();
        for next in rest.by_ref() {
            if let Some(write) = transfer(control, &next, "write") {
                group.written(&write)?;
                break;
            }
            body.push(next);
        }
        for _ in 1..group.halves.len() {
            let write = rest.next().and_then(|next| transfer(control, &next, "write"));
            group.written(&write.ok_or_else(|| group.wrong("what is read is not written back"))?)?;
        }
        if group.next_write < group.halves.len() {
            return Err(group.wrong("what is read is not written back"));
        }
        group.act(control, body, &mut apply)?;
    }
    for action in control.actions.values_mut() {
        action.body = action.body.iter().map(|statement| renamed(statement, &drawn)).collect();
    }
    control.apply = apply;
    Ok(())
}

/// `random<bit<N>>(variable, 0, 2^N - 1);`: the variable and its generator.
fn draw(control: &Control, statement: &Statement) -> Result<Option<(String, Instance)>> {
    let Statement::Call(call) = statement else { return Ok(None) };
    let (name, arguments) = called(call)?;
    if name != "random" {
        return Ok(None);
    }
    let wrong = || ReadError::new(call.line, "a draw is of all values of its variable");
    let [variable, low, high] = &arguments[..] else { return Err(wrong()) };
    let variable = variable.path().ok_or_else(wrong)?;
    let kind = control.variables.get(&variable).ok_or_else(wrong)?.kind.clone();
    let bits: Option<u32> = kind.arguments.first().and_then(|bits| bits.name.parse().ok());
    let most = bits.filter(|bits| *bits <= 32).map(|bits| (1u64 << bits) - 1);
    if low.number() != Some(0) || most.is_none() || high.number() != most {
        return Err(wrong());
    }
    let kind = Type { name: "Random".to_owned(), arguments: vec![kind] };
    Ok(Some((variable, Instance { kind, arguments: Vec::new(), body: Vec::new(), line: call.line })))
}

/// A read or a write of one array.
#[derive(Debug)]
struct Transfer {
    array: String,
    variable: String,
    index: Expr,
}

/// `array.read(variable, index);` or `array.write(index, variable);`.
fn transfer(control: &Control, statement: &Statement, method: &str) -> Option<Transfer> {
    let Statement::Call(call) = statement else { return None };
    let (path, arguments) = called(call).ok()?;
    let array = path.strip_suffix(method)?.strip_suffix('.')?;
    control.instance(array).filter(|instance| instance.kind.name == "register")?;
    let [first, second] = &arguments[..] else { return None };
    let (variable, index) = if method == "read" { (first, second) } else { (second, first) };
    Some(Transfer { array: array.to_owned(), variable: variable.path()?, index: index.clone() })
}

/// An access: the arrays of its halves, read and written at one index.
#[derive(Debug, Default)]
struct Group {
    halves: Vec<Transfer>,
    next_write: usize,
}

impl Group {
    fn wrong(&self, problem: &str) -> ReadError {
        ReadError::new(self.halves.first().map_or(0, |half| half.index.line), problem)
    }

    fn add(&mut self, read: Transfer) -> Result<()> {
        if self.halves.len() == 2
            || self.halves.iter().any(|half| unlined(&half.index) != unlined(&read.index))
        {
            return Err(ReadError::new(read.index.line, "an access reads one cell of one or two words"));
        }
        self.halves.push(read);
        Ok(())
    }

    fn written(&mut self, write: &Transfer) -> Result<()> {
        let wrong = || ReadError::new(write.index.line, "what is read is not written back");
        let read = self.halves.get(self.next_write).ok_or_else(wrong)?;
        if (&read.array, &read.variable) != (&write.array, &write.variable)
            || unlined(&read.index) != unlined(&write.index)
        {
            return Err(wrong());
        }
        self.next_write += 1;
        Ok(())
    }

    /// The register, one instruction per branch, and the choice among them.
    fn act(&self, control: &mut Control, mut body: Vec<Statement>, apply: &mut Vec<Statement>) -> Result<()> {
        let line = self.halves.first().map_or(0, |half| half.index.line);
        let register = self.register(control)?;
        let mut names = self.values(line);
        while let Some(unit) = body.first().and_then(|first| self.math_table(control, first)) {
            let (variable, half, table) = unit?;
            let name = format!("{register}/math");
            if control.instance(&name).is_none() {
                let unit = math_unit(&table)?;
                control.instances.push((name.clone(), math_instance(&unit, table.line)));
            }
            names.insert(variable, call(line, &name, "execute", vec![names[&half].clone()]));
            body.remove(0);
        }
        let mut read = Vec::new();
        body.iter().for_each(|statement| mentioned(statement, &mut read));
        self.rows(control, &read, apply, &mut names);
        let mut branches = Vec::new();
        self.split(body, &names, &mut branches);
        let mut chosen: Vec<Statement> = Vec::new();
        for (number, (condition, body)) in branches.into_iter().enumerate().rev() {
            let run = self.instruction(control, &register, number, &body, &mut names.clone())?;
            let run = Statement::Call(Expr {
                kind: Kind::Call(Box::new(Expr { kind: Kind::Name(run), line }), Vec::new()),
                line,
            });
            chosen = vec![match condition {
                Some(condition) => Statement::If(condition, vec![run], chosen),
                None => run,
            }];
        }
        apply.append(&mut chosen);
        Ok(())
    }

    /// Declares the register under the name that its arrays share.
    fn register(&self, control: &mut Control) -> Result<String> {
        let wrong = || self.wrong("two arrays of one access end on _lo and _hi");
        let bit32 = Type {
            name: "bit".to_owned(),
            arguments: vec![Type { name: "32".to_owned(), arguments: Vec::new() }],
        };
        let (name, cell) = match &self.halves[..] {
            [one] => (one.array.clone(), bit32.clone()),
            [lo, hi] => {
                let name = lo.array.strip_suffix("_lo").ok_or_else(wrong)?;
                if hi.array.strip_suffix("_hi") != Some(name) {
                    return Err(wrong());
                }
                let half =
                    |name: &str| super::syntax::Parameter { kind: bit32.clone(), name: name.to_owned() };
                control.structs.insert("pair".to_owned(), vec![half("lo"), half("hi")]);
                (name.to_owned(), Type { name: "pair".to_owned(), arguments: Vec::new() })
            }
            _ => return Err(wrong()),
        };
        let mut line = 0;
        for half in &self.halves {
            let array = control.instance(&half.array).filter(|array| array.kind.arguments == [bit32.clone()]);
            line = array.ok_or_else(|| self.wrong("an array has words of 32 bits"))?.line;
        }
        control.instances.retain(|(known, _)| self.halves.iter().all(|half| half.array != *known));
        if control.instance(&name).is_some() {
            return Err(self.wrong("an array has the name of two others"));
        }
        let kind = Type { name: "Register".to_owned(), arguments: vec![cell] };
        control
            .instances
            .push((name.clone(), Instance { kind, arguments: Vec::new(), body: Vec::new(), line }));
        Ok(name)
    }

    /// The variables of the halves, as an instruction names them.
    fn values(&self, line: u32) -> Names {
        let value = || Expr { kind: Kind::Name("value".to_owned()), line };
        let half = |(transfer, half): (&Transfer, &str)| {
            let kind = Kind::Member(Box::new(value()), half.to_owned());
            (transfer.variable.clone(), Expr { kind, line })
        };
        match &self.halves[..] {
            [one] => Names::from([(one.variable.clone(), value())]),
            halves => halves.iter().zip(["lo", "hi"]).map(half).collect(),
        }
    }

    /// A table over a half: the variable that it sets, the half, the table.
    fn math_table(
        &self,
        control: &Control,
        statement: &Statement,
    ) -> Option<Result<(String, String, Table)>> {
        let Statement::Call(call) = statement else { return None };
        let (path, _) = called(call).ok()?;
        let table = control.tables.get(path.strip_suffix(".apply")?)?;
        let [(key, kind)] = &table.key[..] else { return None };
        let half = key.path().filter(|key| self.halves.iter().any(|half| half.variable == *key))?;
        let wrong = || ReadError::new(table.line, "a table over a half sets one variable by ternary rows");
        let [action] = &table.actions[..] else { return Some(Err(wrong())) };
        let Some(Action { parameters, body, .. }) = control.actions.get(action) else {
            return Some(Err(wrong()));
        };
        let set = match (&parameters[..], &body[..]) {
            ([datum], [Statement::Assign(left, right)]) if right.path().as_ref() == Some(&datum.name) => {
                left.path()
            }
            _ => None,
        };
        let set = set.filter(|_| kind == "ternary" && table.default_action.is_none());
        Some(set.map(|variable| (variable, half, table.clone())).ok_or_else(wrong))
    }

    /// Constants that a table loads right in front of the access, for it alone, are rows of the register file.
    fn rows(&self, control: &mut Control, read: &[String], apply: &mut Vec<Statement>, names: &mut Names) {
        let mut loaded = Vec::new();
        while let Some((variable, value, line)) = apply.last().and_then(|last| constant(control, last)) {
            if !read.contains(&variable) {
                break;
            }
            apply.pop();
            loaded.push((variable, value, line));
        }
        for (variable, value, line) in loaded.into_iter().rev() {
            let name = format!("{variable}/row");
            let kind = Type { name: "RegisterParam".to_owned(), arguments: Vec::new() };
            let instance = Instance { kind, arguments: vec![number(value, line)], body: Vec::new(), line };
            control.instances.push((name.clone(), instance));
            names.insert(variable, call(line, &name, "read", Vec::new()));
        }
    }

    /// Branches by conditions that read nothing of the access: the key. The rest is the instructions'.
    fn split(&self, body: Vec<Statement>, names: &Names, branches: &mut Vec<(Option<Expr>, Vec<Statement>)>) {
        let mut body = body;
        if let [Statement::If(condition, ..)] = &body[..] {
            let mut read = Vec::new();
            operands(condition, &mut read);
            if !read.iter().any(|name| names.contains_key(name))
                && let Some(Statement::If(condition, holds, fails)) = body.pop()
            {
                branches.push((Some(condition), holds));
                if !fails.is_empty() {
                    self.split(fails, names, branches);
                }
                return;
            }
        }
        branches.push((None, body));
    }

    /// Declares an instruction and the action that runs it; returns the action's name.
    fn instruction(
        &self,
        control: &mut Control,
        register: &str,
        number: usize,
        body: &[Statement],
        names: &mut Names,
    ) -> Result<String> {
        let line = self.halves.first().map_or(0, |half| half.index.line);
        let mut assigned = Vec::new();
        body.iter().for_each(|statement| assigned_in(statement, &mut assigned));
        assigned.retain(|name| !names.contains_key(name));
        assigned.dedup();
        let target = match &assigned[..] {
            [] => None,
            [first, others @ ..] if others.iter().all(|other| other == first) => Some(first.clone()),
            _ => return Err(self.wrong("an access writes two variables")),
        };
        if let Some(target) = &target {
            names.insert(target.clone(), Expr { kind: Kind::Name("result".to_owned()), line });
        }
        let run = format!("{register}/{number}");
        let body = body.iter().map(|statement| renamed(statement, names)).collect();
        let of = Expr { kind: Kind::Name(register.to_owned()), line };
        let kind = Type { name: "RegisterAction".to_owned(), arguments: Vec::new() };
        control.instances.push((run.clone(), Instance { kind, arguments: vec![of], body, line }));
        let index = self.halves.first().map(|half| half.index.clone()).into_iter().collect();
        let execute = call(line, &run, "execute", index);
        let statement = match target {
            Some(target) => Statement::Assign(Expr { kind: Kind::Name(target), line }, execute),
            None => Statement::Call(execute),
        };
        control
            .actions
            .insert(run.clone(), Action { parameters: Vec::new(), body: vec![statement], line: 0 });
        Ok(run)
    }
}

/// `table.apply();` of a table without a key that sets one variable: the variable, its value, the line.
fn constant(control: &Control, statement: &Statement) -> Option<(String, u64, u32)> {
    let Statement::Call(call) = statement else { return None };
    let (path, _) = called(call).ok()?;
    let table = control.tables.get(path.strip_suffix(".apply")?).filter(|table| table.key.is_empty())?;
    let (action, values) = called(table.default_action.as_ref()?).ok()?;
    let Action { parameters, body, .. } = control.actions.get(&action)?;
    let ([parameter], [value], [Statement::Assign(left, right)]) = (&parameters[..], &values[..], &body[..])
    else {
        return None;
    };
    (right.path().as_ref() == Some(&parameter.name)).then_some((left.path()?, value.number()?, table.line))
}

/// `name.method(arguments)`.
fn call(line: u32, name: &str, method: &str, arguments: Vec<Expr>) -> Expr {
    let name = Expr { kind: Kind::Name(name.to_owned()), line };
    let method = Expr { kind: Kind::Member(Box::new(name), method.to_owned()), line };
    Expr { kind: Kind::Call(Box::new(method), arguments), line }
}
