//! Proofs about the firmware image: graph and image in, verdict out.
//!
//! The `hot` image of the firmware, as `cargo xtask firmware` builds it, is executed symbolically. Its verdicts and state are
//! compared with the extracted graph of the same program, or with a contract. A solver decides, as a child process.
//!
//! | file | idea |
//! |---|---|
//! | [`smt`] | terms over bit vectors, switch programs as terms, SMT-LIB 2 text |
//! | [`symbolic`] | functions of an image for every argument and every content of its memory |
//! | `process`, `solver`, `second` | solvers as child processes, questions to them, a second opinion |
//! | `layout`, `sampling`, `binding` | where the words of an instance are, its legal settings |
//! | `paths`, `bound` | paths through the machine code, and the cycles that none exceeds |
//! | `under_proof`, `pipeline` | one pipeline program, and its obligations |
//! | `instance`, `exact` | one variant without a graph, and its obligations |
//! | `spec`, `contracts` | promises of controls over state and answers |
//! | `mutants`, `survivors` | changes that a proof must refuse, and what came of them |
//! | `ebpf` | programs of the Linux kernel beside the image |
//! | `record` | the last full run, and what contradicts it |
//! | `obligation`, `timer` | what was to be shown, what came of it, how long it took |

mod binding;
mod bound;
mod contracts;
mod ebpf;
mod exact;
mod instance;
mod layout;
mod mutants;
mod obligation;
mod paths;
mod pipeline;
mod process;
pub mod record;
mod sampling;
mod second;
pub mod smt;
mod solver;
mod spec;
mod survivors;
pub mod symbolic;
mod timer;
mod under_proof;

use anyhow::{Context, ensure};
use freeboard_cost::recorded::proofs;
use freeboard_cost::variant::{Subject as _, Variant};
use freeboard_cost::{Row, table};
use freeboard_harness::Agreement;
use freeboard_harness::images::{self, Profile, Target};
use freeboard_harness::index::{Entry, Index, Owner};
use freeboard_harness::results;
use freeboard_registry::AqmId;
use freeboard_rv32::{CV32E40P_LIKE, Image};
use instance::Instance;
use obligation::{Obligation, Settings, Verdict};
use process::Effort;
use rayon::prelude::*;
use second::{Second, Witness};
use serde_json::Value;
use solver::Solver;
use std::path::PathBuf;
use under_proof::UnderProof;

/// What to prove.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Arguments {
    /// Only variants with this in their name: `ecn-sharp`, `ecn-sharp/compact`.
    name: Option<String>,
    /// Code to prove: the firmware image, or the programs of the Linux kernel beside it.
    #[arg(long, value_enum, default_value_t)]
    target: Code,
    /// One JSON object per obligation instead of a table.
    #[arg(long)]
    json: bool,
    /// Every preset by itself, instead of all settings at once.
    #[arg(long)]
    presets: bool,
    /// All settings at once only: no presets where that stays open.
    #[arg(long, conflicts_with = "presets")]
    symbolic: bool,
    /// Millions of the solver's steps for one question about a pipeline program; a tenth for one about a contract.
    #[arg(long, default_value_t = EFFORT, value_name = "MILLIONS")]
    effort: u64,
    /// Folder for the scripts of what holds.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Keep the outcome as the record that the book shows and CI compares with.
    #[arg(long, conflicts_with = "name")]
    record: bool,
    /// Also measure, as `firmware` does, and show the measured next to the proved values.
    #[arg(long)]
    observed: bool,
    /// Change single tokens of graphs and machine code instead, and count what is refuted.
    #[arg(long)]
    mutants: bool,
    /// With `--mutants`: machine code too.
    #[arg(long)]
    code: bool,
    /// No second solver.
    #[arg(long)]
    once: bool,
}

/// Code that is proved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
enum Code {
    /// The firmware image.
    #[default]
    Riscv32imc,
    /// The kernel's programs of congestion controls.
    Ebpf,
}

impl Code {
    const fn name(self) -> &'static str {
        match self {
            Self::Riscv32imc => Target::Rv32.name(),
            Self::Ebpf => record::EBPF,
        }
    }
}

/// The image and its entry points.
struct Shipped {
    image: Image,
    entries: Vec<(Variant, Entry)>,
    index: Index,
    /// Of the image's bytes. Where a build stands on the disk decides the order of functions and, here and there, a
    /// register: images of one source differ by some instructions.
    fingerprint: String,
}

