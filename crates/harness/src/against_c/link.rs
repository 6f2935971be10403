//! Programs of both sides: one to run, one with the events alone, whose size is theirs.

use super::sides::{Ours, Peer};
use super::sources::Sources;
use crate::images::{self, Profile, Target};
use anyhow::Context;
use freeboard_rv32::{CV32E40P_LIKE, Core, Image, Layout};
use freeboard_toolchain as toolchain;
use object::{Object, ObjectSection, SectionKind};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The calls, and what they expect of a kernel.
const CALLS: &str = "crates/harness/against-c";

/// Instruction sets that are weighed; the first one runs.
const MACHINES: [(Target, &str, &[&str]); 2] = [
    (Target::Rv32, "riscv64-unknown-elf-gcc", &["-march=rv32imc", "-mabi=ilp32"]),
    (Target::Thumbv7, "arm-none-eabi-gcc", &["-mcpu=cortex-m4", "-mthumb"]),
];

/// A side as it is built.
pub(super) struct Built {
    /// A core with the program.
    pub(super) core: Core,
    /// Bytes of the events with all that they call and read, for RV32.
    pub(super) code_bytes: u64,
    /// The same for Cortex-M4.
    pub(super) thumb_code_bytes: u64,
}

/// Objects of one side, and its functions.
struct Side<'a> {
    name: &'a str,
    start: &'a str,
    events: &'a [String],
}

/// Builds public C.
pub(super) fn peer(sources: &Sources, peer: Peer, profile: Profile) -> anyhow::Result<Built> {
    let name = format!("{}-{}", peer.file(), profile.name());
    let events: Vec<String> = peer.events().iter().map(|event| format!("peer_{event}")).collect();
    let side = Side { name: &name, start: "peer_start", events: &events };
    built(&side, &["peer_prepare", "peer_state_bytes"], |target, compiler, options| {
        let mut objects = Vec::new();
        for file in [peer.file(), "memory"].into_iter().chain(peer.needs_reno().then_some("tcp_reno")) {
            let object = folder()?.join(format!("{name}-{file}-{}.o", target.name()));
            let calls = toolchain::root().join(CALLS);
            let own = calls.join(file).with_extension("c");
            let source = if own.is_file() { own } else { sources.public.join(file).with_extension("c") };
            let mut gcc = Command::new(compiler);
            gcc.args(options).args([optimise(profile), "-c", "-ffreestanding", "-w"]);
            gcc.args(["-ffunction-sections", "-fdata-sections", "-include"]).arg(calls.join("kernel.h"));
            for folder in [&sources.public, &calls, &sources.empty] {
                gcc.arg("-I").arg(folder);
            }
            toolchain::run(gcc.arg(source).arg("-o").arg(&object))?;
            objects.push(object);
        }
        Ok(objects)
    })
}

/// Links ours.
pub(super) fn ours(ours: Ours, events: &[&str], profile: Profile) -> anyhow::Result<Built> {
    let (stem, name) = (ours.stem(), format!("{}-{}", ours.stem(), profile.name()));
    let events: Vec<String> = events.iter().map(|event| format!("{stem}_{event}")).collect();
    let side = Side { name: &name, start: &format!("{stem}_start"), events: &events };
    built(&side, &[], |target, _, _| Ok(vec![images::build_called(profile, target)?]))
}

const fn optimise(profile: Profile) -> &'static str {
    match profile {
        Profile::Speed => "-O3",
        Profile::Size => "-Os",
    }
}

fn folder() -> anyhow::Result<PathBuf> {
    let folder = toolchain::target().join("against-c/built");
    std::fs::create_dir_all(&folder)?;
    Ok(folder)
}

fn built(
    side: &Side<'_>,
    also: &[&str],
    objects: impl Fn(Target, &str, &[&str]) -> anyhow::Result<Vec<PathBuf>>,
) -> anyhow::Result<Built> {
    let (mut sizes, mut image) = ([0; 2], None);
    for (at, (target, compiler, options)) in MACHINES.into_iter().enumerate() {
        let objects = objects(target, compiler, options)?;
        let path = folder()?.join(format!("{}-{}.elf", side.name, target.name()));
        let link = |roots: &[&str]| {
            let mut gcc = Command::new(compiler);
            gcc.args(options).args([
                "-nostdlib",
                "-nostartfiles",
                "-static",
                "-Wl,--gc-sections",
                "-Wl,--no-warn-rwx-segments",
            ]);
            gcc.arg(format!("-Wl,--entry={}", roots[0]));
            gcc.args(roots.iter().map(|root| format!("-Wl,--undefined={root}")));
            toolchain::run(gcc.args(&objects).arg("-lgcc").arg("-o").arg(&path))
        };
        let events: Vec<&str> = side.events.iter().map(String::as_str).collect();
        link(&events)?;
        sizes[at] = code_bytes(&path)?;
        if target == Target::Rv32 {
            link(&[&[side.start], also, &events].concat())?;
            image = Some(Image::parse(&std::fs::read(&path)?)?);
        }
    }
    let image = image.context("no program runs")?;
    let core = Core::new(&image, &CV32E40P_LIKE, Layout::default())?;
    Ok(Built { core, code_bytes: sizes[0], thumb_code_bytes: sizes[1] })
}

/// Bytes of code and constants.
fn code_bytes(path: &Path) -> anyhow::Result<u64> {
    let file = std::fs::read(path)?;
    let image = object::File::parse(&*file)?;
    let counts =
        |kind| matches!(kind, SectionKind::Text | SectionKind::ReadOnlyData | SectionKind::ReadOnlyString);
    Ok(image.sections().filter(|section| counts(section.kind())).map(|section| section.size()).sum())
}
