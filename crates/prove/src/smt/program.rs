//! A switch program as terms: metadata, registers and action data in, mark and registers out.

use super::alu::{self, Sight};
use super::data::DataPlace;
use super::inputs::Inputs;
use super::term::{Term, Terms};
use freeboard_pipeline::{DataOp, Graph, NodeId, Op, Placement, RegisterKind, TableKind, Test, TestId};

/// What a pass leaves behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The packet is marked.
    pub mark: Term,
    /// Registers after the pass.
    pub registers: Vec<[Term; 2]>,
    /// Words by number; a placement leaves those out that nothing reads.
    pub words: Vec<Option<Term>>,
}

/// A placed program as terms, or the word that a stage reads before a stage before it wrote it.
pub type Staged = Result<Outcome, NodeId>;

impl Outcome {
    /// No word exceeds its declared width.
    pub fn within_widths(&self, terms: &mut Terms, graph: &Graph) -> Term {
        let mut within = Vec::new();
        for (node, word) in graph.nodes.iter().zip(&self.words) {
            if let Some(word) = word
                && node.width < 32
            {
                let limit = terms.word(1 << node.width);
                within.push(terms.below(*word, limit));
            }
        }
        terms.all(within)
    }
}

/// Returns the program as the graph has it: every word once, operands before their uses.
#[must_use]
pub fn program(terms: &mut Terms, graph: &Graph, inputs: &Inputs) -> Outcome {
    let mut pass = Pass::new(terms, graph, inputs);
    let all = (0..graph.nodes.len()).map(NodeId).map(|id| pass.word(id));
    // Operands come first in a graph, so nothing is missing.
    let _: Result<Vec<Term>, NodeId> = all.collect();
    let mark = pass.holds(graph.mark);
    let (registers, words) = (pass.registers, pass.words);
    Outcome { mark: mark.unwrap_or_else(|_| terms.truth(false)), registers, words }
}

/// Returns the program as its stages execute it: each reads the metadata as it was when the packet entered.
///
/// # Errors
/// The first word that is read before the stage after the one that writes it.
pub fn placed(terms: &mut Terms, graph: &Graph, placement: &Placement, inputs: &Inputs) -> Staged {
    let mut pass = Pass::new(terms, graph, inputs);
    for index in 0..graph.nodes.len() {
        if matches!(graph.nodes[index].op, Op::Input(_)) {
            pass.word(NodeId(index))?;
        }
    }
    let mut mark = None;
    for stage in &placement.stages {
        let mut written = Vec::new();
        for table in &stage.tables {
            let ids: &[NodeId] = match &table.kind {
                TableKind::Operations(_, ids) => ids,
                TableKind::Access(id) | TableKind::Lookup(id) | TableKind::Filter(id) => {
                    core::slice::from_ref(id)
                }
                TableKind::Mark => {
                    mark = Some(pass.holds(graph.mark)?);
                    &[]
                }
            };
            for &id in ids {
                written.push((id, pass.compute(id)?));
            }
        }
        for (id, word) in written {
            pass.words[id.0] = Some(word);
        }
    }
    let (registers, words) = (pass.registers, pass.words);
    mark.map(|mark| Outcome { mark, registers, words }).ok_or(NodeId(0))
}

struct Pass<'a> {
    terms: &'a mut Terms,
    graph: &'a Graph,
    inputs: &'a Inputs,
    registers: Vec<[Term; 2]>,
    words: Vec<Option<Term>>,
}

impl<'a> Pass<'a> {
    fn new(terms: &'a mut Terms, graph: &'a Graph, inputs: &'a Inputs) -> Self {
        let registers = inputs.registers.clone();
        Self { terms, graph, inputs, registers, words: vec![None; graph.nodes.len()] }
    }

    /// Computes and keeps a word.
    fn word(&mut self, id: NodeId) -> Result<Term, NodeId> {
        let word = self.compute(id)?;
        self.words[id.0] = Some(word);
        Ok(word)
    }

    fn read(&self, id: NodeId) -> Result<Term, NodeId> {
        self.words[id.0].ok_or(id)
    }

    fn operand(&mut self, id: NodeId, index: usize) -> Result<Term, NodeId> {
        match self.graph.node(id).operands[index] {
            Some(word) => self.read(word),
            None => Ok(self.terms.word(0)),
        }
    }

    fn holds(&mut self, test: TestId) -> Result<Term, NodeId> {
        Ok(match self.graph.test(test).0 {
            Test::NonZero(word) => {
                let word = self.read(word)?;
                self.terms.nonzero(word)
            }
            Test::Bit(word, bit) => {
                let word = self.read(word)?;
                let bit = self.terms.extract(word, bit, bit);
                self.terms.nonzero(bit)
            }
            Test::Not(inner) => {
                let inner = self.holds(inner)?;
                self.terms.not(inner)
            }
            Test::Both(a, b) => {
                let (a, b) = (self.holds(a)?, self.holds(b)?);
                self.terms.both(a, b)
            }
            Test::Either(a, b) => {
                let (a, b) = (self.holds(a)?, self.holds(b)?);
                self.terms.either(a, b)
            }
            Test::Never => self.terms.truth(false),
        })
    }

