//! Words as variables: name, container, and how each is written as an operand.

use super::Target;
use super::identifiers::Identifiers;
use super::source::Source;
use freeboard_dataplane::OutSrc;
use freeboard_pipeline::Live;
use freeboard_pipeline::container;
use freeboard_pipeline::{DataOp, Graph, Intrinsic, NodeId, Op};

/// The variables of a program.
#[derive(Debug)]
pub(super) struct Words<'a> {
    source: &'a Source,
    target: Target,
    names: Vec<String>,
    containers: Vec<u32>,
    live: Live,
}

impl<'a> Words<'a> {
    pub(super) fn of(source: &'a Source, target: Target, identifiers: &mut Identifiers) -> Self {
        let graph = source.graph();
        let live = Live::of(graph);
        let containers = containers(graph);
        let mut names = vec![String::new(); graph.nodes.len()];
        for (index, name) in names.iter_mut().enumerate() {
            let id = NodeId(index);
            if live.is_read(id) && !matches!(graph.node(id).op, Op::Input(_)) {
                let named = source.names.iter().rev().find(|(word, _)| *word == id).map(|(_, name)| *name);
                *name = identifiers.fresh(&named.map_or_else(|| fallback(graph, id), str::to_owned));
            }
        }
        Self { source, target, names, containers, live }
    }

    /// The variable of a word; empty for one that nothing reads.
    pub(super) fn name(&self, id: NodeId) -> &str {
        &self.names[id.0]
    }

    /// Something reads the word.
    pub(super) fn is_read(&self, id: NodeId) -> bool {
        self.live.is_read(id)
    }

    /// Bits of the container that the variable sits in; 1 for a flag.
    pub(super) fn container(&self, id: NodeId) -> u32 {
        self.containers[id.0]
    }

    /// The type of the variable.
    pub(super) fn type_name(&self, id: NodeId) -> String {
        type_name(self.container(id), self.source.graph().node(id).width)
    }

    /// The word as an operand in a container of `want` bits.
    pub(super) fn operand(&self, id: NodeId, want: u32) -> String {
        let (text, have) = match self.source.graph().node(id).op {
            Op::Input(intrinsic) => (self.input(intrinsic), self.input_width(intrinsic)),
            _ => (self.name(id).to_owned(), self.container(id)),
        };
        if have == want { text } else { format!("(bit<{want}>){text}") }
    }

    /// Bits `high` to `low` of the 48-bit time stamp.
    pub(super) fn stamp(&self, high: u32, low: u32) -> String {
        match self.target {
            Target::Tna => format!("eg_prsr_md.global_tstamp[{high}:{low}]"),
            Target::V1model => format!("stamp_ns[{high}:{low}]"),
        }
    }

    /// All bits of the word in a condition or key; one bit of it where `bit` is given.
    pub(super) fn bits(&self, id: NodeId, bit: Option<u32>) -> String {
        let node = self.source.graph().node(id);
        let text = match node.op {
            Op::Input(Intrinsic::PoolStatus) => {
                let (high, low) = bit.map_or((1, 0), |bit| (bit, bit));
                return format!("eg_intr_md.app_pool_congest_stat[{high}:{low}]");
            }
            Op::Input(intrinsic) => self.input(intrinsic),
            _ => self.name(id).to_owned(),
        };
        let whole = match node.op {
            Op::Input(intrinsic) => self.input_width(intrinsic),
            _ => self.container(id),
        };
        match bit {
            Some(bit) if whole > 1 => format!("{text}[{bit}:{bit}]"),
            None if whole > node.width => format!("{text}[{}:0]", node.width - 1),
            _ => text,
        }
    }

