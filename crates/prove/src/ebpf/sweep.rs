//! Products of two programs that are the same: found one by one, from the first ones on.
//!
//! A solver that is given two chains of products at once does not see that they are equal link by link. Here each product of one
//! side is compared with those of the other side by its factors, and replaced by the one that it equals. What is left is sums.

use crate::smt::{Arithmetic, Assignment, Products, Sort, Term, Terms};
use crate::solver::Solver;
use freeboard_replay::Random;

/// Assignments that tell products apart. Chosen by us, as all numbers here.
const SAMPLES: usize = 6;
/// Products with the most equal values that are compared with one.
const CANDIDATES: usize = 3;
const SEED: u64 = 0x7377_6565;

/// An assignment, and the values of the known products.
type Sample = (Assignment, Vec<u128>);

/// `some` with each product replaced by the one of `known` that it equals where the conditions hold.
pub(super) fn swept(
    terms: &mut Terms,
    solver: &mut Solver,
    conditions: &[Term],
    (known, some): (&[Term], &[Term]),
) -> Vec<Term> {
    let known = terms.products(known);
    let roots: Vec<Term> = known.iter().chain(some).copied().collect();
    let samples: Vec<Sample> = samples(terms, &roots)
        .into_iter()
        .map(|sample| {
            let values = terms.evaluate(&known, &sample);
            (sample, values)
        })
        .collect();
    terms.replaced(some, |terms, term| {
        let (op, factors) = terms.product(term).filter(|_| !known.contains(&term))?;
        for other in likely(terms, &samples, &known, (op, term)) {
            let (_, others) = terms.product(other)?;
            let differs = differ(terms, op, factors, others);
            let claim: Vec<Term> = conditions.iter().copied().chain([differs]).collect();
            if solver.refutes_loosely(terms, &claim, Products::Apart) {
                return Some(other);
            }
        }
        None
    })
}

/// The products of one operation whose values are most often equal.
fn likely(terms: &Terms, samples: &[Sample], known: &[Term], (op, term): (Arithmetic, Term)) -> Vec<Term> {
    let values: Vec<u128> = samples.iter().map(|(sample, _)| terms.evaluate(&[term], sample)[0]).collect();
    let count =
        |at: usize| samples.iter().zip(&values).filter(|((_, known), value)| known[at] == **value).count();
    let same = |other: Term| terms.product(other).is_some_and(|(of, _)| of == op);
    let mut ranked: Vec<(usize, Term)> = known
        .iter()
        .enumerate()
        .filter(|(_, other)| same(**other))
        .map(|(at, other)| (count(at), *other))
        .collect();
    ranked.sort_by_key(|&(count, _)| std::cmp::Reverse(count));
    ranked.into_iter().filter(|(count, _)| *count > 0).take(CANDIDATES).map(|(_, term)| term).collect()
}

/// The factors of two products are not the same.
fn differ(terms: &mut Terms, op: Arithmetic, [a, b]: [Term; 2], [c, d]: [Term; 2]) -> Term {
    let mut pair = |x, y| {
        let (x, y) = (terms.equal(a, x), terms.equal(b, y));
        terms.both(x, y)
    };
    let same = if matches!(op, Arithmetic::MulLow | Arithmetic::MulHigh | Arithmetic::MulHighSigned) {
        let (straight, crossed) = (pair(c, d), pair(d, c));
        terms.either(straight, crossed)
    } else {
        pair(c, d)
    };
    terms.not(same)
}

/// Values of all variables, of any size.
fn samples(terms: &Terms, roots: &[Term]) -> Vec<Assignment> {
    let mut random = Random::new(SEED);
    let variables = terms.variables_of(roots);
    let mut value = |variable: Term| {
        let word = random.word() >> (random.word() % 32);
        let value = if terms.sort(variable) == Sort::Bool { word & 1 } else { word };
        Some((terms.name(variable)?.to_owned(), value.into()))
    };
    (0..SAMPLES).map(|_| variables.iter().filter_map(|&variable| value(variable)).collect()).collect()
}
