//! Recorded cycles of every variant: what tables show without building the firmware.
//!
//! `cargo xtask firmware` compares the record with what it measures, and writes it with `--record`.

use crate::row::Row;
use anyhow::Context;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Cycles of one variant on the first modelled core, profile `firmware-3`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Recorded {
    /// Per packet or event, over the measured stream.
    pub(crate) mean: f64,
    /// The worst observed.
    pub(crate) worst: u64,
}

/// The columns of the file.
const HEAD: &str = "variant,cycles_mean,cycles_worst";

fn path() -> PathBuf {
    freeboard_toolchain::root().join("crates/cost/cycles.csv")
}

/// Cycles by `algorithm/variant`.
pub(crate) type Cycles = BTreeMap<String, Recorded>;

/// Returns what is recorded.
///
/// # Errors
/// The file cannot be read, or a line of it.
pub(crate) fn read() -> anyhow::Result<Cycles> {
    parse(&std::fs::read_to_string(path()).with_context(|| format!("reading {}", path().display()))?)
}

fn parse(text: &str) -> anyhow::Result<Cycles> {
    let line = |line: &str| {
        let mut columns = line.split(',');
        let id = columns.next()?.to_owned();
        let mean = columns.next()?.parse().ok()?;
        Some((id, Recorded { mean, worst: columns.next()?.parse().ok()? }))
    };
    text.lines().skip(1).map(|text| line(text).with_context(|| format!("cycles.csv: `{text}`"))).collect()
}

/// Returns the file that these rows make: those of the first core at the profile for speed.
fn file(rows: &[Row]) -> String {
    let mut text = format!("{HEAD}\n");
    let wanted = |row: &&Row| {
        row.get("cycles_mean").is_some()
            && row.text("profile") == "firmware-3"
            && row.text("place") == freeboard_hw_model::nic_core::CV32E40P_LIKE.name
    };
    for row in rows.iter().filter(wanted) {
        text += &format!("{},{},{}\n", row.id(), row.text("cycles_mean"), row.text("cycles_worst"));
    }
    text
}

/// Writes the record.
///
/// # Errors
/// The file cannot be written.
pub(crate) fn write(rows: &[Row]) -> anyhow::Result<()> {
    std::fs::write(path(), file(rows)).with_context(|| format!("writing {}", path().display()))
}

/// Returns a finding where the record is not about what was measured.
///
/// # Errors
/// As [`read`].
pub(crate) fn stale(rows: &[Row]) -> anyhow::Result<Option<String>> {
    Ok(differs(&read()?, &parse(&file(rows))?))
}

/// The order of functions in an image, and with it a few registers, follows the path of the sources, which cargo puts into
/// its hashes. The same source has shown 86 and 89 cycles.
fn near(recorded: f64, measured: f64) -> bool {
    (recorded - measured).abs() <= f64::max(0.05 * recorded, 3.0)
}

fn differs(recorded: &Cycles, measured: &Cycles) -> Option<String> {
    let same = |id: &String| match (recorded.get(id), measured.get(id)) {
        (Some(old), Some(new)) => near(old.mean, new.mean) && near(old.worst as f64, new.worst as f64),
        _ => false,
    };
    let id = recorded.keys().chain(measured.keys()).find(|id| !same(id))?;
    Some(format!("crates/cost/cycles.csv is stale ({id}); run `cargo xtask firmware --record`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_core_at_speed_is_recorded() {
        let row = |place: &str, profile: &str| {
            let row = Row::default().with("algorithm", "a").with("variant", "b").with("place", place);
            row.with("profile", profile).with("cycles_mean", 2.25).with("cycles_worst", 9)
        };
        let core = freeboard_hw_model::nic_core::CV32E40P_LIKE.name;
        let rows = [row(core, "firmware-3"), row(core, "firmware-s"), row("qemu", "firmware-3")];
        assert_eq!(file(&rows), "variant,cycles_mean,cycles_worst\na/b,2.2,9\n");
    }

    #[test]
    fn a_record_is_stale_beyond_what_the_order_of_functions_changes() {
        let record = |lines: &str| parse(&format!("{HEAD}\n{lines}")).unwrap();
        let recorded = record("a/b,40.0,86\n");
        assert_eq!(differs(&recorded, &record("a/b,42.9,89\n")), None);
        for lines in ["a/b,43.1,86\n", "a/b,40.0,91\n", "", "a/b,40.0,86\na/c,1.0,1\n"] {
            assert!(differs(&recorded, &record(lines)).is_some(), "{lines}");
        }
    }
}
