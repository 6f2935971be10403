//! A measure over an axis: our points and intervals, and the paper's values with their bands.

use super::plan::PlotSpec;
use super::{SweepPlan, seeds};
use crate::figure::{Axis, LineChart, Mark, Series, Whisker};
use crate::plan::titles::{
    axis_title, figure_title, measure_title, paper_title, ratios, scheme_title, with_unit,
};
use crate::plan::{Expected, Plan, Quantity, Reduce};
use crate::report::number;
use crate::sweep::Results;
use anyhow::{Context, Result};

/// The chart of a plot: results over an axis.
pub(super) struct Charted<'a> {
    pub(super) plan: &'a Plan<'a>,
    pub(super) sweep: &'a SweepPlan,
    pub(super) expected: &'a Expected,
    pub(super) results: &'a Results,
    pub(super) spec: &'a PlotSpec,
}

impl Charted<'_> {
    /// The chart; `y` and `x` are names of a measure and of an axis, `beside` of a measure that all schemes share.
    pub(super) fn chart(&self, y: &str, x: &str, beside: Option<&str>) -> Result<LineChart> {
        let Self { plan, sweep, spec, .. } = self;
        let axis = sweep.grid.axes.iter().position(|axis| axis.name == x);
        let axis = axis.with_context(|| format!("plot {}: the plan has no axis {x}", spec.name))?;
        let measure = |name: &str| {
            let found = sweep.grid.measures.iter().position(|measure| measure.name == name);
            found.with_context(|| format!("plot {}: the plan has no measure {name}", spec.name))
        };
        let scale = Scale::of(&sweep.grid.axes[axis].labels);
        let at = |cell: usize| scale.place(&sweep.grid.cells[cell].labels[axis]);
        let y_at = measure(y)?;
        let mut curves: Vec<(String, usize, usize)> = sweep
            .grid
            .base()
            .schemes
            .iter()
            .enumerate()
            .map(|(scheme, one)| (scheme_title(plan.paper, &one.name).to_owned(), scheme, y_at))
            .collect();
        if let Some(beside) = beside {
            curves.push((beside.to_owned(), 0, measure(beside)?));
        }
        let cells = sweep.grid.matching(&spec.cells);
        let series: Vec<Series> = curves
            .iter()
            .map(|(name, scheme, measure)| {
                let point =
                    |cell: &usize| Some((at(*cell)?, self.results.cells[*cell][*scheme].values[*measure]?));
                let mut points: Vec<(f64, f64)> = cells.iter().filter_map(point).collect();
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                Series { name: name.clone(), points }
            })
            .collect();
        let whiskers = curves
            .iter()
            .enumerate()
            .flat_map(|(series, (_, scheme, measure))| {
                cells.iter().filter_map(move |cell| {
                    let (low, high) = seeds::of_row(&self.results.cells[*cell][*scheme], *measure)?;
                    Some(Whisker { series, x: at(*cell)?, low, high })
                })
            })
            .collect();
        let quantities = self.expected.quantities.iter().filter(|quantity| quantity.pick.measure == y);
        let marks: Vec<(bool, Mark)> =
            quantities.filter_map(|quantity| self.mark(quantity, y_at, &cells, at)).collect();
        // The paper's own number goes before one that stands over ours.
        let own: Vec<(usize, f64)> =
            marks.iter().filter(|(over, _)| !over).map(|(_, mark)| (mark.series, mark.x)).collect();
        let kept = marks.into_iter().filter(|(over, mark)| !over || !own.contains(&(mark.series, mark.x)));
        let marks: Vec<Mark> = kept.map(|(_, mark)| mark).collect();
        let measure = &sweep.grid.measures[y_at];
        let shown = series.iter().flat_map(|one| one.points.iter().map(|(_, y)| *y));
        let shown: Vec<f64> = shown
            .chain(marks.iter().flat_map(|mark| [Some(mark.paper), mark.low, mark.high]).flatten())
            .collect();
        Ok(LineChart {
            title: self.title(),
            x: scale.axis(axis_title(x)),
            y: Axis::around(format!("{} [{}]", measure_title(measure), measure.unit()), &shown),
            series,
            marks,
            whiskers,
        })
    }

    fn title(&self) -> String {
        title(self.plan, self.spec)
    }

    /// The paper's value on the chart, and whether it is a ratio: that one stands over our value of the scheme that it is a ratio to.
    fn mark(
        &self,
        quantity: &Quantity,
        measure: usize,
        cells: &[usize],
        at: impl Fn(usize) -> Option<f64>,
    ) -> Option<(bool, Mark)> {
        let schemes = &self.sweep.grid.base().schemes;
        let scheme = |name: &str| schemes.iter().position(|scheme| scheme.name == name);
        let own = scheme(&quantity.pick.scheme)?;
        let picked = self.sweep.grid.matching(&quantity.pick.cells);
        if !picked.iter().all(|cell| cells.contains(cell)) {
            return None;
        }
        let value = |cell: usize, scheme: usize| self.results.cells[cell][scheme].values[measure];
        let (first, last) = (*picked.first()?, *picked.last()?);
        let (base, to) = match (picked.len(), quantity.pick.against.as_deref(), quantity.pick.reduce) {
            (1, None, _) => (1.0, String::new()),
            (1, Some(other), _) => {
                (value(last, scheme(other)?)?, format!(" of {}", scheme_title(self.plan.paper, other)))
            }
            (_, None, Reduce::Growth) => (value(first, own)?, " of the first point".to_owned()),
            _ => return None,
        };
        let measured = self.sweep.measured(&quantity.pick, self.results).ok().flatten();
        let text = |value: f64| with_unit(&number(value), &quantity.unit);
        let accepted = accepted(
            [quantity.low, quantity.high]
                .map(|bound| bound.map(|it| with_unit(&it.to_string(), &quantity.unit))),
        );
        let paper = with_unit(&quantity.paper_value.to_string(), &quantity.unit) + &to;
        let says = Mark::words(
            &ratios(&quantity.name),
            &paper,
            &accepted,
            &measured.map_or_else(|| "none".to_owned(), text),
        );
        let is_ratio = !to.is_empty();
        let over = |value: f64| value * base;
        let mark = Mark {
            series: own,
            x: at(last)?,
            paper: over(quantity.paper_value),
            low: quantity.low.map(over),
            high: quantity.high.map(over),
            says,
        };
        Some((is_ratio, mark))
    }
}

