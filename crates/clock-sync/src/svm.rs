//! The line between points above and points below it: a linear support vector machine.
//!
//! With the gap between the two sets scaled to 2, the weights of the line's normal add up to 1/2 on each side, so a cost
//! C leaves at most 1 / (2 C) points of a side on the margin or beyond it. C is therefore chosen from the share of points
//! that may be beyond: `1 / (2 share n)`. Without noise that is the widest gap, with noise a low quantile of it.

use crate::line::Line;
use linfa::Dataset;
use linfa::traits::Fit;
use linfa_svm::Svm;
use ndarray::{Array1, Array2, array};

/// A point: its place in the window, its value \[ns\].
pub(crate) type Point = (f64, f64);

/// Fewest points of a side. Chosen by us: three for each slice of the window.
const POINTS_MIN: usize = 3 * SLICES;
/// Slices of the window, of which all but one need a point. Chosen by us: few, so that sparse probes suffice.
const SLICES: usize = 4;
/// Most fits; each takes its margins across the line of the one before.
const ROUNDS: u32 = 8;
/// A fit that moves the line by no more than this is the last \[ns\].
const SETTLED_NS: f64 = 0.1;
/// Margins are measured straight across a line, delays straight up. The longer the window is in the units of the gap, the
/// less that differs.
const STRETCH: f64 = 10.0;
/// Only points near the gap can be on the margin: this multiple of the share that may be beyond it is kept.
const NEAR_SHARES: f64 = 8.0;
/// And at least this many.
const NEAR_MIN: usize = 60;
/// The fringe of a set, next to the gap, are this multiple of the share that may be beyond the margin.
const FRINGE_SHARES: f64 = 4.0;
/// Narrowest fringe \[ns\]. Chosen by us: stamps are in nanoseconds, and points that the solver cannot tell apart keep it busy.
const FRINGE_MIN_NS: f64 = 4.0;
/// The line it begins with is between all points, so the one between most of them is not farther than this many fringes; a
/// fit that leaps farther has not come to its end, and is not taken.
const LEAP: f64 = 4.0;
/// The largest number of points of a side, about: the solver's time grows with their square.
const TAKEN: usize = 400;
/// Points farther from the middle than this many half gaps are nowhere near the margin, and only cost precision.
const FAR: f64 = 100.0;
/// When the solver stops, in half gaps; the gap has been narrowed to the fringe.
const PRECISION: f64 = 1e-3;

/// The line in the middle between `above` and `below`, of which a `share` may lie on the wrong side of its margin.
///
/// Its slope is `steepest` \[ns\] at most, or a little more. `None` if there are too few points, or no gap between most of
/// them.
pub(crate) fn between(above: &[Point], below: &[Point], share: f64, steepest: f64) -> Option<Line> {
    if !(covers(above) && covers(below)) {
        return None;
    }
    let mut line = widest(above, below, steepest);
    for _ in 0..ROUNDS {
        let gap = Gap::of(rest(above, line), rest(below, line), share)?;
        let step = gap.machine(share).filter(|step| step.size() <= LEAP * gap.fringe);
        let Some(step) = step else { break };
        line = line + step;
        if step.size() <= SETTLED_NS {
            break;
        }
    }
    Some(line)
}

fn slice(point: &Point) -> usize {
    (((point.0 + 1.0) / 2.0 * SLICES as f64) as usize).min(SLICES - 1)
}

/// Whether points say something about most of the window: without any in a part of it, the widest gap is one that is
/// tilted there.
fn covers(points: &[Point]) -> bool {
    let seen = |index| points.iter().any(|point| slice(point) == index);
    points.len() >= POINTS_MIN && (0..SLICES).filter(|index| seen(*index)).count() + 1 >= SLICES
}

