//! Strip of a figure: a segment per quantity, by the kind of verdict.

use super::{Results, Shown};
use crate::plan::{Figure, Status, Verdict, VerdictLine};
use std::collections::BTreeSet;

const KINDS: [(Verdict, &str); 3] =
    [(Verdict::Holds, "hold"), (Verdict::Differs, "differ"), (Verdict::Open, "open")];

/// Counts of a figure's verdicts, or the reason why there are none.
pub(super) enum Outcome {
    /// Numbers that hold, differ and are open; of these, numbers whose interval over seeds has a bound in it.
    Counted([usize; 3], [usize; 3]),
    /// A plan has no results.
    Missing,
    /// There is no plan.
    NoPlan,
}

/// A bound lies within the interval of a number over its seeds: more seeds could turn the verdict.
pub(super) fn is_undecided(line: &VerdictLine, interval: Option<(f64, f64)>) -> bool {
    let within = |bound: f64| interval.is_some_and(|(low, high)| low < bound && bound < high);
    [line.low, line.high].into_iter().flatten().any(within)
}

/// Plans of a figure that have results.
pub(super) fn shown<'a>(figure: &'a Figure, results: &'a Results) -> impl Iterator<Item = &'a Shown> {
    let plans: &[String] = match &figure.status {
        Status::Plans(plans) => plans,
        Status::Reason(_) => &[],
    };
    plans.iter().filter_map(|plan| results.get(plan))
}

impl Outcome {
    pub(super) fn of(figure: &Figure, results: &Results) -> Self {
        match &figure.status {
            Status::Reason(_) => Self::NoPlan,
            Status::Plans(plans) if plans.iter().any(|plan| !results.contains_key(plan)) => Self::Missing,
            Status::Plans(_) => Self::of_shown(shown(figure, results)),
        }
    }

    fn of_shown<'a>(plans: impl Iterator<Item = &'a Shown>) -> Self {
        let (mut counts, mut undecided) = ([0; 3], [0; 3]);
        for (plan, at, line) in
            plans.flat_map(|one| one.kept.lines.iter().enumerate().map(move |(at, line)| (one, at, line)))
        {
            let Some(kind) = KINDS.iter().position(|(verdict, _)| *verdict == line.verdict) else { continue };
            counts[kind] += 1;
            undecided[kind] += usize::from(is_undecided(line, plan.intervals.get(at).copied().flatten()));
        }
        Self::Counted(counts, undecided)
    }

    /// The sum over figures; a plan of several figures counts once.
    pub(super) fn sum<'a>(figures: impl Iterator<Item = &'a Figure>, results: &Results) -> Self {
        let plans = figures.filter_map(|figure| match &figure.status {
            Status::Plans(plans) => Some(plans),
            Status::Reason(_) => None,
        });
        let plans: BTreeSet<&String> = plans.flatten().collect();
        Self::of_shown(plans.into_iter().filter_map(|plan| results.get(plan)))
    }

    /// Counts in words, those of 0 left out.
    pub(super) fn words(&self) -> String {
        match self {
            Self::NoPlan => "no plan".to_owned(),
            Self::Missing => "missing".to_owned(),
            Self::Counted([0, 0, 0], _) => "no numbers".to_owned(),
            Self::Counted(counts, undecided) => {
                let named = KINDS.iter().zip(counts).filter(|(_, count)| **count > 0);
                let words: Vec<String> = named.map(|((_, name), count)| format!("{count} {name}")).collect();
                match undecided.iter().sum::<usize>() {
                    0 => words.join(", "),
                    count => format!("{}; {count} undecided over seeds", words.join(", ")),
                }
            }
        }
    }

    /// A segment per quantity.
    pub(super) fn strip(&self) -> String {
        let segments = match self {
            Self::NoPlan => "<i class=\"none\"></i>".to_owned(),
            Self::Missing => "<i class=\"missing\"></i>".to_owned(),
            Self::Counted(counts, undecided) => {
                let kind = |(((verdict, _), count), undecided): ((&(Verdict, &str), &usize), &usize)| {
                    let name = verdict.name();
                    format!("<i class=\"{name}\"></i>").repeat(count - undecided)
                        + &format!("<i class=\"{name} undecided\"></i>").repeat(*undecided)
                };
                KINDS.iter().zip(counts).zip(undecided).map(kind).collect()
            }
        };
        format!(
            "<span class=\"strip\" role=\"img\" aria-label=\"{words}\" title=\"{words}\">{segments}</span>",
            words = self.words()
        )
    }

    /// One bar whose parts are as long as the counts.
    pub(super) fn bar(&self) -> String {
        let Self::Counted(counts, _) = self else { return self.strip() };
        let parts = KINDS.iter().zip(counts).filter(|(_, count)| **count > 0);
        let part = |((verdict, _), count): (&(Verdict, &str), &usize)| {
            format!("<i class=\"{}\" style=\"flex:{count}\"></i>", verdict.name())
        };
        let parts: String = parts.map(part).collect();
        format!("<span class=\"strip bar\" role=\"img\" aria-label=\"{}\">{parts}</span>", self.words())
    }
}
