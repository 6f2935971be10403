//! Grouped bars: one group per category, one bar per series.

use super::axis::tick;
use super::style::{GRID, INK, colour, text};
use super::write::{Drawing, Written, said, write};
use super::{Axis, FigureError};
use plotters::chart::{ChartBuilder, SeriesLabelPosition};
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, Rectangle};
use plotters::style::{Color, WHITE};
use std::path::Path;

/// Values by category and series.
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// Title.
    pub title: String,
    /// Vertical axis.
    pub y: Axis,
    /// Categories, left to right.
    pub categories: Vec<String>,
    /// Series name and one value per category; a value that does not exist is NaN and leaves a gap.
    pub series: Vec<(String, Vec<f64>)>,
}

/// Draws `chart` to `stem`.svg and `stem`.png.
///
/// # Errors
/// A file cannot be written.
pub fn bars(stem: &Path, chart: &BarChart) -> Result<Written, FigureError> {
    write(stem, chart)
}

/// Share of a category's width that its bars fill. Chosen by us.
const FILLED: f64 = 0.8;

/// Room above the bars for the legend. Chosen by us.
const LEGEND_ROOM: f64 = 1.3;

impl BarChart {
    fn bar(&self, series: usize, category: usize, value: f64) -> [(f64, f64); 2] {
        let width = FILLED / self.series.len() as f64;
        let left = category as f64 - FILLED / 2.0 + width * series as f64;
        [(left + width * 0.06, 0.0), (left + width * 0.94, value)]
    }
}

impl Drawing for BarChart {
    fn height(&self) -> u32 {
        640
    }

    fn draw<B: DrawingBackend>(&self, canvas: &DrawingArea<B, Shift>) -> Result<(), String> {
        let values = self.series.iter().flat_map(|(_, values)| values).copied();
        let y_range = self.y.resolved(values.filter(|v| v.is_finite()).fold(0.0, f64::max) * LEGEND_ROOM);
        let x_range = -0.5..self.categories.len() as f64 - 0.5;
        let mut chart = ChartBuilder::on(canvas)
            .caption(&self.title, text(30))
            .margin(20)
            .x_label_area_size(55)
            .y_label_area_size(95)
            .build_cartesian_2d(x_range, y_range)
            .map_err(said)?;
        let category = |x: &f64| self.category_at(*x);
        let mut mesh = chart.configure_mesh();
        mesh.y_desc(&self.y.label).axis_desc_style(text(24)).label_style(text(22)).disable_x_mesh();
        mesh.x_labels(2 * self.categories.len() + 1).x_label_formatter(&category).y_label_formatter(&tick);
        mesh.light_line_style(WHITE).bold_line_style(GRID).axis_style(INK).draw().map_err(said)?;
        for (index, (name, values)) in self.series.iter().enumerate() {
            let drawn = values.iter().enumerate().filter(|(_, value)| value.is_finite());
            let boxes =
                drawn.map(|(at, value)| Rectangle::new(self.bar(index, at, *value), colour(index).filled()));
            let series = chart.draw_series(boxes).map_err(said)?;
            let sample = move |(x, y)| Rectangle::new([(x, y - 7), (x + 24, y + 7)], colour(index).filled());
            series.label(name).legend(sample);
        }
        let mut legend = chart.configure_series_labels();
        legend.position(SeriesLabelPosition::UpperLeft).legend_area_size(36).margin(12).label_font(text(22));
        legend.background_style(WHITE.mix(0.85)).border_style(INK.mix(0.4)).draw().map_err(said)
    }
}

impl BarChart {
    /// The category whose centre is `x`; nothing between centres.
    fn category_at(&self, x: f64) -> String {
        let nearest = libm::round(x);
        if (x - nearest).abs() > 0.01 || nearest < 0.0 {
            return String::new();
        }
        self.categories.get(nearest as usize).cloned().unwrap_or_default()
    }
}
