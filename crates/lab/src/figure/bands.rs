//! A measurement as a dot on the accepted band, beside the paper's value as a hollow mark: one row, and many rows in little.

use super::axis::tick;
use super::svg::{escaped, ticks};
use core::fmt::Write;

/// Style of the rows, for the page that has them.
pub const BANDS_STYLE: &str = include_str!("bands.css");

/// One quantity.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dot {
    /// The paper's value.
    pub paper: f64,
    /// The measured value, if there is one.
    pub measured: Option<f64>,
    /// Least accepted value; `None` for no bound.
    pub low: Option<f64>,
    /// Largest accepted value; `None` for no bound.
    pub high: Option<f64>,
    /// Interval of the measurement over its seeds.
    pub interval: Option<(f64, f64)>,
    /// Class of the measured mark: the name of the verdict.
    pub class: String,
    /// Text under the pointer.
    pub says: String,
}

/// A horizontal scale.
#[derive(Clone, Debug, PartialEq)]
pub struct DotScale {
    from: f64,
    to: f64,
    log: bool,
}

/// Width of a row \[px\]: a phone shows it without shrinking.
const WIDTH: f64 = 300.0;
/// Height of a row, and of its part above the tick labels \[px\].
const HEIGHT: f64 = 38.0;
const FIELD: f64 = 24.0;
/// Room at the left and right of the field \[px\].
const SIDE: f64 = 14.0;
/// Share of the range at either end. Chosen by us: a mark does not touch the edge.
const PAD: f64 = 0.12;
/// A scale of a wider ratio than that is logarithmic. Chosen by us: the smallest values share a tenth of a linear one.
const DECADE: f64 = 12.0;
/// Share of a common scale below which a row has its own. Chosen by us: band and marks stay apart.
const OWN: f64 = 0.17;
/// Height of a row in little \[px\], and width of a picture of them.
const LITTLE: f64 = 12.0;
const LITTLE_WIDTH: f64 = 200.0;
/// Most rows in little; the rest is on the figure's page. Chosen by us.
const LITTLE_MAX: usize = 10;

impl DotScale {
    /// A scale that has every value of some rows.
    #[must_use]
    pub fn of<'a>(rows: impl IntoIterator<Item = &'a Dot>) -> Self {
        let values = rows.into_iter().flat_map(|row| [Some(row.paper), row.measured, row.low, row.high]);
        let values: Vec<f64> = values.flatten().filter(|value| value.is_finite()).collect();
        let low = values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if low > high {
            return Self { from: 0.0, to: 1.0, log: false };
        }
        if low > 0.0 && high / low > DECADE {
            let pad = libm::pow(high / low, PAD);
            return Self { from: low / pad, to: high * pad, log: true };
        }
        let pad = if high > low { (high - low) * PAD } else { low.abs().max(1.0) * PAD };
        // What cannot be negative has no room below 0.
        let from = if low >= 0.0 { (low - pad).max(0.0) } else { low - pad };
        Self { from, to: high + pad, log: false }
    }

    /// The scale for a row: this one, unless the row's own values fill less than a sixth of it.
    #[must_use]
    pub fn or_own(&self, row: &Dot) -> Self {
        let own = Self::of([row]);
        let place = |value: f64| self.at(value, 1.0, 0.0);
        if place(own.to) - place(own.from) < OWN { own } else { self.clone() }
    }

    fn at(&self, value: f64, width: f64, side: f64) -> f64 {
        let value = value.clamp(self.from, self.to);
        let share = if self.log {
            libm::log(value / self.from) / libm::log(self.to / self.from)
        } else {
            (value - self.from) / (self.to - self.from)
        };
        side + share * (width - 2.0 * side)
    }

    fn ticks(&self) -> Vec<f64> {
        if !self.log {
            return ticks(&(self.from..self.to), 5.0);
        }
        let decades = libm::floor(libm::log10(self.from)) as i32..=libm::ceil(libm::log10(self.to)) as i32;
        let steps: &[f64] = if self.to / self.from > 300.0 { &[1.0] } else { &[1.0, 2.0, 5.0] };
        let all = decades
            .flat_map(|decade| steps.iter().map(move |step| step * libm::pow(10.0, f64::from(decade))));
        all.filter(|value| (self.from..=self.to).contains(value)).collect()
    }
}

