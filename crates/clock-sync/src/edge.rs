//! Two clocks that probe each other: how far one is ahead of the other, as a line over a window.
//!
//! A probe from a to b arrives `offset + delay` after it left, in their stamps; one from b to a left `offset - delay`
//! after it arrived. Waiting only adds to a delay, so the first are bounds from above, the second from below, and the
//! least delay there and back is the same: the offset is the line in the middle between them. Its slope is the
//! difference of the clocks' rates. Where the ways differ, half of the difference is error that nothing can find.

use crate::coded::{Pair, pure};
use crate::line::{Line, Window};
use crate::svm::{self, Point};
use crate::{PS_PER_NS, Stamped};

/// What two clocks exchanged in a window.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EdgeSamples {
    /// One clock.
    pub a: u32,
    /// The other one.
    pub b: u32,
    /// Pairs from a to b.
    pub there: Vec<Pair>,
    /// Pairs from b to a.
    pub back: Vec<Pair>,
}

/// How far clock b is ahead of clock a.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EdgeEstimate {
    /// One clock.
    pub a: u32,
    /// The other one.
    pub b: u32,
    /// b's reading less a's \[ns\].
    pub ahead: Line,
    /// Probes that were used, there and back.
    pub probes: [u32; 2],
}

/// Largest difference of two clocks' rates that is looked for. Chosen by us: crystals are good to 100 ppm each.
const STEEPEST: f64 = 200e-6;

/// The estimate of one edge, from probes that met no queue; `None` with too few of them.
///
/// `tolerance_ns` is how much a pair may be stretched, `share` how many of the remaining probes may contradict.
#[must_use]
pub fn estimate(
    samples: &EdgeSamples,
    window: &Window,
    tolerance_ns: f64,
    share: f64,
) -> Option<EdgeEstimate> {
    let above: Vec<Point> = pure(&samples.there, tolerance_ns).map(|probe| upper(&probe, window)).collect();
    let below: Vec<Point> = pure(&samples.back, tolerance_ns).map(|probe| lower(&probe, window)).collect();
    let ahead = svm::between(&above, &below, share, STEEPEST * window.half_ns())?;
    let probes = [above.len() as u32, below.len() as u32];
    Some(EdgeEstimate { a: samples.a, b: samples.b, ahead, probes })
}

/// Both bounds are placed by a's clock.
fn upper(probe: &Stamped, window: &Window) -> Point {
    (window.place(probe.sent), probe.delay_ns())
}

fn lower(probe: &Stamped, window: &Window) -> Point {
    (window.place(probe.received), (probe.sent - probe.received) as f64 / PS_PER_NS)
}
