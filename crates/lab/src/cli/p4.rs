//! `freeboard p4`.

use super::exit::Done;
use crate::say::say;
use crate::trace::values;
use anyhow::{Context, anyhow};
use clap::Args;
use freeboard_golden::{AqmRow, Rows};
use freeboard_p4::{Source, Target, vectors, write};
use freeboard_pipeline::{Intrinsic, Packet, Place, Profile, Refusal, Sizing, profiles};
use freeboard_registry::AqmId;
use freeboard_registry::catalog::VariantId;
use freeboard_replay::PacketEvent;
use freeboard_scenario::catalog::{AQMS, Descriptor, argument, argument_fault};
use freeboard_scenario::nearest::nearest;
use std::path::{Path, PathBuf};

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// One pipeline variant, e.g. "ecn-sharp/compact"; without it, what can be written is listed.
    name: Option<String>,
    /// Switch that the program is placed on.
    #[arg(long, default_value = "tofino-1-like")]
    profile: String,
    /// Architecture: "tna" or "v1model".
    #[arg(long, default_value = "tna")]
    target: String,
    /// Folder for the program and its test vectors; created if missing.
    #[arg(long, default_value = "out")]
    out: PathBuf,
    /// Named settings to start from.
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

/// Every variant, with what places it if it is a pipeline program.
const SOURCES: &[(AqmId, Option<Placer>)] = freeboard_registry::for_each_aqm!(sources);

pub(super) fn run(arguments: &Arguments) -> anyhow::Result<Done> {
    let profile = profile(&arguments.profile)?;
    let target = target(&arguments.target)?;
    let Some(name) = &arguments.name else {
        list(&profile);
        return Ok(Done::Fine);
    };
    let algorithm = argument(AQMS, name)?;
    let values = values(algorithm, arguments.preset.as_deref(), None, &arguments.settings)?;
    let source = place(algorithm, &values, &profile)?;
    let text =
        write(&source, target).map_err(|reason| anyhow!("{algorithm}, {}: {reason}", target.name()))?;
    let packets = golden(&source, algorithm, &profile)?;
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

/// What can be written of each pipeline program, and why not.
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

/// The events of the variant's golden trace as the switch sees them: depths in cells, times in the bits there are.
fn golden(
    source: &Source,
    algorithm: &Descriptor,
    profile: &Profile,
) -> anyhow::Result<Vec<(Place, Packet)>> {
    let file = format!("crates/aqm-{}/golden/{}.csv", algorithm.name, algorithm.variant);
    let path = freeboard_toolchain::root().join(Path::new(&file));
    let text = std::fs::read_to_string(&path)
        .with_context(|| format!("the golden trace {file} is needed, and is part of the checkout"))?;
    let Rows::Aqm(rows) = freeboard_golden::read(&text)?.rows else {
        return Err(anyhow!("{file} is no trace of a marking scheme"));
    };
    // One pipe has one set of registers.
    let rows = rows.iter().filter(|row| row.pipe == 0);
    Ok(rows.filter_map(|row| packet(source, row, profile)).collect())
}

fn packet(source: &Source, row: &AqmRow, profile: &Profile) -> Option<(Place, Packet)> {
    let packet = match &row.event {
        PacketEvent::Arrival(arrival) => source.at_enqueue().then(|| Packet::from(arrival)),
        PacketEvent::Departure(departure) => (!source.at_enqueue()).then(|| Packet::from(departure)),
    }?;
    let bits = |intrinsic| profile.input(intrinsic).map_or(32, |input| input.width);
    let cell = profile.depth_unit.bytes();
    let depth = |intrinsic: Intrinsic| {
        let largest = u32::MAX >> (32 - bits(intrinsic));
        (packet.get(intrinsic) / cell).min(largest)
    };
    let sojourn = packet.get(Intrinsic::Sojourn) & u32::MAX >> (32 - bits(Intrinsic::Sojourn));
    let size = packet.get(Intrinsic::Size) & u32::MAX >> (32 - bits(Intrinsic::Size));
    let packet = packet
        .with(Intrinsic::Depth, depth(Intrinsic::Depth))
        .with(Intrinsic::PoolDepth, packet.get(Intrinsic::PoolDepth) / cell)
        .with(Intrinsic::Sojourn, sojourn)
        .with(Intrinsic::Size, size);
    let place = Place { pipe: 0, port: row.port as usize, queue: row.queue as usize };
    Some((place, packet))
}