/// A line to begin with: in the middle of the widest gap, measured straight up, that a slope of `steepest` at most leaves.
///
/// Over the slope the gap is concave, the least of straight lines, so halving the range towards the wider side finds it.
fn widest(above: &[Point], below: &[Point], steepest: f64) -> Line {
    let edges = |slope: f64| {
        let level = |point: &Point| point.1 - slope * point.0;
        let high = above.iter().map(level).fold(f64::INFINITY, f64::min);
        let low = below.iter().map(level).fold(f64::NEG_INFINITY, f64::max);
        (high, low)
    };
    let gap = |slope: f64| edges(slope).0 - edges(slope).1;
    let (mut from, mut to) = (-steepest, steepest);
    while to - from > SETTLED_NS {
        let third = (to - from) / 3.0;
        if gap(from + third) < gap(to - third) { from += third } else { to -= third }
    }
    let slope = (from + to) / 2.0;
    let (high, low) = edges(slope);
    Line { middle: (high + low) / 2.0, slope }
}

/// What is left of points once a line is taken away.
fn rest(points: &[Point], line: Line) -> Vec<Point> {
    points.iter().map(|&(place, value)| (place, value - line.at(place))).collect()
}

/// Two sets of points and what is between them.
struct Gap {
    above: Vec<Point>,
    below: Vec<Point>,
    middle: f64,
    half: f64,
    /// How far the points that can be on the margin lie apart.
    fringe: f64,
}

impl Gap {
    /// `None` if there is none.
    fn of(above: Vec<Point>, below: Vec<Point>, share: f64) -> Option<Self> {
        let (high, low) = (quantile(&above, share, 1.0), quantile(&below, share, -1.0));
        let fringe = fringe(&above, share, 1.0).max(fringe(&below, share, -1.0)).max(FRINGE_MIN_NS);
        (high > low).then_some(Self {
            above,
            below,
            middle: (high + low) / 2.0,
            half: (high - low) / 2.0,
            fringe,
        })
    }

    /// The points of a side that are near the gap, in units of the fringe, moved so that it is as wide as two of them.
    fn near(&self, share: f64, sign: f64) -> Vec<Point> {
        let points = if sign > 0.0 { &self.above } else { &self.below };
        let closer = sign * (self.half - self.fringe).max(0.0);
        let scaled = |(place, value): Point| (place * STRETCH, (value - self.middle - closer) / self.fringe);
        let near = nearest(points, share, sign).into_iter().map(scaled);
        near.filter(|point| point.1.abs() < FAR).collect()
    }

    /// The line of the support vector machine.
    fn machine(&self, share: f64) -> Option<Line> {
        let (high, low) = (self.near(share, 1.0), self.near(share, -1.0));
        let rows = high.len() + low.len();
        let mut records = Array2::zeros((rows, 2));
        for (mut row, point) in records.outer_iter_mut().zip(high.iter().chain(&low)) {
            (row[0], row[1]) = *point;
        }
        let targets: Array1<bool> = (0..rows).map(|row| row < high.len()).collect();
        let cost = |all: &[Point], near: &[Point]| cost(all.len(), near.len(), share);
        let machine = Svm::<f64, bool>::params()
            .eps(PRECISION)
            .pos_neg_weights(cost(&self.above, &high), cost(&self.below, &low))
            .linear_kernel()
            .fit(&Dataset::new(records, targets))
            .ok()?;
        let (along, across) =
            (machine.weighted_sum(&array![1.0, 0.0]), machine.weighted_sum(&array![0.0, 1.0]));
        let usable = across.is_finite() && across > f64::EPSILON;
        let middle = self.middle + self.fringe * machine.rho / across;
        usable.then(|| Line { middle, slope: -self.fringe * STRETCH * along / across })
    }
}

/// Cost of a point beyond the margin, of `all` points with `near` at the gap.
fn cost(all: usize, near: usize, share: f64) -> f64 {
    // Of many points only some are taken, each for as many as it stands for.
    let every = all.div_ceil(TAKEN).max(1);
    let beyond = (share * all as f64 / every as f64).max(1.0);
    1.0 / (2.0 * beyond.min(near as f64))
}

/// How far the points that can be on the margin lie apart \[ns\].
fn fringe(points: &[Point], share: f64, sign: f64) -> f64 {
    sign * (quantile(points, FRINGE_SHARES * share, sign) - quantile(points, 0.0, sign))
}

