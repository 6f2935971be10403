//! The registers of a budget report.

use super::budget::kind_name;
use super::elaborated::Elaborated;
use super::graph::{Access, Graph, Op, Register};
use super::names;
use super::profile::LimitId;
use freeboard_dataplane::{K, SrcA, SrcB};
use std::fmt::Write;

pub(super) fn registers(program: &Elaborated) -> String {
    let Elaborated { graph, placement, profile, .. } = program;
    let sizing = placement.sizing;
    let mut text = format!(
        "\nregisters for {} pipe, {} ports x {} queues\n",
        sizing.pipes, sizing.ports, sizing.queues_per_port
    );
    if graph.registers.is_empty() {
        text += "  none\n";
    }
    for register in &graph.registers {
        let _ = writeln!(
            text,
            "  {} {}: {} bits x {} (per {}), {} B used, {} B at one per queue, {} blocks of {} KiB with the spare{}",
            kind_name(register),
            register.name,
            register.halves * 32,
            sizing.instances(register.scope),
            names::scope(register.scope),
            sizing.bytes(register),
            sizing.bytes_per_queue(register),
            sizing.blocks(register, profile),
            profile.limit(LimitId::SramBytes).value / 1024,
            instructions(graph, register)
        );
    }
    text
}

fn instructions(graph: &Graph, register: &Register) -> String {
    let Some(id) = register.accessed_by else { return "; never accessed".to_owned() };
    let Op::Stateful(access) = graph.node(id).op else { return String::new() };
    let access = &graph.accesses[access];
    let comparators = access
        .entries
        .iter()
        .map(|entry| u32::from(entry.salu.cmp_lo.is_some()) + u32::from(entry.salu.cmp_hi.is_some()));
    format!(
        "; {} instructions, {} comparators, {} rows, {} output bits{}; at {}",
        access.entries.len(),
        comparators.max().unwrap_or(0),
        rows_used(access),
        graph.node(id).width,
        if access.math.is_some() { ", math unit" } else { "" },
        graph.node(id).at
    )
}

/// Distinct register-file rows over all instructions.
fn rows_used(access: &Access) -> usize {
    let mut rows: Vec<K> = Vec::new();
    let mut see = |k: K| {
        if !matches!(k, K::Imm(_)) && !rows.contains(&k) {
            rows.push(k);
        }
    };
    for entry in &access.entries {
        [entry.salu.cmp_lo, entry.salu.cmp_hi]
            .into_iter()
            .flatten()
            .filter_map(|cmp| cmp.k)
            .for_each(&mut see);
        for upd in entry.salu.lo.iter().chain(&entry.salu.hi).flatten() {
            if let SrcA::K(k) = upd.a {
                see(k);
            }
            if let SrcB::K(k) = upd.b {
                see(k);
            }
        }
    }
    rows.len()
}
