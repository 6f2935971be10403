//! C programs over the library: compiled, linked, run.

use super::report::Report;
use super::{Library, Target};
use anyhow::{Context, ensure};
use freeboard_toolchain as toolchain;
use object::{Object, ObjectSection, SectionFlags};
use std::path::{Path, PathBuf};
use std::process::Command;

/// What every compiler is told.
const STRICT: [&str; 5] = ["-Wall", "-Wextra", "-Wpedantic", "-Werror", "-Os"];
/// Programs that replay golden traces: name, standard, sources.
const REPLAYS: [(&str, &str, &[&str]); 3] = [
    ("queue", "-std=c99", &["queue.c", "port.c", "trace.c"]),
    ("nic", "-std=c99", &["nic.c", "flow.c", "trace.c"]),
    // Contexts are checked by static assertions.
    ("pcc", "-std=c11", &["pcc/replay.c", "pcc/kit.c", "trace.c"]),
];
/// A control whose flow does not fit a context of the port kit, in a program without a second table.
const TOO_LARGE: [&str; 4] =
    ["-DPCC_STEM=hpcc_int", "-DPCC_CAPITALS=FREEBOARD_HPCC_INT", "-DPCC_PROBES=false", "pcc/algorithm.h"];
/// What its compiler says.
const SAID: &str = "a flow of this control exceeds the context of 48 bytes: define PCC_SECOND_CONTEXTS";
/// Sources of the image without a run-time library.
const CALLERS: [&str; 2] = ["callers.c", "port.c"];
/// What the programs print, line by line.
const EXPECTED: &str = "expected.txt";

pub(super) fn examples() -> PathBuf {
    toolchain::root().join("examples/c")
}

pub(super) fn include() -> PathBuf {
    toolchain::root().join("crates/freeboard-c/include")
}

/// The header in both languages, the example programs, and, on this machine, what they print.
pub(super) fn check(target: &Target, library: &Library, folder: &Path, report: &mut Report) {
    for (language, standard) in [("c", "-std=c99"), ("c++", "-std=c++11")] {
        let mut compiler = target.cc();
        compiler.args(["-x", language, standard]).args(STRICT).arg("-fsyntax-only");
        compiler.arg(include().join("freeboard.h"));
        if target.name != "host" {
            compiler.arg("-ffreestanding");
        }
        // A header alone has no program: its functions are not called.
        compiler.arg("-Wno-unused-function");
        report.book(format!("{}: header as {language}", target.name), quiet(&mut compiler));
    }
    if target.name == "host" {
        let mut printed = String::new();
        for (name, standard, sources) in REPLAYS {
            let outcome = replay(target, library, (standard, sources), &folder.join(name));
            let outcome = outcome.map(|text| printed.push_str(&text));
            report.book(format!("{}: {name}", target.name), outcome);
        }
        report.book(format!("{}: digests are those of Rust", target.name), expected(&printed));
        report.book(format!("{}: a flow above 48 bytes is refused", target.name), too_large(target));
    } else {
        let image = image(target, std::slice::from_ref(library), false, &folder.join("callers.elf"));
        report.book(format!("{}: image", target.name), image.map(|_| ()));
    }
}

fn replay(
    target: &Target,
    library: &Library,
    (standard, sources): (&str, &[&str]),
    program: &Path,
) -> anyhow::Result<String> {
    let mut compiler = target.cc();
    compiler.arg(standard).args(STRICT).arg("-I").arg(include());
    compiler.current_dir(examples()).args(sources).arg(&library.path).arg("-o").arg(program);
    quiet(&mut compiler)?;
    toolchain::output(Command::new(program).current_dir(examples()))
}

fn too_large(target: &Target) -> anyhow::Result<()> {
    let mut compiler = target.cc();
    compiler.args(["-x", "c", "-std=c11", "-fsyntax-only", "-I"]).arg(include());
    let output = compiler.current_dir(examples()).args(TOO_LARGE).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(!output.status.success() && said.contains(SAID), "the compiler said\n{said}");
    Ok(())
}

fn expected(printed: &str) -> anyhow::Result<()> {
    let expected = std::fs::read_to_string(examples().join(EXPECTED))?;
    ensure!(printed == expected, "printed\n{printed}instead of\n{expected}");
    Ok(())
}

/// Links the callers with libraries, without a start file, and returns the bytes of code and constants. `whole` takes in
/// every object of the libraries, wanted or not.
pub(super) fn image(target: &Target, libraries: &[Library], whole: bool, to: &Path) -> anyhow::Result<u64> {
    let mut compiler = target.cc();
    compiler.arg("-std=c99").args(STRICT).args(["-ffreestanding", "-fno-tree-loop-distribute-patterns"]);
    compiler.args([
        "-ffunction-sections",
        "-fdata-sections",
        "-nostdlib",
        "-Wl,--entry=firmware",
        "-Wl,--fatal-warnings",
        // Objects of assembly code, such as those of libgcc, do not say whether they want an executable stack.
        "-Wl,-z,noexecstack",
    ]);
    compiler.arg("-I").arg(include()).current_dir(examples()).args(CALLERS).arg("memory.c");
    let kept = if whole { "-Wl,--whole-archive" } else { "-Wl,--gc-sections" };
    compiler.arg(kept).args(libraries.iter().map(|library| &library.path));
    compiler.args(["-Wl,--no-whole-archive", "-lgcc", "-o"]).arg(to);
    quiet(&mut compiler)?;
    let bytes = std::fs::read(to).with_context(|| format!("{} is not there", to.display()))?;
    let file = object::File::parse(&*bytes)?;
    let kept = file.sections().filter(|section| match section.flags() {
        // Allocated and not writable: what lies in flash.
        SectionFlags::Elf { sh_flags, .. } => {
            sh_flags.contains(object::elf::SHF_ALLOC) && !sh_flags.contains(object::elf::SHF_WRITE)
        }
        _ => false,
    });
    Ok(kept.map(|section| section.size()).sum())
}

/// Runs a compiler that has nothing to say.
fn quiet(compiler: &mut Command) -> anyhow::Result<()> {
    let output = compiler.output().with_context(|| format!("{compiler:?} does not start"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success() && said.is_empty(), "{compiler:?}:\n{said}");
    Ok(())
}
