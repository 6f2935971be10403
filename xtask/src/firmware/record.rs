//! What is printed about one variant in one place.

use super::survey::Survey;
use super::variant;
use comfy_table::{Cell, CellAlignment, Table, presets};
use serde::Serialize;

/// One line of the report. A field that does not apply is absent.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Record {
    /// Name of the algorithm.
    pub(crate) algorithm: &'static str,
    /// Name of its variant.
    pub(crate) variant: &'static str,
    /// Where it ran: `host`, `pipeline`, an instruction set, or the yardstick's.
    pub(crate) target: &'static str,
    /// Emulator, core or pipeline profile it ran on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<&'static str>,
    /// Firmware profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) profile: Option<&'static str>,
    /// Events behind the digest; behind the mean where there is no digest.
    pub(crate) events: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions_mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) instructions_worst: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cycles_mean: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cycles_worst: Option<u64>,
    /// Without the longest call of each round trip, for flows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) cycles_packet: Option<u64>,
    /// The event that took most cycles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) worst_vector: Option<String>,
    /// Code of the hooks \[B\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) code_bytes: Option<u32>,
    /// State of one instance \[B\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) state_bytes: Option<u32>,
    /// Deepest stack of a hook \[B\].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) stack_bytes: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) digest: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) digest_equal: Option<bool>,
    /// Forbidden symbols of the image that holds it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) forbidden_symbols: Option<Vec<String>>,
}

/// Prints the digests, then the costs, then the worst packets.
pub(crate) fn print(survey: &Survey) {
    println!("decision digests (verdict and state of every event, all epochs of the plan)");
    println!("{}", digests(&survey.records));
    println!(
        "\ncost per packet or event (cycles by the core's table; code of the hooks, state of one instance, bytes)"
    );
    println!("{}", costs(&survey.records));
    println!("\nworst calls");
    for record in &survey.records {
        if let (Some(vector), Some(cycles)) = (&record.worst_vector, record.cycles_worst) {
            println!("  {} {} {}: {cycles} cycles: {vector}", name(record), place(record), profile(record));
        }
    }
    println!();
    for note in survey.notes.iter().chain(&survey.skipped) {
        println!("{note}");
    }
}

fn name(record: &Record) -> String {
    variant::id(record.algorithm, record.variant)
}

fn place(record: &Record) -> String {
    record.place.map_or_else(|| record.target.to_owned(), |place| format!("{} {place}", record.target))
}

fn profile(record: &Record) -> &'static str {
    record.profile.unwrap_or("")
}

fn digests(records: &[Record]) -> Table {
    let mut table = table(&["variant", "place", "profile", "events", "digest", "equal"], 3);
    for record in records {
        if let (Some(digest), Some(equal)) = (&record.digest, record.digest_equal) {
            let events = record.events.to_string();
            let equal = if equal { "yes" } else { "NO" };
            table.add_row([&name(record), &place(record), profile(record), &events, digest, equal]);
        }
    }
    table
}

fn costs(records: &[Record]) -> Table {
    let heads = [
        "variant",
        "place",
        "profile",
        "instr mean",
        "instr worst",
        "cycles mean",
        "cycles worst",
        "per packet",
        "code",
        "state",
        "stack",
    ];
    let mut table = table(&heads, 3);
    for record in records.iter().filter(|record| record.code_bytes.is_some()) {
        let mean = |value: Option<f64>| value.map_or_else(String::new, |value| format!("{value:.1}"));
        let whole = |value: Option<u64>| value.map_or_else(String::new, |value| value.to_string());
        table.add_row([
            name(record),
            place(record),
            profile(record).to_owned(),
            mean(record.instructions_mean),
            whole(record.instructions_worst),
            mean(record.cycles_mean),
            whole(record.cycles_worst),
            whole(record.cycles_packet),
            whole(record.code_bytes.map(u64::from)),
            whole(record.state_bytes.map(u64::from)),
            whole(record.stack_bytes.map(u64::from)),
        ]);
    }
    table
}

/// A borderless table, columns from `numbers` on aligned to the right.
fn table(heads: &[&str], numbers: usize) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(heads.iter().map(Cell::new));
    for column in table.column_iter_mut().skip(numbers) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
}
