//! Marks of a paper on a plot: its value hollow, the accepted band behind it, and the interval of the measurement.

use super::axis::tick;
use super::svg::{Area, Svg, escaped, stroke};

/// A value of a paper beside a curve.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Curve it belongs to, from 0.
    pub series: usize,
    /// Place on the horizontal axis.
    pub x: f64,
    /// The paper's value.
    pub paper: f64,
    /// Least accepted value; `None` for no bound.
    pub low: Option<f64>,
    /// Largest accepted value; `None` for no bound.
    pub high: Option<f64>,
    /// Text under the pointer.
    pub says: String,
}

/// The interval of a measured point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whisker {
    /// Curve it belongs to, from 0.
    pub series: usize,
    /// Place on the horizontal axis.
    pub x: f64,
    /// Lower end.
    pub low: f64,
    /// Upper end.
    pub high: f64,
}

/// Width of a band around its place \[px\]. Chosen by us: wider than a mark, narrower than the gap of two points.
const BAND: f64 = 20.0;
/// Half the width of the ends of a whisker \[px\].
const END: f64 = 4.0;

impl Mark {
    /// Values that the vertical axis has to reach.
    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        [Some(self.paper), self.low, self.high].into_iter().flatten()
    }

    /// The band, below the curves; nothing without a bound.
    pub(super) fn band(&self, area: &Area, svg: &mut Svg) {
        if self.low.is_none() && self.high.is_none() {
            return;
        }
        let inside = |value: f64| area.at_y(value.clamp(area.y.start, area.y.end));
        let (top, bottom) =
            (inside(self.high.unwrap_or(area.y.end)), inside(self.low.unwrap_or(area.y.start)));
        // A bound on both sides of nothing, as "0 to 0", still shows.
        let height = (bottom - top).max(2.0);
        let (class, left) = (stroke(self.series), area.at_x(self.x) - BAND / 2.0);
        svg.element(format_args!(
            r#"<rect class="accepted {class}" x="{left:.1}" y="{top:.1}" width="{BAND}" height="{height:.1}"/>"#
        ));
    }

    /// The hollow mark, above the curves.
    pub(super) fn hollow(&self, area: &Area, svg: &mut Svg) {
        let (class, says) = (stroke(self.series), escaped(&self.says));
        let (x, y) = (area.at_x(self.x), area.at_y(self.paper.clamp(area.y.start, area.y.end)));
        svg.element(format_args!(
            r#"<circle class="paper {class}" data-says="{says}" cx="{x:.1}" cy="{y:.1}" r="6"><title>{says}</title></circle>"#
        ));
    }

    /// The words of a mark: the quantity, and its numbers.
    #[must_use]
    pub fn words(quantity: &str, paper: &str, accepted: &str, measured: &str) -> String {
        format!("{quantity}\nthe paper: {paper}\naccepted: {accepted}\nmeasured: {measured}")
    }
}

impl Whisker {
    pub(super) fn draw(&self, area: &Area, svg: &mut Svg) {
        let [low, high] = [self.low, self.high].map(|value| area.at_y(value.clamp(area.y.start, area.y.end)));
        let (class, x) = (stroke(self.series), area.at_x(self.x));
        let (left, right) = (x - END, x + END);
        let says = escaped(&format!("95 % interval over seeds: {} to {}", tick(&self.low), tick(&self.high)));
        svg.element(format_args!(
            r#"<path class="whisker {class}" d="M{x:.1} {low:.1}V{high:.1}M{left:.1} {low:.1}H{right:.1}M{left:.1} {high:.1}H{right:.1}"><title>{says}</title></path>"#
        ));
    }
}
