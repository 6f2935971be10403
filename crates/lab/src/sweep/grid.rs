//! Sweep grid: schemes, loads, seeds.

use crate::document::{Document, Fault};
use crate::quantity::FRACTION_PPM;
use crate::scenario::{Scenario, Traffic};
use freeboard_replay::Digest;

/// Loads a sweep may ask for \[millionths\]: those of a scenario's own workloads.
const LOADS_PPM: core::ops::RangeInclusive<u32> = 1_000..=990_000;

/// A scenario and the loads of its Poisson workloads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    scenario: Scenario,
    /// \[millionths\]; empty for the scenario's own.
    loads: Vec<u32>,
}

/// One run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its number, from 0.
    pub cell: usize,
    /// Scheme, by index in the scenario.
    pub scheme: usize,
    /// Load \[millionths\]; `None` for the scenario's own.
    pub load: Option<u32>,
    /// Seed.
    pub seed: u64,
}

impl Grid {
    /// Reads a scenario that may have a section `[sweep]` with the key `load`, one value or several.
    ///
    /// # Errors
    /// The first thing in the file that is not legal.
    pub fn read(document: &Document) -> Result<Self, Fault> {
        document.read(|root| {
            let mut scenario = Scenario::from_root(root, &["sweep"])?;
            // Cells are numbers in a line each; nothing reads samples.
            scenario.run.sample_ps = 0;
            let Some(section) = root.section("sweep")? else {
                return Ok(Self { scenario, loads: Vec::new() });
            };
            section.expect_keys(&["load"])?;
            let entry = section.need("load", "fractions, e.g. [\"30 %\", \"80 %\"]")?;
            if !scenario.workloads.iter().any(|workload| matches!(workload.traffic, Traffic::Poisson(_))) {
                return Err(entry.fault("has no workload to act on", "a [[workload]] of kind \"poisson\""));
            }
            let items = entry.items();
            let loads = items.iter().map(|item| item.word(&FRACTION_PPM, LOADS_PPM));
            Ok(Self { scenario, loads: loads.collect::<Result<_, _>>()? })
        })
    }

    /// Every cell: schemes, in them loads, in them seeds.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let loads: Vec<Option<u32>> = match self.loads.as_slice() {
            [] => vec![None],
            loads => loads.iter().copied().map(Some).collect(),
        };
        let mut points = Vec::new();
        for scheme in 0..self.scenario.schemes.len() {
            for &load in &loads {
                for &seed in &self.scenario.run.seeds {
                    points.push(Point { cell: points.len(), scheme, load, seed });
                }
            }
        }
        points
    }

    /// The scenario of a cell.
    #[must_use]
    pub fn scenario_of(&self, point: &Point) -> Scenario {
        let mut scenario = self.scenario.clone();
        if let Some(load) = point.load {
            for workload in &mut scenario.workloads {
                if let Traffic::Poisson(poisson) = &mut workload.traffic {
                    poisson.load_ppm = load;
                }
            }
        }
        scenario
    }

    /// Says whether two results are of the same plan: a hash of all that decides them.
    #[must_use]
    pub fn fingerprint(&self) -> u32 {
        let mut digest = Digest::default();
        for byte in format!("{} {self:?}", env!("CARGO_PKG_VERSION")).bytes() {
            digest.word(u32::from(byte));
        }
        digest.value()
    }

    /// Simulated time of one cell \[ps\].
    #[must_use]
    pub const fn cell_ps(&self) -> u64 {
        self.scenario.run.time_ps
    }
}
