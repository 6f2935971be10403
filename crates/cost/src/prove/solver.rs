//! Solvers as child processes that read SMT-LIB 2.

use anyhow::{Context, bail};
use freeboard_hw_model::nic_core::symbolic::{Answer, Judge};
use freeboard_hw_model::smt::{Assignment, Products, Term, Terms, script, script_asking};
use freeboard_toolchain as toolchain;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The solver that every obligation goes to.
pub(crate) const FIRST: &str = toolchain::SOLVERS[0].0;
/// Solvers that are asked again where the first one decided; those a machine has.
pub(crate) const SECOND: [&str; 2] = ["bitwuzla", "cvc5"];

/// Ends the answer to a script.
const END: &str = "end-of-answer";

/// A running solver.
#[derive(Debug)]
pub(crate) struct Solver {
    limit_ms: u64,
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Questions so far.
    pub(crate) questions: u64,
}

/// What a solver says of a claim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Verdict {
    /// No counterexample exists.
    Holds,
    /// One does: values of the variables it depends on.
    Refuted(Assignment),
    /// The solver gave up.
    Unknown,
}

/// Returns the solver's own name and version.
pub(crate) fn version(program: &str) -> Option<String> {
    let text = toolchain::output(Command::new(toolchain::located(program)).arg("--version")).ok()?;
    let line = text.lines().next().unwrap_or_default();
    let number = line.split_whitespace().find(|word| word.starts_with(|first: char| first.is_ascii_digit()));
    Some(format!("{program} {}", number.unwrap_or("?")))
}

/// Starts the first solver; it gives up on a question after `limit_ms`.
fn start(limit_ms: u64) -> anyhow::Result<(Child, ChildStdin, BufReader<ChildStdout>)> {
    let mut command = Command::new(toolchain::located(FIRST));
    command.args(["-in", "-smt2"]).arg(format!("-t:{limit_ms}"));
    let mut child = command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .with_context(|| format!("{FIRST} does not start"))?;
    let input = child.stdin.take().context("no standard input")?;
    let output = BufReader::new(child.stdout.take().context("no standard output")?);
    Ok((child, input, output))
}

impl Solver {
    pub(crate) fn new(limit_ms: u64) -> anyhow::Result<Self> {
        let (child, input, output) = start(limit_ms)?;
        Ok(Self { limit_ms, child, input, output, questions: 0 })
    }

    /// The lines of the answer to a script.
    fn ask(&mut self, script: &str) -> anyhow::Result<Vec<String>> {
        self.questions += 1;
        writeln!(self.input, "{script}(echo \"{END}\")\n(reset)")?;
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

    /// As [`Self::ask`], with a new solver where this one breaks down.
    fn answer(&mut self, script: &str) -> Vec<String> {
        self.ask(script).unwrap_or_else(|_| {
            let _ = (self.child.kill(), self.child.wait());
            if let Ok((child, input, output)) = start(self.limit_ms) {
                (self.child, self.input, self.output) = (child, input, output);
            }
            Vec::new()
        })
    }

    /// Whether no values of the variables make all of `assertions` hold.
    ///
    /// Products are left open first: what is impossible for any function is so for products.
    pub(crate) fn refute(&mut self, terms: &Terms, assertions: &[Term]) -> Verdict {
        if assertions.iter().any(|&assertion| terms.value(assertion) == Some(0)) {
            return Verdict::Holds;
        }
        let variables = terms.variables_of(assertions);
        let loose = script_asking(terms, assertions, Products::Uninterpreted, &variables);
        let lines = self.answer(&loose);
        let first = word(&lines);
        if first == "unsat" {
            return Verdict::Holds;
        }
        let exact = script_asking(terms, assertions, Products::Exact, &variables);
        let lines = if exact == loose { lines } else { self.answer(&exact) };
        match word(&lines) {
            "unsat" => Verdict::Holds,
            "sat" => Verdict::Refuted(model(terms, &variables, &lines[1..])),
            _ => Verdict::Unknown,
        }
    }
}

impl Judge for Solver {
    fn possible(&mut self, terms: &Terms, assertions: &[Term]) -> Answer {
        let lines = self.answer(&script(terms, assertions, Products::Uninterpreted));
        match word(&lines) {
            "sat" => Answer::Possible,
            "unsat" => Answer::Impossible,
            _ => Answer::Unknown,
        }
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        let _ = (self.child.kill(), self.child.wait());
    }
}

fn word(lines: &[String]) -> &str {
    lines.first().map_or("", String::as_str)
}

/// Values out of lines like `((|now| #x0000002a))`, one for each variable asked for.
fn model(terms: &Terms, variables: &[Term], lines: &[String]) -> Assignment {
    let value = |line: &String| {
        let literal = line.trim_end_matches(')').rsplit(' ').next()?;
        match literal.split_at_checked(2)? {
            ("#x", digits) => u128::from_str_radix(digits, 16).ok(),
            ("#b", digits) => u128::from_str_radix(digits, 2).ok(),
            _ => Some(u128::from(literal == "true")),
        }
    };
    let named = |(term, line): (&Term, &String)| Some((terms.name(*term)?.to_owned(), value(line)?));
    variables.iter().zip(lines).filter_map(named).collect()
}

/// A solver that is started anew for each script.
#[derive(Clone, Debug)]
pub(crate) struct Second {
    pub(crate) program: &'static str,
    limit_ms: u64,
}

impl Second {
    /// The first of the known ones that the machine has.
    pub(crate) fn find(limit_ms: u64) -> Option<Self> {
        let program = SECOND.into_iter().find(|program| toolchain::have(program))?;
        Some(Self { program, limit_ms })
    }

    /// What it says of a script.
    pub(crate) fn answer(&self, script: &str) -> anyhow::Result<Answer> {
        let mut command = Command::new(toolchain::located(self.program));
        match self.program {
            "cvc5" => command.args(["--lang", "smt2"]).arg(format!("--tlimit={}", self.limit_ms)),
            _ => command.arg("-t").arg(self.limit_ms.to_string()),
        };
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
        if let Some(mut input) = child.stdin.take() {
            // A solver that gave up does not read on.
            let _ = input.write_all(script.as_bytes());
        }
        let output = child.wait_with_output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok(match text.lines().next().unwrap_or_default().trim() {
            "sat" => Answer::Possible,
            "unsat" => Answer::Impossible,
            _ => Answer::Unknown,
        })
    }
}

/// Writes scripts for whoever wants to replay them, and asks a second solver.
#[derive(Clone, Debug, Default)]
pub(crate) struct Witness {
    /// Folder of the scripts.
    pub(crate) folder: Option<PathBuf>,
    /// The second solver.
    pub(crate) second: Option<Second>,
}

impl Witness {
    /// Files a claim that holds under a name; false where the second solver contradicts it.
    pub(crate) fn file(&self, name: &str, terms: &Terms, assertions: &[Term]) -> anyhow::Result<bool> {
        if self.folder.is_none() && self.second.is_none() {
            return Ok(true);
        }
        let text = script(terms, assertions, Products::Uninterpreted);
        if let Some(folder) = &self.folder {
            let path = folder.join(format!("{name}.smt2"));
            std::fs::write(&path, format!("; unsat: no counterexample to {name}\n{text}"))
                .with_context(|| format!("writing {}", path.display()))?;
        }
        match &self.second {
            Some(second) => Ok(second.answer(&text)? != Answer::Possible),
            None => Ok(true),
        }
    }
}
