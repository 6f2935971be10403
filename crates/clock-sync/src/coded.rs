//! Coded probes: a pair whose distance has survived the way met no queue.
//!
//! Two probes that leave a known time apart arrive as far apart if neither waited, and hardly ever if one did: their
//! waits would have to be equal.

use crate::{PS_PER_NS, Stamped};

/// Two probes, in the order they left.
pub type Pair = [Stamped; 2];

/// How much farther apart a pair arrived than it left \[ns\].
#[must_use]
pub fn stretch_ns(pair: &Pair) -> f64 {
    let [first, second] = pair;
    ((second.received - first.received) - (second.sent - first.sent)) as f64 / PS_PER_NS
}

/// The probes of the pairs that arrived as far apart as they left, to `tolerance_ns` \[ns\].
pub fn pure(pairs: &[Pair], tolerance_ns: f64) -> impl Iterator<Item = Stamped> + '_ {
    pairs.iter().filter(move |pair| stretch_ns(pair).abs() <= tolerance_ns).flatten().copied()
}
