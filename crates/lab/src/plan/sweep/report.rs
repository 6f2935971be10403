//! The rows of a sweep as a table, and a verdict on each quantity.

use super::SweepPlan;
use crate::plan::{Expected, Measured, Pick, Plan, Quantity, Reproduction, VerdictLine, judge};
use crate::report::number;
use crate::runner::Runner;
use crate::sweep::Results;
use anyhow::{Context, Result, ensure};

pub(in crate::plan) fn reproduce(
    plan: &Plan<'_>,
    sweep: &SweepPlan,
    expected: &Expected,
    runner: &Runner<'_>,
) -> Result<Option<(Reproduction, Results)>> {
    sweep.check(expected)?;
    let results = sweep.grid.run(runner)?;
    let Some(digest) = results.digest() else { return Ok(None) };
    let line = |quantity: &Quantity| verdict(plan, sweep, quantity, &results);
    let reproduction = Reproduction {
        shown_is: "Every cell and scheme".to_owned(),
        shown: results.sheet(&sweep.grid, number),
        file: results.sheet(&sweep.grid, |value| format!("{value:.4}")),
        note: if sweep.scale.is_empty() { String::new() } else { format!("Scale: {}", sweep.scale) },
        lines: expected.quantities.iter().map(line).collect::<Result<_>>()?,
        digest,
    };
    Ok(Some((reproduction, results)))
}

impl SweepPlan {
    /// Refuses a quantity that names a measure, scheme or cell the plan does not have.
    ///
    /// # Errors
    /// The first such quantity.
    pub fn check(&self, expected: &Expected) -> Result<()> {
        expected.quantities.iter().try_for_each(|quantity| {
            let id = &quantity.id;
            self.measure(&quantity.pick.measure).with_context(|| id.clone())?;
            self.scheme(&quantity.pick.scheme).with_context(|| id.clone())?;
            if let Some(other) = &quantity.pick.against {
                self.scheme(other).with_context(|| id.clone())?;
            }
            for (axis, values) in &quantity.pick.cells {
                let found = self.grid.axes.iter().find(|one| one.name == *axis);
                let found = found.with_context(|| format!("{id}: the plan has no axis {axis}"))?;
                let unknown = values.iter().find(|value| !found.labels.contains(value));
                ensure!(
                    unknown.is_none(),
                    "{id}: {axis} has no point {}",
                    unknown.cloned().unwrap_or_default()
                );
            }
            Ok(())
        })
    }

    fn measure(&self, name: &str) -> Result<usize> {
        let found = self.grid.measures.iter().position(|measure| measure.name == name);
        found.with_context(|| format!("the plan has no measure {name}"))
    }

    fn scheme(&self, name: &str) -> Result<usize> {
        let found = self.grid.base().schemes.iter().position(|scheme| scheme.name == name);
        found.with_context(|| format!("the plan has no scheme {name}"))
    }

    /// What a quantity picks of the results; `None` if there is nothing to measure.
    ///
    /// # Errors
    /// It names what the plan does not have.
    pub fn measured(&self, pick: &Pick, results: &Results) -> Result<Option<f64>> {
        let (measure, scheme) = (self.measure(&pick.measure)?, self.scheme(&pick.scheme)?);
        let against = pick.against.as_deref().map(|name| self.scheme(name)).transpose()?;
        let value = |cell: &usize| {
            let row = &results.cells[*cell];
            let own = row[scheme].values[measure]?;
            match against {
                None => Some(own),
                Some(other) => Some(own / row[other].values[measure]?),
            }
        };
        let values: Option<Vec<f64>> = self.grid.matching(&pick.cells).iter().map(value).collect();
        Ok(values.and_then(|values| pick.reduce.of(&values)))
    }
}

fn verdict(
    plan: &Plan<'_>,
    sweep: &SweepPlan,
    quantity: &Quantity,
    results: &Results,
) -> Result<VerdictLine> {
    let scheme = &sweep.grid.base().schemes[sweep.scheme(&quantity.pick.scheme)?];
    let measured = Measured {
        value: sweep.measured(&quantity.pick, results)?,
        variant: scheme.aqm.id.clone(),
        seed: sweep.grid.base().run.seeds[0],
        scale: sweep.scale.clone(),
    };
    Ok(judge(plan, quantity, &measured, &sweep.findings))
}
