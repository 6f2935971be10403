//! Plots as SVG: queue lengths over time, grouped bars, distributions, measurements beside a paper's values.

mod axis;
mod bands;
mod bars;
mod error;
mod lines;
mod marks;
mod panels;
mod small;
mod svg;
mod thin;
mod write;

pub use axis::Axis;
pub use bands::{BANDS_STYLE, Dot, DotScale, little};
pub use bars::{BarChart, bars};
pub use error::FigureError;
pub use lines::{LineChart, Series, cdf_points, lines};
pub use marks::{Mark, Whisker};
pub use panels::{PanelChart, panels};
pub use small::small;
pub(crate) use svg::{FIGURE_STYLE, escaped};