    fn key(&mut self, id: NodeId) -> Result<Vec<Term>, NodeId> {
        let key = self.graph.key(id);
        key.iter().map(|&test| self.holds(test)).collect()
    }

    /// The key's bits are those of `value` where `mask` has one.
    fn matches(&mut self, key: &[Term], mask: u8, value: u8) -> Term {
        let mut all = Vec::new();
        for (bit, &term) in key.iter().enumerate().filter(|(bit, _)| mask >> bit & 1 == 1) {
            all.push(if value >> bit & 1 == 1 { term } else { self.terms.not(term) });
        }
        // A bit beyond the key is 0.
        let beyond = mask & value & u8::MAX.checked_shl(key.len() as u32).unwrap_or(0);
        if beyond == 0 { self.terms.all(all) } else { self.terms.truth(false) }
    }

    fn compute(&mut self, id: NodeId) -> Result<Term, NodeId> {
        match self.graph.node(id).op {
            Op::Input(intrinsic) => Ok(self.inputs.metadata[intrinsic.index()]),
            Op::Stateful(access) => self.access(id, access),
            Op::LowPass(filter) => self.low_pass(id, filter),
            Op::Lookup(lookup) => self.lookup(id, lookup),
            Op::Random { first, bits } => {
                let slice = self.terms.extract(self.inputs.random, first + bits - 1, first);
                Ok(self.terms.zero_extend(slice, 32))
            }
            op => {
                let (a, b) = (self.operand(id, 0)?, self.operand(id, 1)?);
                Ok(self.stateless(id, op, a, b))
            }
        }
    }

    fn stateless(&mut self, id: NodeId, op: Op, a: Term, b: Term) -> Term {
        let terms = &mut *self.terms;
        let (op, a, b) = match op {
            Op::Data(DataOp::SaturatingSub, _) => {
                (Op::SaturatingSub, self.inputs.data[&DataPlace::Operand(id)], a)
            }
            Op::Data(DataOp::Sub, _) => (Op::Sub, self.inputs.data[&DataPlace::Operand(id)], a),
            Op::Data(DataOp::Add, _) => (Op::Add, self.inputs.data[&DataPlace::Operand(id)], a),
            Op::Data(DataOp::Min, _) => (Op::Min, self.inputs.data[&DataPlace::Operand(id)], a),
            Op::Data(DataOp::And, _) => (Op::And, self.inputs.data[&DataPlace::Operand(id)], a),
            op => (op, a, b),
        };
        match op {
            Op::Or => terms.or(a, b),
            Op::And => terms.and(a, b),
            Op::Add => terms.add(a, b),
            Op::Sub => terms.sub(a, b),
            Op::SaturatingSub => alu::saturating_sub(terms, a, b),
            Op::Min => alu::smaller(terms, a, b),
            Op::Shr(distance) => {
                let distance = terms.word(distance);
                terms.shr(a, distance)
            }
            Op::Shl(distance) => {
                let distance = terms.word(distance);
                terms.shl(a, distance)
            }
            Op::StampSlice(low) => {
                let stamp = terms.concat(b, a);
                terms.extract(stamp, low + 31, low)
            }
            _ => a,
        }
    }

    fn lookup(&mut self, id: NodeId, lookup: usize) -> Result<Term, NodeId> {
        let key = self.key(id)?;
        let table = &self.graph.lookups[lookup];
        let mut word = self.terms.word(0);
        for (value, &chosen) in (0u8..4).zip(&table.select).rev() {
            let index = usize::from(chosen);
            let data = self.inputs.data.get(&DataPlace::Lookup { lookup, index }).copied();
            let data = data.unwrap_or_else(|| self.terms.word(0));
            let matches = self.matches(&key, 0b11, value);
            word = self.terms.choose(matches, data, word);
        }
        Ok(word)
    }

    fn access(&mut self, id: NodeId, access: usize) -> Result<Term, NodeId> {
        let key = self.key(id)?;
        let phv = [self.operand(id, 0)?, self.operand(id, 1)?];
        let record = &self.graph.accesses[access];
        let old = self.registers[record.register];
        let sight = Sight { old, phv, access, inputs: self.inputs };
        // Where no entry matches, nothing happens and the output is 0.
        let (mut content, mut out) = (old, self.terms.word(0));
        for entry in record.entries.iter().rev() {
            let outcome = alu::run(self.terms, &entry.salu, &sight);
            let matches = self.matches(&key, entry.mask, entry.value);
            for (half, new) in content.iter_mut().zip(outcome.content) {
                *half = self.terms.choose(matches, new, *half);
            }
            out = self.terms.choose(matches, outcome.out, out);
        }
        if self.graph.registers[record.register].halves == 1 {
            content[1] = old[1];
        }
        self.registers[record.register] = content;
        Ok(out)
    }

    fn low_pass(&mut self, id: NodeId, filter: usize) -> Result<Term, NodeId> {
        let (now, sample) = (self.operand(id, 0)?, self.operand(id, 1)?);
        let register = self.graph.filters[filter].register;
        debug_assert_eq!(self.graph.registers[register].kind, RegisterKind::Filter);
        let time = self.inputs.data[&DataPlace::FilterTime { filter }];
        let (content, out) = alu::low_pass(self.terms, time, self.registers[register], now, sample);
        self.registers[register] = content;
        Ok(out)
    }
}
