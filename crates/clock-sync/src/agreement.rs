//! The clocks that most edges agree on, however far off the others are.
//!
//! An edge none of whose probes met empty queues all the way is off by what they waited. Under load a third of a mesh is,
//! and most of these to one side: least squares is bent towards them until nothing stands out any more, and the median is
//! one of them. But they are off by different amounts, and the good ones agree to the noise of stamps. So an edge counts
//! less the farther it is off, on a scale that begins as wide as the worst of them, which is least squares, and shrinks to
//! the noise, at which those count that agree (graduated non-convexity, \[Yang20\]).

use crate::edge::EdgeEstimate;
use crate::line::{Line, Window};
use crate::network::Mesh;

/// From one scale to the next. Chosen by us; \[Yang20\] steps by the root of it.
const STEP: f64 = 1.4;
/// Most scales: from a nanosecond to four days.
const SCALES: usize = 100;
/// Fits at the last scale. Chosen by us: of 318 meshes of 16 clocks, up to six edges of ten off, 316 moved by less than
/// 0.1 ns after that.
const SETTLING: usize = 20;
/// Least weight of an edge. Chosen by us: a clock that no edge agrees on still has a place.
const WEIGHT_MIN: f64 = 1e-9;
/// An edge that is off by more than this multiple of the median of those that agree is left out. Chosen by us: of normal
/// errors, one in 300 is off by 4.4 medians.
const TRIM: f64 = 4.4;
/// Edges that are off by less than this agree, however small the noise \[ns\].
const AGREE_MIN_NS: f64 = 1.0;

/// Result of a mesh of measured edges.
pub(crate) struct Agreement {
    /// A line per clock, how far it is ahead of the mean of all.
    pub(crate) clocks: Vec<Line>,
    /// The edges that agree, by their numbers, ascending.
    pub(crate) edges: Vec<usize>,
    /// Standard deviation of the middle of one of them, as their loops tell it \[ns\]; 0 without a loop.
    pub(crate) error_ns: f64,
}

/// The clocks that most of the edges agree on to about `tolerance_ns`; `None` if the edges do not connect `clocks` clocks.
pub(crate) fn agreed(
    clocks: usize,
    edges: &[EdgeEstimate],
    window: &Window,
    tolerance_ns: f64,
) -> Option<Agreement> {
    let tolerance_ns = tolerance_ns.max(AGREE_MIN_NS);
    let fitted = graduated(clocks, edges, window, tolerance_ns)?;
    let off: Vec<f64> = edges.iter().map(|edge| fitted.off_ns(edge, window)).collect();
    let mut nearest: Vec<usize> = (0..edges.len()).collect();
    nearest.sort_by(|one, other| off[*one].total_cmp(&off[*other]));
    let within = |limit| nearest.partition_point(|edge| off[*edge] <= limit);
    let median = nearest.get(within(tolerance_ns) / 2).map_or(0.0, |edge| off[*edge]);
    // What agrees may leave a clock without any edge; the next nearest ones are better than none.
    let enough = within((TRIM * median).max(AGREE_MIN_NS))..=edges.len();
    enough.into_iter().find_map(|count| {
        let mut kept = nearest[..count].to_vec();
        kept.sort_unstable();
        fitted.refit(edges, kept, window)
    })
}

/// Clocks fitted to all edges, at last as if those that are off by more than the tolerance were not there.
fn graduated(clocks: usize, edges: &[EdgeEstimate], window: &Window, tolerance_ns: f64) -> Option<Fitted> {
    let mut fitted = Fitted { clocks: vec![Line::default(); clocks] }.weighted(edges, window, |_| 1.0)?;
    let worst = edges.iter().map(|edge| fitted.off_ns(edge, window)).fold(0.0, f64::max);
    for scale in scales(worst, tolerance_ns) {
        let counts = |edge: &EdgeEstimate| weight(fitted.off_ns(edge, window) / scale);
        fitted = fitted.weighted(edges, window, counts)?;
    }
    Some(fitted)
}

/// Scales from `worst` down to `last`, and that until nothing moves.
fn scales(worst: f64, last: f64) -> impl Iterator<Item = f64> {
    let falling = core::iter::successors(Some(worst), |scale| Some(scale / STEP)).take(SCALES);
    falling.take_while(move |scale| *scale > last).chain(core::iter::repeat_n(last, SETTLING))
}

