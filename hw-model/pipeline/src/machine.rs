//! Executes a placed program stage by stage, with the metadata as it is when each stage is entered.

use super::alu::{self, Sight};
use super::coverage::Coverage;
use super::dependency::is_given;
use super::elaborated::Elaborated;
use super::fault::Fault;
use super::graph::{DataOp, Graph, NodeId, Op, Test, TestId};
use super::intrinsic::{Intrinsic, Packet};
use super::live::Live;
use super::names;
use super::placement::Placement;
use super::profile::SojournOverflow;
use super::sizing::Sizing;
use super::table::{Table, TableKind};
use super::width;
use freeboard_dataplane::{PoolLimits, RegisterScope};
use std::collections::BTreeMap;

/// Where a packet is: which instance of each scope's registers it touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Place {
    /// Pipe.
    pub pipe: usize,
    /// Port.
    pub port: usize,
    /// Queue of that port.
    pub queue: usize,
}

/// A placed program with its registers.
#[derive(Clone, Debug)]
pub struct Machine {
    pub(super) graph: Graph,
    steps: Vec<Vec<Step>>,
    received: Vec<NodeId>,
    sizing: Sizing,
    sojourn: SojournOverflow,
    pool_limits: PoolLimits,
    pub(super) cells: Vec<Vec<[u32; 2]>>,
    values: Vec<Option<u32>>,
    written: Vec<(NodeId, u32)>,
    /// Action data of ports and queues that have their own.
    own: BTreeMap<(RegisterScope, usize), Graph>,
    accessed: Vec<bool>,
    coverage: Coverage,
}

/// What a stage does for one table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Compute(NodeId),
    Mark,
}

impl Machine {
    /// A machine with zero-filled registers.
    #[must_use]
    pub fn new(program: &Elaborated, sizing: Sizing) -> Self {
        Self::with_placement(program, &program.placement, sizing)
    }

    /// A machine that runs another placement of the same program.
    #[must_use]
    pub fn with_placement(program: &Elaborated, placement: &Placement, sizing: Sizing) -> Self {
        let graph = program.graph.clone();
        let instances = graph.registers.iter().map(|register| sizing.instances(register.scope) as usize);
        Self {
            cells: instances.map(|count| vec![[0; 2]; count]).collect(),
            values: vec![None; graph.nodes.len()],
            written: Vec::new(),
            own: BTreeMap::new(),
            steps: placement
                .stages
                .iter()
                .map(|stage| stage.tables.iter().flat_map(steps_of).collect())
                .collect(),
            received: received(&graph),
            accessed: vec![false; graph.registers.len()],
            coverage: Coverage::new(&graph),
            sojourn: program.profile.sojourn_overflow,
            pool_limits: program.pool_limits,
            graph,
            sizing,
        }
    }

    /// The same machine with another answer to a sojourn that is too long for its field.
    #[must_use]
    pub const fn with_sojourn(mut self, overflow: SojournOverflow) -> Self {
        self.sojourn = overflow;
        self
    }

    /// Gives the port or the queue at a place the action data of another elaboration of the program: under other settings, or
    /// after its control plane.
    ///
    /// # Errors
    /// It is not the same program, or differs in what all ports and queues share; nothing is changed.
    pub fn configure(&mut self, place: Place, data: &Graph) -> Result<(), Fault> {
        if data.shared() != self.graph.shared() {
            return Err(Fault::Shared);
        }
        for scope in [RegisterScope::Port, RegisterScope::Queue] {
            self.own.insert((scope, self.instance(scope, place)), data.clone());
        }
        Ok(())
    }

    /// The graph that holds a word's action data at a place.
    fn data(&self, id: NodeId, place: Place) -> &Graph {
        let scope = self.graph.data_scope(id);
        self.own.get(&(scope, self.instance(scope, place))).unwrap_or(&self.graph)
    }

