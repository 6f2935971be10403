//! Names in expressions and statements: which are read, which are assigned, and others in their place.

use super::syntax::{Expr, Kind, Statement};
use std::collections::BTreeMap;

/// What stands for a variable of the text.
pub(super) type Names = BTreeMap<String, Expr>;

/// A number as an expression.
pub(super) const fn number(value: u64, line: u32) -> Expr {
    Expr { kind: Kind::Number(value), line }
}

/// Expressions inside an expression.
fn parts(expr: &Expr) -> Vec<&Expr> {
    match &expr.kind {
        Kind::Name(_) | Kind::Number(_) | Kind::Any => Vec::new(),
        Kind::Member(of, _) | Kind::Slice(of, ..) | Kind::Cast(_, of) | Kind::Unary(_, of) => vec![of],
        Kind::Binary(_, a, b) => vec![a, b],
        Kind::Call(function, arguments) => core::iter::once(&**function).chain(arguments).collect(),
        Kind::List(entries) => entries.iter().collect(),
    }
}

/// Names that an expression reads.
pub(super) fn operands(expr: &Expr, names: &mut Vec<String>) {
    if let Kind::Name(name) = &expr.kind {
        names.push(name.clone());
    }
    parts(expr).into_iter().for_each(|part| operands(part, names));
}

/// Names that a statement reads.
pub(super) fn mentioned(statement: &Statement, names: &mut Vec<String>) {
    match statement {
        Statement::Assign(_, right) => operands(right, names),
        Statement::Call(call) => operands(call, names),
        Statement::If(condition, holds, fails) => {
            operands(condition, names);
            holds.iter().chain(fails).for_each(|statement| mentioned(statement, names));
        }
    }
}

/// Variables that a statement assigns.
pub(super) fn assigned_in(statement: &Statement, names: &mut Vec<String>) {
    match statement {
        Statement::Assign(left, _) => names.extend(left.path()),
        Statement::Call(_) => {}
        Statement::If(_, holds, fails) => {
            holds.iter().chain(fails).for_each(|statement| assigned_in(statement, names));
        }
    }
}

/// The statement with other names.
pub(super) fn renamed(statement: &Statement, names: &Names) -> Statement {
    let all = |body: &[Statement]| body.iter().map(|statement| renamed(statement, names)).collect();
    match statement {
        Statement::Assign(left, right) => Statement::Assign(replaced(left, names), replaced(right, names)),
        Statement::Call(call) => Statement::Call(replaced(call, names)),
        Statement::If(condition, holds, fails) => {
            Statement::If(replaced(condition, names), all(holds), all(fails))
        }
    }
}

fn replaced(expr: &Expr, names: &Names) -> Expr {
    let line = expr.line;
    let inner = |of: &Expr| Box::new(replaced(of, names));
    let kind = match &expr.kind {
        Kind::Name(name) => {
            return names.get(name).map_or_else(|| expr.clone(), |new| Expr { line, ..new.clone() });
        }
        Kind::Number(_) | Kind::Any => expr.kind.clone(),
        Kind::Member(of, name) => Kind::Member(inner(of), name.clone()),
        Kind::Slice(of, high, low) => Kind::Slice(inner(of), *high, *low),
        Kind::Cast(kind, of) => Kind::Cast(kind.clone(), inner(of)),
        Kind::Unary(sign, of) => Kind::Unary(sign, inner(of)),
        Kind::Binary(sign, a, b) => Kind::Binary(sign, inner(a), inner(b)),
        Kind::Call(function, arguments) => {
            Kind::Call(inner(function), arguments.iter().map(|argument| replaced(argument, names)).collect())
        }
        Kind::List(entries) => Kind::List(entries.iter().map(|entry| replaced(entry, names)).collect()),
    };
    Expr { kind, line }
}

/// The expression without its lines: two that say the same are equal.
pub(super) fn unlined(expr: &Expr) -> Expr {
    let mut plain = replaced(expr, &Names::new());
    fn strip(expr: &mut Expr) {
        expr.line = 0;
        match &mut expr.kind {
            Kind::Name(_) | Kind::Number(_) | Kind::Any => {}
            Kind::Member(of, _) | Kind::Slice(of, ..) | Kind::Cast(_, of) | Kind::Unary(_, of) => strip(of),
            Kind::Binary(_, a, b) => {
                strip(a);
                strip(b);
            }
            Kind::Call(function, arguments) => {
                strip(function);
                arguments.iter_mut().for_each(strip);
            }
            Kind::List(entries) => entries.iter_mut().for_each(strip),
        }
    }
    strip(&mut plain);
    plain
}
