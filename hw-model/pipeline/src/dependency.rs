//! Dependencies of tables and operations.

use super::graph::{Graph, NodeId, Op, TestId};

/// How a later result uses an earlier one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Use {
    /// As the operand of an operation: it must be there when the action runs.
    Operand,
    /// Through the match crossbar: it must be there before the stage matches.
    Match,
}

/// A word that something waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Need {
    /// The word.
    pub word: NodeId,
    /// How it is used.
    pub usage: Use,
}

/// The word is metadata, there from the start.
#[must_use]
pub(super) fn is_given(graph: &Graph, id: NodeId) -> bool {
    matches!(graph.node(id).op, Op::Input(_))
}

/// What the table or operation behind a word waits for.
///
/// The words of a register access come over the match crossbar, so it waits for them like for a key.
#[must_use]
pub(super) fn needs(graph: &Graph, id: NodeId) -> Vec<Need> {
    let node = graph.node(id);
    let usage = match node.op {
        Op::Stateful(_) | Op::LowPass(_) => Use::Match,
        _ => Use::Operand,
    };
    let mut all: Vec<Need> = node.operands.into_iter().flatten().map(|word| Need { word, usage }).collect();
    for &test in graph.key(id) {
        all.extend(needs_of_condition(graph, test));
    }
    all
}

/// What a condition waits for.
#[must_use]
pub(super) fn needs_of_condition(graph: &Graph, test: TestId) -> Vec<Need> {
    let mut all = Vec::new();
    graph.words_of(test, &mut |word, _| all.push(Need { word, usage: Use::Match }));
    all
}
