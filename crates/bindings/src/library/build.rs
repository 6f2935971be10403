//! Building the library for one target.

use super::Target;
use super::archive;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The crate, and the profile it is built in: for size, without unwinding, as one object.
const PACKAGE: &str = "freeboard-c";
const PROFILE: &str = "firmware-s";
/// What cargo calls its result.
const BUILT: &str = "libfreeboard_c.a";
/// What C programs link.
const ARCHIVE: &str = "libfreeboard.a";

/// A built library.
#[derive(Clone, Debug)]
pub struct Library {
    /// The archive.
    pub path: PathBuf,
    /// Its one object.
    pub object: Vec<u8>,
}

/// Builds the library with these features, into a folder of its own below `below`.
///
/// The archive of rustc contains the library and the compiler's helper functions. A C compiler brings its own, and
/// two such archives in one image may define one twice: only the library's object is kept.
///
/// # Errors
/// It does not build, or is not one object.
pub fn build(target: &Target, features: &[&str], below: &Path) -> anyhow::Result<Library> {
    // One for each target: cargo builds one thing at a time in a folder.
    let cache = std::path::absolute(toolchain::target())?.join("c").join(target.name);
    let features = [&["library"], features].concat().join(",");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(toolchain::root()).args([
        "rustc",
        "--quiet",
        "--locked",
        "--lib",
        "--package",
        PACKAGE,
    ]);
    cargo.args(["--no-default-features", "--features", &features, "--profile", PROFILE]);
    cargo.args(["--target", &target.triple, "--crate-type", "staticlib", "--target-dir"]).arg(&cache);
    // Whole-program optimisation excludes incremental compilation, which a developer's environment may ask for.
    cargo.env("CARGO_INCREMENTAL", "0");
    // What a debugger could show is Rust source on the machine that built it.
    cargo.env("CARGO_PROFILE_FIRMWARE_S_DEBUG", "false");
    toolchain::run(&mut cargo)?;
    let built = cache.join(&target.triple).join(PROFILE).join(BUILT);
    let bytes = std::fs::read(&built).with_context(|| format!("{} is not there", built.display()))?;
    let object = archive::own_object(&bytes)?;
    std::fs::create_dir_all(below)?;
    let path = below.join(ARCHIVE);
    std::fs::write(&path, archive::of_object(&object)?)?;
    Ok(Library { path, object })
}
