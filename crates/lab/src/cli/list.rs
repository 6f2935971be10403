//! `freeboard list`.

use super::exit::Done;
use crate::plan::{Figure, Figures, PLANS, Plan, Status};
use crate::report::{Line, prose};
use crate::say::say;
use clap::Args;
use comfy_table::{ColumnConstraint, Width};
use freeboard_scenario::catalog::{self, AQMS, CCS, Descriptor, PresetValues, VariantId, underlays};
use freeboard_scenario::file::Host;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Show settings, ranges, defaults and presets of one algorithm, e.g. "ecn-sharp/compact".
    name: Option<String>,
}

#[derive(Serialize)]
struct AlgorithmLine {
    kind: &'static str,
    family: &'static str,
    algorithm: &'static str,
    variant: &'static str,
    summary: &'static str,
    source: &'static str,
    nature: String,
    /// `state_pipe_bytes`, `state_port_bytes` and `state_queue_bytes`, or `state_flow_bytes`.
    #[serde(flatten)]
    state: BTreeMap<String, usize>,
    presets: Vec<&'static str>,
    settings: Vec<&'static str>,
}

impl Line for AlgorithmLine {}

/// A figure or table of a paper, with the plans that reproduce it or the reason for their absence.
#[derive(Serialize)]
struct FigureLine<'a> {
    kind: &'static str,
    paper: &'a str,
    figure: &'a str,
    shows: &'a str,
    claim: &'a str,
    status: &'static str,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    plans: &'a [String],
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl Line for FigureLine<'_> {}

impl<'a> FigureLine<'a> {
    fn of(figure: &'a Figure) -> Self {
        let Figure { paper, figure, shows, claim, status } = figure;
        let (plans, reason): (&[String], _) = match status {
            Status::Plans(plans) => (plans, None),
            Status::Reason(reason) => (&[], Some(reason.as_str())),
        };
        Self { kind: "figure", paper, figure, shows, claim, status: status.name(), plans, reason }
    }

    /// Cells of the table: figure, contents, plans.
    fn cells(&self) -> Vec<String> {
        let status = self.reason.map_or_else(|| self.plans.join(", "), |reason| format!("none: {reason}"));
        vec![format!("{}, {}", self.paper, self.figure), self.shows.to_owned(), status]
    }
}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    match &arguments.name {
        Some(name) => show(name, json)?,
        None if json => {
            catalog::all().for_each(|algorithm| say!("{}", line(algorithm).line()));
            Figures::read()?.figures.iter().for_each(|figure| say!("{}", FigureLine::of(figure).line()));
        }
        None => overview()?,
    }
    Ok(Done::Fine)
}

fn line(algorithm: &Descriptor) -> AlgorithmLine {
    AlgorithmLine {
        kind: "algorithm",
        family: match algorithm.id {
            VariantId::Aqm(_) => "marking scheme",
            VariantId::Cc(_) => "congestion control",
            VariantId::Underlay(_) => "underlay",
        },
        algorithm: algorithm.name,
        variant: algorithm.variant,
        summary: algorithm.summary,
        source: algorithm.source,
        nature: nature(algorithm),
        state: algorithm.state().map(|part| (format!("state_{}_bytes", part.name), part.size)).collect(),
        presets: algorithm.presets().iter().map(|preset| preset.name).collect(),
        settings: algorithm.docs.iter().map(|doc| doc.name).collect(),
    }
}

fn nature(algorithm: &Descriptor) -> String {
    let parts = [algorithm.form(), algorithm.needs()];
    parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ")
}

/// Place of the presets in the table of algorithms.
const PRESETS: usize = 3;
/// Blanks around the text of a cell.
const PADDING: u16 = 2;

