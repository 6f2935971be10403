//! A switch program as a data-flow graph: what one symbolic run leaves behind.

use super::intrinsic::Intrinsic;
use core::panic::Location;
use freeboard_aqm_api::Intrinsics;
use freeboard_dataplane::{Entry, MathUnit, RegisterScope};

/// A word of the graph, by its place in [`Graph::nodes`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub usize);

/// A condition of the graph, by its place in [`Graph::tests`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestId(pub usize);

/// Where in the source an operation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SourceLine {
    /// File as the compiler was given it.
    pub file: &'static str,
    /// Line, from 1.
    pub line: u32,
}

impl From<&'static Location<'static>> for SourceLine {
    fn from(at: &'static Location<'static>) -> Self {
        Self { file: at.file(), line: at.line() }
    }
}

impl core::fmt::Display for SourceLine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// An operation whose first operand is action data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DataOp {
    /// `data - word`, at least 0.
    SaturatingSub,
    /// `data - word` mod 2^32.
    Sub,
    /// `data + word` mod 2^32.
    Add,
    /// Smaller.
    Min,
    /// Bitwise and.
    And,
}

/// What computes a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// Intrinsic metadata, there from the start.
    Input(Intrinsic),
    /// 32 bits of the 48-bit stamp from this one up, in a container of their own.
    StampSlice(u32),
    /// Bitwise or.
    Or,
    /// Bitwise and.
    And,
    /// Sum mod 2^32.
    Add,
    /// Difference mod 2^32.
    Sub,
    /// Difference, at least 0.
    SaturatingSub,
    /// Smaller.
    Min,
    /// Logical shift right.
    Shr(u32),
    /// Shift left, in a container that is wide enough.
    Shl(u32),
    /// Copy into a wider container: before a left shift, or where a word of the packet size meets a wider one.
    Widen,
    /// Action data and a word.
    Data(DataOp, u32),
    /// A slice of the packet's random word.
    Random {
        /// Lowest bit of the slice.
        first: u32,
        /// Number of bits.
        bits: u32,
    },
    /// Output of a register access: an index into [`Graph::accesses`].
    Stateful(usize),
    /// Result of a stateless table: an index into [`Graph::lookups`].
    Lookup(usize),
    /// Output of a low-pass filter: an index into [`Graph::filters`].
    LowPass(usize),
}

/// A word with its origin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// What computes it.
    pub op: Op,
    /// Words it is computed from. An access's words that none of its instructions use are absent.
    pub operands: [Option<NodeId>; 2],
    /// Declared width \[bits\].
    pub width: u32,
    /// Where it is written.
    pub at: SourceLine,
}

/// A condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Test {
    /// Some bit of the word is set.
    NonZero(NodeId),
    /// One bit of the word is set.
    Bit(NodeId, u32),
    /// Negation.
    Not(TestId),
    /// Both.
    Both(TestId, TestId),
    /// At least one.
    Either(TestId, TestId),
    /// The absent bit of a short key.
    Never,
}

/// What a register array is accessed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RegisterKind {
    /// A stateful ALU.
    Stateful,
    /// The low-pass filter of a meter ALU.
    Filter,
}

/// A register array, in the order in which the pass opens them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Name.
    pub name: &'static str,
    /// How many instances there are.
    pub scope: RegisterScope,
    /// 32-bit halves of one instance, 1 or 2.
    pub halves: u32,
    /// Who accesses it.
    pub kind: RegisterKind,
    /// Its one access, if the program makes it.
    pub accessed_by: Option<NodeId>,
}

/// The one access to a register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Access {
    /// Index into [`Graph::registers`].
    pub register: usize,
    /// Condition bits matched on.
    pub key: Vec<TestId>,
    /// Entries, first match wins.
    pub entries: Vec<Entry>,
    /// Register-file rows the control plane writes.
    pub rows: Vec<u32>,
    /// The math unit, if programmed.
    pub math: Option<MathUnit>,
}

/// A stateless table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LookupTable {
    /// Name.
    pub name: &'static str,
    /// Condition bits matched on.
    pub key: Vec<TestId>,
    /// Which datum a key value selects.
    pub select: [u8; 4],
    /// Owner of the data.
    pub scope: RegisterScope,
    /// Action data.
    pub data: Vec<u32>,
}

