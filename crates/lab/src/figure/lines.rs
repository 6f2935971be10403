//! Curves over one pair of axes.

use super::svg::{Anchor, Area, Svg};
use super::thin::thinned;
use super::write::write;
use super::{Axis, FigureError, Mark, Whisker};
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
    /// Values of a paper.
    pub marks: Vec<Mark>,
    /// Intervals of measured points.
    pub whiskers: Vec<Whisker>,
}

/// Height of the plotting area \[px\].
const HEIGHT: f64 = 320.0;
/// Room below it for tick labels and description \[px\].
const FOOT: f64 = 54.0;
/// Room above it for the title of the vertical axis \[px\].
const HEAD: f64 = 34.0;

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
    /// The drawing.
    #[must_use]
    pub fn svg(&self) -> String {
        let (x_high, y_high) = highest(&self.series);
        let marked = self.marks.iter().flat_map(Mark::values).chain(self.whiskers.iter().map(|one| one.high));
        let y_high = marked.filter(|value| value.is_finite()).fold(y_high, f64::max);
        let x_high = self.marks.iter().map(|mark| mark.x).fold(x_high, f64::max);
        // A mark at the last point needs room for its band.
        let x = if self.marks.is_empty() { self.x.tight(x_high) } else { self.x.resolved(x_high) };
        let mut svg = Svg::default();
        svg.title(&self.title);
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let top = svg.legend(&names, 48.0) + HEAD;
        let area = Area { top, height: HEIGHT, x, y: self.y.resolved(y_high) };
        area.open(&mut svg, (&self.x.label, &self.y.label));
        area.x_axis(&mut svg, Some(&self.x.label));
        area.y_axis_below(&mut svg, &self.y.label);
        self.marks.iter().for_each(|mark| mark.band(&area, &mut svg));
        self.whiskers.iter().for_each(|whisker| whisker.draw(&area, &mut svg));
        for (index, series) in self.series.iter().enumerate() {
            area.curve(&mut svg, (index, &series.name), &thinned(&series.points));
        }
        self.marks.iter().for_each(|mark| mark.hollow(&area, &mut svg));
        svg.element("</g>");
        let bottom = area.bottom() + FOOT;
        if self.marks.is_empty() {
            return svg.finish(&self.title, bottom);
        }
        svg.text((area.at_x(area.x.start), bottom + 14.0), Anchor::Start, KEY);
        svg.finish(&self.title, bottom + 26.0)
    }
}

/// The key of the marks.
const KEY: &str = "hollow: the paper; band: accepted";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_distribution_ends_at_one() {
        assert_eq!(cdf_points(&[3.0, 1.0]), [(1.0, 0.5), (3.0, 1.0)]);
        assert_eq!(cdf_points(&[]), []);
    }
}
