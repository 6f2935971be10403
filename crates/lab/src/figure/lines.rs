//! Curves over one pair of axes.

use super::axis::tick;
use super::style::{GRID, INK, colour, stroke, text};
use super::thin::thinned;
use super::write::{Drawing, Written, said, write};
use super::{Axis, FigureError};
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, LineSeries, PathElement};
use plotters::style::{Color, WHITE};
use std::path::Path;

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

/// Draws `chart` to `stem`.svg and `stem`.png.
///
/// # Errors
/// A file cannot be written.
pub fn lines(stem: &Path, chart: &LineChart) -> Result<Written, FigureError> {
    write(stem, chart)
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

impl Drawing for LineChart {
    fn height(&self) -> u32 {
        700
    }

    fn draw<B: DrawingBackend>(&self, canvas: &DrawingArea<B, Shift>) -> Result<(), String> {
        let (x_high, y_high) = highest(&self.series);
        let mut chart = ChartBuilder::on(canvas)
            .caption(&self.title, text(30))
            .margin(20)
            .margin_right(40)
            .x_label_area_size(65)
            .y_label_area_size(95)
            .build_cartesian_2d(self.x.tight(x_high), self.y.resolved(y_high))
            .map_err(said)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(&self.x.label).y_desc(&self.y.label).axis_desc_style(text(24)).label_style(text(20));
        mesh.x_label_formatter(&tick).y_label_formatter(&tick);
        mesh.light_line_style(WHITE).bold_line_style(GRID).axis_style(INK).draw().map_err(said)?;
        for (index, series) in self.series.iter().enumerate() {
            let curve = LineSeries::new(thinned(&series.points), stroke(index));
            let drawn = chart.draw_series(curve).map_err(said)?;
            let sample = move |(x, y)| PathElement::new([(x, y), (x + 30, y)], stroke(index));
            drawn.label(&series.name).legend(sample);
        }
        let mut legend = chart.configure_series_labels();
        legend.position(SeriesLabelPosition::UpperRight).legend_area_size(40).margin(12).label_font(text(22));
        legend.background_style(WHITE.mix(0.85)).border_style(colour(6).mix(0.4)).draw().map_err(said)
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