fn overview() -> anyhow::Result<()> {
    let families = [
        ("marking scheme", "state per pipe + port + queue", AQMS),
        ("congestion control", "state per flow", CCS),
        ("underlay", "state per flow", underlays()),
    ];
    let longest_id = catalog::all().map(|algorithm| algorithm.to_string().len()).max().unwrap_or_default();
    for (family, state, algorithms) in families {
        let row = |algorithm: &Descriptor| {
            let presets: Vec<&str> = algorithm.presets().iter().map(|preset| preset.name).collect();
            vec![
                algorithm.to_string(),
                algorithm.summary.to_owned(),
                algorithm.state_text(),
                presets.join(", "),
            ]
        };
        let header = [family, "what it does", state, "presets"];
        let mut table = prose(header, algorithms.iter().map(row));
        // Ids and names of presets are whole, to be copied.
        let presets = algorithms.iter().flat_map(Descriptor::presets).map(|preset| preset.name.len());
        for (column, least) in [(0, longest_id), (PRESETS, presets.max().unwrap_or_default() + 1)] {
            if let Some(column) = table.column_mut(column) {
                let least = Width::Fixed(least as u16 + PADDING);
                column.set_constraint(ColumnConstraint::LowerBoundary(least));
            }
        }
        say!("{table}");
    }
    let plan = |plan: &Plan<'_>| Ok(vec![plan.id(), plan.claim()?]);
    let plans = PLANS.iter().map(plan).collect::<anyhow::Result<Vec<_>>>()?;
    say!("{}", prose(["plan", "claim"], plans));
    let figures = Figures::read()?.figures;
    let rows = figures.iter().map(|figure| FigureLine::of(figure).cells());
    say!("{}", prose(["figure", "shows", "plan"], rows));
    say!("`freeboard list NAME` shows nature, source, and settings with units, ranges and sources.");
    Ok(())
}

fn show(name: &str, json: bool) -> anyhow::Result<()> {
    let named = catalog::argument(catalog::all(), name)?;
    // A name without a variant selects all variants.
    let matching = catalog::all().filter(|other| other.id == named.id || other.name == name);
    for algorithm in matching {
        if json {
            setting_lines(algorithm).iter().for_each(|line| say!("{}", line.line()));
            continue;
        }
        let scopes: Vec<&str> = algorithm.state().map(|part| part.name).collect();
        let state = format!("state per {}: {}", scopes.join(" + "), algorithm.state_text());
        say!("{algorithm}: {} ({}; {state}; {})", algorithm.summary, nature(algorithm), algorithm.source);
        say!("{}", settings(algorithm));
    }
    Ok(())
}

/// One setting of one algorithm, values with their units.
#[derive(Serialize)]
struct SettingLine {
    algorithm: &'static str,
    variant: &'static str,
    setting: &'static str,
    legal: String,
    presets: BTreeMap<&'static str, String>,
    /// Effective value on the data path, for depths in bytes or segments of the default size.
    effective: BTreeMap<&'static str, String>,
    meaning: &'static str,
    source: &'static str,
}

impl Line for SettingLine {}

fn setting_lines(algorithm: &Descriptor) -> Vec<SettingLine> {
    let presets = algorithm.presets();
    let granule = match algorithm.id {
        VariantId::Cc(_) => Host::default().mss(),
        VariantId::Aqm(_) | VariantId::Underlay(_) => 1,
    };
    let used = |preset: &PresetValues| PresetValues {
        values: algorithm.quantise(&preset.values, granule).unwrap_or_else(|_| preset.values.clone()),
        ..*preset
    };
    let used: Vec<PresetValues> = presets.iter().map(used).collect();
    let texts = |presets: &[PresetValues], at: usize| {
        presets.iter().map(|preset| (preset.name, catalog::text(algorithm, at, preset.values[at]))).collect()
    };
    let line = |(at, doc): (usize, &freeboard_params::FieldDoc)| SettingLine {
        algorithm: algorithm.name,
        variant: algorithm.variant,
        setting: doc.name,
        legal: catalog::legal(algorithm, at),
        presets: texts(&presets, at),
        effective: texts(&used, at),
        meaning: doc.meaning.trim(),
        source: doc.source,
    };
    algorithm.docs.iter().enumerate().map(line).collect()
}

/// Settings with the value of each preset and, where it differs, the effective value.
fn settings(algorithm: &Descriptor) -> comfy_table::Table {
    let presets = algorithm.presets();
    let header = ["setting", "legal"].into_iter().map(str::to_owned);
    let header = header.chain(presets.iter().map(|preset| format!("preset {}", preset.name)));
    let row = |line: SettingLine| {
        let value = |preset: &PresetValues| {
            let (asked, used) = (&line.presets[preset.name], &line.effective[preset.name]);
            if asked == used { asked.clone() } else { format!("{asked} (used: {used})") }
        };
        let values: Vec<String> = presets.iter().map(value).collect();
        let meaning = [line.meaning.to_owned(), line.source.to_owned()];
        [line.setting.to_owned(), line.legal].into_iter().chain(values).chain(meaning).collect::<Vec<_>>()
    };
    let tail = ["meaning", "source of the default"].into_iter().map(str::to_owned);
    prose(header.chain(tail), setting_lines(algorithm).into_iter().map(row))
}
