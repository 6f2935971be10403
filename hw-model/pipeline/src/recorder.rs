//! Recorder of the symbolic run.

use super::acting;
use super::graph::{Graph, Node, NodeId, Op, Register, RegisterKind, SourceLine, Test, TestId};
use super::intrinsic::{COUNT, Intrinsic};
use super::width::{self, WORD};
use core::cell::RefCell;
use core::fmt;
use freeboard_aqm_api::Intrinsics;
use freeboard_dataplane::RegisterScope;

/// A word of the graph under construction.
#[derive(Clone, Copy)]
pub struct Value<'g> {
    pub(super) recorder: &'g Recorder,
    pub(super) node: NodeId,
}

impl fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v{}", self.node.0)
    }
}

/// A condition of the graph under construction.
#[derive(Clone, Copy)]
pub struct Flag<'g> {
    pub(super) recorder: &'g Recorder,
    pub(super) test: TestId,
}

impl Flag<'_> {
    pub(crate) const fn id(self) -> TestId {
        self.test
    }
}

impl fmt::Debug for Flag<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}", self.test.0)
    }
}

/// The right to access one register of the graph once.
#[derive(Debug)]
pub struct RegisterPort(pub(super) usize);

/// What a symbolic run leaves behind.
#[derive(Debug)]
pub struct Recorded {
    /// The graph.
    pub graph: Graph,
    /// Values whose only term is 0 on this profile.
    pub(crate) left_out: Intrinsics,
    /// Words that the source names.
    pub names: Vec<(NodeId, &'static str)>,
}

impl Recorded {
    /// Every constant is within reach of the word it is compared with.
    #[must_use]
    pub fn acts(&self) -> bool {
        acting::idle(&self.graph).is_none()
    }
}

/// What the symbolic run writes to.
#[derive(Debug)]
pub(super) struct Recorder {
    pub(super) graph: RefCell<Graph>,
    pub(super) random_bits: core::cell::Cell<u32>,
    pub(super) left_out: core::cell::Cell<Intrinsics>,
    pub(super) names: RefCell<Vec<(NodeId, &'static str)>>,
}

impl Recorder {
    /// Starts a graph with the intrinsic inputs, of these widths, as its first words.
    pub(super) fn new(mut graph: Graph, widths: [u32; COUNT]) -> Self {
        let at = SourceLine { file: "metadata", line: 0 };
        for (intrinsic, width) in Intrinsic::ALL.into_iter().zip(widths) {
            graph.nodes.push(Node { op: Op::Input(intrinsic), operands: [None; 2], width, at });
        }
        Self {
            graph: RefCell::new(graph),
            random_bits: core::cell::Cell::new(0),
            left_out: core::cell::Cell::new(Intrinsics::empty()),
            names: RefCell::new(Vec::new()),
        }
    }

    /// How many registers were opened so far.
    pub(super) fn opened(&self) -> usize {
        self.graph.borrow().registers.len()
    }

    /// What the run left behind.
    pub(super) fn finish(self) -> Recorded {
        Recorded {
            graph: self.graph.into_inner(),
            left_out: self.left_out.get(),
            names: self.names.into_inner(),
        }
    }

    pub(super) fn width(&self, node: NodeId) -> u32 {
        self.graph.borrow().node(node).width
    }

    pub(super) fn word(
        &self,
        op: Op,
        operands: [Option<NodeId>; 2],
        width: u32,
        at: SourceLine,
    ) -> Value<'_> {
        let mut graph = self.graph.borrow_mut();
        graph.nodes.push(Node { op, operands, width, at });
        Value { recorder: self, node: NodeId(graph.nodes.len() - 1) }
    }

    /// The word as an operand: the stamp's low half only once it is copied, once for the whole program.
    pub(super) fn stamp_copied<'g>(&'g self, word: Value<'g>, at: SourceLine) -> Value<'g> {
        if word.node != NodeId(Intrinsic::Now.index()) {
            return word;
        }
        let copied = |node: &Node| node.op == Op::StampSlice(0);
        let earlier = self.graph.borrow().nodes.iter().position(copied);
        earlier.map_or_else(
            || self.word(Op::StampSlice(0), [Some(word.node), None], WORD, at),
            |index| Value { recorder: self, node: NodeId(index) },
        )
    }

    /// Bits of the container a word sits in as an operand; one computed from the packet size alone has 16 at least.
    pub(super) fn container(&self, word: NodeId) -> u32 {
        let graph = self.graph.borrow();
        let least = if is_size(&graph, word) { 16 } else { 0 };
        width::container(graph.node(word).width).max(least)
    }

    /// The word in a container of this width. Other words have zeros above them and widen for nothing; above the packet
    /// size there are other fields.
    pub(super) fn widened<'g>(&'g self, word: Value<'g>, container: u32, at: SourceLine) -> Value<'g> {
        if self.container(word.node) >= container || !is_size(&self.graph.borrow(), word.node) {
            return word;
        }
        self.word(Op::Widen, [Some(word.node), None], container, at)
    }

    pub(super) fn condition(&self, test: Test, at: SourceLine) -> Flag<'_> {
        let mut graph = self.graph.borrow_mut();
        graph.tests.push((test, at));
        Flag { recorder: self, test: TestId(graph.tests.len() - 1) }
    }

    pub(super) fn open(
        &self,
        name: &'static str,
        scope: RegisterScope,
        halves: u32,
        kind: RegisterKind,
    ) -> RegisterPort {
        let mut graph = self.graph.borrow_mut();
        graph.registers.push(Register { name, scope, halves, kind, accessed_by: None });
        RegisterPort(graph.registers.len() - 1)
    }
}

/// The word is the packet size, or computed from nothing else in the metadata, and not yet widened.
fn is_size(graph: &Graph, id: NodeId) -> bool {
    let node = graph.node(id);
    match node.op {
        Op::Input(intrinsic) => intrinsic == Intrinsic::Size,
        Op::Widen | Op::Stateful(_) | Op::LowPass(_) => false,
        _ => {
            let mut operands = node.operands.into_iter().flatten().peekable();
            operands.peek().is_some()
                && width::container(node.width) <= 16
                && operands.all(|operand| is_size(graph, operand))
        }
    }
}