/// Title of a plot: figure, and cells that it is limited to.
pub(super) fn title(plan: &Plan<'_>, spec: &PlotSpec) -> String {
    let cells = spec.cells.iter().map(|(axis, values)| format!(", {axis}: {}", values.join(", ")));
    format!("{}, {}{}", paper_title(plan.paper), figure_title(plan.figure), cells.collect::<String>())
}

/// Bounds in words.
pub(crate) fn accepted([low, high]: [Option<String>; 2]) -> String {
    match (low, high) {
        (None, None) => "no bound".to_owned(),
        (Some(low), None) => format!("{low} or more"),
        (None, Some(high)) => format!("{high} or less"),
        (Some(low), Some(high)) if low == high => low,
        (Some(low), Some(high)) => format!("{low} to {high}"),
    }
}

/// The places of an axis's labels and their unit.
struct Scale {
    unit: String,
    /// Labels of several units of time, which stand at microseconds.
    times: bool,
}

const TIMES_US: [(&str, f64); 4] = [("ns", 1e-3), ("us", 1.0), ("ms", 1e3), ("s", 1e6)];

impl Scale {
    fn of(labels: &[String]) -> Self {
        let mut units: Vec<&str> =
            labels.iter().filter_map(|label| parts(label)).map(|(_, unit)| unit).collect();
        units.sort_unstable();
        units.dedup();
        let is_time = |unit: &&str| TIMES_US.iter().any(|(name, _)| name == unit);
        let times = units.len() > 1 && units.iter().all(is_time);
        let unit = match (times, units.as_slice()) {
            (true, _) => "us",
            (false, [one]) => one,
            _ => "",
        };
        Self { unit: unit.to_owned(), times }
    }

    /// The place of a label; `None` for one that begins with no number or has a remark behind it.
    fn place(&self, label: &str) -> Option<f64> {
        let (value, unit) = parts(label)?;
        let factor =
            TIMES_US.iter().find(|(name, _)| self.times && *name == unit).map_or(1.0, |(_, factor)| *factor);
        Some(value * factor)
    }

    fn axis(&self, title: &str) -> Axis {
        let label = if self.unit.is_empty() { title.to_owned() } else { format!("{title} [{}]", self.unit) };
        Axis::fitting(label)
    }
}

/// Number and unit of a label: "350 KB" is 350 of KB.
fn parts(label: &str) -> Option<(f64, &str)> {
    let end = label.find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(label.len());
    let unit = label[end..].trim();
    (!unit.contains([',', ' '])).then_some((label[..end].parse().ok()?, unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_stand_where_their_number_says() {
        let labels = ["350 KB", "0.5 KB", "none", "90 %, new"].map(str::to_owned);
        let scale = Scale::of(&labels[..2]);
        assert_eq!(
            (scale.unit.as_str(), scale.place("350 KB"), scale.place("0.5")),
            ("KB", Some(350.0), Some(0.5))
        );
        assert_eq!((scale.place("none"), scale.place("90 %, new")), (None, None));
        let times = Scale::of(&["200 ns", "5 us"].map(str::to_owned));
        assert_eq!(
            (times.unit.as_str(), times.place("200 ns"), times.place("5 us")),
            ("us", Some(0.2), Some(5.0))
        );
    }
}
