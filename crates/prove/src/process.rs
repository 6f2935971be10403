//! A solver as a child process that answers script after script.

use anyhow::{Context, bail};
use freeboard_toolchain as toolchain;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The solver that every obligation goes to.
pub(crate) const FIRST: &str = toolchain::SOLVERS[0].0;

/// Ends the answer to a script.
const END: &str = "end-of-answer";

/// Work for one question in the solver's own count of steps (z3's `rlimit`), so that a loaded machine gives up where
/// an idle one does. z3 takes about a million of them in a second on the machine of the record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Effort(u64);

impl Effort {
    pub(crate) const fn millions(steps: u64) -> Self {
        Self(steps * 1_000_000)
    }

    pub(crate) const fn thousands(steps: u64) -> Self {
        Self(steps * 1000)
    }
}

/// A running solver.
#[derive(Debug)]
pub(crate) struct Process {
    effort: Effort,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

/// Returns the solver's own name and version.
pub(crate) fn version(program: &str) -> Option<String> {
    let text = toolchain::output(Command::new(toolchain::located(program)).arg("--version")).ok()?;
    let line = text.lines().next().unwrap_or_default();
    let number = line.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    Some(format!("{program} {}", number.unwrap_or("?")))
}

impl Process {
    /// Starts the first solver; it gives up on a question after `effort`.
    pub(crate) fn start(effort: Effort) -> anyhow::Result<Self> {
        let mut command = Command::new(toolchain::located(FIRST));
        command.args(["-in", "-smt2"]).arg(format!("rlimit={}", effort.0));
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("{FIRST} does not start"))?;
        let input = child.stdin.take().context("no standard input")?;
        let output = BufReader::new(child.stdout.take().context("no standard output")?);
        Ok(Self { effort, child, input, output })
    }

    /// The lines of the answer to a script.
    fn ask(&mut self, script: &str) -> anyhow::Result<Vec<String>> {
        writeln!(self.input, "{script}(echo \"{END}\")")?;
        self.input.flush()?;
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                bail!("{FIRST} ended");
            }
            if line.trim() == END {
                return Ok(lines);
            }
            lines.push(line.trim().to_owned());
        }
    }

    /// As [`Self::ask`]; where the solver breaks down there is no answer, and a new one knows nothing of what was said.
    pub(crate) fn answer(&mut self, script: &str) -> Vec<String> {
        self.ask(script).unwrap_or_else(|_| {
            if let Ok(new) = Self::start(self.effort) {
                *self = new;
            }
            Vec::new()
        })
    }

    /// Why the last question has no answer.
    pub(crate) fn reason(&mut self) -> String {
        let lines = self.answer("(get-info :reason-unknown)\n");
        let text = lines.first().map_or("", String::as_str);
        if text.contains("resource") || text.contains("canceled") {
            format!("no answer within {} million steps", self.effort.0 / 1_000_000)
        } else if lines.is_empty() {
            format!("{FIRST} broke down")
        } else {
            format!("no answer: {}", text.trim_matches(['(', ')']))
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = (self.child.kill(), self.child.wait());
    }
}

/// The first line of an answer.
pub(crate) fn word(lines: &[String]) -> &str {
    lines.first().map_or("", String::as_str)
}
