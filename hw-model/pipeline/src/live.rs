//! Liveness of words: those that reach the mark, a register or a filter.

use super::graph::{Graph, NodeId, Op, TestId};

/// One flag per word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Live {
    alive: Vec<bool>,
    read: Vec<bool>,
}

impl Live {
    /// Walks back from the mark and from everything that has state.
    #[must_use]
    pub fn of(graph: &Graph) -> Self {
        let blank = vec![false; graph.nodes.len()];
        let mut live = Self { alive: blank.clone(), read: blank };
        live.read_test(graph, graph.mark);
        for (index, node) in graph.nodes.iter().enumerate() {
            if matches!(node.op, Op::Stateful(_) | Op::LowPass(_)) {
                live.keep(graph, NodeId(index));
            }
        }
        live
    }

    /// The word is computed at all.
    #[must_use]
    pub fn is_alive(&self, id: NodeId) -> bool {
        self.alive[id.0]
    }

    /// Something reads the word; an access may be alive for its register only.
    #[must_use]
    pub fn is_read(&self, id: NodeId) -> bool {
        self.read[id.0]
    }

    fn read_word(&mut self, graph: &Graph, id: NodeId) {
        self.read[id.0] = true;
        self.keep(graph, id);
    }

    fn keep(&mut self, graph: &Graph, id: NodeId) {
        if core::mem::replace(&mut self.alive[id.0], true) {
            return;
        }
        for operand in graph.node(id).operands.into_iter().flatten() {
            self.read_word(graph, operand);
        }
        for &test in graph.key(id) {
            self.read_test(graph, test);
        }
    }

    fn read_test(&mut self, graph: &Graph, test: TestId) {
        let mut words = Vec::new();
        graph.words_of(test, &mut |word, _| words.push(word));
        words.into_iter().for_each(|word| self.read_word(graph, word));
    }
}
