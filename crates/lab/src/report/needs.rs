//! Needs of a scenario's schemes: placements of their pipeline variants on the modelled switches.

use super::tables::grid;
use comfy_table::Table;
use freeboard_cost::Row;
use freeboard_cost::report::report;
use freeboard_scenario::file::Scenario;

/// Keys of a row that the table shows, with their headings.
const COLUMNS: [(&str, &str); 8] = [
    ("scheme", "scheme"),
    ("target", "target"),
    ("fits", "fits"),
    ("stages", "stages"),
    ("tables", "tables"),
    ("SRAM blocks", "sram_blocks"),
    ("registers [B]", "register_bytes"),
    ("latency [cycles]", "latency_cycles"),
];

/// A row for each scheme and switch: of the scheme's own variant if it is a pipeline program, otherwise of those of its algorithm; one
/// without numbers where there is none.
#[must_use]
pub fn needs(scenario: &Scenario) -> Vec<Row> {
    let of = |scheme: &freeboard_scenario::file::Scheme| {
        let algorithm = scheme.aqm.id.split('/').next().unwrap_or_default();
        let named = Row::default().with("scheme", scheme.name.as_str());
        // Rows of firmware say nothing of fitting.
        let placed: Vec<Row> =
            report(Some(algorithm), None).into_iter().filter(|row| row.get("fits").is_some()).collect();
        let is_placed = placed.iter().any(|row| row.id() == scheme.aqm.id);
        let shown = placed.iter().filter(|row| !is_placed || row.id() == scheme.aqm.id);
        let rows: Vec<Row> = shown.map(|row| named.clone().and(row)).collect();
        if rows.is_empty() { vec![named.with("algorithm", algorithm).with("fits", false)] } else { rows }
    };
    scenario.schemes.iter().flat_map(of).collect()
}

/// The same as a table.
#[must_use]
pub fn need_table(rows: &[Row]) -> Table {
    let header = ["variant"].into_iter().chain(COLUMNS.iter().map(|(heading, _)| *heading));
    let cells = |row: &Row| {
        let values = COLUMNS.iter().map(|(_, key)| row.text(key));
        [row.id()].into_iter().chain(values).collect::<Vec<String>>()
    };
    grid(header, rows.iter().map(cells))
}
