//! `freeboard p4`.

use super::exit::Done;
use crate::say::say;
use crate::trace::values;
use anyhow::{Context, anyhow};
use clap::Args;
use freeboard_p4::{Source, Target, events, vectors, write};
use freeboard_pipeline::{Profile, Refusal, Sizing, profiles};
use freeboard_registry::AqmId;
use freeboard_registry::catalog::VariantId;
use freeboard_scenario::catalog::{AQMS, Descriptor, argument, argument_fault};
use freeboard_scenario::nearest::nearest;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// One pipeline variant, e.g. "ecn-sharp/compact". Without it the programs are listed.
    name: Option<String>,
    /// Profile of the switch on which the program is placed.
    #[arg(long, default_value = "tofino-1-like")]
    profile: String,
    /// Architecture: "tna" or "v1model".
    #[arg(long, default_value = "tna")]
    target: String,
    /// Folder for the program and its test vectors; created if missing.
    #[arg(long, default_value = "out")]
    out: PathBuf,
    /// Preset to start from.
    #[arg(long)]
    preset: Option<String>,
    /// One setting with its unit, e.g. --set "pst_target=10 us"; repeatable.
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
}

/// Places one program under one value per field.
type Placer = fn(&[u32], &Profile) -> Result<Source, Refusal>;

macro_rules! sources {
    ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
        &[$((AqmId::$name, sources!(@one $kind $path))),*]
    };
    (@one pipeline $path:path) => {
        Some((|values, profile| Source::from_values::<$path>(values, profile, Sizing::PAPER)) as Placer)
    };
    (@one exact $path:path) => { None };
}

/// Every variant, with its placement function if it is a pipeline program.
const SOURCES: &[(AqmId, Option<Placer>)] = freeboard_registry::for_each_aqm!(sources);

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    let target = target(&arguments.target)?;
    let Some(name) = &arguments.name else {
        list(&profile(&arguments.profile)?);
        return Ok(Done::Fine);
    };
    let profile = target.profile(profile(&arguments.profile)?);
    let algorithm = argument(AQMS, name)?;
    let values = values(algorithm, arguments.preset.as_deref(), None, &arguments.settings)?;
    let source = place(algorithm, &values, &profile)?;
    let text =
        write(&source, target).map_err(|reason| anyhow!("{algorithm}, {}: {reason}", target.name()))?;
    let packets = events(&source).map_err(|fault| anyhow!("{algorithm}: {fault}"))?;
    let tested = vectors(&source, &packets).map_err(|fault| anyhow!("{algorithm}: {fault}"))?;
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot create {}", arguments.out.display()))?;
    let stem = format!("{}_{}", source.file_stem(), target.name());
    for (file, content) in [(format!("{stem}.p4"), text), (format!("{stem}.vectors.csv"), tested)] {
        let path = arguments.out.join(file);
        std::fs::write(&path, content).with_context(|| format!("cannot write {}", path.display()))?;
        say!("written: {}", path.display());
    }
    Ok(Done::Fine)
}

fn profile(name: &str) -> anyhow::Result<Profile> {
    let names: Vec<&str> = profiles::all().iter().map(|profile| profile.name).collect();
    Ok(profiles::by_name(name).ok_or_else(|| unknown("--profile", name, "profile", &names))?)
}

fn target(name: &str) -> anyhow::Result<Target> {
    let names: Vec<&str> = Target::ALL.iter().map(|target| target.name()).collect();
    let found = Target::ALL.into_iter().find(|target| target.name() == name);
    Ok(found.ok_or_else(|| unknown("--target", name, "target", &names))?)
}

fn unknown(key: &str, value: &str, what: &str, known: &[&str]) -> freeboard_scenario::document::Fault {
    let hint = nearest(value, known.iter().copied());
    let hint = hint.map_or_else(String::new, |near| format!(", did you mean {near}?"));
    argument_fault(key, value, &format!("is not a known {what}{hint}"), &known.join(", "))
}

fn place(algorithm: &'static Descriptor, values: &[u32], profile: &Profile) -> anyhow::Result<Source> {
    let found =
        SOURCES.iter().find(|(id, _)| VariantId::Aqm(*id) == algorithm.id).and_then(|(_, place)| *place);
    let place = found
        .ok_or_else(|| anyhow!("{algorithm} is plain Rust, not a pipeline program: it has no P4 form"))?;
    Ok(place(values, profile)?)
}

/// The P4 architectures of each pipeline program, or the reason for a refusal.
fn list(profile: &Profile) {
    say!("on {}:", profile.name);
    for (id, place) in SOURCES {
        let Some(place) = place else { continue };
        let algorithm = id.descriptor();
        let values = algorithm.preset(None).unwrap_or_else(|| algorithm.defaults());
        match place(&values, profile) {
            Err(refusal) => {
                let reason = refusal.to_string();
                let reason: Vec<&str> = reason.lines().skip(1).map(str::trim).collect();
                say!("  {algorithm}: refused: {}", reason.join("; "));
            }
            Ok(source) => {
                let form = |target: Target| match write(&source, target) {
                    Ok(_) => target.name().to_owned(),
                    Err(reason) => format!("not {}: {reason}", target.name()),
                };
                say!("  {algorithm}: {}", Target::ALL.map(form).join("; "));
            }
        }
    }
}
