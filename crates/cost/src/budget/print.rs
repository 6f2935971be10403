//! Budgets as tables.

use super::declared::PROFILE;
use super::rows::Placement;
use crate::row::{Row, table};
use freeboard_pipeline::{Sizing, paper};

/// Columns that both tables have.
const COLUMNS: [(&str, &str); 11] = [
    ("fits", "fits"),
    ("stages", "stages"),
    ("tables", "tables"),
    ("(keyed)", "tables_keyed"),
    ("entries", "entries"),
    ("32 b", "arrays_32"),
    ("64 b", "arrays_64"),
    ("registers", "register_bytes"),
    ("SRAM", "sram_blocks"),
    ("metadata", "metadata_bits"),
    ("(peak)", "metadata_peak_bits"),
];

/// The stage reports, one after the other.
pub(crate) fn reports(placements: &[Placement]) {
    for placement in placements {
        match &placement.outcome {
            Ok((_, report)) => println!("{report}"),
            Err(refusal) => {
                println!("{} on {}: REJECTED\n{refusal}\n", placement.id(), placement.profile);
            }
        }
    }
}

/// One table of all variants on all profiles.
pub(crate) fn summary(placements: &[Placement], sizing: Sizing) {
    let rows: Vec<Row> = placements.iter().map(Placement::row).collect();
    let columns: Vec<_> =
        [("profile", "profile")].into_iter().chain(COLUMNS).chain([("cycles", "latency_cycles")]).collect();
    println!("{}", table(&rows, &columns));
    println!(
        "registers: bytes for {} ports x {} queues, every array with one instance per queue, as ECN# §4 counts.\n\
         metadata: bits of temporaries (results of operations and register outputs), in all and at the peak.",
        sizing.ports, sizing.queues_per_port
    );
}

/// The last line: how many fit, and what that was compared with.
pub(crate) fn conclusion(placements: &[Placement], sizing: Sizing, findings: usize) -> String {
    let fit = placements.iter().filter(|placement| placement.budget().is_some()).count();
    let compared = placements.iter().any(|row| row.profile == PROFILE) && sizing == Sizing::PAPER;
    let declared = match (compared, findings) {
        (false, _) => format!("nothing is declared for this; budgets are of {PROFILE}"),
        (true, 0) => format!("on {PROFILE} all is as the crates declare it"),
        (true, wrong) => format!("{wrong} differences from what the crates declare"),
    };
    format!("budget: {fit} of {} placements fit; {declared}", placements.len())
}

/// ECN#'s layouts beside what the paper's prototype used.
pub(crate) fn against_paper(placements: &[Placement]) {
    let prototype = paper::ECN_SHARP;
    let numbers = [
        ("tables_keyed", prototype.tables),
        ("arrays_32", prototype.arrays_32),
        ("arrays_64", prototype.arrays_64),
        ("register_bytes", prototype.register_bytes),
        ("metadata_peak_bits", prototype.metadata_bits),
    ];
    let head = Row::default()
        .with("algorithm", format!("paper: {}", prototype.source))
        .with("variant", "")
        .with("entries", format!("< {}", prototype.entries_below));
    let head = numbers.into_iter().fold(head, |row, (key, value)| row.with(key, value));
    let ours = placements.iter().filter(|row| row.id.meta().name == "ecn-sharp" && row.profile == PROFILE);
    let rows: Vec<Row> = [head].into_iter().chain(ours.map(Placement::row)).collect();
    println!("{}\n{}", table(&rows, &COLUMNS), prototype.memory_note);
}
