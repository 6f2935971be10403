//! Colours, sizes and the font.

use plotters::style::{Color, FontStyle, IntoFont, RGBColor, ShapeStyle, TextStyle, register_font};
use std::sync::Once;

/// Font family of all text; in SVG a viewer without it falls back to its own sans serif.
pub(super) const FAMILY: &str = "sans-serif";

/// Width of a figure \[px\]: a full page column at 2x.
pub(super) const WIDTH: u32 = 1200;

/// Okabe-Ito colours without yellow: told apart by colour-blind readers, legible on white.
const PALETTE: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(60, 60, 60),
];

pub(super) const GRID: RGBColor = RGBColor(226, 226, 226);
pub(super) const INK: RGBColor = RGBColor(40, 40, 40);

pub(super) fn colour(index: usize) -> RGBColor {
    PALETTE[index % PALETTE.len()]
}

pub(super) fn stroke(index: usize) -> ShapeStyle {
    ShapeStyle { color: colour(index).to_rgba(), filled: false, stroke_width: 2 }
}

pub(super) fn text(size: u32) -> TextStyle<'static> {
    (FAMILY, size).into_font().color(&INK)
}

/// Registers the bundled font once per process.
pub(super) fn load_font() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // The font is a constant of the build; should it ever not parse, drawing text reports it.
        for style in [FontStyle::Normal, FontStyle::Bold] {
            let _ = register_font(FAMILY, style, dejavu::sans::regular());
        }
    });
}
