//! From the samples of a window to a correction for every clock.

use crate::edge::{EdgeEstimate, EdgeSamples, estimate};
use crate::line::{Line, Window};
use crate::network::Mesh;

/// What the estimator may be told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Most that a pair of probes may be stretched \[ns\]: a few standard deviations of what four stamps add.
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
    /// What the clocks' lines were made of: those of them that the others did not contradict.
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
/// for all of its edges, so that no loop sees it: lines are moved by what a first fit says of `e`.
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
    let (usable, mut edges) = (measured.len(), measured.clone());
    let mut fit = Fit::new(clocks, &edges, &window).ok_or(SyncError::Disconnected { usable })?;
    for _ in 0..usable / TRIMS {
        let Some(worst) = fit.contradicted() else { break };
        let mut kept = edges.clone();
        kept.remove(worst);
        let Some(better) = Fit::new(clocks, &kept, &window) else { break };
        (edges, fit) = (kept, better);
    }
    let measured_error_ns = fit.mesh.measured_error(&middles(&fit.ahead)).unwrap_or(0.0);
    measured.iter_mut().chain(&mut edges).for_each(|edge| edge.ahead = moved(edge, &fit.clocks, &window));
    Ok(Corrections { window, clocks: fit.clocks, measured, edges, measured_error_ns })
}

/// One edge of so many may be left out. Chosen by us: a quarter of a mesh of ten partners each is far from a tree.
const TRIMS: usize = 4;
/// An edge that is off by more than so many times the median of all is left out. Chosen by us: of normal errors, one in
/// 300 is off by 4.4 medians.
const TRIM: f64 = 4.4;
/// Edges that are off by less than this stay, however small the median \[ns\].
const TRIM_MIN_NS: f64 = 1.0;

fn middles(lines: &[Line]) -> Vec<f64> {
    lines.iter().map(|line| line.middle).collect()
}

/// Clocks that fit edges.
struct Fit {
    mesh: Mesh,
    /// The edges' lines, over the mean of all clocks.
    ahead: Vec<Line>,
    clocks: Vec<Line>,
}

impl Fit {
    fn new(clocks: usize, edges: &[EdgeEstimate], window: &Window) -> Option<Self> {
        let mesh = Mesh::new(clocks, edges.iter().map(|edge| (edge.a, edge.b)).collect())?;
        let own: Vec<Line> = edges.iter().map(|edge| edge.ahead).collect();
        let first = fitted(&mesh, &own);
        let ahead: Vec<Line> = edges.iter().map(|edge| moved(edge, &first, window)).collect();
        Some(Self { clocks: fitted(&mesh, &ahead), mesh, ahead })
    }

    /// The edge that the others contradict most, if any: one whose probes all waited is off by far more than the median.
    ///
    /// One at a time, since a bad edge also bends the clocks at its ends, and with them all edges there.
    fn contradicted(&self) -> Option<usize> {
        let off = |(&(a, b), ahead): (&(u32, u32), &Line)| {
            let (a, b) = (self.clocks[a as usize], self.clocks[b as usize]);
            let at = |place| (ahead.at(place) - b.at(place) + a.at(place)).abs();
            at(-1.0).max(at(1.0))
        };
        let all: Vec<f64> = self.mesh.edges().iter().zip(&self.ahead).map(off).collect();
        let mut sorted = all.clone();
        sorted.sort_by(f64::total_cmp);
        let limit = (TRIM * sorted.get(all.len() / 2)?).max(TRIM_MIN_NS);
        let worst = all.iter().enumerate().max_by(|one, other| one.1.total_cmp(other.1))?;
        (*worst.1 > limit).then_some(worst.0)
    }
}

/// An edge's line over the mean of all clocks, when clock a shows the mean's time and what it is ahead.
fn moved(edge: &EdgeEstimate, clocks: &[Line], window: &Window) -> Line {
    let later = clocks[edge.a as usize].middle / window.half_ns();
    Line { middle: edge.ahead.at(later), ..edge.ahead }
}

/// The clocks' lines that fit the edges' best.
fn fitted(mesh: &Mesh, ahead: &[Line]) -> Vec<Line> {
    let slopes: Vec<f64> = ahead.iter().map(|line| line.slope).collect();
    let lines = mesh.clocks(&middles(ahead)).into_iter().zip(mesh.clocks(&slopes));
    lines.map(|(middle, slope)| Line { middle, slope }).collect()
}
