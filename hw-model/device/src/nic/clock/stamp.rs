//! Timestamping error.

use super::draw::{Use, normal, up_to, word};

/// Which way a packet goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// It leaves.
    Transmit,
    /// It has arrived.
    Receive,
}

/// Noise of stamps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StampNoise {
    /// Standard deviation to both sides \[ps\].
    pub sigma_ps: u32,
    /// Most that packets handed over together share one stamp by \[ps\]: a transmit stamp is early by up to
    /// this much, a receive stamp late. A 64 KB segment is 52 us of a 10 Gbit/s wire.
    pub batch_ps: u32,
    /// What the clock counts in \[ps\]; 0 for picoseconds.
    pub granularity_ps: u32,
}

impl StampNoise {
    /// Exact stamps.
    pub const NONE: Self = Self { sigma_ps: 0, batch_ps: 0, granularity_ps: 0 };

    /// A NIC's stamps: a counter of 250 MHz, and jitter of the same size.
    ///
    /// Chosen by us, no NIC's: \[Geng18\] synchronises to 20 to 40 ns (99th percentile) with such stamps, as \[Liu21\] §3.3 has
    /// it, so a single pair may not be off by as much. The difference of two stamps is off by sqrt(2 · 4^2 + 2 · 4^2/12) = 5.9 ns
    /// (standard deviation), by 15 ns at the 99th percentile.
    pub const HARDWARE: Self = Self { sigma_ps: 4_000, batch_ps: 0, granularity_ps: 4_000 };

    /// A driver's stamps: jitter of half a microsecond, and packets that are up to 2 us early or late together; nanoseconds
    /// are what an operating system's clock counts in.
    ///
    /// Chosen by us so that the difference of two stamps spreads as \[Liu21\] §3.3 reports of clocks synchronised by such stamps:
    /// a few hundred nanoseconds in the median, 2 to 3 us at the 99th percentile. Two normals of 500 ns and two uniforms over
    /// 2 us are 0.75 us and 2.7 us from their mean.
    pub const SOFTWARE: Self = Self { sigma_ps: 500_000, batch_ps: 2_000_000, granularity_ps: 1_000 };

    /// The stamp for a reading.
    pub(super) fn applied(self, key: u64, now_ps: u64, side: Side, reading_ps: i64) -> i64 {
        if self == Self::NONE {
            return reading_ps;
        }
        let what = match side {
            Side::Transmit => Use::Transmit,
            Side::Receive => Use::Receive,
        };
        let jitter = normal(key, what, now_ps, u64::from(self.sigma_ps));
        let shared = up_to(word(key, what, now_ps, 3), self.batch_ps);
        let late = match side {
            Side::Transmit => -shared,
            Side::Receive => shared,
        };
        let noisy = reading_ps.saturating_add(jitter).saturating_add(late);
        let step = i64::from(self.granularity_ps.max(1));
        noisy - noisy.rem_euclid(step)
    }
}
