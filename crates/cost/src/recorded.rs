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

/// Returns what is recorded, by `algorithm/variant`; nothing before the first record.
///
/// # Errors
/// The file cannot be read, or a line of it.
pub(crate) fn read() -> anyhow::Result<BTreeMap<String, Recorded>> {
    if !path().exists() {
        return Ok(BTreeMap::new());
    }
    let text = std::fs::read_to_string(path()).with_context(|| format!("reading {}", path().display()))?;
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

/// Returns a finding where there is a record and it is not what was measured.
pub(crate) fn stale(rows: &[Row]) -> Option<String> {
    let recorded = std::fs::read_to_string(path()).ok()?;
    differs(&recorded, &file(rows))
}

fn differs(recorded: &str, measured: &str) -> Option<String> {
    let line = measured.lines().find(|line| !recorded.lines().any(|other| other == *line));
    let same = measured == recorded;
    (!same).then(|| {
        let which = line.unwrap_or("a line that nothing measures");
        format!("crates/cost/cycles.csv is stale ({which}); run `cargo xtask firmware --record`")
    })
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
        assert_eq!(differs(&file(&rows), &file(&rows)), None);
        let empty = format!("{HEAD}\n");
        assert!(differs(&empty, &file(&rows)).is_some_and(|why| why.contains("a/b,2.2,9")));
    }
}
