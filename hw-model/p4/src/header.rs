//! The comment, types and signature in front of a control.

use super::Target;
use super::source::{Slot, Source, slots};
use freeboard_aqm_api::NotEct;
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{Graph, Intrinsic, LimitId, NodeId, Op};
use freeboard_units::NANOS_PER_TICK;
use std::collections::BTreeSet;
use std::fmt::Write;

// Writing to a string cannot fail.
macro_rules! line {
    ($text:expr, $($arg:tt)*) => { let _ = writeln!($text, "// {}", format_args!($($arg)*)); };
}

/// Everything in front of the types.
pub(super) fn header(source: &Source, target: Target) -> String {
    let program = &source.program;
    let budget = program.budget();
    let mut text = String::new();
    line!(text, "{}: {}. Source: {}.", source.id(), source.meta.summary, source.meta.source);
    line!(
        text,
        "Written by `freeboard p4 {} --profile {} --target {}`.",
        source.id(),
        program.profile.name,
        target.name()
    );
    line!(
        text,
        "Graph {:08x}; profile {}, revision {}.",
        budget.graph_hash,
        program.profile.name,
        program.profile.revision
    );
    text += "//\n";
    settings(&mut text, source);
    text += "//\n";
    match target {
        Target::Tna => {
            line!(
                text,
                "Budget, as the model places it: {} of {} stages, {} tables, {} SRAM blocks, {} bits of metadata, {} cycles.",
                budget.stages,
                program.profile.limit(LimitId::Stages).value,
                budget.tables,
                budget.sram_blocks,
                budget.metadata_bits,
                budget.latency_cycles
            );
        }
        Target::V1model => {
            line!(
                text,
                "Register accesses are reads and writes here: one packet at a time, as the software switch runs them."
            );
        }
    }
    line!(text, "Source lines are those of the Rust program: {}.", files(&program.graph).join(", "));
    text += "//\n";
    semantics(&mut text, source, target);
    callers(&mut text, source, target);
    line!(text, "Not compiled here: no compiler of this architecture was run on this text.");
    line!(
        text,
        "Not written here: parser, deparser, forwarding, and the rewrite of the ECN field; `--shell` writes them."
    );
    text += match (target, program.profile.name) {
        (Target::V1model, _) => "#include <core.p4>\n#include <v1model.p4>\n\n",
        (Target::Tna, "tofino-2-like") => "#include <core.p4>\n#include <t2na.p4>\n\n",
        (Target::Tna, _) => "#include <core.p4>\n#include <tna.p4>\n\n",
    };
    text
}

fn settings(text: &mut String, source: &Source) {
    line!(text, "Settings:");
    for (index, setting) in source.settings.iter().enumerate() {
        let used = source.program.quantised.iter().find(|quantised| quantised.name == setting.doc.name);
        let used = used.map_or_else(String::new, |quantised| format!(", used as {}", quantised.used));
        let fixed = slots(source.graph())
            .into_iter()
            .filter(|(slot, _)| matches!(slot, Slot::Math(_) | Slot::Tau(_)));
        let fixed = fixed.map(|(slot, _)| slot).find(|slot| source.origin(*slot).settings.contains(&index));
        let note = match fixed {
            Some(Slot::Math(_)) => "; the math unit's table follows it and is fixed when this is compiled",
            Some(_) => "; the filter's time constant follows it and is set by the control plane",
            None => "",
        };
        line!(text, "  {} = {}{used}{note}", setting.doc.name, setting.text());
    }
    if source.settings.is_empty() {
        line!(text, "  none");
    }
}

/// Lines on the place of the call, the index of a queue, and packets that pass egress twice.
fn callers(text: &mut String, source: &Source, target: Target) {
    line!(
        text,
        "Call it once per packet in the egress control: the queueing metadata are valid behind the traffic manager only."
    );
    let graph = source.graph();
    let registers = graph.registers.iter().map(|register| register.scope);
    let lookups = graph.lookups.iter().map(|lookup| lookup.scope);
    if registers.chain(lookups).chain([graph.data]).any(|scope| scope == RegisterScope::Queue) {
        line!(text, "{}", queue_index(source, target));
    }
    line!(
        text,
        "A mirrored or cloned packet passes egress again: it moves the registers and is marked, unless the caller leaves out this control."
    );
    text.push_str("//\n");
}

