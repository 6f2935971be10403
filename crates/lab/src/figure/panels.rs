//! One panel per curve, stacked over a common time axis: how queues are compared.

use super::lines::highest;
use super::svg::{Anchor, Area, NAMES, Svg};
use super::thin::thinned;
use super::write::write;
use super::{Axis, FigureError, Series};
use std::path::{Path, PathBuf};

/// Curves above each other, same ranges.
#[derive(Clone, Debug, PartialEq)]
pub struct PanelChart {
    /// Title.
    pub title: String,
    /// Common horizontal axis.
    pub x: Axis,
    /// Vertical axis of every panel.
    pub y: Axis,
    /// One curve per panel, top first; its name is written in the panel.
    pub series: Vec<Series>,
    /// A horizontal line in every panel with its meaning, e.g. the buffer.
    pub limit: Option<(f64, String)>,
}

/// Draws `chart` to `stem`.svg.
///
/// # Errors
/// The file cannot be written.
pub fn panels(stem: &Path, chart: &PanelChart) -> Result<PathBuf, FigureError> {
    write(stem, &chart.svg())
}

/// Heights \[px\] of title, the strip above a panel that carries its name, panel, and the strip below the last one.
const TITLE: f64 = 52.0;
const NAME: f64 = 24.0;
const PANEL: f64 = 110.0;
const FOOT: f64 = 54.0;

impl PanelChart {
    fn svg(&self) -> String {
        let (x_high, y_high) = highest(&self.series);
        let limit = self.limit.as_ref().map_or(0.0, |(value, _)| *value);
        let (x, y) = (self.x.tight(x_high), self.y.resolved(y_high.max(limit)));
        let mut svg = Svg::default();
        svg.title(&self.title);
        svg.text((NAMES, TITLE - 6.0), Anchor::Start, &self.y.label);
        let mut bottom = TITLE;
        for (index, series) in self.series.iter().enumerate() {
            let area = Area { top: bottom + NAME, height: PANEL, x: x.clone(), y: y.clone() };
            let last = index + 1 == self.series.len();
            svg.text((area.at_x(x.start), area.top - 7.0), Anchor::Start, &self.panel_label(index));
            area.open(&mut svg, (&self.x.label, &self.y.label));
            area.x_axis(&mut svg, last.then_some(self.x.label.as_str()));
            area.y_lines(&mut svg);
            if let Some((value, _)) = self.limit {
                area.across(&mut svg, "limit", area.at_y(value));
            }
            area.curve(&mut svg, (index, &series.name), &thinned(&series.points));
            svg.element("</g>");
            bottom = area.bottom();
        }
        svg.finish(&self.title, bottom + FOOT)
    }

    fn panel_label(&self, index: usize) -> String {
        let name = &self.series[index].name;
        match &self.limit {
            Some((_, meaning)) if index == 0 => format!("{name}   (grey line: {meaning})"),
            _ => name.clone(),
        }
    }
}
