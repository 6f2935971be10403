//! The retransmission timeout (RFC 6298).

use super::config::HostConfig;

/// Smoothed round-trip time and its variation, and the timeout that follows \[ns\].
#[derive(Clone, Copy, Debug)]
pub(crate) struct RttEstimator {
    /// 8 SRTT, as in Jacobson's implementation; 0 before the first sample.
    srtt_8: u64,
    /// 4 RTTVAR.
    rttvar_4: u64,
    base: u64,
    backoff: u32,
    granularity: u32,
    shortest: u64,
    longest: u64,
}

impl RttEstimator {
    pub(crate) fn new(config: &HostConfig) -> Self {
        Self {
            srtt_8: 0,
            rttvar_4: 0,
            base: config.rto_initial.nanos(),
            backoff: 0,
            granularity: u32::try_from(config.rto_granularity.nanos()).unwrap_or(u32::MAX),
            shortest: config.rto_min.nanos(),
            longest: config.rto_max.nanos(),
        }
    }

    /// A sample of a segment that was sent once (Karn's rule is the caller's).
    #[inline]
    pub(crate) fn sample(&mut self, rtt_ns: u64) {
        if self.srtt_8 == 0 {
            self.srtt_8 = rtt_ns << 3;
            self.rttvar_4 = rtt_ns << 1;
        } else {
            let error = (self.srtt_8 >> 3).abs_diff(rtt_ns);
            self.rttvar_4 = self.rttvar_4 - (self.rttvar_4 >> 2) + error;
            self.srtt_8 = self.srtt_8 - (self.srtt_8 >> 3) + rtt_ns;
        }
        let spread = self.rttvar_4.max(u64::from(self.granularity));
        self.base = ((self.srtt_8 >> 3) + spread).max(self.shortest);
        self.backoff = 0;
    }

    /// Something new arrived, sent once or again: the next timeout is a short one. Without this a transport that
    /// sends whole windows again would hardly ever have a sample that ends the doubling.
    pub(crate) fn progress(&mut self) {
        self.backoff = 0;
    }

    /// The timer expired: the next timeout is twice as long (§5.5).
    pub(crate) fn back_off(&mut self) {
        self.backoff = self.backoff.saturating_add(1);
    }

    /// Eight smoothed round-trip times \[ns\]; 0 before the first sample.
    #[inline]
    pub(crate) const fn smoothed_8(&self) -> u64 {
        self.srtt_8
    }

    /// The timeout \[ns\].
    #[inline]
    pub(crate) fn timeout(&self) -> u64 {
        if self.backoff == 0 { self.base.min(self.longest) } else { self.backed_off() }
    }

    #[cold]
    fn backed_off(&self) -> u64 {
        // Beyond 2^20 doublings of anything the longest applies; the bound keeps the shift legal.
        let doubled = u128::from(self.base) << self.backoff.min(20);
        u64::try_from(doubled).unwrap_or(self.longest).min(self.longest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Ps;

    fn config() -> HostConfig {
        HostConfig { rto_min: Ps::from_us(10), rto_initial: Ps::from_ms(3), ..HostConfig::default() }
    }

    #[test]
    fn the_first_sample_gives_three_times_itself() {
        let mut rtt = RttEstimator::new(&config());
        assert_eq!(rtt.timeout(), 3_000_000);
        rtt.sample(100_000);
        assert_eq!(rtt.timeout(), 300_000);
    }

    #[test]
    fn a_constant_round_trip_converges_to_the_floor_above_it() {
        let mut rtt = RttEstimator::new(&config());
        for _ in 0..200 {
            rtt.sample(100_000);
        }
        // The variation decays to the granularity, 1 us.
        let timeout = rtt.timeout();
        assert!((101_000..=101_100).contains(&timeout), "{timeout}");
    }

    #[test]
    fn backing_off_doubles_up_to_the_longest_and_a_sample_ends_it() {
        let mut rtt = RttEstimator::new(&config());
        rtt.back_off();
        assert_eq!(rtt.timeout(), 6_000_000);
        for _ in 0..100 {
            rtt.back_off();
        }
        assert_eq!(rtt.timeout(), 60_000_000_000);
        rtt.sample(100_000);
        assert_eq!(rtt.timeout(), 300_000);
    }
}
