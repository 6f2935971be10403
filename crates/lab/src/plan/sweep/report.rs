//! The rows of a sweep as a table, and a verdict on each quantity.

use super::{Results, SweepPlan};
use crate::compare::Meter;
use crate::plan::verdict::number;
use crate::plan::{Expected, Measured, Pick, Plan, Quantity, Reproduction, Sheet, VerdictLine, judge};
use anyhow::{Context, Result, ensure};
use freeboard_replay::Digest;

pub(in crate::plan) fn reproduce(
    plan: &Plan<'_>,
    sweep: &SweepPlan,
    expected: &Expected,
    meter: &Meter,
) -> Result<(Reproduction, Results)> {
    sweep.check(expected)?;
    let results = Results::of(sweep, meter)?;
    let line = |quantity: &Quantity| verdict(plan, sweep, quantity, &results);
    let lines = expected.quantities.iter().map(line).collect::<Result<_>>()?;
    let mut digest = Digest::default();
    results.cells.iter().flatten().flat_map(|row| &row.digests).for_each(|word| digest.word(*word));
    let reproduction = Reproduction {
        shown_is: "Every cell and scheme".to_owned(),
        shown: sheet(sweep, &results, number),
        file: sheet(sweep, &results, |value| format!("{value:.4}")),
        note: if sweep.scale.is_empty() { String::new() } else { format!("Scale: {}", sweep.scale) },
        lines,
        digest: digest.value(),
    };
    Ok((reproduction, results))
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
                let found = self.axes.iter().find(|one| one.name == *axis);
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
        let found = self.measures.iter().position(|measure| measure.name == name);
        found.with_context(|| format!("the plan has no measure {name}"))
    }

    fn scheme(&self, name: &str) -> Result<usize> {
        let found = self.base().schemes.iter().position(|scheme| scheme.name == name);
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
        let values: Option<Vec<f64>> = self.matching(&pick.cells).iter().map(value).collect();
        Ok(values.and_then(|values| pick.reduce.of(&values)))
    }
}

fn verdict(
    plan: &Plan<'_>,
    sweep: &SweepPlan,
    quantity: &Quantity,
    results: &Results,
) -> Result<VerdictLine> {
    let scheme = &sweep.base().schemes[sweep.scheme(&quantity.pick.scheme)?];
    let measured = Measured {
        value: sweep.measured(&quantity.pick, results)?,
        variant: scheme.aqm.id.clone(),
        seed: sweep.base().run.seeds[0],
        scale: sweep.scale.clone(),
    };
    Ok(judge(plan, quantity, &measured, &sweep.findings))
}

fn sheet(sweep: &SweepPlan, results: &Results, text: impl Fn(f64) -> String) -> Sheet {
    let mut header: Vec<String> = sweep.axes.iter().map(|axis| axis.name.clone()).collect();
    header.push("scheme".to_owned());
    header.extend(sweep.measures.iter().map(|measure| format!("{} [{}]", measure.name, measure.unit())));
    let mut rows = Vec::new();
    for (cell, schemes) in sweep.cells.iter().zip(&results.cells) {
        for (scheme, row) in cell.scenario.schemes.iter().zip(schemes) {
            let mut texts = cell.labels.clone();
            texts.push(scheme.name.clone());
            texts.extend(row.values.iter().map(|value| value.map_or_else(String::new, &text)));
            rows.push(texts);
        }
    }
    Sheet { header, rows }
}
