//! The race: rounds of candidates on common seeds.

use super::trial::KEPT;
use super::{Candidate, Interval, Kind, Measured, Round, Space, score};
use anyhow::Result;
use freeboard_import::sonic::Thresholds;
use freeboard_replay::Random;

/// Seeds of each step of the search, chosen by us: many candidates get few, few get many.
const SEEDS: [u64; 3] = [2, 4, 8];
/// Seeds of a step from which on it has two rounds: one seed shows no difference.
const HALVED: u64 = 4;
/// How far new candidates may be from the best in each step after the first, as a factor; chosen by us.
const NEAR: [f64; 2] = [2.0, 1.4];
/// The first step's candidates over those that stay in each step after it, which has as many new ones.
const STAY: [usize; 2] = [4, 8];
/// First seed of the check, far from those of the search.
const CHECK: u64 = 1001;
/// Candidates of the last step that are checked beside the best one, chosen by us.
const BESIDE: usize = 2;
/// New thresholds that are drawn until one is allowed.
const TRIES: usize = 50;

/// Result of the search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// Thresholds, the best first.
    pub best: Vec<Candidate>,
    /// The best form of each other scheme.
    pub schemes: Vec<Candidate>,
    /// Rounds that were run.
    pub rounds: usize,
}

/// Searches from `fixed`, of which the first is the configuration as it is, and `budget` thresholds of the space that are `allowed`.
/// `evaluate` runs a round.
///
/// # Errors
/// A round cannot be run.
pub fn search(
    space: &Space,
    fixed: &[Candidate],
    budget: usize,
    allowed: impl Fn(&Thresholds) -> bool,
    mut evaluate: impl FnMut(&Round) -> Result<Vec<Vec<Measured>>>,
) -> Result<Found> {
    let mut names = Names(0);
    let mut candidates = fixed.to_vec();
    let spread = space.spread(budget, 1).into_iter().filter(|thresholds| allowed(thresholds));
    candidates.extend(spread.map(|thresholds| names.of(thresholds)));
    let mut found = Found { best: Vec::new(), schemes: Vec::new(), rounds: 0 };
    let mut next_seed = 1;
    for (at, count) in SEEDS.into_iter().enumerate() {
        let seeds: Vec<u64> = (next_seed..next_seed + count).collect();
        next_seed += count;
        let mut results = vec![Vec::new(); candidates.len()];
        for seeds in seeds.chunks(if count < HALVED { seeds.len() } else { seeds.len() / 2 }) {
            if !results[0].is_empty() {
                (candidates, results) = without_the_worse(candidates, results);
            }
            found.rounds += 1;
            let round = Round { number: found.rounds, candidates: candidates.clone(), seeds: seeds.to_vec() };
            results.iter_mut().zip(evaluate(&round)?).for_each(|(all, new)| all.extend(new));
        }
        let ranked = ranked(&candidates, &results);
        if at == 0 {
            found.schemes = best_schemes(&ranked);
        }
        found.best = ranked.into_iter().filter(|it| matches!(it.kind, Kind::Thresholds(_))).collect();
        let Some(stay) = STAY.get(at) else { break };
        let stay = (budget / stay).max(1);
        let kept: Vec<Candidate> = found.best.iter().take(stay).cloned().collect();
        candidates.truncate(1);
        let base = candidates[0].name.clone();
        candidates.extend(kept.iter().filter(|it| it.name != base).cloned());
        let mut random = Random::new(next_seed);
        for parent in kept.iter().cycle().take(stay) {
            let Kind::Thresholds(parent) = &parent.kind else { continue };
            let mut new = (0..TRIES).map(|_| space.near(parent, NEAR[at], &mut random));
            let is_new = |it: &Thresholds| !candidates.iter().any(|own| own.kind == Kind::Thresholds(*it));
            if let Some(new) = new.find(|it| is_new(it) && allowed(it)) {
                candidates.push(names.of(new));
            }
        }
    }
    Ok(found)
}

/// The round in which what was found meets the rules, on seeds that the search did not see.
#[must_use]
pub fn check_round(found: &Found, rules: &[Candidate], seeds: u64) -> Round {
    let mut candidates = rules.to_vec();
    for own in found.best.iter().take(1 + BESIDE).chain(&found.schemes) {
        if !candidates.iter().any(|it| it.name == own.name) {
            candidates.push(own.clone());
        }
    }
    Round { number: found.rounds + 1, candidates, seeds: (CHECK..CHECK + seeds).collect() }
}

/// Names of new thresholds.
struct Names(usize);

impl Names {
    fn of(&mut self, thresholds: Thresholds) -> Candidate {
        self.0 += 1;
        Candidate { name: format!("tuned {}", self.0), kind: Kind::Thresholds(thresholds) }
    }
}

/// Candidates that go on to the other seeds of a step: not those that the first ones show to be worse.
fn without_the_worse(
    candidates: Vec<Candidate>,
    results: Vec<Vec<Measured>>,
) -> (Vec<Candidate>, Vec<Vec<Measured>>) {
    let stay = ranked(&candidates, &results);
    let both = candidates.into_iter().zip(results).enumerate();
    both.filter(|(at, (candidate, _))| *at == 0 || stay.contains(candidate)).map(|(_, both)| both).unzip()
}

/// Candidates by their score against the configuration as it is, the best first; those that are shown to be worse than the best, and those
/// that are shown to pause or drop more than the configuration, left out.
fn ranked(candidates: &[Candidate], results: &[Vec<Measured>]) -> Vec<Candidate> {
    let Some(base) = results.first() else { return Vec::new() };
    let scores: Vec<Vec<f64>> = results
        .iter()
        .map(|runs| runs.iter().zip(base).map(|(own, base)| score(own, base)).collect())
        .collect();
    let mean = |at: usize| scores[at].iter().sum::<f64>() / scores[at].len().max(1) as f64;
    let mut order: Vec<usize> =
        (0..results.len()).filter(|at| mean(*at).is_finite() && !grows(&results[*at], base)).collect();
    order.sort_by(|one, other| mean(*one).total_cmp(&mean(*other)));
    let Some(&best) = order.first() else { return Vec::new() };
    order.retain(|at| {
        let apart: Vec<f64> = scores[*at].iter().zip(&scores[best]).map(|(own, best)| own - best).collect();
        *at == best || !Interval::of(&apart).is_above() || matches!(candidates[*at].kind, Kind::Scheme { .. })
    });
    order.into_iter().map(|at| candidates[at].clone()).collect()
}

/// More time in pauses, or more drops, is shown.
pub(super) fn grows(own: &[Measured], base: &[Measured]) -> bool {
    KEPT.iter().any(|column| {
        let value = |run: &Measured| run.values.get(*column).copied().flatten().unwrap_or_default();
        let apart: Vec<f64> = own.iter().zip(base).map(|(own, base)| value(own) - value(base)).collect();
        Interval::of(&apart).is_above()
    })
}

/// The first of each scheme.
fn best_schemes(ranked: &[Candidate]) -> Vec<Candidate> {
    let mut best: Vec<Candidate> = Vec::new();
    for candidate in ranked {
        let place = |it: &Candidate| if let Kind::Scheme { at, .. } = it.kind { Some(at) } else { None };
        if place(candidate).is_some() && !best.iter().any(|it| place(it) == place(candidate)) {
            best.push(candidate.clone());
        }
    }
    best
}
