//! `freeboard connectx`: a NIC's DCQCN parameters as settings of `dcqcn/rate`.

use super::exit::Done;
use crate::say::say;
use clap::Args;
use freeboard_cc_api::{CongestionControl, FieldDoc, FieldId, LineFraction, Settings};
use freeboard_registry::cc_dcqcn::connectx::{NotTaken, PARAMETERS};
use freeboard_registry::cc_dcqcn::{Dcqcn, DcqcnSettings};
use freeboard_scenario::catalog::{self, CCS, Descriptor, argument_fault};
use freeboard_scenario::document::{Fault, quantity};
use freeboard_scenario::nearest::nearest;
use freeboard_scenario::quantity::RATE;

/// What is not said is as the NIC has it.
const PRESET: &str = "connectx";

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Parameters in any published spelling and unit, e.g. RPG_AI_RATE_P1=50 dce_tcp_g=1019; without one, all are listed.
    #[arg(value_name = "NAME=VALUE")]
    parameters: Vec<String>,
    /// Rate of the link: published rates are in Mbit/s, those of settings fractions of it.
    #[arg(long, default_value = "100 Gbps")]
    line: String,
}

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    if arguments.parameters.is_empty() {
        for one in &PARAMETERS {
            let [winof, ofed, firmware] = one.names;
            say!("{firmware:<30} {ofed:<30} {winof:<30} {}", one.default);
        }
        return Ok(Done::Fine);
    }
    let line_mbps = line_mbps(&arguments.line)?;
    // The defaults at this line rate, then what is said.
    let mut settings = Dcqcn::PRESETS
        .iter()
        .find(|preset| preset.name == PRESET)
        .map_or(DcqcnSettings::DEFAULT, |preset| preset.settings);
    for one in &PARAMETERS {
        let [_, name, _] = one.names;
        settings = taken(&settings, (name, one.default), line_mbps)?;
    }
    for parameter in &arguments.parameters {
        settings = taken(&settings, named(parameter)?, line_mbps)?;
    }
    print(&settings);
    Ok(Done::Fine)
}

fn line_mbps(text: &str) -> Result<u32, Fault> {
    let limits = 1_000_000..=i128::from(u32::MAX) * 1_000_000;
    let bits = quantity(text, &RATE, &limits)
        .map_err(|refusal| argument_fault("line", text, &refusal.problem, &refusal.legal))?;
    Ok(u32::try_from(bits / 1_000_000).unwrap_or(u32::MAX))
}

fn named(parameter: &str) -> Result<(&str, u32), Fault> {
    let parts = parameter.split_once('=').map(|(name, value)| (name.trim(), value.trim().parse()));
    match parts {
        Some((name, Ok(value))) => Ok((name, value)),
        _ => Err(argument_fault(
            "NAME=VALUE",
            parameter,
            "is no name with a whole number",
            "e.g. rpg_ai_rate=5",
        )),
    }
}

fn taken(
    settings: &DcqcnSettings,
    (name, value): (&str, u32),
    line_mbps: u32,
) -> Result<DcqcnSettings, Fault> {
    settings.with_connectx(name, value, line_mbps).map_err(|refused| match refused {
        NotTaken::Unknown => {
            let known = || PARAMETERS.iter().flat_map(|one| one.names);
            let hint =
                nearest(name, known()).map_or_else(String::new, |near| format!(", did you mean {near}?"));
            let known: Vec<&str> = known().collect();
            argument_fault(
                name,
                &value.to_string(),
                &format!("is no published parameter{hint}"),
                &known.join(", "),
            )
        }
        NotTaken::NoSetting { min, max } => {
            let problem = "has no counterpart: there is no such setting";
            argument_fault(name, &value.to_string(), problem, &format!("{min} to {max}"))
        }
        NotTaken::Refused(error) => {
            let FieldDoc { name: setting, .. } = DcqcnSettings::DOCS[usize::from(error.field.0)];
            let problem = format!("is {} for `{setting}`", error.value);
            argument_fault(name, &value.to_string(), &problem, &format!("{} to {}", error.min, error.max))
        }
    })
}

/// As keys of a scenario.
fn print(settings: &DcqcnSettings) {
    say!("[host]\ncc = \"dcqcn/rate\"\n\n[host.cc_settings]");
    let Some(variant) = CCS.iter().find(|one| one.to_string() == "dcqcn/rate") else { return };
    for (at, doc) in DcqcnSettings::DOCS.iter().enumerate() {
        let value = settings.get(FieldId(at as u16)).unwrap_or_default();
        say!("{} = {:?}", doc.name, exact(variant, at, value));
    }
}

/// A text that reads as this very value: a small fraction has more digits than others are shown with.
fn exact(variant: &Descriptor, at: usize, value: u32) -> String {
    let short = catalog::text(variant, at, value);
    if catalog::read(variant, at, &short).is_ok_and(|read| read == value) {
        return short;
    }
    format!("{:.7}", f64::from(value) / f64::from(LineFraction::LINE.to_bits()))
}
