//! Contracts over the words of an instance, and what a solver is asked about them.

use super::instance::{Instance, Query};
use super::obligation::Verdict;
use super::second::Witness;
use super::solver::{self, Solver};
use crate::smt::{Assignment, Sort, Term, Terms};
use crate::symbolic::Path;
use anyhow::ensure;

/// A promise, with the invariant of the state that it needs.
pub(crate) struct Contract {
    pub(crate) name: &'static str,
    /// Supposition about legal settings; checked on the sampled configurations.
    pub(crate) suppose: fn(&mut Words<'_>) -> Term,
    /// Of the state: zero-filled state has it, every call keeps it.
    pub(crate) invariant: fn(&mut Words<'_>) -> Term,
    /// Of a call that began with the invariant.
    pub(crate) answer: fn(&mut Step<'_>) -> Term,
}

/// Parameters and one state.
pub(crate) struct Words<'a> {
    pub(crate) terms: &'a mut Terms,
    params: &'a [Term],
    state: &'a [Term],
}

/// A call from its start to its return.
pub(crate) struct Step<'a> {
    pub(crate) terms: &'a mut Terms,
    /// What happens.
    pub(crate) kind: &'static str,
    /// First and second word of the answer.
    pub(crate) window: Term,
    pub(crate) rate: Term,
    params: &'a [Term],
    before: &'a [Term],
    after: &'a [Term],
}

fn within(terms: &mut Terms, word: Term, least: u32, most: u32) -> Term {
    let (least, most) = (terms.word(least), terms.word(most));
    let (low, high) = (terms.at_most(least, word), terms.at_most(word, most));
    terms.both(low, high)
}

fn is_set(terms: &mut Terms, word: Term, bits: u32) -> Term {
    let bits = terms.word(bits);
    let masked = terms.and(word, bits);
    terms.equal(masked, bits)
}

impl Words<'_> {
    /// A word of the parameters.
    pub(crate) fn param(&self, number: usize) -> Term {
        self.params[number]
    }

    /// A word of the state.
    pub(crate) fn state(&self, number: usize) -> Term {
        self.state[number]
    }

    /// `least <= word <= most`, unsigned.
    pub(crate) fn within(&mut self, word: Term, least: u32, most: u32) -> Term {
        within(self.terms, word, least, most)
    }

    /// `claim` where all of `bits` are set in a word of the state.
    pub(crate) fn where_set(&mut self, word: usize, bits: u32, claim: Term) -> Term {
        let set = is_set(self.terms, self.state[word], bits);
        let not = self.terms.not(set);
        self.terms.either(not, claim)
    }
}

impl Step<'_> {
    /// A word of the parameters.
    pub(crate) fn param(&self, number: usize) -> Term {
        self.params[number]
    }

    /// A word of the state before the call.
    pub(crate) fn before(&self, number: usize) -> Term {
        self.before[number]
    }

    /// The same after it.
    pub(crate) fn after(&self, number: usize) -> Term {
        self.after[number]
    }

    /// An argument of the call.
    pub(crate) fn variable(&mut self, name: &str) -> Term {
        self.terms.variable(name, Sort::Bits(32))
    }

    /// All of `bits` are set in a word of the state before the call.
    pub(crate) fn is_set_before(&mut self, word: usize, bits: u32) -> Term {
        is_set(self.terms, self.before[word], bits)
    }

    /// `least <= word <= most`, unsigned.
    pub(crate) fn within(&mut self, word: Term, least: u32, most: u32) -> Term {
        within(self.terms, word, least, most)
    }
}

/// Whether zero-filled state has the invariant, every path of every call keeps it, and the answers are as promised.
pub(crate) fn prove(
    contract: &Contract,
    instance: &Instance,
    terms: &mut Terms,
    explored: &[(Query, Vec<Path>)],
    (solver, witness, name): (&mut Solver, &Witness, &str),
) -> anyhow::Result<(Verdict, String)> {
    checked(contract, instance)?;
    let Some((first, _)) = explored.first() else {
        return Ok((Verdict::Unknown, "no call".to_owned()));
    };
    let mut words = |range: &std::ops::Range<u32>| -> Vec<Term> {
        let addresses = range.clone().step_by(4).map(|offset| instance.on_core.placed() + offset);
        addresses
            .map(|address| first.call.memory.get(&address).copied().unwrap_or_else(|| terms.word(0)))
            .collect()
    };
    let params = words(&instance.layout.params);
    let before: Vec<Term> = instance.layout.state.iter().flat_map(&mut words).collect();
    let zeros = vec![terms.word(0); before.len()];
    let supposed = (contract.suppose)(&mut Words { terms, params: &params, state: &zeros });
    let fresh = (contract.invariant)(&mut Words { terms, params: &params, state: &zeros });
    let started = (contract.invariant)(&mut Words { terms, params: &params, state: &before });
    let mut total = (Verdict::Holds, String::new());
    let mut ask = |terms: &mut Terms, claim: &[Term], what: &str| -> anyhow::Result<bool> {
        let (verdict, note) = match solver.refute(terms, claim) {
            solver::Verdict::Holds(products)
                if witness.file(&format!("{name}.{what}"), terms, (claim, products))? =>
            {
                return Ok(true);
            }
            solver::Verdict::Holds(_) => {
                (Verdict::Refuted, "the second solver finds a counterexample".to_owned())
            }
            solver::Verdict::Unknown(reason) => (Verdict::Unknown, reason),
            solver::Verdict::Refuted(values) => (Verdict::Refuted, solver::text(&values)),
        };
        total = (total.0.and(verdict), format!("{what}: {note}"));
        Ok(verdict == Verdict::Unknown)
    };
    let not_fresh = terms.not(fresh);
    ask(terms, &[supposed, not_fresh], "zero-filled state")?;
    for (query, paths) in explored {
        for (number, path) in paths.iter().enumerate() {
            let Ok([window, rate]) = path.end else { continue };
            let after: Vec<Term> = (0..before.len())
                .map(|word| path.memory.get(&instance.state_word(word)).copied().unwrap_or(before[word]))
                .collect();
            let kept = (contract.invariant)(&mut Words { terms, params: &params, state: &after });
            let (before, after) = (&before[..], &after[..]);
            let mut step = Step { terms, kind: query.kind, window, rate, params: &params, before, after };
            let answer = (contract.answer)(&mut step);
            let both = terms.both(kept, answer);
            let mut claim = path.conditions.clone();
            claim.extend([supposed, started]);
            claim.push(terms.not(both));
            if !ask(terms, &claim, &format!("{}.{number}", query.kind))? {
                return Ok(total);
            }
        }
    }
    Ok(total)
}

/// Tries what is supposed of legal settings on the configurations that were drawn.
fn checked(contract: &Contract, instance: &Instance) -> anyhow::Result<()> {
    for sample in &instance.samples {
        let mut terms = Terms::new();
        let bytes = sample.bytes.chunks_exact(4);
        let params: Vec<Term> =
            bytes.map(|word| terms.word(u32::from_le_bytes([word[0], word[1], word[2], word[3]]))).collect();
        let state = vec![terms.word(0); instance.layout.state.iter().map(|range| range.len() / 4).sum()];
        let words = &mut Words { terms: &mut terms, params: &params, state: &state };
        let supposed = (contract.suppose)(words);
        let holds = terms.evaluate(&[supposed], &Assignment::new())[0] == 1;
        ensure!(holds, "legal settings contradict what contract `{}` supposes", contract.name);
    }
    Ok(())
}