/// A use of a low-pass filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Filter {
    /// Index into [`Graph::registers`].
    pub register: usize,
    /// Binary logarithm of the time constant in ns.
    pub log2_tau_ns: u8,
}

/// A whole program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Graph {
    /// Name of the scheme.
    pub algorithm: &'static str,
    /// Name of its variant.
    pub variant: &'static str,
    /// What the scheme declares to read.
    pub declared_reads: Intrinsics,
    /// Owner of the action data as operands.
    pub data: RegisterScope,
    /// Words, operands before their uses; the first ones are the intrinsic inputs.
    pub nodes: Vec<Node>,
    /// Conditions with their source lines, operands before their uses.
    pub tests: Vec<(Test, SourceLine)>,
    /// Register arrays.
    pub registers: Vec<Register>,
    /// Register accesses.
    pub accesses: Vec<Access>,
    /// Stateless tables.
    pub lookups: Vec<LookupTable>,
    /// Filters.
    pub filters: Vec<Filter>,
    /// The packet is marked where this holds.
    pub mark: TestId,
}

impl Graph {
    /// A word's record.
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0]
    }

    /// A condition's record.
    #[must_use]
    pub fn test(&self, id: TestId) -> (Test, SourceLine) {
        self.tests[id.0]
    }

    /// The condition bits a word's table matches on.
    #[must_use]
    pub fn key(&self, id: NodeId) -> &[TestId] {
        match self.node(id).op {
            Op::Stateful(access) => &self.accesses[access].key,
            Op::Lookup(lookup) => &self.lookups[lookup].key,
            _ => &[],
        }
    }

    /// Calls `visit` for every word a condition reads.
    pub fn words_of(&self, test: TestId, visit: &mut dyn FnMut(NodeId, Test)) {
        let (kind, _) = self.test(test);
        match kind {
            Test::NonZero(word) | Test::Bit(word, _) => visit(word, kind),
            Test::Not(inner) => self.words_of(inner, visit),
            Test::Both(a, b) | Test::Either(a, b) => {
                self.words_of(a, visit);
                self.words_of(b, visit);
            }
            Test::Never => {}
        }
    }

    /// The program without the values the control plane writes: equal for every configuration.
    #[must_use]
    pub fn shape(&self) -> Self {
        let mut shape = self.clone();
        for node in &mut shape.nodes {
            if let Op::Data(_, value) = &mut node.op {
                *value = 0;
            }
        }
        for access in &mut shape.accesses {
            access.rows.fill(0);
            access.math =
                access.math.map(|_| MathUnit::reciprocal_sqrt(0, freeboard_dataplane::MathFill::LowerEdge));
        }
        for lookup in &mut shape.lookups {
            lookup.data.fill(0);
        }
        for filter in &mut shape.filters {
            filter.log2_tau_ns = 0;
        }
        shape
    }

    /// The program without the data that a port or a queue has of its own: equal for all of them.
    #[must_use]
    pub fn shared(&self) -> Self {
        let mut shared = self.clone();
        if self.data != RegisterScope::Pipe {
            for node in &mut shared.nodes {
                if let Op::Data(_, value) = &mut node.op {
                    *value = 0;
                }
            }
        }
        let own = shared.lookups.iter_mut().filter(|lookup| lookup.scope != RegisterScope::Pipe);
        own.for_each(|lookup| lookup.data.fill(0));
        shared
    }

    /// Returns the owner of a word's action data; `Pipe` where it has none, or all share it.
    #[must_use]
    pub fn data_scope(&self, id: NodeId) -> RegisterScope {
        match self.node(id).op {
            Op::Data(..) => self.data,
            Op::Lookup(lookup) => self.lookups[lookup].scope,
            _ => RegisterScope::Pipe,
        }
    }

    /// A 32-bit FNV-1a hash of the whole graph, action data included, source lines excluded.
    #[must_use]
    pub fn hash(&self) -> u32 {
        let mut bare = self.clone();
        let nowhere = SourceLine { file: "", line: 0 };
        bare.nodes.iter_mut().for_each(|node| node.at = nowhere);
        bare.tests.iter_mut().for_each(|test| test.1 = nowhere);
        // The derived text names every field, and nothing else is stable across all the types inside.
        format!("{bare:?}")
            .bytes()
            .fold(0x811c_9dc5, |hash: u32, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193))
    }
}
