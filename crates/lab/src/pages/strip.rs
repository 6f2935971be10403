//! Strip of a figure: a segment per quantity, by the kind of verdict.

use super::{Results, Shown};
use crate::plan::{Figure, Status, Verdict, VerdictLine};

const KINDS: [(Verdict, &str); 3] =
    [(Verdict::Holds, "hold"), (Verdict::Differs, "differ"), (Verdict::Open, "open")];

/// Counts of a figure's verdicts, or the reason why there are none.
pub(super) enum Outcome {
    /// Numbers that hold, differ and are open.
    Counted([usize; 3]),
    /// A plan has no results.
    Missing,
    /// There is no plan.
    NoPlan,
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
            Status::Plans(_) => Self::of_lines(shown(figure, results).flat_map(|one| &one.kept.lines)),
        }
    }

    fn of_lines<'a>(lines: impl Iterator<Item = &'a VerdictLine>) -> Self {
        let mut counts = [0; 3];
        for line in lines {
            KINDS
                .iter()
                .zip(&mut counts)
                .filter(|((verdict, _), _)| *verdict == line.verdict)
                .for_each(|(_, count)| *count += 1);
        }
        Self::Counted(counts)
    }

    /// The sum over figures.
    pub(super) fn sum<'a>(figures: impl Iterator<Item = &'a Figure>, results: &Results) -> Self {
        let mut sum = [0; 3];
        for figure in figures {
            if let Self::Counted(counts) = Self::of(figure, results) {
                sum.iter_mut().zip(counts).for_each(|(all, own)| *all += own);
            }
        }
        Self::Counted(sum)
    }

    /// Counts in words, those of 0 left out.
    pub(super) fn words(&self) -> String {
        match self {
            Self::NoPlan => "no plan".to_owned(),
            Self::Missing => "missing".to_owned(),
            Self::Counted([0, 0, 0]) => "no numbers".to_owned(),
            Self::Counted(counts) => {
                let named = KINDS.iter().zip(counts).filter(|(_, count)| **count > 0);
                named.map(|((_, name), count)| format!("{count} {name}")).collect::<Vec<_>>().join(", ")
            }
        }
    }

    /// A segment per quantity.
    pub(super) fn strip(&self) -> String {
        let segments = match self {
            Self::NoPlan => "<i class=\"none\"></i>".to_owned(),
            Self::Missing => "<i class=\"missing\"></i>".to_owned(),
            Self::Counted(counts) => {
                let kinds = KINDS.iter().zip(counts);
                kinds
                    .map(|((verdict, _), count)| {
                        format!("<i class=\"{}\"></i>", verdict.name()).repeat(*count)
                    })
                    .collect()
            }
        };
        format!(
            "<span class=\"strip\" role=\"img\" aria-label=\"{words}\" title=\"{words}\">{segments}</span>",
            words = self.words()
        )
    }

    /// One bar whose parts are as long as the counts.
    pub(super) fn bar(&self) -> String {
        let Self::Counted(counts) = self else { return self.strip() };
        let parts = KINDS.iter().zip(counts).filter(|(_, count)| **count > 0);
        let part = |((verdict, _), count): (&(Verdict, &str), &usize)| {
            format!("<i class=\"{}\" style=\"flex:{count}\"></i>", verdict.name())
        };
        format!(
            "<span class=\"strip bar\" role=\"img\" aria-label=\"{}\">{}</span>",
            self.words(),
            parts.map(part).collect::<String>()
        )
    }
}
