//! Makes an object of the programs with the compiler alone.
//!
//! The compiler's own BPF target leaves objects to a linker; this one says that they are objects. Neither `core` nor what
//! the algorithms stand on compiles for BPF as a whole (floats, 128-bit numbers), so only their metadata is made, and
//! the last crate compiles what it reaches of them.

use anyhow::{Context, ensure};
use freeboard_toolchain::{self as toolchain, Nightly, output};
use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The target's name, which is its file's.
const TARGET: &str = "bpfel-freeboard";

/// Symbols that `core` needs; none is called.
const BUILTINS: &str =
    "#![feature(compiler_builtins)]\n#![compiler_builtins]\n#![no_std]\n#![allow(internal_features)]\n";

/// A crate of programs: its package in the firmware's workspace, and its folder there.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    package: &'static str,
    folder: &'static str,
    /// Options of the compiler.
    options: &'static [&'static str],
}

/// Controls that run on a packet of memory.
pub const ON_PACKETS: Source =
    Source { package: "freeboard-firmware-kernel", folder: "kernel", options: &[] };
/// Controls as functions of `tcp_congestion_ops`.
///
/// The verifier takes no function that leaves the address of its caller's memory in the register of its answer, which functions that
/// return a structure do. So none stays a function.
pub const STRUCT_OPS: Source = Source {
    package: "freeboard-firmware-struct-ops",
    folder: "struct-ops",
    options: &["-Cllvm-args=-inline-threshold=100000"],
};

/// Bytes of the object.
///
/// # Errors
/// The sources or the compiler are not there, or it refuses them.
pub fn build(nightly: &Nightly, source: Source) -> anyhow::Result<Vec<u8>> {
    let folder = std::path::absolute(toolchain::target().join("xtask/kernel"))?;
    std::fs::create_dir_all(&folder)?;
    // Two builds at once would write the same files: the second waits, and finds most of its work done.
    let lock = File::create(folder.join("lock"))?;
    lock.lock()?;
    let target = folder.join(format!("{TARGET}.json"));
    let kit = Kit { nightly, target, sysroot: folder.join("sysroot"), folder };
    kit.write_target()?;
    kit.build_core()?;
    kit.check_dependencies(source)?;
    kit.compile(source)
}

struct Kit<'a> {
    nightly: &'a Nightly,
    folder: PathBuf,
    target: PathBuf,
    sysroot: PathBuf,
}

