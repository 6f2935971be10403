//! From the samples of a window to a correction for every clock.

use crate::agreement::{agreed, moved};
use crate::edge::{EdgeEstimate, EdgeSamples, estimate};
use crate::line::{Line, Window};

/// What the estimator may be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Most that a pair of probes may be stretched \[ns\]: a few standard deviations of what four stamps add. Edges
    /// that are off by less than about as much agree.
    pub tolerance_ns: f64,
    /// Share of the probes of a direction that may lie on the wrong side of the margin, 0 to 1.
    pub share: f64,
}

impl Settings {
    /// For stamps of a NIC. Chosen by us: four stamps of 4 ns jitter and 4 ns steps differ by 8.3 ns; four of that.
    pub const HARDWARE: Self = Self { tolerance_ns: 33.0, share: 0.05 };
    /// For stamps of a driver. Chosen by us: 0.5 us of jitter and up to 2 us of lateness make 1.5 us; half of that,
    /// since a wait of one full packet at 10 Gbit/s is 1.2 us.
    pub const SOFTWARE: Self = Self { tolerance_ns: 750.0, share: 0.05 };
}

/// Why there is no correction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SyncError {
    /// The edges with enough undelayed probes do not connect all clocks.
    Disconnected {
        /// Edges that have an estimate.
        usable: usize,
    },
}

impl core::fmt::Display for SyncError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self::Disconnected { usable } = self;
        write!(f, "{usable} edges with enough undelayed probes do not connect all clocks")
    }
}

impl core::error::Error for SyncError {}

/// How far every clock is ahead of the mean of all, over a window.
#[derive(Clone, Debug, PartialEq)]
pub struct Corrections {
    /// The window.
    pub window: Window,
    /// A line per clock; their mean is zero.
    pub clocks: Vec<Line>,
    /// The edges that had enough probes.
    pub measured: Vec<EdgeEstimate>,
    /// What the clocks' lines were made of: those of them that agree.
    pub edges: Vec<EdgeEstimate>,
    /// Standard deviation of a measured difference in the middle of the window, as the loops of the mesh tell it
    /// \[ns\]; 0 without a loop.
    pub measured_error_ns: f64,
}

impl Corrections {
    /// How far a clock is ahead of the mean when it shows `reading` \[ps\]; \[ns\].
    ///
    /// Beyond the window the line goes on: what an online correction does until the next one.
    #[must_use]
    pub fn ahead_ns(&self, clock: usize, reading: i64) -> f64 {
        let Some(line) = self.clocks.get(clock) else { return 0.0 };
        let place = self.window.place(reading);
        // The mean shows less by what is asked for.
        line.at(place - line.at(place) / self.window.half_ns())
    }
}

/// Estimates all edges, reconciles them, and gives every clock its correction.
///
/// An edge's line is over the readings of its clock a; the clocks' lines are over the mean of all. A clock that is ahead
/// by `e`, at an edge whose clocks differ by `r` in rate, would make `e r` of error, 1 ns for 50 us and 20 ppm, and alike
/// for all of its edges, so that no loop sees it: lines are moved by what the fit before says of `e`.
///
/// # Errors
/// Too many edges had too few probes that met no queue.
pub fn synchronise(
    clocks: usize,
    samples: &[EdgeSamples],
    window: Window,
    settings: &Settings,
) -> Result<Corrections, SyncError> {
    let of = |edge: &EdgeSamples| estimate(edge, &window, settings.tolerance_ns, settings.share);
    let mut measured: Vec<EdgeEstimate> = samples.iter().filter_map(of).collect();
    let Some(found) = agreed(clocks, &measured, &window, settings.tolerance_ns) else {
        return Err(SyncError::Disconnected { usable: measured.len() });
    };
    measured.iter_mut().for_each(|edge| edge.ahead = moved(edge, &found.clocks, &window));
    let edges = found.edges.iter().map(|edge| measured[*edge]).collect();
    Ok(Corrections { window, clocks: found.clocks, measured, edges, measured_error_ns: found.error_ns })
}
