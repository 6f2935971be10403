//! A control's program beside its hook in the RV32 image, event for event.
//!
//! The paths of the hook cover every call. Under the conditions of each of them the program is followed, so that the paths of the
//! program that go with it cover every packet. Each pair is compared word for word.

use super::explore::{Path, Paths, explore};
use super::replay;
use super::sweep::swept;
use super::vector::{Places, places};
use crate::instance::{Instance, Query};
use crate::obligation::{Obligation, Settings, Verdict};
use crate::paths::{follow, memory, returning};
use crate::process::Effort;
use crate::record::EBPF_EQUAL;
use crate::smt::{Products, Term, Terms};
use crate::solver::{self, Branches, SINGLE, Solver};
use crate::symbolic;
use crate::timer::Timer;
use freeboard_registry::CcId;

/// Answer of a program that ran (`XDP_PASS`), and of one whose packet is too short (`XDP_ABORTED`): linux/bpf.h.
pub(super) const PASS: u32 = 2;
const ABORTED: u32 = 0;
/// Paths of a program under the conditions of one path of the hook, at most. Chosen by us.
const PATHS_MAX: usize = 512;

/// Work for a pair of paths, or for two products of one, with products left open. Chosen by us: z3 takes half a second for the
/// factors of DCTCP's quotient, which a count of leading zeros normalizes.
const QUICK: Effort = Effort::thousands(2000);

/// Outcome of one call.
struct Outcome {
    verdict: Verdict,
    note: String,
    pairs: usize,
}

impl Outcome {
    fn open(note: impl Into<String>, pairs: usize) -> Self {
        Self { verdict: Verdict::Unknown, note: note.into(), pairs }
    }
}

/// The obligation of one control, with the code of its program.
pub(crate) fn prove(
    instance: &Instance,
    id: CcId,
    code: &[u8],
    settings: &Settings,
    solver: &mut Solver,
) -> anyhow::Result<Obligation> {
    let mut asked = Asked { quick: Solver::new(QUICK)?, solver };
    let (mut terms, mut timer, mut lap) = (Terms::new(), Timer::start(), Timer::start());
    let mut total = Obligation::new(instance.variant, EBPF_EQUAL, settings, Verdict::Holds);
    let places = places(id);
    let mut notes = Vec::new();
    if let Some(note) = too_short(&places, code)? {
        (total.verdict, total.note) = (Verdict::Refuted, note);
        return Ok(total);
    }
    let (mut pairs, mut equal) = (0, 0);
    let queries = instance.calls(&mut terms, settings);
    for query in &queries {
        let outcome = of_call(&mut terms, instance, query, (&places, code), &mut asked)?;
        pairs += outcome.pairs;
        total.verdict = total.verdict.and(outcome.verdict);
        let seconds = lap.lap();
        match outcome.verdict {
            Verdict::Holds => equal += 1,
            Verdict::Unknown => notes.push(format!("{} ({seconds:.1} s): {}", query.kind, outcome.note)),
            Verdict::Refuted => {
                notes = vec![format!("{}: {}", query.kind, outcome.note)];
                break;
            }
        }
    }
    if total.verdict == Verdict::Unknown {
        notes.insert(0, format!("{equal} of {} calls equal", queries.len()));
    }
    (total.paths, total.seconds, total.note) = (Some(pairs), timer.lap(), notes.join("; "));
    Ok(total)
}

/// Fault of a program with a packet that is one byte too short, if any.
fn too_short(places: &Places, code: &[u8]) -> anyhow::Result<Option<String>> {
    let mut terms = Terms::new();
    let run = places.empty(&mut terms, places.too_short());
    let found = explore(&mut terms, &mut Branches::new(SINGLE)?, code, &run, |found| !found.paths.is_empty());
    let aborted = |path: &Path| path.end.is_ok_and(|answer| low(&mut terms, answer) == Some(ABORTED));
    let right = !found.cut_short && found.paths.len() == 1 && found.paths.iter().all(aborted);
    Ok((!right).then(|| "a packet that is too short is not refused".to_owned()))
}

fn low(terms: &mut Terms, answer: Term) -> Option<u32> {
    let word = terms.low_word(answer);
    terms.word_value(word)
}

