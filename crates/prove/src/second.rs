//! A second solver, and scripts to replay a proof.

use super::solver::model;
use crate::smt::{Assignment, Products, Term, Terms, script, script_asking};
use crate::symbolic::Answer;
use anyhow::Context;
use freeboard_toolchain as toolchain;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};

/// Solvers that check the decisions of the first one, if the machine has them.
const PROGRAMS: [&str; 2] = ["bitwuzla", "cvc5"];

/// A solver that is started anew for each script.
#[derive(Clone, Debug)]
pub(crate) struct Second {
    pub(crate) program: &'static str,
    limit_ms: u64,
}

impl Second {
    /// The first of the known ones that the machine has.
    pub(crate) fn find(limit_ms: u64) -> Option<Self> {
        let program = PROGRAMS.into_iter().find(|program| toolchain::have(program))?;
        Some(Self { program, limit_ms })
    }

    /// Verdict of the solver on a script, within some milliseconds, and the lines that follow it.
    fn answer(&self, script: &str, limit_ms: u64) -> anyhow::Result<(Answer, Vec<String>)> {
        let mut command = Command::new(toolchain::located(self.program));
        match self.program {
            "cvc5" => {
                command.args(["--lang", "smt2", "--produce-models"]).arg(format!("--tlimit={}", limit_ms))
            }
            _ => command.arg("-t").arg(limit_ms.to_string()),
        };
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // A solver that gave up reads no further input.
            let _ = input.write_all(script.as_bytes());
        }
        let output = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout);
        let mut lines = text.lines().map(|line| line.trim().to_owned());
        let answer = match lines.next().as_deref() {
            Some("sat") => Answer::Possible,
            Some("unsat") => Answer::Impossible,
            _ => Answer::Unknown,
        };
        Ok((answer, lines.collect()))
    }
}

/// Writes scripts to replay, and checks claims with a second solver.
#[derive(Debug, Default)]
pub(crate) struct Witness {
    /// Folder of the scripts.
    pub(crate) folder: Option<PathBuf>,
    /// The second solver.
    pub(crate) second: Option<Second>,
    /// Claims sent to the second solver, and claims that it confirmed.
    asked: AtomicU64,
    agreed: AtomicU64,
    silent: AtomicU64,
}

/// Milliseconds for an example; those of the record took 3000.
const EXAMPLE_MS: u64 = 30_000;
/// Missing answers after which the second solver gets no more claims of an obligation.
const SILENT_MAX: u64 = 2;

impl Witness {
    /// A folder for the scripts and a second solver, both optional.
    pub(crate) const fn new(folder: Option<PathBuf>, second: Option<Second>) -> Self {
        let [asked, agreed, silent] = [const { AtomicU64::new(0) }; 3];
        Self { folder, second, asked, agreed, silent }
    }

    /// The same folder and second solver, with counters at zero.
    pub(crate) fn fresh(&self) -> Self {
        Self::new(self.folder.clone(), self.second.clone())
    }

    /// Files a claim that holds under a name; false where the second solver contradicts it.
    pub(crate) fn file(
        &self,
        name: &str,
        terms: &Terms,
        (assertions, products): (&[Term], Products),
    ) -> anyhow::Result<bool> {
        if self.folder.is_none() && self.second.is_none() {
            return Ok(true);
        }
        let text = script(terms, assertions, products);
        if let Some(folder) = &self.folder {
            let path = folder.join(format!("{name}.smt2"));
            std::fs::write(&path, format!("; unsat: no counterexample to {name}\n{text}"))
                .with_context(|| format!("writing {}", path.display()))?;
        }
        let Some(second) = &self.second else { return Ok(true) };
        self.asked.fetch_add(1, Ordering::Relaxed);
        if self.silent.load(Ordering::Relaxed) >= SILENT_MAX {
            return Ok(true);
        }
        let (answer, _) = second.answer(&text, second.limit_ms)?;
        self.silent.fetch_add(u64::from(answer == Answer::Unknown), Ordering::Relaxed);
        self.agreed.fetch_add(u64::from(answer == Answer::Impossible), Ordering::Relaxed);
        Ok(answer != Answer::Possible)
    }

    /// Values that make all assertions hold, where the second solver finds some.
    pub(crate) fn example(&self, terms: &Terms, assertions: &[Term]) -> anyhow::Result<Option<Assignment>> {
        let Some(second) = &self.second else { return Ok(None) };
        let variables = terms.variables_of(assertions);
        let text = script_asking(terms, assertions, Products::Exact, &variables);
        let (answer, lines) = second.answer(&text, EXAMPLE_MS)?;
        Ok((answer == Answer::Possible).then(|| model(terms, &variables, &lines)))
    }

    /// Claims that the second solver confirmed, and their total; resets both.
    pub(crate) fn tally(&self) -> Option<(u64, u64)> {
        self.silent.store(0, Ordering::Relaxed);
        let (agreed, asked) = (self.agreed.swap(0, Ordering::Relaxed), self.asked.swap(0, Ordering::Relaxed));
        self.second.is_some().then_some((agreed, asked))
    }
}
