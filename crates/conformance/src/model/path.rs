//! The links of a flow's path, as their telemetry shows them.

use freeboard_oracle::{HOPS_MAX, Hop, Path};
use freeboard_replay::Random;

/// Link rates in turn \[Mbit/s\].
const RATES_MBPS: [u64; 3] = [100_000, 400_000, 25_000];

/// Hops whose counters and stamps only grow.
#[derive(Clone, Debug, Default)]
pub(super) struct Links {
    path: Path,
}

impl Links {
    /// One more sample at `now`: `load` sixteenths of each link's rate have passed, queues are below
    /// 2^`depth_log2` bytes. Another number of hops is another path.
    pub(super) fn sample(
        &mut self,
        now: u64,
        (hops, load, depth_log2): (u8, u8, u8),
        random: &mut Random,
    ) -> Path {
        self.path.count = usize::from(hops).min(HOPS_MAX);
        for (at, hop) in self.path.hops.iter_mut().enumerate() {
            if at >= self.path.count {
                *hop = Hop { stamp: hop.stamp, sent: hop.sent, ..Hop::default() };
                continue;
            }
            hop.rate_mbps = RATES_MBPS[at % RATES_MBPS.len()];
            let stamp = (now - u64::from(random.below(3_000))).max(hop.stamp);
            // A long silence has passed at another time: what it carried then is not told.
            let span = (stamp - hop.stamp).min(1 << 24);
            let capacity = hop.rate_mbps * span / 8_000;
            hop.sent += capacity * u64::from(load) / 16 + u64::from(random.below(2_000));
            hop.depth = u64::from(random.below(1 << depth_log2));
            hop.stamp = stamp;
        }
        self.told()
    }

    /// Hops beyond the path show nothing.
    fn told(&self) -> Path {
        let mut path = self.path;
        path.hops.iter_mut().skip(path.count).for_each(|hop| *hop = Hop::default());
        path
    }
}
