//! A survey as it is printed.

use super::record::Record;
use super::survey::Survey;
use super::variant;
use comfy_table::{Cell, CellAlignment, Table, presets};

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
