//! Declarations, statements and expressions of the subset.

use std::collections::BTreeMap;

/// An expression with its line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expr {
    pub(super) kind: Kind,
    pub(super) line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Name(String),
    Number(u64),
    /// `_` of a key.
    Any,
    Member(Box<Expr>, String),
    /// Bits high to low.
    Slice(Box<Expr>, u32, u32),
    Cast(Type, Box<Expr>),
    Unary(&'static str, Box<Expr>),
    Binary(&'static str, Box<Expr>, Box<Expr>),
    Call(Box<Expr>, Vec<Expr>),
    List(Vec<Expr>),
}

impl Expr {
    /// `a.b.c` as text, if it is that.
    pub(super) fn path(&self) -> Option<String> {
        match &self.kind {
            Kind::Name(name) => Some(name.clone()),
            Kind::Member(of, name) => Some(format!("{}.{name}", of.path()?)),
            _ => None,
        }
    }

    /// The number that it is.
    pub(super) const fn number(&self) -> Option<u64> {
        match self.kind {
            Kind::Number(value) => Some(value),
            _ => None,
        }
    }
}

/// A type: `bit<32>`, a name, `Register<pair_t, bit<10>>`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) arguments: Vec<Type>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Statement {
    Assign(Expr, Expr),
    Call(Expr),
    If(Expr, Vec<Statement>, Vec<Statement>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Parameter {
    pub(super) kind: Type,
    pub(super) name: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Action {
    pub(super) parameters: Vec<Parameter>,
    pub(super) body: Vec<Statement>,
    pub(super) line: u32,
}

/// A row of a table: key fields, action, arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Row {
    pub(super) fields: Vec<Expr>,
    pub(super) call: Expr,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Table {
    /// Key expressions and how each is matched.
    pub(super) key: Vec<(Expr, String)>,
    pub(super) actions: Vec<String>,
    pub(super) default_action: Option<Expr>,
    pub(super) rows: Vec<Row>,
    pub(super) line: u32,
}

/// An extern: its type, its arguments, and the body where it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Instance {
    pub(super) kind: Type,
    pub(super) arguments: Vec<Expr>,
    /// Body of a register action's `apply`.
    pub(super) body: Vec<Statement>,
    pub(super) line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) kind: Type,
    pub(super) initial: Option<Expr>,
    pub(super) line: u32,
}

/// A state of a packet parser.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct State {
    pub(super) body: Vec<Statement>,
    pub(super) next: Next,
    pub(super) line: u32,
}

/// The state behind a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Next {
    To(String),
    /// By the value of an expression; the last state stands behind `default`.
    Select(Expr, Vec<(Expr, String)>, String),
}

/// A packet parser.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct PacketParser {
    pub(super) parameters: Vec<Parameter>,
    pub(super) instances: Vec<(String, Instance)>,
    pub(super) states: BTreeMap<String, State>,
}

/// A whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Program {
    pub(super) typedefs: BTreeMap<String, Type>,
    /// Fields of every struct, in order.
    pub(super) structs: BTreeMap<String, Vec<Parameter>>,
    /// Fields of every header, in order.
    pub(super) headers: BTreeMap<String, Vec<Parameter>>,
    pub(super) constants: BTreeMap<String, Variable>,
    pub(super) parsers: BTreeMap<String, PacketParser>,
    /// In order of declaration.
    pub(super) controls: Vec<Control>,
    /// Packages by name: the parts of a pipeline.
    pub(super) packages: Vec<(String, Instance)>,
}

impl Program {
    pub(super) fn control(&self, name: &str) -> Option<&Control> {
        self.controls.iter().find(|control| control.name == name)
    }
}

/// A control with what stands in front of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Control {
    pub(super) name: String,
    pub(super) typedefs: BTreeMap<String, Type>,
    /// Fields of every struct, in order.
    pub(super) structs: BTreeMap<String, Vec<Parameter>>,
    pub(super) parameters: Vec<Parameter>,
    pub(super) variables: BTreeMap<String, Variable>,
    /// In order of declaration.
    pub(super) instances: Vec<(String, Instance)>,
    pub(super) actions: BTreeMap<String, Action>,
    pub(super) tables: BTreeMap<String, Table>,
    pub(super) apply: Vec<Statement>,
}

impl Control {
    pub(super) fn instance(&self, name: &str) -> Option<&Instance> {
        self.instances.iter().find(|(known, _)| known == name).map(|(_, instance)| instance)
    }
}