/// The points that are nearest to the gap, every n-th of them if there are many; `sign` is 1 if that is below them.
fn nearest(points: &[Point], share: f64, sign: f64) -> Vec<Point> {
    let every = points.len().div_ceil(TAKEN).max(1);
    let mut sorted: Vec<Point> = points.iter().copied().step_by(every).collect();
    sorted.sort_by(|one, other| (sign * one.1).total_cmp(&(sign * other.1)));
    let wanted = (NEAR_SHARES * share * sorted.len() as f64) as usize;
    sorted.truncate(wanted.max(NEAR_MIN));
    sorted
}

/// The value that a share of the points lies beyond, towards the gap.
fn quantile(points: &[Point], share: f64, sign: f64) -> f64 {
    let mut values: Vec<f64> = points.iter().map(|point| sign * point.1).collect();
    values.sort_by(f64::total_cmp);
    let index = ((values.len() as f64 * share) as usize).min(values.len() - 1);
    sign * values[index]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(values: [f64; 4]) -> Vec<Point> {
        [-1.0, 0.0, 0.5, 1.0].into_iter().zip(values).collect()
    }

    #[test]
    fn a_line_is_taken_away_from_the_values() {
        assert_eq!(rest(&[(0.5, 30.0)], Line { middle: 10.0, slope: 20.0 }), [(0.5, 10.0)]);
    }

    #[test]
    fn the_end_of_the_window_is_in_its_last_slice() {
        assert_eq!([-1.0, -0.5, 0.49, 1.0].map(|place| slice(&(place, 0.0))), [0, 1, 2, 3]);
    }

    #[test]
    fn a_gap_is_between_quantiles_and_scaled_by_its_fringe() {
        let [above, below] = [[110.0, 116.0, 112.0, 114.0], [90.0, 84.0, 88.0, 86.0]].map(points);
        let gap = Gap::of(above.clone(), below, 0.25).unwrap();
        // The second point of four on each side: 112 and 88; the nearest and the farthest are 6 apart.
        assert_eq!((gap.middle, gap.half, gap.fringe), (100.0, 12.0, 6.0));
        let near: Vec<f64> = gap.near(0.25, 1.0).iter().map(|point| point.1).collect();
        assert_eq!(near, [4.0 / 6.0, 1.0, 8.0 / 6.0, 10.0 / 6.0]);
        let near: Vec<f64> = gap.near(0.25, -1.0).iter().map(|point| point.1).collect();
        assert_eq!(near, [-4.0 / 6.0, -1.0, -8.0 / 6.0, -10.0 / 6.0]);
        assert_eq!(gap.near(0.25, 1.0)[0].0, -STRETCH);
        let touching = points([90.0, 84.0, 110.0, 86.0]);
        assert!(Gap::of(above, touching, 0.0).is_none(), "sets that touch have no gap");
    }

    #[test]
    fn of_many_points_every_nth_is_taken_and_the_nearest_are_kept() {
        let many: Vec<Point> = (0..801).map(|value| (0.0, f64::from(800 - value))).collect();
        let near = nearest(&many, 0.05, 1.0);
        // A third of 801, of which 8 times 5 % are near.
        assert_eq!((near.len(), near[0].1, near[105].1), (106, 2.0, 317.0));
        assert_eq!(nearest(&many, 0.05, -1.0)[0].1, 800.0);
        assert_eq!(fringe(&many, 0.05, 1.0), 160.0);
        assert_eq!(fringe(&many, 0.05, -1.0), 160.0);
    }

    #[test]
    fn a_point_costs_as_the_share_beyond_the_margin_asks() {
        assert_eq!(cost(100, 80, 0.1), 0.05);
        assert_eq!(cost(800, 300, 0.1), 0.0125);
        // One point at least, and no more than are there.
        assert_eq!(cost(10, 10, 0.01), 0.5);
        assert_eq!(cost(100, 5, 0.1), 0.1);
    }
}