/// The index of a queue, and the queues that share one.
pub(super) fn queue_index(source: &Source, target: Target) -> String {
    let sizing = source.program.placement.sizing;
    let port = sizing.index_bits(RegisterScope::Port);
    let queue = sizing.index_bits(RegisterScope::Queue) - port;
    match target {
        Target::Tna => {
            // Bits of `egress_qid` in `tna.p4` and `t2na.p4`.
            let bits = if source.program.profile.name == "tofino-2-like" { 7 } else { 5 };
            let (first, last) = (1 << queue, (1 << bits) - 1);
            format!(
                "A queue's index is the port's low {port} bits and the queue identifier's low {queue}: identifiers {first} to {last} fold \
                 onto 0 to {}.",
                first - 1
            )
        }
        Target::V1model => format!(
            "A queue's index is the caller's: the port's number in the high {port} bits, the queue's in the low {queue}. Nothing folds here."
        ),
    }
}

fn semantics(text: &mut String, source: &Source, target: Target) {
    let program = &source.program;
    let inputs: Vec<Op> =
        program.placement.metadata.inputs.iter().map(|(word, _)| program.graph.node(*word).op).collect();
    let reads = |intrinsic| inputs.contains(&Op::Input(intrinsic));
    let cell = program.profile.depth_unit.bytes();
    if reads(Intrinsic::Depth) {
        let end = if source.at_enqueue() { "enqueue" } else { "dequeue" };
        line!(text, "Depths are of the queue at {end}, in cells of {cell} B.");
    }
    if let Some(sojourn) = program.profile.input(Intrinsic::Sojourn)
        && reads(Intrinsic::Sojourn)
        && sojourn.width < 32
    {
        let aliases = 1u64 << sojourn.width;
        line!(text, "The sojourn time has {} bits and aliases at {aliases} ns.", sojourn.width);
    }
    if reads(Intrinsic::PoolStatus) {
        let [low, middle, high] = program.pool_limits.0;
        line!(
            text,
            "Congestion status of pool 0; its three limits are {low}, {middle} and {high} cells. Other pools: other bits."
        );
    }
    for filter in &program.graph.filters {
        let name = program.graph.registers[filter.register].name;
        line!(
            text,
            "Filter {name}: rise and fall time constants of 2^{} ns, in sample mode.",
            filter.log2_tau_ns
        );
    }
    if reads(Intrinsic::Now) && target == Target::Tna {
        line!(text, "Time is the egress parser's global_tstamp [ns].");
    }
    if source.meta.longest_gap_ns != u64::MAX {
        line!(
            text,
            "A pipe must see a packet at least every {} ns, or wraps of the clock are lost.",
            source.meta.longest_gap_ns
        );
    }
    let not_ect = match source.meta.not_ect {
        NotEct::Pass => "forwards it unchanged",
        NotEct::Drop => "drops it",
    };
    line!(
        text,
        "mark = 1 asks the caller to set CE; where the packet is not ECN-capable, the scheme {not_ect}."
    );
    if source.origins.values().any(|origin| origin.controlled) {
        line!(
            text,
            "The control plane rewrites action data every {} ns, from the lengths of all queues.",
            source.meta.control_period_ns
        );
    }
    text.push_str("//\n");
    owners(text, source);
    text.push_str("//\n");
}

/// Entries that a control plane writes in a second, in batches: the order of what is published of a Tofino's driver
/// (Zink et al., arXiv 2501.17271); chosen by us.
const WRITES_PER_SECOND: u32 = 100_000;

/// Action data by owner: the settings, words of the program and outputs of the control plane that they follow.
pub(super) fn data(source: &Source) -> Vec<(RegisterScope, Vec<&'static str>)> {
    let of = |scope: RegisterScope| {
        let mut names = BTreeSet::new();
        for (slot, _) in slots(source.graph()).into_iter().filter(|(slot, _)| source.scope(*slot) == scope) {
            let origin = source.origin(slot);
            names.extend(origin.settings.iter().map(|&index| source.settings[index].doc.name));
            if let (Slot::Datum(lookup, _), true) = (slot, scope != RegisterScope::Pipe && !origin.varies()) {
                names.insert(source.graph().lookups[lookup].name);
            }
            if origin.controlled {
                names.insert("what the control plane computes");
            }
        }
        (scope, names.into_iter().collect::<Vec<_>>())
    };
    let all = [RegisterScope::Pipe, RegisterScope::Port, RegisterScope::Queue].map(of);
    all.into_iter().filter(|(_, names)| !names.is_empty()).collect()
}

