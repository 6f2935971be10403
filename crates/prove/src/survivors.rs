//! Changes to a program and its machine code: how many a proof refuses.

use super::mutants;
use super::obligation::{Settings, Verdict};
use super::paths::{PATHS_MAX, explore, memory, returning};
use super::pipeline::Query;
use super::second::Witness;
use super::solver::Solver;
use super::under_proof::{Setup, UnderProof};
use crate::smt::{Assignment, Outcome, Terms, program};
use crate::symbolic::Paths;
use freeboard_cost::Row;
use freeboard_cost::variant::{Subject as _, Variant};
use freeboard_rv32::Core;

/// What came of changes to a program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Survivors {
    /// Changes that a counterexample or a bad path refutes.
    pub(crate) refuted: usize,
    /// The first of them that a packet tells apart, with the packet.
    example: Option<String>,
    /// Changes that are proved to change nothing.
    equivalent: Vec<String>,
    /// Changes that stayed open.
    pub(crate) open: Vec<String>,
}

impl Survivors {
    /// The note of a change that a packet tells apart is an example.
    pub(crate) fn book(&mut self, what: String, (verdict, note): (Verdict, String), packet: bool) {
        match verdict {
            Verdict::Refuted => {
                self.refuted += 1;
                if packet {
                    self.example.get_or_insert(format!("{what}: {note}"));
                }
            }
            Verdict::Holds => self.equivalent.push(what),
            Verdict::Unknown => self.open.push(format!("{what} ({note})")),
        }
    }

    fn all(&self) -> usize {
        self.refuted + self.equivalent.len() + self.open.len()
    }

    /// The object that `--json` prints.
    pub(crate) fn row(&self, variant: Variant, what: &str) -> Row {
        let (algorithm, name) = variant.names();
        let kept = self.equivalent.iter().map(|change| format!("equivalent: {change}"));
        let open = self.open.iter().map(|change| format!("open: {change}"));
        Row::default()
            .with("algorithm", algorithm)
            .with("variant", name)
            .with("obligation", format!("mutants:{what}"))
            .with("settings", "symbolic")
            .with("verdict", if self.open.is_empty() { "holds" } else { "unknown" })
            .with("changes", self.all())
            .with("refuted", self.refuted)
            .with("equivalent", self.equivalent.len())
            .with("open", self.open.len())
            .with("note", kept.chain(open).collect::<Vec<_>>().join("; "))
            .with("example", self.example.clone().unwrap_or_default())
    }

    /// The same for people.
    pub(crate) fn text(&self, variant: Variant, what: &str) -> String {
        let (equivalent, open) = (self.equivalent.len(), self.open.len());
        let head = format!(
            "{}: {what}: {} changes, {} refuted, {equivalent} equivalent, {open} open",
            variant.id(),
            self.all(),
            self.refuted
        );
        let example = self.example.iter().map(|change| format!("  refuted: {change}"));
        let equivalent = self.equivalent.iter().map(|change| format!("  equivalent: {change}"));
        let open = self.open.iter().map(|change| format!("  open: {change}"));
        std::iter::once(head).chain(example).chain(equivalent).chain(open).collect::<Vec<_>>().join("\n")
    }
}

