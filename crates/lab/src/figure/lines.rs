//! Curves over one pair of axes.

use super::svg::{Area, Svg};
use super::thin::thinned;
use super::write::write;
use super::{Axis, FigureError};
use std::path::{Path, PathBuf};

/// A named curve, sorted by x.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// Legend entry.
    pub name: String,
    /// Points.
    pub points: Vec<(f64, f64)>,
}

/// Curves with a legend.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// Title.
    pub title: String,
    /// Horizontal axis.
    pub x: Axis,
    /// Vertical axis.
    pub y: Axis,
    /// Curves in legend order.
    pub series: Vec<Series>,
}

/// Height of the plotting area \[px\].
const HEIGHT: f64 = 320.0;
/// Room below it for tick labels and description \[px\].
const FOOT: f64 = 48.0;

/// Draws `chart` to `stem`.svg.
///
/// # Errors
/// The file cannot be written.
pub fn lines(stem: &Path, chart: &LineChart) -> Result<PathBuf, FigureError> {
    write(stem, &chart.svg())
}

/// The empirical distribution of `values` as curve points (value, share of values at or below it).
#[must_use]
pub fn cdf_points(values: &[f64]) -> Vec<(f64, f64)> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len() as f64;
    sorted.into_iter().enumerate().map(|(index, value)| (value, (index as f64 + 1.0) / count)).collect()
}

/// Highest x and y of all curves.
pub(super) fn highest(series: &[Series]) -> (f64, f64) {
    let points = series.iter().flat_map(|s| &s.points);
    points.fold((0.0, 0.0), |(x, y): (f64, f64), point| (x.max(point.0), y.max(point.1)))
}

impl LineChart {
    fn svg(&self) -> String {
        let (x_high, y_high) = highest(&self.series);
        let mut svg = Svg::default();
        svg.title(&self.title);
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let top = svg.legend(&names, 46.0);
        let area = Area { top, height: HEIGHT, x: self.x.tight(x_high), y: self.y.resolved(y_high) };
        area.open(&mut svg, (&self.x.label, &self.y.label));
        area.x_axis(&mut svg, Some(&self.x.label));
        area.y_axis(&mut svg, &self.y.label);
        for (index, series) in self.series.iter().enumerate() {
            area.curve(&mut svg, (index, &series.name), &thinned(&series.points));
        }
        svg.element("</g>");
        svg.finish(&self.title, area.bottom() + FOOT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_ends_at_one() {
        assert_eq!(cdf_points(&[3.0, 1.0]), [(1.0, 0.5), (3.0, 1.0)]);
        assert_eq!(cdf_points(&[]), []);
    }
}