/// Owner of data of this scope.
pub(super) const fn owner(scope: RegisterScope) -> &'static str {
    match scope {
        RegisterScope::Pipe => "switch",
        RegisterScope::Port => "port",
        RegisterScope::Queue => "queue",
    }
}

/// Lines on the data of a port or a queue, and on how fast the control plane can renew them.
fn owners(text: &mut String, source: &Source) {
    let sizing = source.program.placement.sizing;
    let mut finest = RegisterScope::Pipe;
    for (scope, names) in data(source) {
        finest = finest.finer(scope);
        line!(text, "Data per {}: from {}.", owner(scope), names.join(", "));
    }
    if finest == RegisterScope::Pipe {
        return;
    }
    let entries = sizing.instances(finest);
    let round_us = u64::from(entries) * 1_000_000 / u64::from(WRITES_PER_SECOND);
    line!(
        text,
        "Entries are of one pipe: a port's number within it, and its queue. Without an entry, the default action's data hold."
    );
    line!(
        text,
        "At {WRITES_PER_SECOND} writes/s one round over {entries} entries takes {round_us} us: the shortest period of an update of all."
    );
}

/// Types, parameters and name of the control.
pub(super) fn signature(source: &Source, target: Target) -> String {
    let name = control_name(source);
    match target {
        Target::Tna => format!(
            "\n// Called once per packet in the egress control:\n//     {name}() {stem};\n//     {stem}.apply(eg_intr_md, eg_prsr_md, mark);\n\
             control {name}(\n        in egress_intrinsic_metadata_t eg_intr_md,\n        in \
             egress_intrinsic_metadata_from_parser_t eg_prsr_md,\n        out bit<1> mark)\n{{\n",
            stem = source.file_stem()
        ),
        Target::V1model => {
            let width = |intrinsic| source.program.profile.input(intrinsic).map_or(32, |input| input.width);
            let queues = source.program.placement.sizing.index_bits(RegisterScope::Queue);
            format!(
                "\n// Called once per packet in the egress control. The caller converts: the switch's times are in us and its depths\n\
                 // in packets.\ncontrol {name}(\n        in bit<48> stamp_ns,\n        in bit<{sojourn}> sojourn_ns,\n        in \
                 bit<{depth}> depth_cells,\n        in bit<{size}> packet_bytes,\n        in bit<{queues}> queue_index,\n        out bit<1> mark)\n{{\n",
                sojourn = width(Intrinsic::Sojourn),
                depth = width(Intrinsic::Depth),
                size = width(Intrinsic::Size),
            )
        }
    }
}

/// Name of the control: `EcnSharpCompact`.
pub(super) fn control_name(source: &Source) -> String {
    source.file_stem().split('_').map(capital).collect()
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

fn files(graph: &Graph) -> Vec<&'static str> {
    let nodes = graph.nodes.iter().filter(|node| !matches!(node.op, Op::Input(_))).map(|node| node.at.file);
    let tests = graph.tests.iter().map(|(_, at)| at.file);
    nodes.chain(tests).collect::<BTreeSet<_>>().into_iter().collect()
}

/// The unit of a word, where its operands give one.
pub(super) fn unit(source: &Source, id: NodeId) -> Option<String> {
    let graph = source.graph();
    let node = graph.node(id);
    let ticks = || Some(format!("{NANOS_PER_TICK} ns"));
    let of = |at: usize| node.operands[at].and_then(|word| unit(source, word));
    match node.op {
        Op::Input(Intrinsic::Now | Intrinsic::NowHigh | Intrinsic::Sojourn) | Op::StampSlice(0) => {
            Some("ns".to_owned())
        }
        Op::Input(Intrinsic::Size) => Some("B".to_owned()),
        Op::Input(_) => Some("cells".to_owned()).filter(|_| node.op != Op::Input(Intrinsic::PoolStatus)),
        Op::StampSlice(10) => ticks(),
        Op::Shr(10) if node.operands[0] == Some(NodeId(Intrinsic::Now.index())) => ticks(),
        Op::Or | Op::Sub | Op::SaturatingSub | Op::Min => of(0).or_else(|| of(1)),
        Op::Data(..) | Op::Widen => of(0),
        Op::LowPass(_) => of(1),
        _ => None,
    }
}