impl Kit<'_> {
    fn write_target(&self) -> anyhow::Result<()> {
        let mut rustc = self.compiler();
        rustc.args(["-Zunstable-options", "--print", "target-spec-json", "--target", "bpfel-unknown-none"]);
        let mut target: serde_json::Value = serde_json::from_str(&output(&mut rustc)?)?;
        target["obj-is-bitcode"] = false.into();
        write_changed(&self.target, &target.to_string())
    }

    /// Metadata of `core`, once per compiler.
    fn build_core(&self) -> anyhow::Result<()> {
        let version = output(self.compiler().arg("-vV"))?;
        let stamp = self.sysroot.join("made-by");
        if std::fs::read_to_string(&stamp).is_ok_and(|made_by| made_by == version) {
            return Ok(());
        }
        let library = self.sysroot.join("lib/rustlib").join(TARGET).join("lib");
        std::fs::create_dir_all(&library)?;
        let core = self.nightly.home().join("lib/rustlib/src/rust/library/core/src/lib.rs");
        let builtins = self.folder.join("builtins.rs");
        std::fs::write(&builtins, BUILTINS)?;
        for (name, source) in [("core", &core), ("compiler_builtins", &builtins)] {
            let mut rustc = self.compiler_for_target();
            rustc.args([
                "--edition",
                "2024",
                "--crate-type",
                "rlib",
                "--crate-name",
                name,
                "--emit=metadata",
            ]);
            rustc.args(["--cap-lints", "allow", "-Zalways-encode-mir", "-Zforce-unstable-if-unmarked"]);
            output(rustc.arg("--out-dir").arg(&library).arg(source))?;
        }
        std::fs::write(stamp, version)?;
        Ok(())
    }

    fn check_dependencies(&self, source: Source) -> anyhow::Result<()> {
        let mut cargo = self.nightly.command("cargo");
        cargo.current_dir(toolchain::root().join("firmware"));
        cargo.env(
            "RUSTFLAGS",
            format!("-Zalways-encode-mir -Zunstable-options --sysroot {}", self.sysroot.display()),
        );
        cargo.args(["check", "--quiet", "--locked", "--package", source.package, "--release"]);
        cargo.args(["-Zjson-target-spec", "--target"]).arg(&self.target);
        output(cargo.arg("--target-dir").arg(self.folder.join("build")))?;
        Ok(())
    }

    fn compile(&self, source: Source) -> anyhow::Result<Vec<u8>> {
        let build = self.folder.join("build");
        let dependencies = build.join(TARGET).join("release/deps");
        let object = self.folder.join(source.folder).with_extension("o");
        let mut rustc = self.compiler_for_target();
        rustc.args([
            "--edition",
            "2024",
            "--crate-type",
            "rlib",
            "--crate-name",
            "kernel",
            "-Ccodegen-units=1",
        ]);
        rustc.args(["-Zfunction-sections=no", "-Ctarget-cpu=v3"]);
        rustc.args(source.options);
        rustc.arg(format!("--emit=obj={}", object.display()));
        for folder in [&dependencies, &build.join("release/deps")] {
            rustc.arg("-L").arg(format!("dependency={}", folder.display()));
        }
        for name in ["freeboard_registry", "freeboard_replay"] {
            rustc.arg("--extern").arg(format!("{name}={}", newest(&dependencies, name)?.display()));
        }
        rustc.arg(toolchain::root().join("firmware").join(source.folder).join("src/lib.rs"));
        // Cargo has just checked the crate, whose library has the name of its folder: the metadata is as old as the last change of it,
        // or of what it stands on.
        let checked = newest(&dependencies, &source.folder.replace('-', "_"))?;
        let (made_by, command) = (object.with_extension("made-by"), format!("{rustc:?}"));
        let is_old = !std::fs::read_to_string(&made_by).is_ok_and(|there| there == command);
        if is_old || modified(&object)? <= modified(&checked)? {
            output(&mut rustc)?;
            std::fs::write(&made_by, command)?;
        }
        std::fs::read(&object).with_context(|| format!("reading {}", object.display()))
    }

    fn compiler(&self) -> Command {
        self.nightly.command("rustc")
    }

    fn compiler_for_target(&self) -> Command {
        let mut rustc = self.compiler();
        rustc.args(["-Zunstable-options", "-Copt-level=3", "-Cpanic=abort"]);
        rustc.arg("--target").arg(&self.target).arg("--sysroot").arg(&self.sysroot);
        rustc
    }
}

/// Leaves a file alone that says so already: cargo looks at its time.
fn write_changed(path: &Path, text: &str) -> anyhow::Result<()> {
    if std::fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    std::fs::write(path, text).with_context(|| format!("writing {}", path.display()))
}

/// When a file was written last.
fn modified(path: &Path) -> anyhow::Result<SystemTime> {
    std::fs::metadata(path).and_then(|it| it.modified()).with_context(|| path.display().to_string())
}

/// The crate's metadata that was made last: those of earlier compilers lie beside it.
fn newest(folder: &Path, name: &str) -> anyhow::Result<PathBuf> {
    let start = format!("lib{name}-");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("reading {}", folder.display()))? {
        let entry = entry?;
        let file = entry.file_name().to_string_lossy().into_owned();
        if file.starts_with(&start) && file.ends_with(".rmeta") {
            found.push((entry.metadata()?.modified()?, entry.path()));
        }
    }
    ensure!(!found.is_empty(), "no metadata of {name} in {}", folder.display());
    Ok(found.into_iter().max().map(|(_, path)| path).unwrap_or_default())
}