/// The weight of an edge by its error in scales: Geman and McClure's, a quarter at one.
fn weight(off: f64) -> f64 {
    let near = 1.0 / (1.0 + off * off);
    (near * near).max(WEIGHT_MIN)
}

/// Clocks, and how edges look from them.
struct Fitted {
    clocks: Vec<Line>,
}

impl Fitted {
    /// An edge's line over the mean of all clocks.
    fn moved(&self, edge: &EdgeEstimate, window: &Window) -> Line {
        moved(edge, &self.clocks, window)
    }

    /// How far an edge is from what the clocks say, where that is farthest \[ns\].
    fn off_ns(&self, edge: &EdgeEstimate, window: &Window) -> f64 {
        let [a, b] = [edge.a, edge.b].map(|clock| self.clocks[clock as usize]);
        let ahead = self.moved(edge, window);
        let at = |place| (ahead.at(place) - b.at(place) + a.at(place)).abs();
        at(-1.0).max(at(1.0))
    }

    /// The clocks that fit the edges best when each counts so much.
    fn weighted(
        &self,
        edges: &[EdgeEstimate],
        window: &Window,
        weight: impl Fn(&EdgeEstimate) -> f64,
    ) -> Option<Self> {
        let ends = edges.iter().map(|edge| (edge.a, edge.b)).collect();
        let mesh = Mesh::weighted(self.clocks.len(), ends, edges.iter().map(weight).collect())?;
        let ahead: Vec<Line> = edges.iter().map(|edge| self.moved(edge, window)).collect();
        Some(Self { clocks: lines(&mesh, &ahead) })
    }

    /// The clocks that fit some of the edges best; `None` if those do not connect all clocks.
    fn refit(&self, edges: &[EdgeEstimate], kept: Vec<usize>, window: &Window) -> Option<Agreement> {
        let ends = kept.iter().map(|edge| (edges[*edge].a, edges[*edge].b)).collect();
        let mesh = Mesh::new(self.clocks.len(), ends)?;
        let ahead: Vec<Line> = kept.iter().map(|edge| self.moved(&edges[*edge], window)).collect();
        let error_ns = mesh.measured_error(&middles(&ahead)).unwrap_or(0.0);
        Some(Agreement { clocks: lines(&mesh, &ahead), edges: kept, error_ns })
    }
}

/// An edge's line over the mean of all clocks, when clock a shows the mean's time and what it is ahead.
pub(crate) fn moved(edge: &EdgeEstimate, clocks: &[Line], window: &Window) -> Line {
    let later = clocks[edge.a as usize].middle / window.half_ns();
    Line { middle: edge.ahead.at(later), ..edge.ahead }
}

/// The clocks' lines that fit the edges' best.
fn lines(mesh: &Mesh, ahead: &[Line]) -> Vec<Line> {
    let slopes: Vec<f64> = ahead.iter().map(|line| line.slope).collect();
    let lines = mesh.clocks(&middles(ahead)).into_iter().zip(mesh.clocks(&slopes));
    lines.map(|(middle, slope)| Line { middle, slope }).collect()
}

fn middles(lines: &[Line]) -> Vec<f64> {
    lines.iter().map(|line| line.middle).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(a: u32, b: u32, ahead: f64) -> EdgeEstimate {
        EdgeEstimate { a, b, ahead: Line { middle: ahead, slope: 0.0 }, probes: [0; 2] }
    }

    /// Clock 8 is 10 ns ahead of one and behind another that agree with six more to the last digit: one edge has to do.
    #[test]
    fn a_clock_that_no_edge_agrees_on_is_placed_by_the_nearest_one() {
        let mut edges: Vec<EdgeEstimate> =
            (1..8).flat_map(|b| (0..b).map(move |a| edge(a, b, 0.0))).collect();
        let agreeing = edges.len();
        edges.extend([edge(0, 8, 10.0), edge(1, 8, -10.0)]);
        let window = Window { from: 0, to: 1_000_000_000 };
        let found = agreed(9, &edges, &window, 33.0).unwrap();
        assert_eq!(found.edges.iter().filter(|edge| **edge >= agreeing).count(), 1, "{:?}", found.edges);
        let last = found.clocks[8].middle - found.clocks[7].middle;
        assert!((last.abs() - 10.0).abs() < 2.0, "{:?}", found.clocks);
    }
}
