//! Grouped bars: one group per category, one bar per series.

use super::axis::tick;
use super::svg::{Anchor, Area, Svg, escaped, fill};
use super::write::write;
use super::{Axis, FigureError};
use std::path::{Path, PathBuf};

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

/// Draws `chart` to `stem`.svg.
///
/// # Errors
/// The file cannot be written.
pub fn bars(stem: &Path, chart: &BarChart) -> Result<PathBuf, FigureError> {
    write(stem, &chart.svg())
}

/// Share of a category's width that its bars fill. Chosen by us.
const FILLED: f64 = 0.8;
/// Height of the plotting area \[px\].
const HEIGHT: f64 = 300.0;
/// Room below it for the categories \[px\].
const FOOT: f64 = 30.0;

impl BarChart {
    fn svg(&self) -> String {
        let values = self.series.iter().flat_map(|(_, values)| values).copied();
        let y = self.y.resolved(values.filter(|value| value.is_finite()).fold(0.0, f64::max));
        let mut svg = Svg::default();
        svg.title(&self.title);
        let names: Vec<&str> = self.series.iter().map(|(name, _)| name.as_str()).collect();
        let top = svg.legend(&names, 46.0);
        let area = Area { top, height: HEIGHT, x: -0.5..self.categories.len() as f64 - 0.5, y };
        area.y_axis(&mut svg, &self.y.label);
        for (at, category) in self.categories.iter().enumerate() {
            svg.text((area.at_x(at as f64), area.bottom() + 19.0), Anchor::Middle, category);
        }
        for (index, (name, values)) in self.series.iter().enumerate() {
            let drawn = values.iter().enumerate().filter(|(_, value)| value.is_finite());
            for (at, value) in drawn {
                let [left, right] = self.sides(index, at).map(|x| area.at_x(x));
                let (top, height) = (area.at_y(*value), area.bottom() - area.at_y(*value));
                let says = escaped(&format!("{}, {name}: {}", self.categories[at], tick(value)));
                let (class, width) = (fill(index), right - left);
                svg.element(format_args!(
                    r#"<rect class="{class}" data-says="{says}" x="{left:.1}" y="{top:.1}" width="{width:.1}" height="{height:.1}"><title>{says}</title></rect>"#
                ));
            }
        }
        svg.finish(&self.title, area.bottom() + FOOT)
    }

    /// Left and right edge of a bar, categories standing at whole numbers.
    fn sides(&self, series: usize, category: usize) -> [f64; 2] {
        let width = FILLED / self.series.len() as f64;
        let left = category as f64 - FILLED / 2.0 + width * series as f64;
        [left + width * 0.06, left + width * 0.94]
    }
}