    /// Runs one packet: is it marked?
    ///
    /// # Errors
    /// A rule of the pipeline that the execution broke. Registers of earlier stages keep what they got.
    pub fn packet(&mut self, place: Place, packet: &Packet) -> Result<bool, Fault> {
        self.values.fill(None);
        self.accessed.fill(false);
        self.receive(packet)?;
        let mut marked = None;
        for stage in 0..self.steps.len() {
            self.written.clear();
            for step in 0..self.steps[stage].len() {
                match self.steps[stage][step] {
                    Step::Mark => marked = Some(self.holds(self.graph.mark, stage)?),
                    Step::Compute(id) => {
                        let value = self.compute(id, stage, place, packet)?;
                        self.written.push((id, value));
                    }
                }
            }
            // Only now: a stage sees the metadata as it was when the packet entered it.
            for index in 0..self.written.len() {
                let (id, value) = self.written[index];
                self.write(id, value)?;
            }
        }
        marked.ok_or(Fault::NoMark)
    }

    /// Which cases the packets so far reached.
    #[must_use]
    pub const fn coverage(&self) -> &Coverage {
        &self.coverage
    }

    pub(super) fn instance(&self, scope: RegisterScope, place: Place) -> usize {
        match scope {
            RegisterScope::Pipe => place.pipe,
            RegisterScope::Port => place.port,
            RegisterScope::Queue => place.port * self.sizing.queues_per_port as usize + place.queue,
        }
    }

    /// Fills the given words.
    fn receive(&mut self, packet: &Packet) -> Result<(), Fault> {
        for index in 0..self.received.len() {
            let id = self.received[index];
            let node = self.graph.node(id);
            let value = match node.op {
                Op::Input(Intrinsic::Sojourn) => self.sojourn(packet.get(Intrinsic::Sojourn), node.width),
                Op::Input(Intrinsic::PoolStatus) => self.pool_limits.status(packet.get(Intrinsic::PoolDepth)),
                Op::Input(intrinsic) => packet.get(intrinsic),
                _ => continue,
            };
            self.write(id, value)?;
        }
        Ok(())
    }

    fn sojourn(&self, value: u32, width: u32) -> u32 {
        let largest = u32::MAX >> (width::WORD - width);
        match self.sojourn {
            SojournOverflow::Alias => value & largest,
            SojournOverflow::Saturate => value.min(largest),
        }
    }

    fn write(&mut self, id: NodeId, value: u32) -> Result<(), Fault> {
        let width = self.graph.node(id).width;
        if !width::fits(value, width) {
            return Err(Fault::TooWide { word: names::named(&self.graph, id), value, width });
        }
        self.values[id.0] = Some(value);
        Ok(())
    }

    fn read(&self, id: NodeId, stage: usize) -> Result<u32, Fault> {
        self.values[id.0].ok_or_else(|| Fault::NotReady { word: names::named(&self.graph, id), stage })
    }

    fn operand(&self, id: NodeId, index: usize, stage: usize) -> Result<u32, Fault> {
        self.graph.node(id).operands[index].map_or(Ok(0), |word| self.read(word, stage))
    }

    fn holds(&self, test: TestId, stage: usize) -> Result<bool, Fault> {
        Ok(match self.graph.test(test).0 {
            Test::NonZero(word) => self.read(word, stage)? != 0,
            Test::Bit(word, bit) => self.read(word, stage)? >> bit & 1 == 1,
            Test::Not(inner) => !self.holds(inner, stage)?,
            // Both sides are read: a gateway does not look lazily.
            Test::Both(a, b) => self.holds(a, stage)? & self.holds(b, stage)?,
            Test::Either(a, b) => self.holds(a, stage)? | self.holds(b, stage)?,
            Test::Never => false,
        })
    }

    fn key(&self, id: NodeId, stage: usize) -> Result<u8, Fault> {
        let bit = |(index, &test)| Ok(u8::from(self.holds(test, stage)?) << index);
        self.graph.key(id).iter().enumerate().map(bit).sum()
    }

