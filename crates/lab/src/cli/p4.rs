//! `freeboard p4`.

use super::exit::Done;
use crate::report::Line;
use crate::say::say;
use crate::trace::{refuse_control, values};
use crate::whole::whole_bytes;
use anyhow::{Context, anyhow};
use clap::Args;
use freeboard_p4::{Source, Target, control_plane, events, packet_test, shell, vectors, write};
use freeboard_pipeline::{Packet, Place, Profile, Refusal, Sizing, profiles};
use freeboard_registry::AqmId;
use freeboard_registry::catalog::VariantId;
use freeboard_scenario::catalog::{AQMS, Descriptor, argument, argument_fault};
use freeboard_scenario::nearest::nearest;
use serde::Serialize;
use std::collections::BTreeMap;
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
    /// Program around the control, too: parser, forwarding, ECN field, counters, deparser; for v1model with a packet test.
    #[arg(long, requires = "name")]
    shell: bool,
    /// Folder for the program, its control-plane file and its test vectors; created if missing.
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

/// Files of one program, and the cases that its vectors cover.
#[derive(Debug, Serialize)]
struct Written<'a> {
    variant: String,
    target: &'static str,
    profile: &'a str,
    /// The program, its vectors, its control-plane file; its shell and its packet test.
    files: Vec<String>,
    /// Settings and words that the action data follow, by what has data of its own: `switch`, `port` or `queue`.
    data: BTreeMap<&'static str, Vec<&'static str>>,
    /// Packets of the vectors, and of them the marked ones.
    packets: usize,
    marks: usize,
    /// Wraps of the low 32 bits of the stamp in them.
    wraps: usize,
    /// Outcomes of the instructions' comparisons, and how many of them occur in the vectors.
    branches: usize,
    branches_covered: usize,
}

impl Line for Written<'_> {}

/// Whether one program can be written.
#[derive(Debug, Serialize)]
struct Listed<'a> {
    variant: String,
    profile: &'a str,
    /// Targets that it can be written for.
    targets: Vec<&'static str>,
    /// Why it is not placed, or not written for the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<String>,
}

impl Line for Listed<'_> {}

pub(super) fn run(arguments: &Arguments, json: bool) -> anyhow::Result<Done> {
    let target = target(&arguments.target)?;
    let Some(name) = &arguments.name else {
        list(&profile(&arguments.profile)?, json);
        return Ok(Done::Fine);
    };
    let profile = target.profile(profile(&arguments.profile)?);
    let algorithm = argument(AQMS, name)?;
    let values = values(algorithm, arguments.preset.as_deref(), None, &arguments.settings)?;
    refuse_control(algorithm, &arguments.settings, "a program")?;
    let source = place(algorithm, &values, &profile)?;
    let text =
        write(&source, target).map_err(|reason| anyhow!("{algorithm}, {}: {reason}", target.name()))?;
    let packets = events(&source).map_err(|fault| anyhow!("{algorithm}: {fault}"))?;
    let tested = vectors(&source, &packets).map_err(|fault| anyhow!("{algorithm}: {fault}"))?;
    std::fs::create_dir_all(&arguments.out)
        .with_context(|| format!("cannot create {}", arguments.out.display()))?;
    let stem = format!("{}_{}", source.file_stem(), target.name());
    let mut contents = vec![
        (format!("{stem}.p4"), text),
        (format!("{stem}.vectors.csv"), tested.text),
        (
            format!("{stem}.control.json"),
            serde_json::to_string_pretty(&control_plane(&source, target)?)? + "\n",
        ),
    ];
    if arguments.shell {
        contents.extend(around(&source, target, &packets, &stem)?);
    }
    let write = |(file, content): (String, String)| -> anyhow::Result<String> {
        let path = arguments.out.join(file);
        whole_bytes(&path, content.as_bytes())?;
        Ok(path.display().to_string())
    };
    let files: Vec<String> = contents.into_iter().map(write).collect::<anyhow::Result<_>>()?;
    if !json {
        files.iter().for_each(|file| say!("written: {file}"));
        return Ok(Done::Fine);
    }
    let [branches_covered, branches] = tested.outcomes;
    let written = Written {
        variant: source.id(),
        target: target.name(),
        profile: profile.name,
        files,
        data: source.data().into_iter().collect(),
        packets: tested.packets,
        marks: tested.marks,
        wraps: tested.wraps,
        branches,
        branches_covered,
    };
    say!("{}", written.line());
    Ok(Done::Fine)
}

/// Files around the control: the shell, and for the software switch a packet test if the program has one.
fn around(
    source: &Source,
    target: Target,
    packets: &[(Place, Packet)],
    stem: &str,
) -> anyhow::Result<Vec<(String, String)>> {
    let control = format!("{stem}.p4");
    let mut files = vec![(format!("{stem}_shell.p4"), shell(source, target, &control)?)];
    if target == Target::V1model
        && let Some(test) =
            packet_test(source, packets, &control).map_err(|fault| anyhow!("{}: {fault}", source.id()))?
    {
        files.push((format!("{stem}_test.p4"), test.program));
        files.push((format!("{stem}_test.stf"), test.script));
    }
    Ok(files)
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
fn list(profile: &Profile, json: bool) {
    if !json {
        say!("on {}:", profile.name);
    }
    for (id, place) in SOURCES {
        let Some(place) = place else { continue };
        let algorithm = id.descriptor();
        let values = algorithm.preset(None).unwrap_or_else(|| algorithm.defaults());
        let (mut targets, mut refused) = (Vec::new(), Vec::new());
        match place(&values, profile) {
            Err(refusal) => {
                let reason = refusal.to_string();
                let reason: Vec<&str> = reason.lines().skip(1).map(str::trim).collect();
                refused.push(format!("refused: {}", reason.join("; ")));
            }
            Ok(source) => {
                for target in Target::ALL {
                    match write(&source, target) {
                        Ok(_) => targets.push(target.name()),
                        Err(reason) => refused.push(format!("not {}: {reason}", target.name())),
                    }
                }
            }
        }
        if json {
            let listed = Listed { variant: algorithm.to_string(), profile: profile.name, targets, refused };
            say!("{}", listed.line());
        } else {
            let targets = targets.into_iter().map(str::to_owned);
            say!("  {algorithm}: {}", targets.chain(refused).collect::<Vec<_>>().join("; "));
        }
    }
}
