//! One drawing routine, two files.

use super::FigureError;
use super::style::{WIDTH, load_font};
use plotters::coord::Shift;
use plotters::prelude::{BitMapBackend, DrawingArea, DrawingBackend, IntoDrawingArea, SVGBackend};
use plotters::style::WHITE;
use std::path::{Path, PathBuf};

/// The two files of a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Vector form.
    pub svg: PathBuf,
    /// Bitmap form.
    pub png: PathBuf,
}

/// Something that can be drawn on either backend.
pub(super) trait Drawing {
    /// Height \[px\] for the fixed width.
    fn height(&self) -> u32;

    /// Draws on a white canvas.
    fn draw<B: DrawingBackend>(&self, canvas: &DrawingArea<B, Shift>) -> Result<(), String>;
}

/// Writes `stem`.svg and `stem`.png.
pub(super) fn write(stem: &Path, drawing: &impl Drawing) -> Result<Written, FigureError> {
    load_font();
    let size = (WIDTH, drawing.height());
    let written = Written { svg: with_extension(stem, "svg"), png: with_extension(stem, "png") };
    for (path, drawn) in [(&written.svg, svg(size, drawing)), (&written.png, png(size, drawing))] {
        let write = |content: Vec<u8>| std::fs::write(path, content).map_err(said);
        drawn.and_then(write).map_err(|problem| FigureError { path: path.clone(), problem })?;
    }
    Ok(written)
}

/// Bytes of a pixel: red, green, blue.
const PIXEL: usize = 3;

fn svg(size: (u32, u32), drawing: &impl Drawing) -> Result<Vec<u8>, String> {
    let mut text = String::new();
    finish(SVGBackend::with_string(&mut text, size).into_drawing_area(), drawing)?;
    Ok(text.into_bytes())
}

fn png((width, height): (u32, u32), drawing: &impl Drawing) -> Result<Vec<u8>, String> {
    let mut pixels = vec![0; width as usize * height as usize * PIXEL];
    finish(BitMapBackend::with_buffer(&mut pixels, (width, height)).into_drawing_area(), drawing)?;
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_depth(png::BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(said)?;
    writer.write_image_data(&pixels).map_err(said)?;
    writer.finish().map_err(said)?;
    Ok(file)
}

fn finish<B: DrawingBackend>(canvas: DrawingArea<B, Shift>, drawing: &impl Drawing) -> Result<(), String> {
    canvas.fill(&WHITE).map_err(said)?;
    drawing.draw(&canvas)?;
    canvas.present().map_err(said)
}

/// Appends, so that a stem with a dot in it keeps its name.
fn with_extension(stem: &Path, extension: &str) -> PathBuf {
    let mut name = stem.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

/// Any error of the plotting library as text.
pub(super) fn said(error: impl core::fmt::Display) -> String {
    error.to_string()
}
