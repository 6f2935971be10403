//! Reader of the written subset of P4: a graph, and an evaluator of programs.
//!
//! Written from the language and from the architecture's manual, without the writer's code. Text that has no counterpart in a
//! graph is an error with its line, never skipped. The crate serves the tests of the writer and leaves the product.

#![forbid(unsafe_code)]

mod access;
mod alu;
mod architecture;
mod canonical;
mod check;
mod choice;
mod entry;
mod evaluate;
mod file;
mod lex;
mod lower;
mod lowering;
mod math;
mod names;
mod operand;
mod parse;
mod scope;
mod shell;
mod syntax;
mod types;

pub use canonical::canonical;
pub use shell::{Decision, Outcome, Shell};

use core::fmt;
use freeboard_pipeline::Graph;

/// Text that is not of the subset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadError {
    /// Line, from 1; 0 where the whole text is meant.
    pub line: u32,
    /// What is wrong.
    pub problem: String,
}

impl ReadError {
    fn new(line: u32, problem: impl Into<String>) -> Self {
        Self { line, problem: problem.into() }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for ReadError {}

type Result<T> = core::result::Result<T, ReadError>;

/// Reads a control as a graph. Source lines of the graph are lines of the text; a filter has no time constant there.
///
/// # Errors
/// The first declaration, statement or expression outside the subset.
pub fn read(text: &str) -> core::result::Result<Graph, ReadError> {
    read_with(text, &[])
}

/// Entry of a table for one port or queue, as a control plane writes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry<'a> {
    /// The table.
    pub table: &'a str,
    /// Arguments of its action.
    pub arguments: &'a [u32],
}

/// Reads a control as the packets of the port or queue meet it that has these entries.
///
/// # Errors
/// As [`read`]; an entry of a table that no port or queue keys, among them.
pub fn read_with(text: &str, entries: &[Entry<'_>]) -> core::result::Result<Graph, ReadError> {
    let mut control = parse::parse(lex::lex(text)?)?;
    for entry in entries {
        entry::enter(&mut control, *entry)?;
    }
    access::gather(&mut control)?;
    lower::lower(&control, text.contains("#include <t2na.p4>"))
}
