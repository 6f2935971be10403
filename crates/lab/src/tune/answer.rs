//! The answer: every checked row with its interval, and what is recommended.

use super::race::grows;
use super::{COLUMNS, Candidate, Interval, Kind, Measured, Round, score};
use crate::report::{Line, grid, number, prose};
use comfy_table::Table;
use freeboard_import::sonic::Thresholds;
use serde::Serialize;

/// A row of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The candidate's name.
    pub candidate: String,
    /// Its thresholds; absent for another scheme.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thresholds: Option<Thresholds>,
    /// Means over the seeds, in the order of [`COLUMNS`].
    pub values: Vec<Option<f64>>,
    /// How much longer flows take than under the configuration as it is, paired by seed \[%\].
    pub longer: Interval,
    /// Nothing in the table is as good in every column and better in one.
    pub pareto: bool,
}

impl Line for Row {}

/// Outcome of the check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// Flows complete sooner, and no more is paused or dropped.
    Better,
    /// Neither is shown.
    NoDifferenceShown,
    /// Flows take longer, or more is paused or dropped.
    Worse,
}

/// Recommendation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Answer {
    /// The best of the search.
    pub winner: String,
    /// Its thresholds.
    pub thresholds: Thresholds,
    /// Against the configuration as it is, on seeds that the search did not see.
    pub verdict: Verdict,
    /// How much longer flows take than under it, paired by seed \[%\].
    pub longer: Interval,
    /// The rule of the literature that is best in the check, if there is one, and how much longer flows take than under it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<(String, Interval)>,
}

impl Line for Answer {}

/// Logarithms as percent.
fn percent(of: Interval) -> Interval {
    let percent = |log: f64| 100.0 * (libm::exp(log) - 1.0);
    Interval { mean: percent(of.mean), low: percent(of.low), high: percent(of.high) }
}

fn paired(own: &[Measured], other: &[Measured]) -> Interval {
    let scores: Vec<f64> = own.iter().zip(other).map(|(own, other)| score(own, other)).collect();
    percent(Interval::of(&scores))
}

fn means(runs: &[Measured]) -> Vec<Option<f64>> {
    let mean = |column: usize| {
        let values: Vec<f64> =
            runs.iter().filter_map(|run| run.values.get(column).copied().flatten()).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    (0..COLUMNS.len()).map(mean).collect()
}

/// As good in every column, and better in one.
fn dominates(one: &[Option<f64>], other: &[Option<f64>]) -> bool {
    let signed = |value: Option<f64>, more: bool| value.map(|value| if more { -value } else { value });
    let pairs = || {
        let both = one.iter().zip(other).zip(COLUMNS);
        both.filter_map(|((one, other), (_, more))| Some((signed(*one, more)?, signed(*other, more)?)))
    };
    pairs().all(|(one, other)| one <= other) && pairs().any(|(one, other)| one < other)
}

/// The rows of a check.
#[must_use]
pub fn rows(round: &Round, results: &[Vec<Measured>]) -> Vec<Row> {
    let all: Vec<Vec<Option<f64>>> = results.iter().map(|runs| means(runs)).collect();
    let row = |at: usize| Row {
        candidate: round.candidates[at].name.clone(),
        thresholds: thresholds(&round.candidates[at]),
        values: all[at].clone(),
        longer: paired(&results[at], &results[0]),
        pareto: !all.iter().any(|other| dominates(other, &all[at])),
    };
    (0..results.len()).map(row).collect()
}

fn thresholds(candidate: &Candidate) -> Option<Thresholds> {
    match &candidate.kind {
        Kind::Thresholds(thresholds) => Some(*thresholds),
        Kind::Scheme { .. } => None,
    }
}

impl Answer {
    /// Outcome of a check for `winner`; `rules` are the first candidates, the configuration as it is among them. `None` where the
    /// check does not have it.
    #[must_use]
    pub fn of(round: &Round, results: &[Vec<Measured>], winner: &Candidate, rules: usize) -> Option<Self> {
        let at = round.candidates.iter().position(|it| it.name == winner.name)?;
        let longer = paired(&results[at], &results[0]);
        let grows = grows(&results[at], &results[0]);
        let verdict = match () {
            () if grows || longer.is_above() => Verdict::Worse,
            () if longer.is_below() => Verdict::Better,
            () => Verdict::NoDifferenceShown,
        };
        let mean = |at: usize| paired(&results[at], &results[0]).mean;
        let best =
            (1..rules).filter(|rule| *rule != at).min_by(|one, other| mean(*one).total_cmp(&mean(*other)));
        let rule =
            best.map(|best| (round.candidates[best].name.clone(), paired(&results[at], &results[best])));
        Some(Self { winner: winner.name.clone(), thresholds: thresholds(winner)?, verdict, longer, rule })
    }

    /// Sentences.
    #[must_use]
    pub fn text(&self, seeds: usize) -> String {
        let verdict = match self.verdict {
            Verdict::Better => "better than the configuration as it is",
            Verdict::NoDifferenceShown => "no difference shown: keep the configuration",
            Verdict::Worse => "worse than the configuration as it is: keep it",
        };
        let mut text = format!(
            "{}: {verdict}\ncompletion times {} of the configuration's, on {seeds} seeds that the search did not see",
            named(&self.winner, Some(&self.thresholds)),
            interval(&self.longer)
        );
        if let Some((name, longer)) = &self.rule {
            text.push_str(&format!("\nagainst {name}, the best rule: {}", interval(longer)));
        }
        text
    }
}

fn interval(of: &Interval) -> String {
    format!("{:+.1} % ({:+.1} to {:+.1})", of.mean, of.low, of.high)
}

fn named(name: &str, thresholds: Option<&Thresholds>) -> String {
    thresholds.map_or_else(|| name.to_owned(), |thresholds| format!("{name} ({})", text(thresholds)))
}

fn text(Thresholds { min, max, probability, alpha_log2 }: &Thresholds) -> String {
    let alpha = alpha_log2.map_or_else(String::new, |log2| format!(", 2^{log2}"));
    format!("{}-{} KB, {probability} %{alpha}", *min as f64 / 1e3, *max as f64 / 1e3)
}

/// The rows as two tables: what each candidate is and comes to, and its measures.
#[must_use]
pub fn tables(rows: &[Row]) -> [Table; 2] {
    let verdict = |row: &Row| {
        let thresholds = row.thresholds.as_ref().map_or_else(String::new, text);
        let pareto = if row.pareto { "*" } else { "" };
        vec![row.candidate.clone(), thresholds, interval(&row.longer), pareto.to_owned()]
    };
    let header = ["candidate", "thresholds", "longer, 95 %", "Pareto"];
    let used: Vec<usize> =
        (0..COLUMNS.len()).filter(|column| rows.iter().any(|row| row.values[*column].is_some())).collect();
    let measures = |row: &Row| {
        let value = |column: &usize| row.values[*column].map_or_else(|| "-".to_owned(), number);
        core::iter::once(row.candidate.clone()).chain(used.iter().map(value)).collect::<Vec<_>>()
    };
    let names = core::iter::once("candidate").chain(used.iter().map(|column| COLUMNS[*column].0));
    [prose(header, rows.iter().map(verdict)), grid(names, rows.iter().map(measures))]
}
