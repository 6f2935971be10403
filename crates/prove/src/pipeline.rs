//! Obligations of a pipeline program: its machine code, its graph and its placement are one function.

use super::obligation::{Obligation, Settings, Verdict};
use super::paths::{explore, longest, memory, returning};
use super::second::Witness;
use super::solver::{self, Solver};
use super::timer::Timer;
use super::under_proof::{Setup, UnderProof};
use crate::smt::{Assignment, Outcome, Term, Terms, placed, program};
use crate::symbolic::Paths;
use freeboard_cost::variant::{Subject as _, Variant};
use freeboard_pipeline::Graph;

/// All obligations of one program under some settings.
pub(crate) fn prove(
    under_proof: &UnderProof,
    variant: Variant,
    settings: &Settings,
    solver: &mut Solver,
    witness: &Witness,
) -> anyhow::Result<Vec<Obligation>> {
    let mut terms = Terms::new();
    let setup = under_proof.setup(&mut terms, settings);
    let mut timer = Timer::start();
    let found = explore(&mut terms, under_proof.on_core.core(), &setup.call, |_| false)?;
    let found = returning(&terms, found)?;
    let outcome = program(&mut terms, under_proof.graph(), &setup.inputs);
    let new = |name: &str, verdict, note: String, seconds| {
        let mut one = Obligation::new(variant, name, settings, verdict);
        (one.note, one.seconds, one.paths) = (note, seconds, Some(found.paths.len()));
        one
    };
    let (verdict, note) = memory(&found, false);
    let memory = new("memory", verdict, note, timer.lap());
    let mut worst = memory.clone();
    worst.name = "worst-case".to_owned();
    worst.worst = (verdict == Verdict::Holds).then(|| longest(&found));
    worst.open = found.unknown;
    let name = |what: &str| format!("{}.{}.{what}", variant.id().replace('/', "."), settings.name());
    let mut query = Query { under_proof, setup: &setup, solver, witness, terms: &mut terms, packet: None };
    let (_, (verdict, note)) = query.equal(&found, &outcome, &name("equal"))?;
    let mut equal = new("equal", verdict, note, timer.lap());
    equal.second = witness.tally();
    let (verdict, note) = query.widths(&outcome, &name("widths"))?;
    let mut widths = new("widths", verdict, note, timer.lap());
    widths.second = witness.tally();
    let (verdict, note) = query.placed(&outcome, &name("placed"))?;
    let mut placed = new("placed", verdict, note, timer.lap());
    placed.second = witness.tally();
    Ok(vec![equal, widths, placed, memory, worst])
}

/// What the questions about one program have in common.
pub(super) struct Query<'a> {
    pub(super) under_proof: &'a UnderProof,
    pub(super) setup: &'a Setup,
    pub(super) solver: &'a mut Solver,
    pub(super) witness: &'a Witness,
    pub(super) terms: &'a mut Terms,
    /// The last counterexample.
    pub(super) packet: Option<Assignment>,
}

