//! Check of a whole program: every name is declared, and every assignment, key and argument has the type of its place.

use super::architecture;
use super::syntax::{Control, Kind, Next, PacketParser, Program, Statement, Table};
use super::types::{Ty, Types};
use super::{ReadError, Result};

/// Checks a program.
///
/// # Errors
/// The first name or type that is wrong.
pub(super) fn check(program: &Program, second: bool) -> Result<()> {
    let outside = Types::of(program, second, &[], &[], None)?;
    for variable in program.constants.values() {
        let kind = outside.resolved(&variable.kind, variable.line)?;
        variable.initial.iter().try_for_each(|value| outside.expect(value, &kind))?;
    }
    for control in &program.controls {
        check_control(program, control, second)?;
    }
    for parser in program.parsers.values() {
        check_parser(program, parser, second)?;
    }
    packages(program)
}

fn check_control(program: &Program, control: &Control, second: bool) -> Result<()> {
    let types = Types::of(program, second, &control.parameters, &control.instances, Some(control))?;
    for variable in control.variables.values() {
        let kind = types.resolved(&variable.kind, variable.line)?;
        variable.initial.iter().try_for_each(|value| types.expect(value, &kind))?;
    }
    for (_, instance) in &control.instances {
        instance.arguments.iter().try_for_each(|argument| types.of_expr(argument).map(drop))?;
        let mut inner = types.clone();
        for (name, at) in [("value", 0), ("result", 2)] {
            if let Some(kind) = instance.kind.arguments.get(at).filter(|_| !instance.body.is_empty()) {
                inner.name(name, kind, instance.line)?;
            }
        }
        statements(&inner, &instance.body)?;
    }
    for action in control.actions.values() {
        let mut inner = types.clone();
        inner.declare(&action.parameters)?;
        statements(&inner, &action.body)?;
    }
    for table in control.tables.values() {
        check_table(&types, control, table)?;
    }
    statements(&types, &control.apply)
}

fn check_table(types: &Types<'_>, control: &Control, table: &Table) -> Result<()> {
    for action in &table.actions {
        if action != "NoAction" && !control.actions.contains_key(action) {
            return Err(ReadError::new(table.line, format!("{action} is not declared")));
        }
    }
    let keys: Vec<Ty> = table.key.iter().map(|(key, _)| types.of_expr(key)).collect::<Result<_>>()?;
    table.default_action.iter().try_for_each(|call| types.of_expr(call).map(drop))?;
    for row in &table.rows {
        if row.fields.len() != keys.len() {
            return Err(ReadError::new(row.call.line, "key and entry are not as long"));
        }
        row.fields.iter().zip(&keys).try_for_each(|(field, key)| types.expect(field, key))?;
        types.of_expr(&row.call)?;
    }
    Ok(())
}

fn check_parser(program: &Program, parser: &PacketParser, second: bool) -> Result<()> {
    let types = Types::of(program, second, &parser.parameters, &parser.instances, None)?;
    if !parser.states.contains_key("start") {
        return Err(ReadError::new(0, "a parser without `start`"));
    }
    for state in parser.states.values() {
        statements(&types, &state.body)?;
        let targets: Vec<&String> = match &state.next {
            Next::To(state) => vec![state],
            Next::Select(value, cases, last) => {
                let kind = types.of_expr(value)?;
                cases.iter().try_for_each(|(case, _)| types.expect(case, &kind))?;
                cases.iter().map(|(_, state)| state).chain([last]).collect()
            }
        };
        let known =
            |name: &String| ["accept", "reject"].contains(&name.as_str()) || parser.states.contains_key(name);
        if let Some(name) = targets.into_iter().find(|name| !known(name)) {
            return Err(ReadError::new(state.line, format!("there is no state {name}")));
        }
    }
    Ok(())
}

fn statements(types: &Types<'_>, body: &[Statement]) -> Result<()> {
    for statement in body {
        match statement {
            Statement::Assign(left, right) => types.expect(right, &types.of_expr(left)?)?,
            Statement::Call(call) => types.of_expr(call).map(drop)?,
            Statement::If(condition, holds, fails) => {
                types.expect(condition, &Ty::Bool)?;
                statements(types, holds)?;
                statements(types, fails)?;
            }
        }
    }
    Ok(())
}

/// Packages: each part has the parameters that the architecture calls it with.
fn packages(program: &Program) -> Result<()> {
    for (name, package) in &program.packages {
        let line = package.line;
        let Some(parts) = architecture::parts(&package.kind.name) else {
            let known = |argument: &&super::syntax::Expr| {
                program.packages.iter().any(|(known, _)| argument.path().as_ref() == Some(known))
            };
            if package.kind.name == "Switch" && package.arguments.iter().all(|argument| known(&argument)) {
                continue;
            }
            return Err(ReadError::new(line, format!("{name} is of no known package")));
        };
        if parts.len() != package.arguments.len() {
            return Err(ReadError::new(line, format!("{name} has another number of parts")));
        }
        for (wanted, argument) in parts.iter().zip(&package.arguments) {
            let Kind::Call(part, _) = &argument.kind else {
                return Err(ReadError::new(line, "a part is an instance"));
            };
            let part = part.path().unwrap_or_default();
            let control = program.control(&part).map(|control| &control.parameters);
            let parameters = control.or_else(|| program.parsers.get(&part).map(|parser| &parser.parameters));
            let kinds = parameters.into_iter().flatten().map(|parameter| parameter.kind.name.as_str());
            let kinds: Vec<&str> =
                kinds.map(|kind| if architecture::TYPES.contains(&kind) { kind } else { "_" }).collect();
            if kinds != *wanted {
                return Err(ReadError::new(line, format!("{part} has other parameters than its place")));
            }
        }
    }
    Ok(())
}
