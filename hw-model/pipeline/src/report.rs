//! The budget report: verdict, stage map, registers, tables, metadata, latency, headroom, confidence.

use super::budget::Budget;
use super::elaborated::Elaborated;
use super::gateway::Gateway;
use super::graph::{Graph, Op};
use super::names;
use super::paper::Prototype;
use super::placement::tests_of;
use super::profile::{LimitId, Profile, SojournOverflow};
use super::report_registers::registers;
use super::table::{Table, TableKind};
use super::usage::Usage;
use freeboard_dataplane::RegisterScope;
use std::fmt::Write;

/// Renders everything that is known about a placed program. `prototype` adds the paper's own numbers.
#[must_use]
pub fn report(program: &Elaborated, prototype: Option<&Prototype>) -> String {
    let budget = program.budget();
    let mut text = verdict(program, &budget);
    text += &stage_map(program);
    text += &registers(program);
    text += &tables(program);
    text += &metadata(program);
    text += &latency(program);
    text += &semantics(program);
    text += &headroom(program, &budget);
    if let Some(prototype) = prototype {
        text += &comparison(&budget, prototype);
    }
    text += &confidence(&program.profile);
    text
}

// Writing to a string cannot fail.
macro_rules! line {
    ($text:expr, $($arg:tt)*) => { let _ = writeln!($text, $($arg)*); };
}

fn verdict(program: &Elaborated, b: &Budget) -> String {
    let mut text = String::new();
    let profile = &program.profile;
    line!(text, "FITS: {}/{} on {} (revision {})", b.algorithm, b.variant, profile.name, profile.revision);
    line!(
        text,
        "{} tables, {} entries, {} + {} register arrays (32 + 64 bit), {} of {} stages, {} cycles",
        b.tables,
        b.entries,
        b.arrays_32,
        b.arrays_64,
        b.stages,
        profile.limit(LimitId::Stages).value,
        b.latency_cycles
    );
    line!(text, "one packet per clock: no resubmission, no recirculation; graph {:08x}", b.graph_hash);
    text
}

fn stage_map(program: &Elaborated) -> String {
    let Elaborated { graph, placement, .. } = program;
    let mut text = String::from("\nstages\n");
    for (index, stage) in placement.stages.iter().enumerate() {
        let timing = placement.latency.stages[index];
        let forced = timing.forced_by.map_or_else(String::new, |(word, from)| {
            format!(", waits for {} of stage {from}", names::word(graph, word))
        });
        let padded = if timing.padded == timing.dependency {
            String::new()
        } else {
            format!(", padded to {}", timing.padded.name())
        };
        line!(
            text,
            "  {index:>2} {}{forced}{padded}: {}",
            timing.dependency.name(),
            usage_line(&placement.usage[index])
        );
        for table in &stage.tables {
            operations(&mut text, graph, table);
        }
    }
    text
}

fn usage_line(usage: &Usage) -> String {
    format!(
        "{} tables, {} gateways, {} stateful ALUs, {} SRAM + {} map RAM blocks, {} operations",
        usage.tables,
        usage.gateways,
        usage.stateful_alus,
        usage.sram(),
        usage.map_ram,
        usage.operations
    )
}

fn operations(text: &mut String, graph: &Graph, table: &Table) {
    match &table.kind {
        TableKind::Operations(_, ids) => {
            for &id in ids {
                line!(text, "       {}", names::named(graph, id));
            }
        }
        _ => {
            line!(text, "       {}", table.named(graph));
        }
    }
}

fn tables(program: &Elaborated) -> String {
    let graph = &program.graph;
    let mut text = String::from("\ntables\n");
    for (stage, table) in program
        .placement
        .stages
        .iter()
        .enumerate()
        .flat_map(|(s, stage)| stage.tables.iter().map(move |t| (s, t)))
    {
        let what = match &table.kind {
            TableKind::Operations(slots, ids) => format!("{}, {} slots", slots.name(), ids.len()),
            _ => table.named(graph).name,
        };
        let tests: Vec<_> =
            tests_of(graph, &table.kind).iter().map(|&test| names::condition(graph, test)).collect();
        let place = match table.scope(graph) {
            RegisterScope::Pipe => None,
            scope => Some(names::scope(scope).to_owned()),
        };
        let parts: Vec<_> = place.into_iter().chain(tests).collect();
        let key = if parts.is_empty() { "keyless".to_owned() } else { parts.join(", ") };
        let held = |name: &str, part: &Option<Gateway>| {
            let text = |key: &Gateway| format!(", {name} of {} bits and {} rows", key.bits(), key.rows);
            part.as_ref().map_or_else(String::new, text)
        };
        let form = if table.alternatives > 1 { "if/else over as many tables" } else { "gateway" };
        let gateway = held(form, &table.gateway) + &held("ternary key", &table.ternary);
        line!(
            text,
            "  stage {stage:>2} {what}: {key}, {} entries{gateway}",
            table.entries(graph, program.placement.sizing)
        );
    }
    text
}

