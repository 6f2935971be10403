//! Budgets for people and for programs.

use super::rows::Row;
use comfy_table::{Table, presets};
use freeboard_hw_model::pipeline::{Sizing, paper};
use serde::Serialize;

/// The machine-readable line; what does not apply is absent.
#[derive(Serialize)]
pub(crate) struct Line {
    algorithm: &'static str,
    variant: &'static str,
    profile: &'static str,
    #[serde(flatten)]
    needs: Option<Needs>,
    fits: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<String>,
}

#[derive(Serialize)]
struct Needs {
    tables: u32,
    entries: u32,
    arrays_32: u32,
    arrays_64: u32,
    register_bytes: u32,
    register_bytes_used: u32,
    sram_blocks: u32,
    metadata_bits: u32,
    metadata_peak_bits: u32,
    stages: u32,
    latency_cycles: u32,
}

impl From<&Row> for Line {
    fn from(row: &Row) -> Self {
        let needs = row.budget().map(|budget| Needs {
            tables: budget.tables,
            entries: budget.entries,
            arrays_32: budget.arrays_32,
            arrays_64: budget.arrays_64,
            register_bytes: budget.register_bytes,
            register_bytes_used: budget.register_bytes_used,
            sram_blocks: budget.sram_blocks,
            metadata_bits: budget.metadata_bits,
            metadata_peak_bits: budget.metadata_peak_bits,
            stages: budget.stages,
            latency_cycles: budget.latency_cycles,
        });
        Self {
            algorithm: row.meta.name,
            variant: row.meta.variant,
            profile: row.profile,
            fits: needs.is_some(),
            needs,
            refusal: row.outcome.as_ref().err().map(ToString::to_string),
        }
    }
}

/// The stage reports, one after the other.
pub(crate) fn reports(rows: &[Row]) {
    for row in rows {
        match &row.outcome {
            Ok((_, report)) => println!("{report}"),
            Err(refusal) => println!("{} on {}: REJECTED\n{refusal}\n", row.id(), row.profile),
        }
    }
}

/// One table of all variants on all profiles.
pub(crate) fn summary(rows: &[Row], sizing: Sizing) {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_header([
        "profile",
        "program",
        "verdict",
        "stages",
        "tables",
        "entries",
        "32 b",
        "64 b",
        "registers",
        "SRAM",
        "metadata (peak)",
        "cycles",
    ]);
    for row in rows {
        let id = row.id();
        let cells = match row.budget() {
            None => vec![row.profile.to_owned(), id, "REJECTED".to_owned()],
            Some(budget) => vec![
                row.profile.to_owned(),
                id,
                "fits".to_owned(),
                budget.stages.to_string(),
                budget.tables.to_string(),
                budget.entries.to_string(),
                budget.arrays_32.to_string(),
                budget.arrays_64.to_string(),
                format!("{} B", budget.register_bytes),
                budget.sram_blocks.to_string(),
                format!("{} ({}) b", budget.metadata_bits, budget.metadata_peak_bits),
                budget.latency_cycles.to_string(),
            ],
        };
        table.add_row(cells);
    }
    println!("{table}");
    println!(
        "registers: bytes for {} ports x {} queues, every array with one instance per queue, as ECN# §4 counts.\n\
         metadata: bits of temporaries (results of operations and register outputs), in all and at the peak.",
        sizing.ports, sizing.queues_per_port
    );
}

/// The last line: how many fit, and what that was compared with.
pub(crate) fn conclusion(rows: &[Row], sizing: Sizing, findings: usize) -> String {
    let fit = rows.iter().filter(|row| row.budget().is_some()).count();
    let compared = rows.iter().any(|row| row.profile == super::declared::PROFILE) && sizing == Sizing::PAPER;
    let declared = match (compared, findings) {
        (false, _) => format!("nothing is declared for this; budgets are of {}", super::declared::PROFILE),
        (true, 0) => format!("on {} all is as the crates declare it", super::declared::PROFILE),
        (true, wrong) => format!("{wrong} differences from what the crates declare"),
    };
    format!("budget: {fit} of {} placements fit; {declared}", rows.len())
}

/// ECN#'s layouts beside what the paper's prototype used.
pub(crate) fn against_paper(rows: &[Row]) {
    let prototype = paper::ECN_SHARP;
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED).set_header([
        "ECN#",
        "tables",
        "entries",
        "32 b arrays",
        "64 b arrays",
        "registers",
        "metadata (peak)",
        "stages",
    ]);
    table.add_row([
        format!("paper: {}", prototype.source),
        prototype.tables.to_string(),
        format!("< {}", prototype.entries_below),
        prototype.arrays_32.to_string(),
        prototype.arrays_64.to_string(),
        format!("{} B", prototype.register_bytes),
        format!("{} b", prototype.metadata_bits),
        "not stated".to_owned(),
    ]);
    let ours =
        rows.iter().filter(|row| row.meta.name == "ecn-sharp" && row.profile == super::declared::PROFILE);
    for (row, budget) in ours.filter_map(|row| row.budget().map(|budget| (row, budget))) {
        table.add_row([
            row.id(),
            budget.tables.to_string(),
            budget.entries.to_string(),
            budget.arrays_32.to_string(),
            budget.arrays_64.to_string(),
            format!("{} B", budget.register_bytes),
            format!("{} ({}) b", budget.metadata_bits, budget.metadata_peak_bits),
            budget.stages.to_string(),
        ]);
    }
    println!("{table}\n{}", prototype.memory_note);
}
