//! Checks of the built libraries: symbols, then C programs.

use super::archive::exported;
use super::report::Report;
use super::{Library, Target, build, misra, programs};
use anyhow::{anyhow, ensure};
use freeboard_toolchain::symbols;
use object::{Object, ObjectSymbol, SymbolKind};
use std::path::Path;

/// Functions that every C compiler brings, in its library for its target or in its run-time library: the beginnings of their
/// names. None allocates, and [`symbols::scan`] refuses those that divide 64 bits or use floats.
const BROUGHT: [&str; 14] = [
    "memcpy",
    "memset",
    "memmove",
    "memcmp",
    "__aeabi_mem",
    "__aeabi_uidiv",
    "__aeabi_lmul",
    "__aeabi_ll",
    "__udivsi3",
    "__umodsi3",
    "__muldi3",
    "__clzsi2",
    "__ashldi3",
    "__lshrdi3",
];

/// Largest code and constants of ECN# and DCTCP with their callers on Cortex-M4 \[B\]: what they were when this was written,
/// 200 of them for DCTCP's event `Undo` and its rule behind a silence (RFC 2861) with the setting that chooses it. A third of it
/// checks settings and converts them.
const SMALL_TEXT: u64 = 3_156;

impl Report {
    /// Books a check.
    pub(super) fn book(&mut self, what: String, outcome: anyhow::Result<()>) {
        match outcome {
            Ok(()) => self.passed.push(what),
            Err(error) => self.failed.push(format!("{what}: {error:#}")),
        }
    }
}

/// Builds the library for every target and checks it.
///
/// # Errors
/// One does not build.
pub fn check(below: &Path) -> anyhow::Result<Report> {
    let mut report = Report::default();
    match misra::missing() {
        Some(missing) => report.skipped.push(format!("MISRA C:2012: {missing}")),
        None => report.book("MISRA C:2012".to_owned(), misra::check()),
    }
    for (target, library) in libraries(below)? {
        let folder = below.join(target.name);
        report.book(format!("{}: symbols", target.name), self_contained(&library));
        if let Some(missing) = target.missing() {
            report.skipped.push(format!("{}: {missing}", target.name));
            continue;
        }
        programs::check(&target, &library, &folder, &mut report);
        if target.name == "thumbv7em" {
            two_libraries(&target, &folder, &mut report)?;
            small_library(&target, &folder, &mut report)?;
        }
    }
    Ok(report)
}

/// The library of every target, as many at a time as there are processors.
fn libraries(below: &Path) -> anyhow::Result<Vec<(Target, Library)>> {
    let targets = Target::all()?;
    let mut built = Vec::new();
    for some in targets.chunks(std::thread::available_parallelism()?.get()) {
        let outcomes: Vec<_> = std::thread::scope(|scope| {
            let one = |target| scope.spawn(move || build(target, &["all"], &below.join(target.name)));
            let threads: Vec<_> = some.iter().map(one).collect();
            threads.into_iter().map(std::thread::ScopedJoinHandle::join).collect()
        });
        for (target, outcome) in some.iter().zip(outcomes) {
            let library = outcome.map_err(|_| anyhow!("building for {} panicked", target.name))??;
            built.push((target.clone(), library));
        }
    }
    Ok(built)
}

/// Every exported name is the library's own, and nothing is used that may not be.
fn self_contained(library: &Library) -> anyhow::Result<()> {
    let object = object::File::parse(&*library.object)?;
    let foreign: Vec<&str> = exported(&object).filter(|name| !name.starts_with("freeboard_")).collect();
    ensure!(foreign.is_empty(), "exports {}", foreign.join(", "));
    let named = || object.symbols().filter_map(|symbol| Some((symbol.name().ok()?.to_owned(), symbol)));
    let asked: Vec<String> = named()
        .filter(|(name, symbol)| symbol.is_undefined() && !name.is_empty())
        .map(|(name, _)| name)
        .collect();
    let unknown: Vec<&String> =
        asked.iter().filter(|name| !BROUGHT.iter().any(|start| name.starts_with(start))).collect();
    ensure!(unknown.is_empty(), "asks for {unknown:?}");
    let functions = named().filter(|(_, symbol)| symbol.kind() == SymbolKind::Text).map(|(name, _)| name);
    let names: Vec<String> = functions.chain(asked.clone()).collect();
    let offences = symbols::scan(names.iter().map(String::as_str));
    let texts: Vec<String> =
        offences.iter().map(|(name, offence)| format!("{}: {name}", offence.text())).collect();
    ensure!(texts.is_empty(), "{}", texts.join(", "));
    Ok(())
}

/// Two libraries of different variants link into one image, whole.
fn two_libraries(target: &Target, folder: &Path, report: &mut Report) -> anyhow::Result<()> {
    let first = build(target, &["aqm-ecn-sharp"], &folder.join("ecn-sharp"))?;
    let second = build(target, &["cc-dctcp"], &folder.join("dctcp"))?;
    let whole = programs::image(target, &[first, second], true, &folder.join("whole.elf"));
    report.book(format!("{}: two libraries in one image", target.name), whole.map(|_| ()));
    Ok(())
}

/// A library of a scheme and a control is small with its callers.
fn small_library(target: &Target, folder: &Path, report: &mut Report) -> anyhow::Result<()> {
    let both = build(target, &["aqm-ecn-sharp", "cc-dctcp"], &folder.join("both"))?;
    let small = programs::image(target, &[both], false, &folder.join("callers.elf"));
    let outcome = small.and_then(|bytes| {
        println!("{}: ecn-sharp/compact, dctcp/tcp and their callers: {bytes} bytes of text", target.name);
        ensure!(bytes <= SMALL_TEXT, "{bytes} bytes of text, more than {SMALL_TEXT}");
        Ok(())
    });
    report.book(format!("{}: text of ECN# and DCTCP with callers", target.name), outcome);
    Ok(())
}