fn metadata(program: &Elaborated) -> String {
    let Elaborated { graph, placement, .. } = program;
    let metadata = &placement.metadata;
    let mut text = format!(
        "\nmetadata: {} bits of temporaries in total, {} at the peak\n",
        metadata.total(),
        metadata.peak()
    );
    text += "  (temporaries: results of operations and register outputs that are read later; inputs do not count)\n";
    for temporary in &metadata.temporaries {
        line!(
            text,
            "  {} bits, stages {} to {}: {}",
            temporary.width,
            temporary.written,
            temporary.last_read,
            names::operation(graph, temporary.word)
        );
    }
    for (input, last) in &metadata.inputs {
        line!(
            text,
            "  input {} ({} bits), read until stage {last}",
            names::word(graph, *input),
            graph.node(*input).width
        );
    }
    text
}

fn latency(program: &Elaborated) -> String {
    let (latency, model) = (&program.placement.latency, &program.profile.latency);
    let terms: Vec<_> = latency.stages.iter().map(|stage| stage.cycles.to_string()).collect();
    let mut text = String::from("\nlatency\n");
    line!(
        text,
        "  {} + {} corner turn = {} cycles, {} ns at {} MHz",
        terms.join(" + "),
        model.corner_turn,
        latency.cycles,
        latency.nanos(model),
        model.clock_mhz
    );
    line!(text, "  {} cycles before egress is padded to {}", latency.unpadded, model.egress_minimum);
    text
}

fn semantics(program: &Elaborated) -> String {
    let profile = &program.profile;
    let mut text = String::from("\nsemantics\n");
    line!(text, "  depths count in units of {} B", profile.depth_unit.bytes());
    for (input, _) in &program.placement.metadata.inputs {
        let node = program.graph.node(*input);
        if matches!(node.op, Op::Input(super::intrinsic::Intrinsic::Sojourn)) && node.width < 32 {
            let how = match profile.sojourn_overflow {
                SojournOverflow::Alias => "aliases",
                SojournOverflow::Saturate => "saturates",
            };
            line!(text, "  the {}-bit sojourn {how} at {} ns", node.width, 1u64 << node.width);
        }
    }
    for quantised in &program.quantised {
        line!(text, "  {}: asked {}, used {}", quantised.name, quantised.asked, quantised.used);
    }
    text
}

fn headroom(program: &Elaborated, b: &Budget) -> String {
    let mut text = String::from("\nheadroom (used / limit)\n");
    let worst = |of: fn(&Usage) -> u32| program.placement.usage.iter().map(of).max().unwrap_or(0);
    let rows = [
        (LimitId::Stages, b.stages),
        (LimitId::Tables, worst(|usage| usage.tables)),
        (LimitId::Gateways, worst(|usage| usage.gateways)),
        (LimitId::StatefulAlus, worst(|usage| usage.stateful_alus)),
        (LimitId::Sram, worst(Usage::sram)),
        (LimitId::MapRam, worst(|usage| usage.map_ram)),
        (LimitId::ActionDataBits, worst(|usage| usage.action_data_bits)),
        (LimitId::ExactCrossbar, worst(|usage| usage.crossbar_bytes)),
        (LimitId::HashSlices, worst(|usage| usage.hash_slices)),
        (LimitId::Operations, worst(|usage| usage.operations)),
    ];
    for (id, used) in rows {
        let limit = program.profile.limit(id).value;
        line!(text, "  {used:>4} / {limit:<5} {:>3} %  {}", used * 100 / limit.max(1), id.text());
    }
    text
}

fn comparison(b: &Budget, paper: &Prototype) -> String {
    let mut text = format!("\nbeside the paper's prototype ({})\n", paper.source);
    line!(text, "  tables          {:>6}  paper {} (ours keyed: {})", b.tables, paper.tables, b.tables_keyed);
    line!(text, "  entries         {:>6}  paper fewer than {}", b.entries, paper.entries_below);
    line!(text, "  32-bit arrays   {:>6}  paper {}", b.arrays_32, paper.arrays_32);
    line!(text, "  64-bit arrays   {:>6}  paper {}", b.arrays_64, paper.arrays_64);
    line!(text, "  register bytes  {:>6}  paper {}", b.register_bytes, paper.register_bytes);
    line!(
        text,
        "  metadata bits   {:>6}  paper {} (ours at the peak: {})",
        b.metadata_bits,
        paper.metadata_bits,
        b.metadata_peak_bits
    );
    line!(text, "  memory: {}", paper.memory_note);
    text
}

fn confidence(profile: &Profile) -> String {
    let mut text = format!("\nprofile {}: {}\n", profile.name, profile.summary);
    for limit in &profile.limits {
        line!(text, "  {:>5} {} [{}: {}]", limit.value, limit.id.text(), limit.grade.letter(), limit.source);
    }
    for input in &profile.inputs {
        line!(
            text,
            "  {:>5} bits of {} [{}: {}]",
            input.width,
            input.intrinsic.name(),
            input.grade.letter(),
            input.source
        );
    }
    line!(text, "  stage latencies [{}: {}]", profile.latency.grade.letter(), profile.latency.source);
    for absent in profile.not_modelled {
        line!(text, "  not modelled: {absent}");
    }
    text
}
