//! Builds the bare-metal images.

use freeboard_toolchain as toolchain;
use std::path::PathBuf;
use std::process::Command;

/// A firmware profile of the `firmware` workspace.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, clap::ValueEnum)]
pub enum Profile {
    /// For speed.
    #[value(name = "firmware-3")]
    Speed,
    /// For size.
    #[value(name = "firmware-s")]
    Size,
}

impl Profile {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Speed, Self::Size];

    /// Its name in the manifest.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Speed => "firmware-3",
            Self::Size => "firmware-s",
        }
    }
}

/// An instruction set that images are built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Target {
    /// RV32IMC.
    Rv32,
    /// Cortex-M4.
    Thumbv7,
    /// Cortex-M0.
    Thumbv6,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Rv32, Self::Thumbv7, Self::Thumbv6];

    /// The compiler's name for it.
    pub const fn triple(self) -> &'static str {
        match self {
            Self::Rv32 => "riscv32imc-unknown-none-elf",
            Self::Thumbv7 => "thumbv7em-none-eabi",
            Self::Thumbv6 => "thumbv6m-none-eabi",
        }
    }

    /// Its name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rv32 => "riscv32imc",
            Self::Thumbv7 => "thumbv7em",
            Self::Thumbv6 => "thumbv6m",
        }
    }
}

/// The two images of one target and profile.
#[derive(Clone, Debug)]
pub struct Images {
    /// The data path of every variant and a table of addresses.
    pub hot: PathBuf,
    /// The self-running replay.
    pub replay: PathBuf,
}

/// The package of both images.
const IMAGES: &str = "freeboard-firmware-image";

/// Builds both images.
pub fn build(profile: Profile, target: Target) -> anyhow::Result<Images> {
    let built = package(IMAGES, profile, target)?;
    Ok(Images { hot: built.join("hot"), replay: built.join("replay") })
}

/// Builds the images of several targets at once, which keeps more processors busy than one after the other.
pub fn prepare(profile: Profile, targets: &[Target]) -> anyhow::Result<()> {
    let mut options = vec!["--profile", profile.name()];
    options.extend(targets.iter().flat_map(|target| ["--target", target.triple()]));
    cargo(IMAGES, &options).map(drop)
}

/// Builds the library of called functions.
pub fn build_called(profile: Profile, target: Target) -> anyhow::Result<PathBuf> {
    Ok(package("freeboard-firmware-called", profile, target)?.join("libcalled.a"))
}

/// Builds the image that logs, apart from the others: its feature `defmt` is none of theirs.
pub fn build_log(profile: Profile, target: Target) -> anyhow::Result<PathBuf> {
    Ok(package("freeboard-firmware-log", profile, target)?.join("log"))
}

/// Builds the images with one dependency; the folder of both.
pub fn build_minimal(profile: Profile, target: Target) -> anyhow::Result<PathBuf> {
    package("freeboard-firmware-minimal", profile, target)
}

/// Builds the host program that reads such a log.
pub fn build_log_reader() -> anyhow::Result<PathBuf> {
    Ok(cargo("freeboard-firmware-read-log", &[])?.join("debug/read-log"))
}

/// Builds one package; where its programs are.
fn package(package: &str, profile: Profile, target: Target) -> anyhow::Result<PathBuf> {
    let (name, triple) = (profile.name(), target.triple());
    Ok(cargo(package, &["--profile", name, "--target", triple])?.join(triple).join(name))
}

/// Builds a package of the firmware's workspace; the folder of what it builds.
fn cargo(package: &str, options: &[&str]) -> anyhow::Result<PathBuf> {
    let folder = std::path::absolute(toolchain::target())?.join("firmware");
    let mut cargo = Command::new("cargo");
    // Incremental builds split code otherwise: an image is the same for whoever builds it.
    cargo.env("CARGO_INCREMENTAL", "0");
    cargo.current_dir(toolchain::root().join("firmware"));
    cargo.args(["build", "--quiet", "--locked", "--package", package]).args(options);
    toolchain::run(cargo.arg("--target-dir").arg(&folder))?;
    Ok(folder)
}
