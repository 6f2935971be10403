//! `freeboard reproduce`.

mod all;
mod one;

use super::common::{Output, Workers};
use super::exit::Done;
use super::slurm::Slurm;
use crate::plan::{AnyPlan, PLANS, Plan, Scale};
use crate::runner::{Array, Shard, fingerprint};
use anyhow::{Context, Result};
use clap::Args;
use freeboard_scenario::document::read_limited;
use freeboard_scenario::nearest::few;
use one::Run;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::path::Path;

/// Longest file of a plan \[B\], chosen by us: a thousand times one that is built in.
const BYTES_MAX: u64 = 4 << 20;

#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Figure, e.g. "ecn-sharp/fig10"; `freeboard list` names all. Or a folder with a custom plan: plan.toml, and expected.toml
    /// for verdicts on its numbers.
    #[arg(required_unless_present = "all", conflicts_with = "all")]
    plan: Option<String>,
    /// Run every built-in plan, each in its own folder below the output folder.
    #[arg(long)]
    all: bool,
    /// Scale of the plan.
    #[arg(long, value_enum, default_value_t = Scale::Paper)]
    scale: Scale,
    /// Run only part I of N of all cells, e.g. 1/4. `merge` merges the parts, and `reproduce` in the merged folder gives the
    /// verdicts.
    #[arg(long, default_value_t = Shard::WHOLE)]
    shard: Shard,
    #[command(flatten)]
    slurm: Slurm,
    #[command(flatten)]
    workers: Workers,
    #[command(flatten)]
    output: Output,
}

pub(super) fn run(arguments: &Arguments, json: bool) -> Result<Done> {
    let scale = format!("--scale={}", arguments.scale);
    let what: OsString = match arguments.plan.as_deref() {
        None => "--all".into(),
        // A folder, which the tasks may not find from where they start.
        Some(name) if PLANS.iter().all(|plan| plan.id() != name) => {
            Path::new(name).canonicalize().unwrap_or_else(|_| name.into()).into_os_string()
        }
        Some(name) => name.into(),
    };
    let words = ["reproduce".as_ref(), what.as_os_str(), scale.as_ref()];
    let array = arguments.slurm.run(&words, &arguments.output.out, || decided_by(arguments))?;
    let done = run_here(arguments, json)?;
    array.iter().try_for_each(Array::forget)?;
    Ok(done)
}

/// Fingerprint of a custom plan, whose files may change between two calls; the program has those of the others.
fn decided_by(arguments: &Arguments) -> Result<u32> {
    let folder = arguments.plan.as_deref().map(Path::new).filter(|path| path.is_dir());
    let Some(folder) = folder else { return Ok(0) };
    let files = Files::read(folder)?;
    Ok(fingerprint(&AnyPlan::read(&files.plan(), arguments.scale)?.0))
}

/// Runs in this process every cell that the folder's journals do not have.
fn run_here(arguments: &Arguments, json: bool) -> Result<Done> {
    arguments.workers.start()?;
    let run = Run { scale: arguments.scale, shard: arguments.shard, json, one_of_all: arguments.all };
    let Some(name) = arguments.plan.as_deref() else { return all::run(&run, &arguments.output.out) };
    if let Some(plan) = PLANS.iter().find(|plan| plan.id() == name) {
        return one::whole(&run, plan, &arguments.output.folder()?);
    }
    let folder = Path::new(name);
    if folder.is_dir() {
        let files = Files::read(folder)?;
        return one::whole(&run, &files.plan(), &arguments.output.folder()?);
    }
    let ids: Vec<String> = PLANS.iter().map(Plan::id).collect();
    let close = freeboard_scenario::nearest::nearest(name, ids.iter().map(String::as_str));
    let hint = close.map_or_else(String::new, |close| format!(", did you mean {close}?"));
    let problem = format!("is not a plan{hint}");
    let near = few(name, ids.iter().map(String::as_str), "freeboard list");
    let legal = format!("{near}, or a folder with plan.toml");
    Err(freeboard_scenario::catalog::argument_fault("PLAN", name, &problem, &legal).into())
}

/// Runs all plans at the quick scale; the verdicts show differences.
pub(super) fn quick(out: &Path, json: bool) -> Result<()> {
    Workers::default().start()?;
    let run = Run { scale: Scale::Quick, shard: Shard::WHOLE, json, one_of_all: true };
    all::run(&run, out).map(drop)
}

/// Files of a plan that is not built in.
struct Files {
    paper: String,
    figure: String,
    folder: String,
    plan: String,
    expected: Option<String>,
}

impl Files {
    fn read(folder: &Path) -> Result<Self> {
        let read = |file: &str| {
            let path = folder.join(file);
            match read_limited(&path, BYTES_MAX) {
                Ok(text) => Ok(Some(text)),
                Err(error) if error.kind() == ErrorKind::NotFound && file == "expected.toml" => Ok(None),
                Err(error) => Err(error).with_context(|| format!("cannot read {}", path.display())),
            }
        };
        let name =
            |path: Option<&Path>| path.and_then(Path::file_name).map(|n| n.to_string_lossy().into_owned());
        Ok(Self {
            paper: name(folder.parent()).unwrap_or_default(),
            figure: name(Some(folder)).unwrap_or_default(),
            folder: folder.display().to_string(),
            plan: read("plan.toml")?.unwrap_or_default(),
            expected: read("expected.toml")?,
        })
    }

    fn plan(&self) -> Plan<'_> {
        let Self { paper, figure, folder, plan, expected } = self;
        Plan { paper, figure, folder, plan, expected: expected.as_deref() }
    }
}
