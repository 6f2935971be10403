//! The errors of all estimators as a table, and a verdict on each quantity.

use super::ClockPlan;
use super::error::MEASURES;
use super::run::{ESTIMATORS, Found, run};
use crate::plan::{Expected, Measured, Pick, Plan, Quantity, Reproduction, judge};
use crate::report::{Sheet, number};
use crate::runner::Runner;
use anyhow::{Context, Result, ensure};
use freeboard_replay::Digest;

/// Measures of every estimator; `None` where nothing could be measured.
type Values = Vec<Option<[f64; MEASURES.len()]>>;

pub(in crate::plan) fn reproduce(
    plan: &Plan<'_>,
    own: &ClockPlan,
    expected: &Expected,
    runner: &Runner<'_>,
) -> Result<Option<Reproduction>> {
    own.check(expected)?;
    let Some(mut found) = run(own, runner)? else { return Ok(None) };
    let values: Values = std::mem::take(&mut found.errors).map(super::error::Errors::measured).into();
    let line = |quantity: &Quantity| {
        let measured = Measured {
            value: picked(&quantity.pick, &values)?,
            variant: quantity.pick.scheme.clone(),
            seed: own.scenario.run.seeds[0],
            scale: own.scale.clone(),
        };
        Ok(judge(plan, quantity, &measured, &own.findings))
    };
    let lines = expected.quantities.iter().map(line).collect::<Result<_>>()?;
    let mut digest = Digest::default();
    found.runs.iter().for_each(|(_, word)| digest.word(*word));
    Ok(Some(Reproduction {
        shown_is: "Error of the difference of two clocks".to_owned(),
        shown: sheet(&values, number),
        file: sheet(&values, |value| format!("{value:.3}")),
        note: note(own, &found),
        lines,
        digest: digest.value(),
    }))
}

impl ClockPlan {
    /// Refuses a quantity that names an estimator or a measure there is none of.
    ///
    /// # Errors
    /// The first such quantity.
    pub fn check(&self, expected: &Expected) -> Result<()> {
        expected.quantities.iter().try_for_each(|quantity| {
            let pick = &quantity.pick;
            measure(&pick.measure).with_context(|| quantity.id.clone())?;
            for name in core::iter::once(&pick.scheme).chain(&pick.against) {
                estimator(name).with_context(|| quantity.id.clone())?;
            }
            ensure!(pick.cells.is_empty(), "{}: the plan has no axes", quantity.id);
            Ok(())
        })
    }
}

fn measure(name: &str) -> Result<usize> {
    let found = MEASURES.iter().position(|measure| *measure == name);
    found.with_context(|| format!("no measure {name}; there are {}", MEASURES.join(", ")))
}

fn estimator(name: &str) -> Result<usize> {
    let found = ESTIMATORS.iter().position(|(id, _)| *id == name);
    let all = ESTIMATORS.map(|(id, _)| id).join(", ");
    found.with_context(|| format!("no estimator {name}; there are {all}"))
}

fn picked(pick: &Pick, values: &Values) -> Result<Option<f64>> {
    let measure = measure(&pick.measure)?;
    let of = |name: &str| Ok::<_, anyhow::Error>(values[estimator(name)?].map(|all| all[measure]));
    let own = of(&pick.scheme)?;
    let Some(other) = &pick.against else { return Ok(own) };
    Ok(own.zip(of(other)?).map(|(own, other)| own / other))
}

fn note(own: &ClockPlan, found: &Found) -> String {
    let busy: Vec<String> = found.runs.iter().map(|(busy, _)| format!("{:.1} %", busy * 100.0)).collect();
    format!(
        "Links to hosts are busy for {}; {:.0} edges, of which {:.1} (NIC) and {:.1} (driver) agree; probes used per edge, \
         direction and window: {:.1} (NIC), {:.1} (driver)\nScale: {}",
        busy.join(", "),
        found.edges,
        found.agreeing[0],
        found.agreeing[1],
        found.probes[0],
        found.probes[1],
        own.scale
    )
}

fn sheet(values: &Values, text: impl Fn(f64) -> String) -> Sheet {
    let mut header = vec!["estimator".to_owned(), "what".to_owned()];
    header.extend(MEASURES.map(|name| format!("{name} [ns]")));
    let row = |((id, what), all): (&(&str, &str), &Option<[f64; MEASURES.len()]>)| {
        let mut cells = vec![(*id).to_owned(), (*what).to_owned()];
        cells.extend((0..MEASURES.len()).map(|at| all.map_or_else(String::new, |all| text(all[at]))));
        cells
    };
    Sheet { header, rows: ESTIMATORS.iter().zip(values).map(row).collect() }
}