fn of_call(
    terms: &mut Terms,
    instance: &Instance,
    query: &Query,
    (places, code): (&Places, &[u8]),
    asked: &mut Asked<'_>,
) -> anyhow::Result<Outcome> {
    let (hook, _) = follow(terms, instance.on_core.core(), &query.call)?;
    let hook = returning(terms, hook)?;
    let (verdict, note) = memory(&hook, true);
    if verdict != Verdict::Holds {
        return Ok(Outcome::open(format!("RV32: {note}"), 0));
    }
    let mut run = places.run(terms, instance, query)?;
    let mut branches = Branches::new(SINGLE)?;
    let mut pairs = 0;
    for path in &hook.paths {
        run.assumptions.clone_from(&path.conditions);
        let found = explore(terms, &mut branches, code, &run, |found: &Paths| found.paths.len() >= PATHS_MAX);
        if found.cut_short {
            return Ok(Outcome::open(format!("more than {PATHS_MAX} paths beside one of RV32"), pairs));
        }
        pairs += found.paths.len();
        for other in &found.paths {
            let words = differences(terms, instance, query, (places, path), other);
            let hook = hook_terms(instance, query, path);
            let sides = (&path.conditions[..], &hook[..]);
            let values = match asked.differ(terms, sides, (&other.conditions, &words)) {
                solver::Verdict::Holds(_) => continue,
                solver::Verdict::Unknown(reason) => return Ok(Outcome::open(reason, pairs)),
                solver::Verdict::Refuted(values) => values,
            };
            if let Err(stop) = other.end
                && stop.is_open()
            {
                return Ok(Outcome::open(stop.to_string(), pairs));
            }
            return Ok(match replay::both(terms, instance, query, (places, code, &run), &values)? {
                Some(note) => Outcome { verdict: Verdict::Refuted, note, pairs },
                None => Outcome::open("a counterexample does not replay", pairs),
            });
        }
    }
    Ok(Outcome { verdict: Verdict::Holds, note: String::new(), pairs })
}

/// Solvers, and what they were asked before.
struct Asked<'a> {
    quick: Solver,
    solver: &'a mut Solver,
}

impl Asked<'_> {
    /// Verdict on the claim that no difference shows on a possible path.
    ///
    /// With products left open; then with each product replaced that is one of the hook's; then with what products are.
    fn differ(
        &mut self,
        terms: &mut Terms,
        (assumed, hook): (&[Term], &[Term]),
        (conditions, differences): (&[Term], &[Term]),
    ) -> solver::Verdict {
        let any = terms.any(differences.iter().copied());
        let claim: Vec<Term> = conditions.iter().copied().chain([any]).collect();
        for products in [Products::Apart, Products::Uninterpreted] {
            if self.quick.refutes_loosely(terms, &claim, products) {
                return solver::Verdict::Holds(products);
            }
        }
        let swept = swept(terms, &mut self.quick, assumed, (hook, &claim));
        if swept != claim && self.quick.refutes_loosely(terms, &swept, Products::Apart) {
            return solver::Verdict::Holds(Products::Apart);
        }
        self.solver.refute(terms, &swept)
    }
}

/// Words of the hook's path: conditions, answer, state.
fn hook_terms(instance: &Instance, query: &Query, path: &symbolic::Path) -> Vec<Term> {
    let placed = instance.on_core.placed();
    let ranges = instance.layout.state.iter().flat_map(|range| range.clone().step_by(4));
    let state = ranges.filter_map(|offset| path.memory.get(&(placed + offset)).copied());
    let answer = path.end.into_iter().flatten();
    path.conditions.iter().chain(&query.call.assumptions).copied().chain(state).chain(answer).collect()
}

/// Differences that must be impossible on both paths: of a word each, or that there is no answer at all.
fn differences(
    terms: &mut Terms,
    instance: &Instance,
    query: &Query,
    (places, path): (&Places, &symbolic::Path),
    other: &Path,
) -> Vec<Term> {
    let (Ok(hook), Ok(answer)) = (path.end, other.end) else { return vec![terms.truth(true)] };
    let results = places.results();
    let state = (0..results.len() - hook.len()).map(|word| {
        let at = instance.state_word(word);
        path.memory.get(&at).or_else(|| query.call.memory.get(&at)).copied()
    });
    let wanted: Vec<Option<Term>> = hook.into_iter().map(Some).chain(state).collect();
    let pass = terms.word(PASS);
    let answer = terms.low_word(answer);
    let mut equal = vec![terms.equal(answer, pass)];
    for (at, wanted) in results.into_iter().zip(wanted) {
        // A word that either side does not know is equal to nothing.
        equal.push(match (other.memory.get(&at), wanted) {
            (Some(&word), Some(wanted)) => terms.equal(word, wanted),
            _ => terms.truth(false),
        });
    }
    let mut different: Vec<Term> = equal.into_iter().map(|equal| terms.not(equal)).collect();
    different.retain(|&term| terms.value(term) != Some(0));
    different
}