impl Dot {
    /// The row on a scale, with tick labels that end in `unit` (`x` for ratios).
    #[must_use]
    pub fn svg(&self, scale: &DotScale, unit: &str) -> String {
        let says = escaped(&self.says);
        let mut text = format!(
            "<svg class=\"bands\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" data-says=\"{says}\"><title>{says}</title>\n"
        );
        for value in scale.ticks() {
            let (x, label) = (scale.at(value, WIDTH, SIDE), tick(&value));
            let _ = writeln!(
                text,
                "<path class=\"grid\" d=\"M{x:.1} 2V{FIELD}\"/><text x=\"{x:.1}\" y=\"35\" text-anchor=\"middle\">{label}{unit}</text>"
            );
        }
        if unit == "x" && scale.from < 1.0 && scale.to > 1.0 {
            let _ =
                writeln!(text, "<path class=\"one\" d=\"M{:.1} 2V{FIELD}\"/>", scale.at(1.0, WIDTH, SIDE));
        }
        self.draw(&mut text, scale, (WIDTH, SIDE), (FIELD / 2.0 + 1.0, 8.0, 5.0));
        text + "</svg>\n"
    }

    /// Band, whisker, hollow mark and dot around a line; half the height of the band, and the radius of a mark.
    fn draw(
        &self,
        text: &mut String,
        scale: &DotScale,
        (width, side): (f64, f64),
        (y, half, radius): (f64, f64, f64),
    ) {
        let at = |value: f64| scale.at(value, width, side);
        let mut element = |line: core::fmt::Arguments<'_>| {
            // Writing to a string does not fail.
            let _ = writeln!(text, "{line}");
        };
        if self.low.is_some() || self.high.is_some() {
            let (left, right) = (self.low.map_or(0.0, at), self.high.map_or(width, at));
            let (left, span) = if right - left < 2.0 { (left - 1.0, 2.0) } else { (left, right - left) };
            element(format_args!(
                "<rect class=\"accepted\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{span:.1}\" height=\"{:.1}\"/>",
                y - half,
                2.0 * half
            ));
        }
        if let Some((low, high)) = self.interval {
            let (low, high, top, foot) = (at(low), at(high), y - radius, y + radius);
            element(format_args!(
                "<path class=\"whisker {}\" d=\"M{low:.1} {y:.1}H{high:.1}M{low:.1} {top:.1}V{foot:.1}M{high:.1} {top:.1}V{foot:.1}\"/>",
                self.class
            ));
        }
        if let Some(value) = self.measured {
            let (x, class) = (at(value), &self.class);
            match class.as_str() {
                // Another form too: colour alone does not tell.
                "differs" => element(format_args!(
                    "<rect class=\"dot differs\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                    x - radius,
                    y - radius,
                    2.0 * radius,
                    2.0 * radius
                )),
                _ => element(format_args!(
                    "<circle class=\"dot {class}\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{radius}\"/>"
                )),
            }
        }
        let (x, reach) = (at(self.paper), radius * 1.5);
        element(format_args!(
            "<path class=\"paper\" d=\"M{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}Z\"/>",
            y - reach,
            x + reach,
            y + reach,
            x - reach
        ));
    }
}

/// The first rows in little, each on a scale of its own, below each other.
#[must_use]
pub fn little(rows: &[Dot]) -> String {
    let rows = &rows[..rows.len().min(LITTLE_MAX)];
    let height = LITTLE * rows.len() as f64;
    let mut text = format!(
        "<svg class=\"bands little\" viewBox=\"0 0 {LITTLE_WIDTH} {height}\" aria-hidden=\"true\">\n"
    );
    for (at, row) in rows.iter().enumerate() {
        let y = LITTLE * (at as f64 + 0.5);
        row.draw(&mut text, &DotScale::of([row]), (LITTLE_WIDTH, 8.0), (y, 4.5, 3.0));
    }
    text + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(low: Option<f64>, high: Option<f64>) -> Dot {
        let class = "holds".to_owned();
        Dot {
            paper: 0.6,
            measured: Some(0.8),
            low,
            high,
            interval: Some((0.7, 0.9)),
            class,
            says: "a < b".to_owned(),
        }
    }

    #[test]
    fn a_row_has_a_hollow_mark_and_a_band_where_there_is_a_bound() {
        for (low, high, bands) in
            [(None, None, 0), (Some(0.5), None, 1), (None, Some(0.9), 1), (Some(0.5), Some(0.5), 1)]
        {
            let row = row(low, high);
            let svg = row.svg(&DotScale::of([&row]), "x");
            let count = |class: &str| svg.matches(&format!("class=\"{class}\"")).count();
            assert_eq!(
                (count("paper"), count("accepted"), count("dot holds"), count("whisker holds")),
                (1, bands, 1, 1)
            );
            assert!(svg.contains("a &lt; b") && !svg.contains("NaN"));
        }
    }

    #[test]
    fn a_wide_range_is_logarithmic_and_has_ticks() {
        let wide = Dot { paper: 0.01, measured: Some(10.0), ..Dot::default() };
        let scale = DotScale::of([&wide]);
        assert!(scale.log && scale.ticks().contains(&1.0));
        let near = Dot { paper: 1.0, measured: Some(1.1), ..Dot::default() };
        assert!(!DotScale::of([&near]).log);
        assert!(!DotScale::of([]).ticks().is_empty());
    }
}
