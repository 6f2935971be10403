//! Plots as SVG and PNG files: queue lengths over time, grouped bars, distributions.
//!
//! The rest of the crate sees plain data and a path; only this folder knows the plotting library. Text is
//! drawn with a bundled font, because a clean machine has none.

mod axis;
mod bars;
mod error;
mod lines;
mod panels;
mod style;
mod thin;
mod write;

pub use axis::Axis;
pub use bars::{BarChart, bars};
pub use error::FigureError;
pub use lines::{LineChart, Series, cdf_points, lines};
pub use panels::{PanelChart, panels};
pub use write::Written;
