//! Words, operations and tables in words.

use super::graph::{DataOp, Graph, NodeId, Op, SourceLine, Test, TestId};
use core::fmt;
use freeboard_dataplane::RegisterScope;

/// A named operation with its source line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// What it is, in words.
    pub name: String,
    /// Where it is written.
    pub at: SourceLine,
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.at)
    }
}

/// A word's name: its intrinsic, register or table name, else a number.
#[must_use]
pub(super) fn word(graph: &Graph, id: NodeId) -> String {
    match graph.node(id).op {
        Op::Input(intrinsic) => intrinsic.name().to_owned(),
        Op::StampSlice(low) => format!("stamp[{}:{low}]", low + 31),
        Op::Stateful(access) => graph.registers[graph.accesses[access].register].name.to_owned(),
        Op::Lookup(lookup) => graph.lookups[lookup].name.to_owned(),
        Op::LowPass(filter) => graph.registers[graph.filters[filter].register].name.to_owned(),
        _ => format!("v{}", id.0),
    }
}

/// What computes a word, as an assignment where it has a number for a name.
#[must_use]
pub(super) fn operation(graph: &Graph, id: NodeId) -> String {
    let node = graph.node(id);
    let operand =
        |index: usize| node.operands[index].map_or_else(String::new, |word_id| word(graph, word_id));
    let infix = |sign: &str| format!("{} = {} {sign} {}", word(graph, id), operand(0), operand(1));
    let with_data = |data: u32, sign: &str| format!("{} = {data} {sign} {}", word(graph, id), operand(0));
    match node.op {
        Op::Or => infix("|"),
        Op::And => infix("&"),
        Op::Add => infix("+"),
        Op::Sub => infix("-"),
        Op::SaturatingSub => infix("|-|"),
        Op::Min => infix("min"),
        Op::Shr(n) => format!("{} = {} >> {n}", word(graph, id), operand(0)),
        Op::Shl(n) => format!("{} = {} << {n}", word(graph, id), operand(0)),
        Op::Widen => format!("{} = {} widened to {} bits", word(graph, id), operand(0), node.width),
        Op::Data(DataOp::SaturatingSub, data) => with_data(data, "|-|"),
        Op::Data(DataOp::Sub, data) => with_data(data, "-"),
        Op::Data(DataOp::Add, data) => with_data(data, "+"),
        Op::Data(DataOp::Min, data) => with_data(data, "min"),
        Op::Data(DataOp::And, data) => with_data(data, "&"),
        Op::Random { bits, .. } => format!("{} = {bits} random bits", word(graph, id)),
        Op::Input(_) | Op::StampSlice(_) => word(graph, id),
        Op::Stateful(_) => format!("register {}", word(graph, id)),
        Op::Lookup(_) => format!("table {}", word(graph, id)),
        Op::LowPass(_) => format!("filter {}", word(graph, id)),
    }
}

/// An operation with its source line.
#[must_use]
pub(super) fn named(graph: &Graph, id: NodeId) -> Named {
    Named { name: operation(graph, id), at: graph.node(id).at }
}

/// The table that sets CE.
#[must_use]
pub(super) fn mark(graph: &Graph) -> Named {
    Named { name: "mark".to_owned(), at: graph.test(graph.mark).1 }
}

/// A condition in words.
#[must_use]
pub(super) fn condition(graph: &Graph, id: TestId) -> String {
    match graph.test(id).0 {
        Test::NonZero(w) if graph.node(w).width == 1 => word(graph, w),
        Test::NonZero(w) => format!("{} != 0", word(graph, w)),
        Test::Bit(w, 0) if graph.node(w).width == 1 => word(graph, w),
        Test::Bit(w, bit) => format!("{}[{bit}]", word(graph, w)),
        Test::Not(inner) => match graph.test(inner).0 {
            Test::NonZero(w) if graph.node(w).width > 1 => format!("{} == 0", word(graph, w)),
            _ => format!("!{}", condition(graph, inner)),
        },
        Test::Both(a, b) => format!("({} & {})", condition(graph, a), condition(graph, b)),
        Test::Either(a, b) => format!("({} | {})", condition(graph, a), condition(graph, b)),
        Test::Never => "never".to_owned(),
    }
}

/// A scope in words.
#[must_use]
pub(super) const fn scope(scope: RegisterScope) -> &'static str {
    match scope {
        RegisterScope::Pipe => "pipe",
        RegisterScope::Port => "port",
        RegisterScope::Queue => "queue",
    }
}