impl Shipped {
    fn build() -> anyhow::Result<Self> {
        let hot = images::build(Profile::Speed, Target::Rv32)?.hot;
        let owned = |entry: Entry| match entry.owner {
            Owner::Variant(variant) => Some((variant, entry)),
            Owner::ByHand | Owner::Owned | Owner::Indexed | Owner::Idle => None,
        };
        let index = Index::read(&hot)?;
        let entries = index.entries.iter().copied().filter_map(owned).collect();
        let image = Image::parse(&std::fs::read(&hot)?)?;
        // FNV-1a.
        let bytes = image.segments.iter().flat_map(|segment| &segment.bytes);
        let hash =
            bytes.fold(0x811c_9dc5u32, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193));
        Ok(Self { image, entries, index, fingerprint: format!("{hash:08x}") })
    }
}

/// The command that installs the solvers.
fn solvers() -> String {
    freeboard_toolchain::advice(&freeboard_toolchain::SOLVERS.map(|(_, package)| package))
}

/// Proves what is asked for; true when nothing is refuted.
///
/// # Errors
/// The image does not build, or no variant has the name.
pub fn run(arguments: &Arguments) -> anyhow::Result<bool> {
    let Some(version) = process::version(process::FIRST) else {
        println!("prove: skipped, no {} on this machine: {}", process::FIRST, solvers());
        return Ok(true);
    };
    if let Some(folder) = &arguments.out {
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    if arguments.mutants {
        return mutate(arguments, &version);
    }
    let shipped = Shipped::build()?;
    let all = match arguments.target {
        Code::Riscv32imc => all(&shipped, arguments, |_| true)?,
        Code::Ebpf => match ebpf::all(&shipped, arguments)? {
            Ok(all) => all,
            Err(reason) => {
                println!("prove: skipped: {reason}");
                return Ok(true);
            }
        },
    };
    let target = arguments.target.name();
    let row = |one: &Obligation| one.row(target, &version).with("image", shipped.fingerprint.as_str());
    let rows: Vec<Row> = all.iter().map(row).collect();
    if arguments.json {
        rows.iter().for_each(|row| println!("{}", row.line()));
    } else {
        println!("{}", table(&rows, &COLUMNS));
        for one in all.iter().filter(|one| !one.note.is_empty()) {
            println!("{}, {}, {}: {}", one.variant.id(), one.name, one.settings.name(), one.note);
        }
        let count = |verdict: Verdict| all.iter().filter(|one| one.verdict == verdict).count();
        let (holds, refuted, unknown) =
            (count(Verdict::Holds), count(Verdict::Refuted), count(Verdict::Unknown));
        println!("{holds} hold, {refuted} refuted, {unknown} unknown; {version}");
        let lines: Vec<Value> =
            rows.iter().filter_map(|row| serde_json::from_str(&row.line()).ok()).collect();
        for name in record::loose(&lines).iter().filter(|_| arguments.observed || arguments.record) {
            println!("{name}: no call that was run comes near the proved worst case");
        }
    }
    if arguments.record {
        record::write(&rows, target)?;
    }
    Ok(all.iter().all(|one| one.verdict != Verdict::Refuted))
}

/// Changes of pipeline programs of one name; true when none stays open.
fn mutate(arguments: &Arguments, version: &str) -> anyhow::Result<bool> {
    let shipped = Shipped::build()?;
    if arguments.target == Code::Ebpf {
        return match ebpf::changed(&shipped, arguments)? {
            Ok(found) => Ok(print_changes(arguments, version, found)),
            Err(reason) => {
                println!("prove: skipped: {reason}");
                Ok(true)
            }
        };
    }
    let named =
        |variant: &Variant| arguments.name.as_ref().is_none_or(|name| variant.id().contains(name.as_str()));
    let entries: Vec<_> =
        shipped.entries.iter().filter(|(variant, _)| named(variant) && is_pipeline(*variant)).collect();
    ensure!(!entries.is_empty(), "no pipeline program of that name");
    let of = |(variant, entry): &&(Variant, Entry)| {
        let Some(under_proof) = subject_of(&shipped.image, *variant, entry) else { return Ok(None) };
        let under_proof = under_proof?;
        let mut solver = Solver::new(Effort::millions(arguments.effort))?;
        let code = arguments.code.then(|| shipped.index.size_at(under_proof.hook()));
        Ok(Some((*variant, survivors::survivors(&under_proof, &mut solver, code)?)))
    };
    let found = entries.par_iter().map(of).collect::<anyhow::Result<Vec<_>>>()?;
    let mut all = Vec::new();
    for (variant, (graphs, codes)) in found.into_iter().flatten() {
        all.push((variant, "graph", graphs));
        all.extend(arguments.code.then_some((variant, "machine-code", codes)));
    }
    Ok(print_changes(arguments, version, all))
}

/// Prints what came of changes; true when none stays open.
fn print_changes(
    arguments: &Arguments,
    version: &str,
    all: Vec<(Variant, &'static str, survivors::Survivors)>,
) -> bool {
    let mut open = 0;
    for (variant, what, survivors) in all {
        let row = survivors.row(variant, what).with("solver", version);
        if arguments.json {
            println!("{}", row.line());
        } else {
            println!("{}", survivors.text(variant, what));
        }
        open += survivors.open.len();
    }
    open == 0
}

/// The pipeline program of a variant; `None` for another kind.
fn subject_of(image: &Image, variant: Variant, entry: &Entry) -> Option<anyhow::Result<UnderProof>> {
    macro_rules! programs {
        ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
            match variant {
                $(Variant::Aqm(AqmId::$name) => program!($kind $path),)*
                Variant::Cc(_) | Variant::Underlay(_) => None,
            }
        };
    }
    macro_rules! program {
        (pipeline $path:path) => {
            Some(UnderProof::of::<$path>(image, entry))
        };
        (exact $path:path) => {
            None
        };
    }
    freeboard_registry::for_each_aqm!(programs)
}

/// Columns of the table.
const COLUMNS: [(&str, &str); 10] = [
    ("obligation", "obligation"),
    ("settings", "settings"),
    ("verdict", "verdict"),
    ("paths", "paths"),
    ("instructions", "instructions_worst"),
    ("(seen)", "instructions_observed"),
    ("cycles", "cycles_worst"),
    ("(seen)", "cycles_observed"),
    ("(run)", "cycles_run"),
    ("s", "seconds"),
];

/// Proves what is quick again, and compares with the record and with what is measured on the same image.
///
/// # Errors
/// As [`run`], or the record is not there.
pub fn again() -> anyhow::Result<Agreement> {
    let Some(version) = process::version(process::FIRST) else {
        let reason = format!("{} missing: {}", process::FIRST, solvers());
        return Ok(Agreement { equal: 0, excused: Vec::new(), findings: Vec::new(), skipped: Some(reason) });
    };
    let arguments =
        Arguments { effort: EFFORT, symbolic: true, once: true, observed: true, ..Arguments::default() };
    let (shipped, record) = (Shipped::build()?, proofs());
    let quick = |variant: Variant| {
        record::seconds(&variant.id(), &record).is_some_and(|seconds| seconds <= QUICK_SECONDS)
    };
    let all = all(&shipped, &arguments, quick)?;
    let mut agreement = Agreement { equal: 0, excused: Vec::new(), findings: Vec::new(), skipped: None };
    for (variant, _) in shipped.entries.iter().filter(|(variant, _)| !quick(*variant)) {
        let name = variant.id();
        let why = record::seconds(&name, &record)
            .map_or("not in the record".to_owned(), |seconds| format!("{seconds:.0} s in the record"));
        agreement.excused.push(format!("{name}: {why}, not proved again"));
    }
    survive(&shipped, &record, &mut agreement)?;
    for one in &all {
        let name = one.variant.id();
        match (record::contradiction(one, &name, [&shipped.fingerprint, &version], &record), one.verdict) {
            (Some(finding), _) => agreement.findings.push(format!("prove: {finding}")),
            (None, Verdict::Unknown) => {
                agreement.excused.push(format!("{name}: {} stays open ({})", one.name, one.note));
            }
            _ => agreement.equal += 1,
        }
    }
    Ok(agreement)
}

/// Milliseconds for the second solver, which is started anew for each script.
const SECOND_MS: u64 = 3000;
/// Changes the graphs of the programs whose record has few changes, and expects as many refuted.
fn survive(shipped: &Shipped, record: &[Value], agreement: &mut Agreement) -> anyhow::Result<()> {
    for (variant, entry) in &shipped.entries {
        let Some(recorded) = record::refuted(&variant.id(), record, CHANGES_FEW) else { continue };
        let Some(under_proof) = subject_of(&shipped.image, *variant, entry) else { continue };
        let mut solver = Solver::new(Effort::millions(EFFORT))?;
        let (graphs, _) = survivors::survivors(&under_proof?, &mut solver, None)?;
        if graphs.refuted < recorded {
            let text = graphs.text(*variant, "graph");
            agreement.findings.push(format!("prove: {recorded} changes were refuted; now {text}"));
        } else {
            agreement.equal += 1;
        }
    }
    Ok(())
}

/// Changes of a graph that are few enough to be made again.
const CHANGES_FEW: u64 = 10;
/// Variants that took longer for the record are not proved again to compare with it.
const QUICK_SECONDS: f64 = 30.0;
/// Millions of steps for a question about a pipeline program unless said otherwise: `red/low-pass` holds with 200, `hull/classes` with 100.
const EFFORT: u64 = 200;
/// A contract has as many questions as there are calls and paths, a program has a handful: each may cost this part. Chosen by us:
/// with 20 million steps a question those of the record that hold do.
const QUESTIONS: u64 = 10;

/// Every obligation that is asked for.
fn all(
    shipped: &Shipped,
    arguments: &Arguments,
    chosen: impl Fn(Variant) -> bool,
) -> anyhow::Result<Vec<Obligation>> {
    let second = if arguments.once { None } else { Second::find(SECOND_MS) };
    let witness = Witness::new(arguments.out.clone(), second);
    let wanted = |variant: &Variant| {
        chosen(*variant) && arguments.name.as_ref().is_none_or(|name| variant.id().contains(name.as_str()))
    };
    let entries: Vec<_> = shipped.entries.iter().filter(|(variant, _)| wanted(variant)).collect();
    ensure!(!entries.is_empty(), "no variant of that name");
    let prove = |(variant, entry): &(Variant, Entry)| {
        let mut found = of_variant(&shipped.image, *variant, entry, arguments, &witness)?;
        if arguments.observed || arguments.record {
            let seen = observed(&shipped.image, *variant, entry)?;
            found.iter_mut().filter(|one| one.worst.is_some()).for_each(|one| one.observed = Some(seen));
        }
        Ok(found)
    };
    let proved = entries.into_par_iter().map(prove).collect::<anyhow::Result<Vec<_>>>()?;
    Ok(proved.into_iter().flatten().collect())
}

/// The most instructions and cycles that the firmware's measurement sees.
fn observed(image: &Image, variant: Variant, entry: &Entry) -> anyhow::Result<(u64, u64)> {
    let (_, costs) = results::core_runs(image, variant, *entry, &[&CV32E40P_LIKE])?;
    let cost = costs.first().context("no cost")?;
    Ok((cost.instructions_worst, cost.cycles_worst))
}

/// Whether a variant has a switch program.
fn is_pipeline(variant: Variant) -> bool {
    macro_rules! kinds {
        ($($kind:ident $cfg:tt $name:ident $path:path;)*) => {
            match variant {
                $(Variant::Aqm(AqmId::$name) => stringify!($kind) == "pipeline",)*
                Variant::Cc(_) | Variant::Underlay(_) => false,
            }
        };
    }
    freeboard_registry::for_each_aqm!(kinds)
}

/// The obligations of one variant.
fn of_variant(
    image: &Image,
    variant: Variant,
    entry: &Entry,
    arguments: &Arguments,
    witness: &Witness,
) -> anyhow::Result<Vec<Obligation>> {
    let witness = &witness.fresh();
    let Some(under_proof) = subject_of(image, variant, entry) else {
        let mut solver = Solver::new(Effort::millions((arguments.effort / QUESTIONS).max(1)))?;
        let instance = Instance::of(image, variant, entry).with_context(|| variant.id())?;
        return exact::prove(&instance, &Settings::Symbolic, &mut solver, witness);
    };
    let mut solver = Solver::new(Effort::millions(arguments.effort))?;
    let under_proof = under_proof.with_context(|| variant.id())?;
    let settings: Vec<Settings> = if arguments.presets {
        under_proof.named.iter().cloned().map(Settings::Named).collect()
    } else {
        vec![Settings::Symbolic]
    };
    let mut all = Vec::new();
    for one in &settings {
        all.extend(pipeline::prove(&under_proof, variant, one, &mut solver, witness)?);
    }
    let open = all.iter().any(|one| one.verdict != Verdict::Holds);
    if open && !arguments.presets && !arguments.symbolic {
        for name in &under_proof.named {
            let one = Settings::Named(name.clone());
            all.extend(pipeline::prove(&under_proof, variant, &one, &mut solver, witness)?);
        }
    }
    Ok(all)
}