    fn input(&self, intrinsic: Intrinsic) -> String {
        let depth = if self.source.at_enqueue() { "enq_qdepth" } else { "deq_qdepth" };
        let name = match (self.target, intrinsic) {
            (_, Intrinsic::Now) => return self.stamp(31, 0),
            (_, Intrinsic::NowHigh) => return self.stamp(47, 32),
            (Target::Tna, Intrinsic::Sojourn) => "eg_intr_md.deq_timedelta",
            (Target::Tna, Intrinsic::Depth) => return format!("eg_intr_md.{depth}"),
            (Target::Tna, Intrinsic::Size) => "eg_intr_md.pkt_length",
            (Target::V1model, Intrinsic::Sojourn) => "sojourn_ns",
            (Target::V1model, Intrinsic::Depth) => "depth_cells",
            (Target::V1model, Intrinsic::Size) => "packet_bytes",
            (_, Intrinsic::PoolStatus) => "eg_intr_md.app_pool_congest_stat[1:0]",
            // No profile that can be written shows them.
            (_, Intrinsic::PortDepth | Intrinsic::PoolDepth) => intrinsic.name(),
        };
        name.to_owned()
    }

    fn input_width(&self, intrinsic: Intrinsic) -> u32 {
        self.source.program.profile.input(intrinsic).map_or(32, |input| input.width)
    }
}

/// `bit<N>` where the word fills its container; else the container's name with the bits in use.
fn type_name(container: u32, width: u32) -> String {
    match container {
        _ if container == width => format!("bit<{width}>"),
        8 => format!("byte{width}_t"),
        16 => format!("half{width}_t"),
        _ => format!("word{width}_t"),
    }
}

/// Bits of the containers that the operands of a plain operation share with its result; `None` for other words.
fn operation(graph: &Graph, containers: &[u32], id: NodeId) -> Option<u32> {
    let node = graph.node(id);
    let widest = node.operands.into_iter().flatten().map(|word| containers[word.0]).max();
    match node.op {
        Op::Or | Op::And | Op::Add | Op::Sub | Op::SaturatingSub | Op::Min | Op::Data(..) => {
            Some(widest.unwrap_or(8).max(container(node.width)))
        }
        // A slice of the stamp is copied into a container that holds it.
        Op::Shr(_) if node.operands[0] == Some(NodeId(Intrinsic::Now.index())) => Some(32),
        Op::Shr(_) => widest,
        Op::Shl(_) | Op::Widen => Some(container(node.width)),
        _ => None,
    }
}

fn containers(graph: &Graph) -> Vec<u32> {
    let mut containers = Vec::with_capacity(graph.nodes.len());
    for (index, node) in graph.nodes.iter().enumerate() {
        let own = match node.op {
            Op::Lookup(_) if node.width == 1 => 1,
            Op::Stateful(access) if says_one(graph, access) => 1,
            Op::Stateful(_) | Op::LowPass(_) | Op::StampSlice(_) => 32,
            _ => operation(graph, &containers, NodeId(index)).unwrap_or_else(|| container(node.width)),
        };
        containers.push(own);
    }
    // What a table or a generator writes goes into as wide a container as an operation on it needs.
    for (index, node) in graph.nodes.iter().enumerate() {
        let Some(wide) = operation(graph, &containers, NodeId(index)) else { continue };
        for word in node.operands.into_iter().flatten() {
            if matches!(graph.node(word).op, Op::Lookup(_) | Op::Random { .. }) {
                containers[word.0] = wide;
            }
        }
    }
    containers
}

/// Every output of the access is its guard: a flag. Another output leaves the ALU as a word.
fn says_one(graph: &Graph, access: usize) -> bool {
    let outputs = graph.accesses[access].entries.iter().filter_map(|entry| entry.salu.out);
    let mut sources = outputs.map(|out| out.src);
    sources.all(|source| source == OutSrc::One)
}

/// A name for a word that the source does not name.
fn fallback(graph: &Graph, id: NodeId) -> String {
    match graph.node(id).op {
        Op::StampSlice(0) => "now_ns".to_owned(),
        Op::StampSlice(_) => "now".to_owned(),
        Op::Lookup(lookup) => graph.lookups[lookup].name.to_owned(),
        Op::Random { .. } => "draw".to_owned(),
        Op::Stateful(access) => format!("{}_out", graph.registers[graph.accesses[access].register].name),
        Op::LowPass(filter) => format!("{}_out", graph.registers[graph.filters[filter].register].name),
        Op::Data(DataOp::SaturatingSub, _) => format!("room_{}", id.0),
        Op::Widen => format!("wide_{}", id.0),
        _ => format!("word_{}", id.0),
    }
}
