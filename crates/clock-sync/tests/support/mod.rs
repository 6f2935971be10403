//! Probes between clocks whose truth is known, without a network.

use freeboard_clock_sync::coded::Pair;
use freeboard_clock_sync::edge::EdgeSamples;
use freeboard_clock_sync::{Corrections, Stamped, Window};
use freeboard_fixmath::split_mix::SplitMix64;

/// A clock that is ahead of true time at time 0, and runs too fast.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Truth {
    pub(crate) ahead_ns: f64,
    pub(crate) ppm: f64,
}

impl Truth {
    pub(crate) fn error_ns(&self, now_ns: f64) -> f64 {
        self.ahead_ns + self.ppm * 1e-6 * now_ns
    }

    pub(crate) fn at_middle(&self, window: &Window) -> f64 {
        self.error_ns((window.from + window.to) as f64 / 2_000.0)
    }
}

/// Words of a seeded generator.
pub(crate) fn rng(seed: u64) -> impl FnMut() -> u64 {
    let mut words = SplitMix64::new(seed);
    move || words.word()
}

/// 1000 pairs each way, 10 us apart; a probe waits with probability `queued`, 20 us on average.
pub(crate) fn sampled(
    truth: &[Truth],
    edges: &[(u32, u32)],
    window: &Window,
    seed: u64,
    jitter_ns: f64,
    queued: f64,
) -> Vec<EdgeSamples> {
    sampled_around(truth, edges, window, seed, (jitter_ns, queued), 2.0..2.0)
}

/// The same, where in the places `busy` of the window every probe waits, 100 us on average.
pub(crate) fn sampled_around(
    truth: &[Truth],
    edges: &[(u32, u32)],
    window: &Window,
    seed: u64,
    (jitter_ns, queued): (f64, f64),
    busy: core::ops::Range<f64>,
) -> Vec<EdgeSamples> {
    const PAIRS: u32 = 1000;
    const DELAY_NS: f64 = 6_000.0;
    let mut word = rng(seed);
    let mut unit = move || (word() >> 11) as f64 / 9_007_199_254_740_992.0;
    let step = (window.to - window.from) as f64 / 1_000.0 / f64::from(PAIRS);
    let mut direction = |from: Truth, to: Truth| -> Vec<Pair> {
        let mut probe = |sent: f64| {
            let mut noise = || ((0..12).map(|_| unit()).sum::<f64>() - 6.0) * jitter_ns;
            let (early, late) = (noise(), noise());
            let place = window.place((sent * 1_000.0) as i64);
            let stuck = busy.contains(&place);
            let wait = if stuck {
                -100_000.0 * (1.0 - unit()).ln()
            } else if unit() < queued {
                -20_000.0 * (1.0 - unit()).ln()
            } else {
                0.0
            };
            let arrived = sent + DELAY_NS + wait;
            Stamped {
                sent: ((sent + from.error_ns(sent) + early) * 1_000.0) as i64,
                received: ((arrived + to.error_ns(arrived) + late) * 1_000.0) as i64,
            }
        };
        let first = |pair: u32| window.from as f64 / 1_000.0 + step * f64::from(pair);
        (0..PAIRS).map(|pair| [probe(first(pair)), probe(first(pair) + 10_000.0)]).collect()
    };
    edges
        .iter()
        .map(|&(a, b)| EdgeSamples {
            a,
            b,
            there: direction(truth[a as usize], truth[b as usize]),
            back: direction(truth[b as usize], truth[a as usize]),
        })
        .collect()
}

/// Errors of the differences of all pairs of clocks at three moments \[ns\].
pub(crate) fn errors(truth: &[Truth], found: &Corrections) -> Vec<f64> {
    let window = found.window;
    let moments = [window.from, (window.from + window.to) / 2, window.to];
    let mut all = Vec::new();
    for now in moments {
        let now_ns = now as f64 / 1_000.0;
        let left = |clock: usize| {
            let error = truth[clock].error_ns(now_ns);
            error - found.ahead_ns(clock, now + (error * 1_000.0) as i64)
        };
        let left: Vec<f64> = (0..truth.len()).map(left).collect();
        for (index, one) in left.iter().enumerate() {
            all.extend(left[..index].iter().map(|other| (one - other).abs()));
        }
    }
    all
}
