//! Cost report: one row per variant and target.
//!
//! Targets are the pipeline profiles and the instruction sets of the firmware. Placements are made anew; cycles, sizes and
//! proved worst cases are those on record. Cycles are of the first modelled core, over the packets and events that the
//! firmware's gates measure.

use crate::budget::rows::{self, Placement};
use crate::recorded;
use crate::row::{Row, table};
use crate::variant::{self, Subject as _, Variant};
use freeboard_pipeline::{Sizing, profiles};

/// Keys of a row with their headings, a table for each: a placement in a switch, code on a core, state. A row has those that apply.
const PLACEMENT: [(&str, &str); 5] = [
    ("target", "target"),
    ("fits", "fits"),
    ("stages", "stages"),
    ("latency", "latency_cycles"),
    ("registers [B]", "register_bytes"),
];
const CODE: [(&str, &str); 10] = [
    ("target", "target"),
    ("fits", "fits"),
    ("instr mean", "instructions_mean"),
    ("worst", "instructions_worst"),
    ("cycles mean", "cycles_mean"),
    ("worst", "cycles_worst"),
    ("proved", "cycles_proved"),
    ("per packet", "cycles_packet"),
    ("code [B]", "code_bytes"),
    ("-Os [B]", "code_bytes_s"),
];
const STATE: [(&str, &str); 4] = [
    ("pipe [B]", "state_pipe_bytes"),
    ("port [B]", "state_port_bytes"),
    ("queue [B]", "state_queue_bytes"),
    ("flow [B]", "state_flow_bytes"),
];

/// The costs of the variants with this name: all of an algorithm's, or one; of every variant without one. Placements are under
/// the preset, where one is named; firmware costs are on record and the same for every preset.
#[must_use]
pub fn report(name: Option<&str>, preset: Option<&str>) -> Vec<Row> {
    let chosen =
        |variant: &Variant| name.is_none_or(|name| variant.id() == name || variant.names().0 == name);
    let variants: Vec<Variant> = variant::all().into_iter().filter(chosen).collect();
    let of = |placement: &&Placement| variants.contains(&Variant::Aqm(placement.id));
    let placements = rows::under(preset, &profiles::all(), Sizing::PAPER);
    let placed = placements.iter().filter(of).map(Placement::row);
    let mut rows: Vec<Row> = placed.chain(on_firmware(&variants)).collect();
    // The targets of a variant together, in the order above.
    rows.sort_by_key(|row| variants.iter().position(|variant| variant.id() == row.id()));
    rows
}

/// Tables of rows, and why placements are refused.
#[must_use]
pub fn show(rows: &[Row]) -> String {
    let is_of = |row: &&Row, columns: &[(&str, &str)]| {
        columns.iter().any(|(_, key)| !["target", "fits"].contains(key) && row.get(key).is_some())
    };
    let code: Vec<&Row> = rows.iter().filter(|row| is_of(row, &CODE)).collect();
    let placements = rows.iter().filter(|row| !is_of(row, &CODE)).collect();
    // State is the same on every target.
    let mut states: Vec<&Row> = rows.iter().filter(|row| is_of(row, &STATE)).collect();
    states.dedup_by_key(|row| row.id());
    let parts = [(placements, PLACEMENT.as_slice()), (code, &CODE), (states, &STATE)];
    let parts: Vec<String> = parts.into_iter().filter_map(|(rows, columns)| shown(rows, columns)).collect();
    let mut text = parts.join("\n\n");
    for row in rows.iter().filter(|row| row.get("refusal").is_some()) {
        text += &format!("\n{}", row.text("refusal"));
    }
    text
}

/// A table of the columns that some row has; `None` without rows.
fn shown(rows: Vec<&Row>, columns: &[(&str, &str)]) -> Option<String> {
    let used = |(_, key): &(&str, &str)| rows.iter().any(|row| row.get(key).is_some());
    let columns: Vec<_> = columns.iter().copied().filter(used).collect();
    (!rows.is_empty()).then(|| table(rows.iter().copied(), &columns).to_string())
}

/// One row per variant and instruction set on record.
fn on_firmware(variants: &[Variant]) -> Vec<Row> {
    let (costs, proofs) = (recorded::costs(), recorded::proofs());
    let row = |recorded: &recorded::Recorded| {
        let variant = variants.iter().find(|variant| variant.id() == recorded.id)?;
        let row = variant.row(&recorded.target).and(recorded.costs());
        let timed =
            recorded.costs().get("cycles_worst").and_then(|_| recorded::proved(&recorded.id, &proofs));
        let row = timed.into_iter().fold(row, |row, proved| {
            row.with("instructions_proved", proved.instructions).with("cycles_proved", proved.cycles)
        });
        Some(variant.fits_context().into_iter().fold(row, |row, fits| row.with("fits", fits)))
    };
    costs.iter().filter_map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both records are of one image: a search cannot see more than the worst case, and the gate compares the proved one.
    #[test]
    fn what_was_seen_is_within_what_is_proved_and_that_within_the_budget() {
        let number = |row: &Row, key: &str| row.get(key).and_then(serde_json::Value::as_u64);
        for row in report(None, None) {
            let Some(proved) = number(&row, "cycles_proved") else { continue };
            let (seen, budget) =
                (number(&row, "cycles_worst").unwrap(), number(&row, "budget_cycles").unwrap());
            assert!(
                seen <= proved && proved <= budget,
                "{}: {seen} seen, {proved} proved, {budget} budget",
                row.id()
            );
        }
    }

    #[test]
    fn a_preset_with_a_constant_that_cannot_act_is_refused_where_it_cannot() {
        let text = show(&report(Some("dualpi2/ramp"), Some("rfc9332")));
        let refusal = "dualpi2/ramp does not fit tofino-1-like:\n  parameter min = 800000 is refused: legal are 0 to 262142";
        assert_eq!(text.matches("does not fit").count(), 1, "{text}");
        assert!(text.contains(refusal), "{text}");
        assert!(!show(&report(Some("dualpi2/ramp"), None)).contains("does not fit"));
    }

    /// Chosen by us: half as wide again as a terminal of 80 columns.
    #[test]
    fn a_line_of_all_costs_is_no_longer_than_120_columns() {
        let text = show(&report(None, None));
        let widest = text.lines().map(|line| line.trim_end().chars().count()).max().unwrap_or_default();
        assert!((60..=120).contains(&widest), "{widest}");
        assert_eq!(text.matches("ecn-sharp/compact").count(), 3 + 3 + 1, "{text}");
    }

    #[test]
    fn every_variant_has_a_row_of_each_instruction_set() {
        let rows = report(None, None);
        for variant in variant::all() {
            for target in ["riscv32imc", "thumbv7em", "thumbv6m"] {
                let found = rows.iter().find(|row| row.id() == variant.id() && row.text("target") == target);
                assert!(
                    found.is_some_and(|row| row.get("code_bytes").is_some()),
                    "{} {target}",
                    variant.id()
                );
            }
        }
    }
}
