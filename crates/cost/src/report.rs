//! Cost report: one row per variant and target.
//!
//! Targets are the pipeline profiles and the instruction sets of the firmware. Cycles are those of the first modelled
//! core, over the packets and events that the firmware's gates measure.

use crate::budget::rows::{self, Placement};
use crate::firmware::images::{self, Profile, Target};
use crate::firmware::index::{Index, Owner};
use crate::firmware::survey::{self, core_runs};
use crate::row::{Row, table};
use crate::variant::{self, Subject as _, Variant};
use freeboard_hw_model::nic_core::{CV32E40P_LIKE, Image};
use freeboard_hw_model::pipeline::{Sizing, profiles};
use freeboard_toolchain as toolchain;
use rayon::prelude::*;

/// The keys of a row, with their headings; a row has those that apply.
const COLUMNS: [(&str, &str); 15] = [
    ("target", "target"),
    ("fits", "fits"),
    ("stages", "stages"),
    ("latency", "latency_cycles"),
    ("registers [B]", "register_bytes"),
    ("instr mean", "instructions_mean"),
    ("worst", "instructions_worst"),
    ("cycles mean", "cycles_mean"),
    ("worst", "cycles_worst"),
    ("per packet", "cycles_packet"),
    ("code [B]", "code_bytes"),
    ("pipe [B]", "state_pipe_bytes"),
    ("port [B]", "state_port_bytes"),
    ("queue [B]", "state_queue_bytes"),
    ("flow [B]", "state_flow_bytes"),
];

/// What was found out, and what could not be.
#[derive(Debug, Default)]
pub struct Report {
    /// One row per variant and target.
    pub rows: Vec<Row>,
    /// Why rows are missing.
    pub missing: Vec<String>,
}

/// The costs of the variants with this name: all of an algorithm's, or one; of every variant without one.
///
/// # Errors
/// An image of the firmware does not build or cannot be read.
pub fn report(name: Option<&str>) -> anyhow::Result<Report> {
    let chosen =
        |variant: &Variant| name.is_none_or(|name| variant.id() == name || variant.names().0 == name);
    let variants: Vec<Variant> = variant::all().into_iter().filter(chosen).collect();
    let mut report = Report::default();
    let of = |placement: &Placement| variants.contains(&Variant::Aqm(placement.id));
    let placements = rows::all(&profiles::all(), Sizing::PAPER);
    report.rows.extend(placements.iter().filter(|placement| of(placement)).map(Placement::row));
    if let Err(error) = toolchain::install_targets() {
        report.missing.push(format!("no firmware was measured: {error:#}"));
        return Ok(report);
    }
    for target in Target::ALL {
        report.rows.extend(on_firmware(&variants, target)?);
    }
    // The targets of a variant together, in the order above.
    let place = |row: &Row| variants.iter().position(|variant| variant.id() == row.id());
    report.rows.sort_by_key(place);
    Ok(report)
}

/// A table of rows.
#[must_use]
pub fn show(rows: &[Row]) -> String {
    let used = |(_, key): &(&str, &str)| rows.iter().any(|row| row.get(key).is_some());
    table(rows, &COLUMNS.into_iter().filter(used).collect::<Vec<_>>()).to_string()
}

fn on_firmware(variants: &[Variant], target: Target) -> anyhow::Result<Vec<Row>> {
    let images = images::build(Profile::Speed, target)?;
    let index = Index::read(&images.hot)?;
    let entries = index.entries.iter().filter_map(|entry| match entry.owner {
        Owner::Variant(variant) if variants.contains(&variant) => Some((variant, *entry)),
        _ => None,
    });
    let modelled = match target {
        Target::Rv32 => Some(Image::parse(&std::fs::read(&images.hot)?)?),
        Target::Thumbv7 | Target::Thumbv6 => None,
    };
    let row = |(variant, entry): (Variant, _)| {
        let row = variant.row(target.name()).with("profile", Profile::Speed.name());
        let row = match &modelled {
            None => survey::sizes(row, &index, &entry),
            Some(image) => {
                let (_, costs) = core_runs(image, variant, entry, &[&CV32E40P_LIKE])?;
                survey::price(row.with("place", CV32E40P_LIKE.name), &costs[0], &index, &entry)
            }
        };
        Ok(variant.fits_context().into_iter().fold(row, |row, fits| row.with("fits", fits)))
    };
    entries.collect::<Vec<_>>().into_par_iter().map(row).collect()
}
