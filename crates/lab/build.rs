//! Tells the program which compiler builds it and, in a packaged archive, which commit the archive is of.
//!
//! The commit of a checkout is not told here: the crate would be built again after every commit.

use std::path::Path;
use std::process::Command;

/// Cargo writes it into archives: `{"git": {"sha1": "..."}, ...}`.
const PACKAGED: &str = ".cargo_vcs_info.json";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler).arg("--version").output();
    let version = output.ok().and_then(|output| String::from_utf8(output.stdout).ok()).unwrap_or_default();
    println!("cargo:rustc-env=FREEBOARD_TOOLCHAIN={}", version.trim());
    let packaged = Path::new(PACKAGED).exists().then(|| std::fs::read_to_string(PACKAGED).ok()).flatten();
    let commit = packaged
        .as_deref()
        .and_then(|text| text.split("\"sha1\"").nth(1)?.split('"').nth(1).map(str::to_owned));
    println!("cargo:rustc-env=FREEBOARD_PACKAGED={}", commit.unwrap_or_default());
}
