//! One panel per curve, stacked over a common time axis: how queues are compared.

use super::axis::tick;
use super::lines::highest;
use super::style::{GRID, INK, stroke, text};
use super::thin::thinned;
use super::write::{Drawing, Written, said, write};
use super::{Axis, FigureError, Series};
use core::ops::Range;
use plotters::chart::ChartBuilder;
use plotters::coord::Shift;
use plotters::prelude::{DrawingArea, DrawingBackend, LineSeries, PathElement, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{BLACK, Color, WHITE};
use std::path::Path;

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

/// Draws `chart` to `stem`.svg and `stem`.png.
///
/// # Errors
/// A file cannot be written.
pub fn panels(stem: &Path, chart: &PanelChart) -> Result<Written, FigureError> {
    write(stem, chart)
}

/// Height of the strip above each panel that carries its name \[px\].
const NAME: u32 = 32;
/// Left edge of the plotting area \[px\].
const LEFT: u32 = 20 + Y_LABELS;
/// Width of tick labels and axis description \[px\].
const Y_LABELS: u32 = 95;

/// Heights \[px\] of title, panel, and the strip of tick labels and axis description below the last panel.
const TITLE: u32 = 60;
const PANEL: u32 = 205;
const FOOT: u32 = 70;

impl Drawing for PanelChart {
    fn height(&self) -> u32 {
        let panels = u32::try_from(self.series.len()).unwrap_or(1).max(1);
        TITLE + panels * PANEL + FOOT
    }

    fn draw<B: DrawingBackend>(&self, canvas: &DrawingArea<B, Shift>) -> Result<(), String> {
        let (title, body) = canvas.split_vertically(TITLE);
        let (width, _) = title.dim_in_pixel();
        let centred = text(27).pos(Pos::new(HPos::Center, VPos::Center));
        let middle = (i32::try_from(width / 2).unwrap_or(0), i32::try_from(TITLE / 2).unwrap_or(0));
        title.draw(&Text::new(self.title.clone(), middle, centred)).map_err(said)?;
        let (x_high, y_high) = highest(&self.series);
        let limit = self.limit.as_ref().map_or(0.0, |(value, _)| *value);
        let ranges = (self.x.tight(x_high), self.y.resolved(y_high.max(limit)));
        let mut rest = body;
        for index in 0..self.series.len() {
            let last = index + 1 == self.series.len();
            let (panel, below) = rest.split_vertically(PANEL + if last { FOOT } else { 0 });
            self.draw_panel(&panel, index, last, &ranges)?;
            rest = below;
        }
        Ok(())
    }
}

impl PanelChart {
    fn draw_panel<B: DrawingBackend>(
        &self,
        area: &DrawingArea<B, Shift>,
        index: usize,
        last: bool,
        (x, y): &(Range<f64>, Range<f64>),
    ) -> Result<(), String> {
        let mut chart = ChartBuilder::on(area)
            .margin_left(LEFT - Y_LABELS)
            .margin_right(40)
            .margin_top(i32::try_from(NAME).unwrap_or(0))
            .x_label_area_size(if last { FOOT } else { 0 })
            .y_label_area_size(Y_LABELS)
            .build_cartesian_2d(x.clone(), y.clone())
            .map_err(said)?;
        let mut mesh = chart.configure_mesh();
        mesh.y_labels(5).y_desc(&self.y.label).axis_desc_style(text(20)).label_style(text(19));
        mesh.x_label_formatter(&tick).y_label_formatter(&tick);
        if last {
            mesh.x_desc(&self.x.label);
        }
        mesh.light_line_style(WHITE).bold_line_style(GRID).axis_style(INK).draw().map_err(said)?;
        if let Some((value, _)) = self.limit {
            let line = [(x.start, value), (x.end, value)];
            chart.draw_series([PathElement::new(line, BLACK.mix(0.5).stroke_width(1))]).map_err(said)?;
        }
        let series = &self.series[index];
        chart.draw_series(LineSeries::new(thinned(&series.points), stroke(index))).map_err(said)?;
        let above = (i32::try_from(LEFT).unwrap_or(0), i32::try_from(NAME / 2).unwrap_or(0));
        let name = text(22).pos(Pos::new(HPos::Left, VPos::Center));
        area.draw(&Text::new(self.panel_label(index), above, name)).map_err(said)?;
        Ok(())
    }

    fn panel_label(&self, index: usize) -> String {
        let name = &self.series[index].name;
        match &self.limit {
            Some((_, meaning)) if index == 0 => format!("{name}   (grey line: {meaning})"),
            _ => name.clone(),
        }
    }
}