impl Query<'_> {
    /// On every path, the verdict and every register word are the graph's.
    pub(super) fn equal(
        &mut self,
        found: &Paths,
        outcome: &Outcome,
        name: &str,
    ) -> anyhow::Result<(Option<Assignment>, (Verdict, String))> {
        if !self.under_proof.state_is_covered() {
            return Ok((None, (Verdict::Unknown, "a word of state belongs to no register".to_owned())));
        }
        if let Some(place) = self.setup.unbound.first() {
            let count = self.setup.unbound.len();
            let note = format!("{count} data in no byte of the parameters: {place:?}");
            return Ok((None, (Verdict::Unknown, note)));
        }
        if self.setup.derived {
            let note = "limits of the pool's status come from no words of the parameters".to_owned();
            return Ok((None, (Verdict::Unknown, note)));
        }
        let mark = self.terms.flag(outcome.mark, 32);
        let mut total = Verdict::Holds;
        let mut note = String::new();
        for (number, path) in found.paths.iter().enumerate() {
            let Ok([a0, _]) = path.end else {
                return Ok((None, (Verdict::Unknown, "a path does not return".to_owned())));
            };
            let mut same = vec![self.terms.equal(a0, mark)];
            for (addresses, halves) in self.under_proof.register_words().iter().zip(&outcome.registers) {
                for (address, half) in addresses.iter().zip(halves) {
                    same.push(self.terms.equal(path.memory[address], *half));
                }
            }
            let same = self.terms.all(same);
            let mut claim = path.conditions.clone();
            claim.push(self.setup.fits);
            claim.push(self.terms.not(same));
            let (verdict, text) = self.check(&claim, &format!("{name}.{number}"))?;
            if verdict != Verdict::Holds {
                note = format!("path {number}: {text}");
            }
            total = total.and(verdict);
            if total == Verdict::Refuted {
                return Ok((self.packet.take(), (total, note)));
            }
        }
        Ok((None, (total, note)))
    }

    /// No word of the graph exceeds its declared width.
    fn widths(&mut self, outcome: &Outcome, name: &str) -> anyhow::Result<(Verdict, String)> {
        let within = outcome.within_widths(self.terms, self.under_proof.graph());
        let mut claim = self.setup.call.assumptions.clone();
        claim.push(self.setup.fits);
        claim.push(self.setup.inputs.narrow(self.terms, self.under_proof.graph()));
        claim.push(self.terms.not(within));
        let first = self.check(&claim, name)?;
        let invariant = one_bit(self.terms, self.under_proof.graph(), &self.setup.inputs.registers);
        if first.0 == Verdict::Holds || self.terms.value(invariant) == Some(1) {
            return Ok(first);
        }
        // With one-bit registers within their bit, which every pass must leave so.
        let kept = one_bit(self.terms, self.under_proof.graph(), &outcome.registers);
        let goal = self.terms.both(within, kept);
        claim.pop();
        claim.push(invariant);
        claim.push(self.terms.not(goal));
        let (verdict, note) = self.check(&claim, name)?;
        let held = "with registers of one-bit outputs at most 1, which each pass keeps".to_owned();
        Ok((verdict, if verdict == Verdict::Holds { held } else { note }))
    }

    /// The placement computes what the graph does, stage by stage.
    fn placed(&mut self, outcome: &Outcome, name: &str) -> anyhow::Result<(Verdict, String)> {
        let (graph, placement) = (self.under_proof.graph(), &self.under_proof.elaborated.placement);
        let staged = match placed(self.terms, graph, placement, &self.setup.inputs) {
            Ok(staged) => staged,
            Err(word) => return Ok((Verdict::Refuted, format!("{word:?} is read too early"))),
        };
        let mut same = vec![self.terms.equal(staged.mark, outcome.mark)];
        for (a, b) in staged.registers.iter().flatten().zip(outcome.registers.iter().flatten()) {
            same.push(self.terms.equal(*a, *b));
        }
        let same = self.terms.all(same);
        let claim = vec![self.terms.not(same)];
        self.check(&claim, name)
    }

    fn check(&mut self, claim: &[Term], name: &str) -> anyhow::Result<(Verdict, String)> {
        match self.solver.refute(self.terms, claim) {
            solver::Verdict::Holds(products) if self.witness.file(name, self.terms, (claim, products))? => {
                Ok((Verdict::Holds, String::new()))
            }
            solver::Verdict::Holds(_) => {
                Ok((Verdict::Refuted, "the second solver finds a counterexample".to_owned()))
            }
            solver::Verdict::Unknown(reason) => Ok((Verdict::Unknown, reason)),
            solver::Verdict::Refuted(values) => {
                let text = solver::text(&values);
                self.packet = Some(values);
                Ok((Verdict::Refuted, text))
            }
        }
    }
}

/// Every register whose access has an output of one bit holds at most 1.
fn one_bit(terms: &mut Terms, graph: &Graph, registers: &[[Term; 2]]) -> Term {
    let mut all = Vec::new();
    for (register, halves) in graph.registers.iter().zip(registers) {
        let narrow = register.accessed_by.is_some_and(|word| graph.node(word).width == 1);
        if narrow && register.halves == 1 {
            let one = terms.word(1);
            all.push(terms.at_most(halves[0], one));
        }
    }
    terms.all(all)
}
