//! Builds the bare-metal images.

use crate::repo;
use std::path::PathBuf;
use xshell::{Shell, cmd};

/// A firmware profile of the `firmware` workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub(crate) enum Profile {
    /// For speed.
    #[value(name = "firmware-3")]
    Speed,
    /// For size.
    #[value(name = "firmware-s")]
    Size,
}

impl Profile {
    /// Both.
    pub(crate) const ALL: [Self; 2] = [Self::Speed, Self::Size];

    /// Its name in the manifest.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Speed => "firmware-3",
            Self::Size => "firmware-s",
        }
    }
}

/// An instruction set that images are built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// RV32IMC.
    Rv32,
    /// Cortex-M4.
    Thumbv7,
    /// Cortex-M0.
    Thumbv6,
}

impl Target {
    /// All of them.
    pub(crate) const ALL: [Self; 3] = [Self::Rv32, Self::Thumbv7, Self::Thumbv6];

    /// The compiler's name for it.
    pub(crate) const fn triple(self) -> &'static str {
        match self {
            Self::Rv32 => "riscv32imc-unknown-none-elf",
            Self::Thumbv7 => "thumbv7em-none-eabi",
            Self::Thumbv6 => "thumbv6m-none-eabi",
        }
    }

    /// Its name in reports.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Rv32 => "riscv32imc",
            Self::Thumbv7 => "thumbv7em",
            Self::Thumbv6 => "thumbv6m",
        }
    }
}

/// The two images of one target and profile.
#[derive(Clone, Debug)]
pub(crate) struct Images {
    /// The data path of every variant and a table of addresses.
    pub(crate) hot: PathBuf,
    /// The self-running replay.
    pub(crate) replay: PathBuf,
}

/// Builds both images.
pub(crate) fn build(profile: Profile, target: Target) -> anyhow::Result<Images> {
    let built = package("freeboard-firmware-image", profile, target)?;
    Ok(Images { hot: built.join("hot"), replay: built.join("replay") })
}

/// Builds the image that logs, apart from the others: its feature `defmt` is none of theirs.
pub(crate) fn build_log(profile: Profile, target: Target) -> anyhow::Result<PathBuf> {
    Ok(package("freeboard-firmware-log", profile, target)?.join("log"))
}

/// Builds the host program that reads such a log.
pub(crate) fn build_log_reader() -> anyhow::Result<PathBuf> {
    let sh = Shell::new()?;
    sh.change_dir(repo::root().join("firmware"));
    let folder = repo::target().join("firmware");
    cmd!(sh, "cargo build --quiet --locked --package freeboard-firmware-read-log --target-dir {folder}")
        .quiet()
        .run()?;
    Ok(folder.join("debug/read-log"))
}

/// Builds one package; where its programs are.
fn package(package: &str, profile: Profile, target: Target) -> anyhow::Result<PathBuf> {
    let sh = Shell::new()?;
    sh.change_dir(repo::root().join("firmware"));
    let folder = repo::target().join("firmware");
    let (name, triple) = (profile.name(), target.triple());
    let options = ["--quiet", "--locked", "--package", package, "--profile", name, "--target", triple];
    cmd!(sh, "cargo build {options...} --target-dir {folder}").quiet().run()?;
    Ok(folder.join(triple).join(name))
}
