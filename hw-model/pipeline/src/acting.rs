//! Constants that no packet reaches: a setting may be larger than any value of the word it is compared with.

use super::graph::{DataOp, Graph, NodeId, Op, SourceLine};
use super::width::WORD;

/// A constant that changes nothing, whatever the packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Idle {
    /// The constant.
    pub(crate) value: u32,
    /// The word that never reaches it.
    pub(crate) word: NodeId,
    /// Where they meet.
    pub(crate) at: SourceLine,
}

/// The first constant that cannot act: an operand that always leaves something, or a loaded one that never does.
pub(crate) fn idle(graph: &Graph) -> Option<Idle> {
    graph.nodes.iter().find_map(|node| {
        let [a, b] = node.operands;
        let (value, word, acts) = match node.op {
            Op::Data(DataOp::SaturatingSub, value) => (value, a?, value <= largest(graph, a?)),
            Op::SaturatingSub => {
                let value = loaded(graph, b?)?;
                (value, a?, value < largest(graph, a?))
            }
            _ => return None,
        };
        (!acts).then(|| Idle { value, word: unwidened(graph, word), at: node.at })
    })
}

/// Bits of the values that a word takes: the mean of a filter is at most its largest sample.
pub(crate) fn bits(graph: &Graph, word: NodeId) -> u32 {
    let word = unwidened(graph, word);
    let node = graph.node(word);
    match (node.op, node.operands[1]) {
        (Op::LowPass(_), Some(sample)) => node.width.min(bits(graph, sample)),
        _ => node.width,
    }
}

fn largest(graph: &Graph, word: NodeId) -> u32 {
    u32::MAX >> (WORD - bits(graph, word))
}

/// The smallest constant that a table loads into the word.
fn loaded(graph: &Graph, word: NodeId) -> Option<u32> {
    match graph.node(unwidened(graph, word)).op {
        Op::Lookup(lookup) => graph.lookups[lookup].data.iter().copied().min(),
        _ => None,
    }
}

fn unwidened(graph: &Graph, word: NodeId) -> NodeId {
    match (graph.node(word).op, graph.node(word).operands[0]) {
        (Op::Widen, Some(narrow)) => unwidened(graph, narrow),
        _ => word,
    }
}
