//! SVG text: elements, and a plotting area that maps values to pixels.
//!
//! A drawing is a page by itself and part of a page alike: it names no font file, no script and no other file, and its colours
//! follow the reader's light or dark scheme.

use super::axis::tick;
use core::fmt::{Display, Write};
use core::ops::Range;

/// Width of a drawing \[px\]. Chosen by us: text is legible where a phone shrinks it to a half.
pub(super) const WIDTH: f64 = 720.0;
/// Margin to the right of a plotting area \[px\].
const RIGHT: f64 = 26.0;
/// Room for tick labels and description on the left \[px\].
const LEFT: f64 = 84.0;
/// Left edge of titles and legends \[px\].
pub(super) const NAMES: f64 = 16.0;
/// Colours there are of curves and bars.
const COLOURS: usize = 7;
/// Advance of a letter on a phone, for the lines of a legend \[px\]. Chosen by us: the widest sans serifs take that on average.
const LETTER: f64 = 10.5;
/// About as many ticks as an axis has.
const TICKS: f64 = 6.0;

/// Style of a drawing, which is in each of them.
pub(crate) const FIGURE_STYLE: &str = include_str!("figure.css");

/// Text as XML has it.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // A line of a text within an attribute; an element has a line of its own.
            '\n' => escaped.push_str("&#10;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A drawing in the making.
#[derive(Debug, Default)]
pub(super) struct Svg {
    body: String,
}

/// Where a text begins or ends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

impl Svg {
    /// One more element; a formatted line.
    pub(super) fn element(&mut self, text: impl Display) {
        // Writing to a string does not fail.
        let _ = writeln!(self.body, "{text}");
    }

    pub(super) fn text(&mut self, (x, y): (f64, f64), anchor: Anchor, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let text = escaped(text);
        self.element(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#));
    }

    pub(super) fn title(&mut self, text: &str) {
        let text = escaped(text);
        self.element(format_args!(r#"<text class="name" x="{NAMES}" y="22">{text}</text>"#));
    }

    /// Lines of names with their colours from `top` on; returns where they end. Names flow within a line, at any size of letters.
    pub(super) fn legend(&mut self, names: &[&str], top: f64) -> f64 {
        let (mut line, mut width, mut y) = (String::new(), 0.0, top);
        for (index, name) in names.iter().enumerate() {
            let own = LETTER * (name.chars().count() as f64 + 5.0);
            if width > 0.0 && width + own > WIDTH - RIGHT - NAMES {
                self.legend_line(&line, y);
                (line, width, y) = (String::new(), 0.0, y + 22.0);
            }
            let gap = if width > 0.0 { "\u{a0}\u{a0} " } else { "" };
            let (class, name) = (fill(index), escaped(name));
            // Writing to a string does not fail.
            let _ = write!(line, "{gap}<tspan class=\"{class}\">\u{25a0}</tspan> {name}");
            width += own;
        }
        self.legend_line(&line, y);
        if names.is_empty() { top } else { y + 10.0 }
    }

    fn legend_line(&mut self, line: &str, y: f64) {
        self.element(format_args!(r#"<text class="names" x="{NAMES}" y="{y:.1}">{line}</text>"#));
    }

    /// The whole, `height` pixels high.
    pub(super) fn finish(self, title: &str, height: f64) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"figure\" viewBox=\"0 0 {WIDTH} {height:.0}\" width=\"{WIDTH}\" \
             role=\"group\" aria-label=\"{}\">\n<style>\n{}</style>\n<rect class=\"back\" width=\"{WIDTH}\" height=\"{height:.0}\"/>\n{}</svg>\n",
            escaped(title),
            FIGURE_STYLE,
            self.body
        )
    }
}

/// The class of a curve.
pub(super) fn stroke(index: usize) -> String {
    format!("s{}", index % COLOURS)
}

/// The class of a bar or point.
pub(super) fn fill(index: usize) -> String {
    format!("f{}", index % COLOURS)
}

/// A plotting area.
#[derive(Clone, Debug)]
pub(super) struct Area {
    /// Upper edge \[px\].
    pub(super) top: f64,
    /// Height \[px\].
    pub(super) height: f64,
    pub(super) x: Range<f64>,
    pub(super) y: Range<f64>,
}

impl Area {
    pub(super) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub(super) fn at_x(&self, x: f64) -> f64 {
        LEFT + (x - self.x.start) / (self.x.end - self.x.start) * (WIDTH - LEFT - RIGHT)
    }

    pub(super) fn at_y(&self, y: f64) -> f64 {
        self.bottom() - (y - self.y.start) / (self.y.end - self.y.start) * self.height
    }

    /// Begins a group whose pixels a reader's script maps back to values: left, right, from, to; bottom, top, from, to.
    pub(super) fn open(&self, svg: &mut Svg, names: (&str, &str)) {
        svg.element(format_args!(
            r#"<g class="panel" tabindex="0" data-x="{LEFT} {} {} {}" data-y="{} {} {} {}" data-names="{}|{}">"#,
            WIDTH - RIGHT,
            self.x.start,
            self.x.end,
            self.bottom(),
            self.top,
            self.y.start,
            self.y.end,
            escaped(names.0),
            escaped(names.1)
        ));
        svg.element(format_args!(
            r#"<rect class="back" x="{LEFT}" y="{:.1}" width="{:.1}" height="{:.1}"/>"#,
            self.top,
            WIDTH - LEFT - RIGHT,
            self.height
        ));
    }

    /// Lines and labels of the vertical axis, its title above it.
    pub(super) fn y_axis_below(&self, svg: &mut Svg, label: &str) {
        self.y_lines(svg);
        svg.text((NAMES, self.top - 12.0), Anchor::Start, label);
    }

    /// Lines and labels of the vertical axis, its title beside it.
    pub(super) fn y_axis(&self, svg: &mut Svg, label: &str) {
        self.y_lines(svg);
        let (x, y) = (16.0, self.top + self.height / 2.0);
        let label = escaped(label);
        svg.element(format_args!(
            r#"<text class="turned" x="{x}" y="{y:.1}" text-anchor="middle" transform="rotate(-90 {x} {y:.1})">{label}</text>"#
        ));
    }

    /// Lines and labels of the vertical axis without a title.
    pub(super) fn y_lines(&self, svg: &mut Svg) {
        for value in ticks(&self.y, TICKS) {
            let y = self.at_y(value);
            self.across(svg, "grid", y);
            svg.text((LEFT - 6.0, y + 5.0), Anchor::End, &tick(&value));
        }
        svg.element(format_args!(
            r#"<path class="axis" d="M{LEFT} {:.1}V{:.1}H{}" fill="none"/>"#,
            self.top,
            self.bottom(),
            WIDTH - RIGHT
        ));
    }

    /// Lines of the horizontal axis, and labels below it if it has a description.
    pub(super) fn x_axis(&self, svg: &mut Svg, label: Option<&str>) {
        for value in ticks(&self.x, TICKS) {
            let (x, bottom) = (self.at_x(value), self.bottom());
            svg.element(format_args!(r#"<path class="grid" d="M{x:.1} {:.1}V{bottom:.1}"/>"#, self.top));
            if label.is_some() {
                svg.text((x, bottom + 19.0), Anchor::Middle, &tick(&value));
            }
        }
        if let Some(label) = label {
            svg.text(((LEFT + WIDTH - RIGHT) / 2.0, self.bottom() + 44.0), Anchor::Middle, label);
        }
    }

    /// A horizontal line.
    pub(super) fn across(&self, svg: &mut Svg, class: &str, y: f64) {
        svg.element(format_args!(r#"<path class="{class}" d="M{LEFT} {y:.1}H{}"/>"#, WIDTH - RIGHT));
    }

    /// A curve, with its points where they are few.
    pub(super) fn curve(&self, svg: &mut Svg, (index, name): (usize, &str), points: &[(f64, f64)]) {
        /// Above that, points hide the curve. Chosen by us.
        const POINTS_MAX: usize = 40;
        let inside = points.iter().filter(|(x, y)| x.is_finite() && y.is_finite());
        let mut places = String::new();
        for (x, y) in inside.clone() {
            let _ = write!(places, "{:.1},{:.1} ", self.at_x(*x), self.at_y(*y));
        }
        let (class, name) = (stroke(index), escaped(name));
        svg.element(format_args!(
            r#"<polyline class="{class}" data-name="{name}" points="{}"><title>{name}</title></polyline>"#,
            places.trim_end()
        ));
        if points.len() <= POINTS_MAX {
            for (x, y) in inside {
                svg.element(format_args!(
                    r#"<circle class="{}" cx="{:.1}" cy="{:.1}" r="3"/>"#,
                    fill(index),
                    self.at_x(*x),
                    self.at_y(*y)
                ));
            }
        }
    }
}

/// Multiples of 1, 2 or 5 times a power of ten within a range, about `wanted` of them.
pub(super) fn ticks(range: &Range<f64>, wanted: f64) -> Vec<f64> {
    let rough = (range.end - range.start) / wanted;
    if !rough.is_finite() || rough <= 0.0 {
        return Vec::new();
    }
    let power = libm::pow(10.0, libm::floor(libm::log10(rough)));
    let step = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(power);
    let (first, last) = (libm::ceil(range.start / step) as i64, libm::floor(range.end / step) as i64);
    (first..=last).map(|count| count as f64 * step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(ticks(&(0.0..10.0), 6.0), [0.0, 2.0, 4.0, 6.0, 8.0, 10.0]);
        assert_eq!(ticks(&(237.0..240.0), 6.0), [237.0, 237.5, 238.0, 238.5, 239.0, 239.5, 240.0]);
        assert_eq!(ticks(&(0.0..1.1), 6.0).len(), 6);
        assert!(ticks(&(0.0..0.0), 6.0).is_empty());
    }

    #[test]
    fn the_ends_of_the_ranges_stand_at_the_edges() {
        let area = Area { top: 10.0, height: 100.0, x: 5.0..15.0, y: 0.0..50.0 };
        assert_eq!((area.at_x(5.0), area.at_x(15.0)), (LEFT, WIDTH - RIGHT));
        assert_eq!((area.at_y(0.0), area.at_y(50.0)), (110.0, 10.0));
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escaped("a<b & \"c\">"), "a&lt;b &amp; &quot;c&quot;&gt;");
    }
}
