//! `freeboard list`.

use super::exit::Done;
use super::say::say;
use crate::catalog::{Algorithm, PresetValues, aqms, ccs, underlays};
use crate::plan::{PLANS, Plan};
use crate::quantity::{kind_of, print};
use crate::report::{Line, prose};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Show settings, ranges, defaults and presets of one algorithm, e.g. "ecn-sharp/compact".
    name: Option<String>,
}

#[derive(Serialize)]
struct AlgorithmLine {
    family: &'static str,
    algorithm: &'static str,
    variant: &'static str,
    summary: &'static str,
    source: &'static str,
    nature: String,
    presets: Vec<&'static str>,
    settings: Vec<&'static str>,
}

impl Line for AlgorithmLine {}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let families = [("marking scheme", aqms()), ("congestion control", ccs()), ("underlay", underlays())];
    match &arguments.name {
        Some(name) => show(&families, name, json),
        None if json => {
            for (family, algorithms) in &families {
                algorithms.iter().for_each(|algorithm| say!("{}", line(family, algorithm).line()));
            }
            Ok(Done::Fine)
        }
        None => {
            overview(&families)?;
            Ok(Done::Fine)
        }
    }
}

fn line(family: &'static str, algorithm: &Algorithm) -> AlgorithmLine {
    AlgorithmLine {
        family,
        algorithm: algorithm.name,
        variant: algorithm.variant,
        summary: algorithm.summary,
        source: algorithm.source,
        nature: algorithm.nature.clone(),
        presets: algorithm.presets.iter().map(|preset| preset.name).collect(),
        settings: algorithm.docs.iter().map(|doc| doc.name).collect(),
    }
}

fn overview(families: &[(&'static str, Vec<Algorithm>)]) -> anyhow::Result<()> {
    for (family, algorithms) in families {
        if algorithms.is_empty() {
            continue;
        }
        let row = |algorithm: &Algorithm| {
            let presets: Vec<&str> = algorithm.presets.iter().map(|preset| preset.name).collect();
            vec![
                algorithm.id(),
                algorithm.summary.to_owned(),
                algorithm.nature.clone(),
                presets.join(", "),
                algorithm.source.to_owned(),
            ]
        };
        let header = [*family, "what it does", "nature", "presets", "source"];
        say!("{}", prose(header, algorithms.iter().map(row)));
    }
    let plan = |plan: &Plan<'_>| Ok(vec![plan.id(), plan.claim()?]);
    let plans = PLANS.iter().map(plan).collect::<anyhow::Result<Vec<_>>>()?;
    say!("{}", prose(["plan", "claim"], plans));
    say!("`freeboard list NAME` shows settings with units, ranges and sources.");
    Ok(())
}

fn show(families: &[(&'static str, Vec<Algorithm>)], name: &str, json: bool) -> anyhow::Result<Done> {
    let all: Vec<&Algorithm> = families.iter().flat_map(|(_, algorithms)| algorithms).collect();
    let matching: Vec<&&Algorithm> = all.iter().filter(|a| a.id() == name || a.name == name).collect();
    if matching.is_empty() {
        let ids: Vec<String> = all.iter().map(|algorithm| algorithm.id()).collect();
        let close = crate::nearest::nearest(name, ids.iter().map(String::as_str));
        let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
        let problem = format!("is not a known algorithm{hint}");
        return Err(crate::trace::argument_fault("NAME", name, &problem, &ids.join(", ")).into());
    }
    for algorithm in matching {
        if json {
            setting_lines(algorithm).iter().for_each(|line| say!("{}", line.line()));
            continue;
        }
        say!("{}: {} ({}; {})", algorithm.id(), algorithm.summary, algorithm.nature, algorithm.source);
        say!("{}", settings(algorithm));
    }
    Ok(Done::Fine)
}

/// One setting of one algorithm, values with their units.
#[derive(Serialize)]
struct SettingLine {
    algorithm: &'static str,
    variant: &'static str,
    setting: &'static str,
    legal: String,
    presets: BTreeMap<&'static str, String>,
    meaning: &'static str,
    source: &'static str,
}

impl Line for SettingLine {}

fn setting_lines(algorithm: &Algorithm) -> Vec<SettingLine> {
    let line = |(at, doc): (usize, &freeboard_params::FieldDoc)| {
        let field = algorithm.fields[at];
        let text = |value: u32| match doc.choices.get(value as usize) {
            Some(choice) => (*choice).to_owned(),
            None => print(i128::from(value), &kind_of(field.unit)),
        };
        let range = || format!("{} to {}", text(field.min), text(field.max));
        let value = |preset: &PresetValues| (preset.name, text(preset.values[at]));
        SettingLine {
            algorithm: algorithm.name,
            variant: algorithm.variant,
            setting: doc.name,
            legal: if doc.choices.is_empty() { range() } else { doc.choices.join(", ") },
            presets: algorithm.presets.iter().map(value).collect(),
            meaning: doc.meaning.trim(),
            source: doc.source,
        }
    };
    algorithm.docs.iter().enumerate().map(line).collect()
}

fn settings(algorithm: &Algorithm) -> comfy_table::Table {
    let header = ["setting", "legal"].into_iter().map(str::to_owned);
    let header = header.chain(algorithm.presets.iter().map(|preset| format!("preset {}", preset.name)));
    let row = |line: SettingLine| {
        let values = algorithm.presets.iter().map(|preset| line.presets[preset.name].clone());
        let meaning = [line.meaning.to_owned(), line.source.to_owned()];
        [line.setting.to_owned(), line.legal].into_iter().chain(values).chain(meaning).collect::<Vec<_>>()
    };
    let tail = ["meaning", "source of the default"].into_iter().map(str::to_owned);
    prose(header.chain(tail), setting_lines(algorithm).into_iter().map(row))
}
