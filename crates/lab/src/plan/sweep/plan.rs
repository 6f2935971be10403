//! `plan.toml` of the sweep kind.

use crate::plan::findings;
use crate::sweep::{Grid, read_cells};
use freeboard_scenario::document::{Document, Fault, Section};
use freeboard_scenario::file::Scenario;
use freeboard_scenario::quantity::{COUNT, PICOS};

/// Keys of `plan.toml` beside those of a sweep.
const KEYS: [&str; 6] = ["kind", "claim", "quick", "scale", "plot", "finding"];

/// A plan: a sweep, and what is drawn and known of it.
#[derive(Clone, Debug)]
pub struct SweepPlan {
    /// What is swept and measured.
    pub grid: Grid,
    /// How the runs differ in scale from the paper's.
    pub scale: String,
    /// What is drawn.
    pub plots: Vec<PlotSpec>,
    /// Quantities that differ or stay open, by id, and why.
    pub findings: Vec<(String, String)>,
}

/// A plot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlotSpec {
    /// File name without ending.
    pub name: String,
    /// What it shows.
    pub shows: Shows,
    /// In which cells, as in a quantity.
    pub cells: Vec<(String, Vec<String>)>,
}

/// What a plot shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A measure over an axis, a curve per scheme.
    Measure {
        /// The measure.
        y: String,
        /// The axis.
        x: String,
        /// A measure that is the same for all schemes, as one more curve.
        beside: Option<String>,
    },
    /// The queues towards a receiver over time, a panel per scheme.
    Queue {
        /// Receiver, from 0.
        receiver: u32,
        /// From \[ps\].
        from_ps: u64,
        /// To \[ps\].
        to_ps: u64,
    },
}

impl SweepPlan {
    /// Reads `plan.toml`.
    ///
    /// # Errors
    /// The first thing that is not legal, in the file or in one of its combinations.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| {
            let grid = Grid::from_root(document, root, &KEYS)?;
            let plots = root.sections("plot")?;
            let plots = plots.iter().map(|one| PlotSpec::read(one, grid.base())).collect::<Result<_, _>>()?;
            let scale =
                root.get("scale").map_or(Ok(String::new()), |entry| entry.string().map(str::to_owned))?;
            Ok(Self { grid, scale, plots, findings: findings(root)? })
        })
    }
}

impl PlotSpec {
    fn read(section: &Section<'_>, base: &Scenario) -> Result<Self, Fault> {
        let text = |key: &str| section.need(key, "a name in quotes")?.string().map(str::to_owned);
        let cells = read_cells(section)?;
        let shows = if section.get("y").is_some() {
            section.expect_keys(&["name", "cells", "y", "x", "beside"])?;
            let beside = section.get("beside").map(|entry| entry.string().map(str::to_owned)).transpose()?;
            Shows::Measure { y: text("y")?, x: text("x")?, beside }
        } else {
            section.expect_keys(&["name", "cells", "receiver", "from", "to"])?;
            let most = base.topology.shape.receivers();
            let receiver = section.get("receiver").map_or(Ok(1), |e| e.word(&COUNT, 1..=most))?;
            let moment = |key: &str| section.need(key, "a time")?.unsigned(&PICOS, 0..=base.run.time_ps);
            Shows::Queue { receiver: receiver - 1, from_ps: moment("from")?, to_ps: moment("to")? }
        };
        Ok(Self { name: text("name")?, shows, cells })
    }
}