/// Asks for every change of one token of the graph, and of one field of an instruction of the machine code with
/// `code` bytes, whether the two are still equal.
pub(crate) fn survivors(
    under_proof: &UnderProof,
    solver: &mut Solver,
    code: Option<u32>,
) -> anyhow::Result<(Survivors, Survivors)> {
    let (mut graphs, mut codes) = (Survivors::default(), Survivors::default());
    let mut terms = Terms::new();
    let setup = under_proof.setup(&mut terms, &Settings::Symbolic);
    let fails = |found: &Paths| found.paths.last().is_some_and(|path| path.end.is_err());
    let found = explore(&mut terms, under_proof.on_core.core(), &setup.call, fails)?;
    let witness = Witness::default();
    for (what, mutant) in mutants::of_graph(under_proof.graph()) {
        let outcome = program(&mut terms, &mutant, &setup.inputs);
        let mut query =
            Query { under_proof, setup: &setup, solver, witness: &witness, terms: &mut terms, packet: None };
        let (packet, came) = query.equal(&found, &outcome, "")?;
        graphs.book(what, came, packet.is_some());
    }
    let outcome = program(&mut terms, under_proof.graph(), &setup.inputs);
    let start = setup.call.address;
    let bytes = under_proof.on_core.core().read(start, code.unwrap_or(0) as usize)?.to_vec();
    for (what, address, changed) in mutants::of_code(&bytes, start) {
        let mut core = under_proof.on_core.core().clone();
        core.write(address, &changed)?;
        let found = explore(&mut terms, &core, &setup.call, fails)?;
        let cut = found.cut_short && found.paths.len() < PATHS_MAX;
        let found = returning(&terms, found)?;
        let mut came = memory(&found, true);
        let mut packet = None;
        if came.0 == Verdict::Holds && !cut {
            let mut query = Query {
                under_proof,
                setup: &setup,
                solver,
                witness: &witness,
                terms: &mut terms,
                packet: None,
            };
            (packet, came) = query.equal(&found, &outcome, "")?;
        }
        if let Some(packet) = packet.as_ref().filter(|_| codes.example.is_none()) {
            let replay = Replay { under_proof, setup: &setup, terms: &terms, packet };
            came.1 = format!("{}: {}", came.1, replay.compare(&core, &outcome)?);
        }
        codes.book(what, came, packet.is_some());
    }
    Ok((graphs, codes))
}

/// A counterexample as one concrete call.
struct Replay<'a> {
    under_proof: &'a UnderProof,
    setup: &'a Setup,
    terms: &'a Terms,
    packet: &'a Assignment,
}

impl Replay<'_> {
    /// Verdict and registers of the changed code and of the shipped one on the core, and of the graph.
    fn compare(&self, changed: &Core, outcome: &Outcome) -> anyhow::Result<String> {
        let graph: Vec<_> = std::iter::once(outcome.mark).chain(self.registers(outcome)).collect();
        let graph: Vec<u32> =
            self.terms.evaluate(&graph, self.packet).into_iter().map(|word| word as u32).collect();
        let (changed, shipped) = (self.run(changed), self.run(self.under_proof.on_core.core())?);
        anyhow::ensure!(shipped == graph, "the shipped code gives {shipped:?}, the graph {graph:?}");
        let changed = match changed {
            Ok(words) => {
                anyhow::ensure!(words != graph, "the counterexample is none");
                format!("{words:x?}")
            }
            Err(trap) => trap.to_string(),
        };
        Ok(format!("on the core the changed code gives {changed}, the shipped code and the graph {graph:x?}"))
    }

    /// Words of registers that a program has, in the order of their addresses' lists.
    fn registers(&self, outcome: &Outcome) -> Vec<crate::smt::Term> {
        let words = self.under_proof.register_words();
        let halves = words.iter().zip(&outcome.registers);
        halves.flat_map(|(addresses, halves)| halves[..addresses.len()].to_vec()).collect()
    }

    fn run(&self, core: &Core) -> anyhow::Result<Vec<u32>> {
        let mut core = core.clone();
        for (&address, &word) in &self.setup.call.memory {
            core.write_u32(address, self.terms.evaluate(&[word], self.packet)[0] as u32)?;
        }
        let arguments = self.terms.evaluate(&self.setup.call.arguments, self.packet);
        let arguments: Vec<u32> = arguments.into_iter().map(|word| word as u32).collect();
        let mark = core.call_at(self.setup.call.address, &arguments)?.a0;
        let words = self.under_proof.register_words().into_iter().flatten();
        let after = words.map(|address| Ok(core.read_u32(address)?));
        std::iter::once(Ok(mark)).chain(after).collect()
    }
}
