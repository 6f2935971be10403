//! Thresholds that are tried: spread over the space first, then around the best.

use super::Problem;
use core::ops::RangeInclusive;
use freeboard_import::sonic::Thresholds;
use freeboard_replay::Random;

/// Least threshold \[B\]: two frames.
const MIN_BYTES: u64 = 2 * 1518;
/// How far the space reaches below and above what is configured and what the path holds, chosen by us.
const BELOW: u64 = 8;
const ABOVE: u64 = 2;
/// Largest quotient of the two thresholds, chosen by us: those of published maps are 4.
const SPREAD: f64 = 16.0;
/// Exponents of the share of free memory that are tried around the configured one, chosen by us.
const ALPHA_STEPS: i8 = 2;
/// Range of the modelled memory: 1/128 to 8.
const ALPHA_LOG2: RangeInclusive<i8> = -7..=3;

/// Thresholds that may be tried.
#[derive(Clone, Debug)]
pub struct Space {
    /// Of the lower threshold \[B\].
    pub bytes: RangeInclusive<u64>,
    /// Of the upper one \[B\].
    pub most: u64,
    /// Of the share of memory; `None` where it is not dynamic.
    pub alpha_log2: Option<RangeInclusive<i8>>,
}

impl Space {
    /// Around the configuration and the path of a problem.
    #[must_use]
    pub fn of(problem: &Problem) -> Self {
        let own = &problem.tunable.configured;
        let most = problem.tunable.pool.max(MIN_BYTES + 1);
        let low = (own.min.min(problem.path_bytes) / BELOW).clamp(MIN_BYTES, most - 1);
        let high = (own.max.max(problem.path_bytes) * ABOVE).clamp(low + 1, most);
        let alphas = own.alpha_log2.map(|log2| {
            let (first, last) = (log2 - ALPHA_STEPS, log2.saturating_add(ALPHA_STEPS));
            first.clamp(*ALPHA_LOG2.start(), *ALPHA_LOG2.end())
                ..=last.clamp(*ALPHA_LOG2.start(), *ALPHA_LOG2.end())
        });
        Self { bytes: low..=high, most, alpha_log2: alphas }
    }

    /// The thresholds at a point of the unit cube.
    fn at(&self, [min, spread, probability, alpha]: [f64; 4]) -> Thresholds {
        let (low, high) = (*self.bytes.start() as f64, *self.bytes.end() as f64);
        let min = low * libm::pow(high / low, min);
        let max = min * libm::pow(SPREAD, spread);
        let alpha_log2 = self.alpha_log2.as_ref().map(|range| {
            let count = f64::from(range.end() - range.start() + 1);
            (range.start() + (alpha * count) as i8).min(*range.end())
        });
        self.legal(Thresholds {
            min: min as u64,
            max: max as u64,
            probability: libm::pow(100.0, probability) as u8,
            alpha_log2,
        })
    }

    /// In the space, with two digits, as people write thresholds.
    fn legal(&self, wanted: Thresholds) -> Thresholds {
        let min = rounded(wanted.min).clamp(*self.bytes.start(), *self.bytes.end());
        let max = rounded(wanted.max).clamp(min, self.most.max(min));
        Thresholds { min, max, probability: wanted.probability.clamp(1, 100), ..wanted }
    }

    /// `count` points, one in each of as many layers of every direction (a Latin hypercube).
    #[must_use]
    pub fn spread(&self, count: usize, seed: u64) -> Vec<Thresholds> {
        let mut random = Random::new(seed);
        let mut layers: Vec<Vec<usize>> = Vec::new();
        for _ in 0..4 {
            let mut layer: Vec<usize> = (0..count).collect();
            for at in (1..count).rev() {
                layer.swap(at, random.below(at as u32 + 1) as usize);
            }
            layers.push(layer);
        }
        let mut point = |at: usize| {
            [0, 1, 2, 3]
                .map(|direction: usize| (layers[direction][at] as f64 + unit(&mut random)) / count as f64)
        };
        (0..count).map(|at| self.at(point(at))).collect()
    }

    /// A point near another one: up to `factor` times as much or as little in each direction.
    #[must_use]
    pub fn near(&self, other: &Thresholds, factor: f64, random: &mut Random) -> Thresholds {
        let mut times = || libm::pow(factor, 2.0 * unit(random) - 1.0);
        let scaled = |value: f64, times: f64| value * times;
        let min = scaled(other.min as f64, times());
        let max = scaled(other.max as f64, times()).max(min);
        let probability = scaled(f64::from(other.probability), times()).clamp(1.0, 100.0);
        let alpha_log2 = self.alpha_log2.as_ref().zip(other.alpha_log2).map(|(range, log2)| {
            let step = random.below(3) as i8 - 1;
            (log2 + step).clamp(*range.start(), *range.end())
        });
        self.legal(Thresholds {
            min: min as u64,
            max: max as u64,
            probability: (probability + 0.5) as u8,
            alpha_log2: alpha_log2.or(other.alpha_log2),
        })
    }
}

/// Uniform in 0 to 1.
fn unit(random: &mut Random) -> f64 {
    f64::from(random.word()) / 4_294_967_296.0
}

/// A number with two digits.
fn rounded(bytes: u64) -> u64 {
    let mut unit = 1;
    while bytes / unit >= 100 {
        unit *= 10;
    }
    (bytes + unit / 2) / unit * unit
}
