//! Plots as SVG: queue lengths over time, grouped bars, distributions.

mod axis;
mod bars;
mod error;
mod lines;
mod panels;
mod svg;
mod thin;
mod write;

pub use axis::Axis;
pub use bars::{BarChart, bars};
pub use error::FigureError;
pub use lines::{LineChart, Series, cdf_points, lines};
pub use panels::{PanelChart, panels};
pub(crate) use svg::escaped;