    fn compute(&mut self, id: NodeId, stage: usize, place: Place, packet: &Packet) -> Result<u32, Fault> {
        match self.graph.node(id).op {
            Op::Stateful(access) => self.access(id, access, stage, place),
            Op::LowPass(filter) => {
                let Some(cell) = self.open(self.graph.filters[filter].register, place)? else { return Ok(0) };
                let (now, sample) = (self.operand(id, 0, stage)?, self.operand(id, 1, stage)?);
                let register = self.graph.filters[filter].register;
                let (content, out) = alu::low_pass(
                    self.graph.filters[filter].log2_tau_ns,
                    self.cells[register][cell],
                    now,
                    sample,
                );
                self.cells[register][cell] = content;
                Ok(out)
            }
            Op::Lookup(lookup) => {
                let table = &self.data(id, place).lookups[lookup];
                let chosen = table.select[usize::from(self.key(id, stage)?)];
                Ok(table.data.get(usize::from(chosen)).copied().unwrap_or(0))
            }
            Op::Random { first, bits } => Ok(packet.random >> first & ((1 << bits) - 1)),
            _ => self.stateless(id, stage, place),
        }
    }

    fn access(&mut self, id: NodeId, access: usize, stage: usize, place: Place) -> Result<u32, Fault> {
        let key = self.key(id, stage)?;
        let phv = [self.operand(id, 0, stage)?, self.operand(id, 1, stage)?];
        let register = self.graph.accesses[access].register;
        let Some(cell) = self.open(register, place)? else { return Ok(0) };
        let record = &self.graph.accesses[access];
        let matching = record.entries.iter().position(|entry| key & entry.mask == entry.value);
        let Some(index) = matching else { return Ok(0) };
        let sight = Sight { old: self.cells[register][cell], phv, access: record };
        let outcome = alu::run(&record.entries[index].salu, sight);
        self.coverage.hit(access, index, outcome.case, outcome.math);
        self.cells[register][cell][0] = outcome.content[0];
        if self.graph.registers[register].halves == 2 {
            self.cells[register][cell][1] = outcome.content[1];
        }
        Ok(outcome.out)
    }

    /// The instance of a register, if this is its first use in the pass.
    fn open(&mut self, register: usize, place: Place) -> Result<Option<usize>, Fault> {
        let record = &self.graph.registers[register];
        if core::mem::replace(&mut self.accessed[register], true) {
            return Err(Fault::SecondAccess { register: record.name });
        }
        let instance = self.instance(record.scope, place);
        if instance >= self.cells[register].len() {
            return Err(Fault::NoInstance {
                register: record.name,
                instance,
                count: self.cells[register].len(),
            });
        }
        Ok(Some(instance))
    }

    fn stateless(&self, id: NodeId, stage: usize, place: Place) -> Result<u32, Fault> {
        let (a, b) = (u64::from(self.operand(id, 0, stage)?), u64::from(self.operand(id, 1, stage)?));
        // Differences mod 2^64 are right mod 2^32 too.
        let result = match self.data(id, place).node(id).op {
            Op::Or => a | b,
            Op::And => a & b,
            Op::Add => a + b,
            Op::Sub => a.wrapping_sub(b),
            Op::SaturatingSub => a.saturating_sub(b),
            Op::Min => a.min(b),
            Op::Shr(n) => a >> n,
            Op::Shl(n) => a << n,
            Op::Widen => a,
            Op::StampSlice(low) => (b << width::WORD | a) >> low,
            Op::Data(DataOp::SaturatingSub, data) => u64::from(data).saturating_sub(a),
            Op::Data(DataOp::Sub, data) => u64::from(data).wrapping_sub(a),
            Op::Data(DataOp::Add, data) => u64::from(data) + a,
            Op::Data(DataOp::Min, data) => u64::from(data).min(a),
            Op::Data(DataOp::And, data) => u64::from(data) & a,
            Op::Input(_) | Op::Random { .. } | Op::Stateful(_) | Op::Lookup(_) | Op::LowPass(_) => 0,
        };
        Ok(result as u32)
    }
}

/// The given words that the program reads; what it does not read may be anything.
fn received(graph: &Graph) -> Vec<NodeId> {
    let live = Live::of(graph);
    (0..graph.nodes.len()).map(NodeId).filter(|&id| live.is_read(id) && is_given(graph, id)).collect()
}

fn steps_of(table: &Table) -> Vec<Step> {
    match &table.kind {
        TableKind::Operations(_, ids) => ids.iter().copied().map(Step::Compute).collect(),
        TableKind::Access(id) | TableKind::Lookup(id) | TableKind::Filter(id) => vec![Step::Compute(*id)],
        TableKind::Mark => vec![Step::Mark],
    }
}
