//! Base round-trip times that differ between flows.

use crate::random::{Stream, below, word};
use crate::time::Ps;

/// A distribution of base round-trip times: (quantile, microseconds), linear between.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QuantileTable<'a>(pub &'a [(f64, f64)]);

/// ECN#'s simulations: 80 to 240 us with a long tail. Any table with the stated moments (mean about 137 us,
/// 90th percentile about 220 us) will do; this one has 137.0 and 220.
pub const SIMULATED_RTT: QuantileTable<'static> =
    QuantileTable(&[(0.0, 80.0), (0.5, 111.1), (0.9, 220.0), (1.0, 240.0)]);

/// ECN#'s testbed: 70 to 210 us, the same shape scaled. Mean 119.9 us.
pub const TESTBED_RTT: QuantileTable<'static> =
    QuantileTable(&[(0.0, 70.0), (0.5, 97.2), (0.9, 192.5), (1.0, 210.0)]);

impl QuantileTable<'_> {
    /// The value at a quantile \[us\]; the ends beyond them.
    #[must_use]
    pub fn at(&self, quantile: f64) -> f64 {
        for pair in self.0.windows(2) {
            let ((q0, v0), (q1, v1)) = (pair[0], pair[1]);
            if quantile <= q1 {
                return v0 + (v1 - v0) * ((quantile - q0) / (q1 - q0)).clamp(0.0, 1.0);
            }
        }
        self.0.last().map_or(0.0, |point| point.1)
    }

    /// `classes` equally likely round-trip times, the middles of as many slices of the distribution, as
    /// one-way delays beyond what the topology has itself (`base`); 0 where it has more.
    #[must_use]
    pub fn delay_classes(&self, classes: u8, base: Ps) -> Vec<Ps> {
        let middle = |class: u8| self.at((f64::from(class) + 0.5) / f64::from(classes));
        (0..classes).map(|class| Ps((middle(class) * 1e6 + 0.5) as u64).since(base)).collect()
    }

    /// The points of the table with everything beyond its smallest value scaled to reach `largest_us`.
    #[must_use]
    pub fn stretched(&self, largest_us: f64) -> Vec<(f64, f64)> {
        let (low, high) = (self.at(0.0), self.at(1.0));
        let factor = (largest_us - low) / (high - low);
        self.0.iter().map(|&(quantile, value)| (quantile, low + (value - low) * factor)).collect()
    }
}

/// Who gets which delay class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum DelayAssignment {
    /// Nobody gets any.
    #[default]
    None,
    /// Host `h` sends in class `h mod classes + 1`.
    PerHost(u8),
    /// Every flow draws one of this many classes.
    PerFlow(u8),
}

impl DelayAssignment {
    /// The class of the `index`-th flow, sent by `host`.
    #[must_use]
    pub const fn class(self, seed: u64, host: u32, index: u64) -> u8 {
        match self {
            Self::None | Self::PerHost(0) | Self::PerFlow(0) => 0,
            Self::PerHost(classes) => (host % classes as u32) as u8 + 1,
            Self::PerFlow(classes) => below(word(seed, Stream::Delay, 0, index), classes as u32) as u8 + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulated_table_has_the_papers_moments() {
        let classes = SIMULATED_RTT.delay_classes(100, Ps::ZERO);
        let mean = classes.iter().map(|delay| delay.micros()).sum::<f64>() / 100.0;
        assert!((mean - 137.0).abs() < 0.1, "{mean}");
        assert!((SIMULATED_RTT.at(0.9) - 220.0).abs() < 1e-9);
        assert!((TESTBED_RTT.at(0.5) - 97.2).abs() < 1e-9);
    }

    #[test]
    fn classes_leave_out_what_the_topology_has() {
        let classes = SIMULATED_RTT.delay_classes(4, Ps::from_us(100));
        assert_eq!(classes[0], Ps::ZERO);
        assert!(classes.windows(2).all(|pair| pair[0] <= pair[1]));
    }

    #[test]
    fn stretching_keeps_the_smallest() {
        let stretched = TESTBED_RTT.stretched(350.0);
        assert_eq!((stretched[0].1, stretched[3].1), (70.0, 350.0));
        assert_eq!(QuantileTable(&stretched).delay_classes(1, Ps::from_us(70))[0], Ps(54_400_000));
    }

    #[test]
    fn classes_are_within_their_number() {
        for index in 0..1000 {
            assert!((1..=5).contains(&DelayAssignment::PerFlow(5).class(1, 0, index)));
        }
        assert_eq!(DelayAssignment::PerHost(5).class(1, 7, 0), 3);
        assert_eq!(DelayAssignment::PerFlow(0).class(1, 7, 0), 0);
    }
}
