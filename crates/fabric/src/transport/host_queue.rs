//! The queue above the wire of a flow without a rate, as in Linux's FQ.
//!
//! Source: Linux 4.15 `tcp_update_pacing_rate`, `tcp_small_queue_check`, `tcp_transmit_skb` and `sch_fq`. The window limits the
//! bytes in the queue. A round-trip time begins at the queue, so it includes the delay of pacer and hold. The pace is 1.2 or 2
//! windows per smoothed round-trip time. Windows count payload; departures count headers too.

use super::config::{HostConfig, Pacing};
use freeboard_cc_api::{Bytes, LineFraction};
use std::collections::VecDeque;

/// Percent of a window per round trip in slow start (Linux `tcp_pacing_ss_ratio`).
const SLOW_START_PERCENT: u64 = 200;
/// In congestion avoidance (Linux `tcp_pacing_ca_ratio`).
const AVOIDANCE_PERCENT: u64 = 120;

/// Data that the window has admitted and that pacer or hold still delay.
#[derive(Clone, Debug)]
pub(super) struct HostQueue {
    pace: LineFraction,
    /// Offset of the next byte to enter the queue.
    handed: u64,
    /// End and time of each batch that entered the queue \[ns\].
    stamps: VecDeque<(u64, u32)>,
}

/// The pace of `window` with `in_flight` bytes in flight, from eight smoothed round-trip times \[ns\] and the time of a byte at
/// line rate \[ps\]. Line rate before the first round-trip time.
fn pace(window: Bytes, in_flight: u64, threshold: Bytes, srtt_8: u64, byte_time: u32) -> LineFraction {
    if srtt_8 == 0 {
        return LineFraction::LINE;
    }
    // Slow start ends near its threshold.
    let slow_start = window.0 < threshold.0 / 2;
    let percent = if slow_start { SLOW_START_PERCENT } else { AVOIDANCE_PERCENT };
    let bytes = u64::from(window.0).max(in_flight);
    let line_ps = u128::from(bytes * percent) * u128::from(byte_time);
    // 100 from the percent, 1000 ps in a nanosecond; 8 << 20 from the time and the fraction.
    let share = (line_ps << 23) / (u128::from(srtt_8) * 100_000);
    LineFraction::from_bits(u32::try_from(share).unwrap_or(u32::MAX))
}

impl HostQueue {
    fn new() -> Self {
        Self { pace: LineFraction::LINE, handed: 0, stamps: VecDeque::new() }
    }

    /// Clears the queue for a new flow.
    pub(super) fn reset(&mut self) {
        self.stamps.clear();
        (self.pace, self.handed) = (LineFraction::LINE, 0);
    }

    /// Sets the pace from a window by [`pace`].
    pub(super) fn follow(
        &mut self,
        window: Bytes,
        in_flight: u64,
        threshold: Bytes,
        srtt_8: u64,
        byte_time: u32,
    ) {
        self.pace = pace(window, in_flight, threshold, srtt_8, byte_time);
    }

    /// Pace of the queue.
    #[inline]
    pub(super) const fn pace(&self) -> LineFraction {
        self.pace
    }

    /// Offset of the next byte to enter the queue.
    #[inline]
    pub(super) const fn handed(&self) -> u64 {
        self.handed
    }

    /// End of the batch that the byte at an offset belongs to.
    pub(super) fn end_of(&self, offset: u64) -> Option<u64> {
        self.stamps.iter().find(|(end, _)| *end > offset).map(|(end, _)| *end)
    }

    /// Adds data up to an offset to the queue; additions at the same time are one batch, unless batches are separate.
    pub(super) fn push(&mut self, end: u64, made: u32, apart: bool) {
        self.handed = end;
        match self.stamps.back_mut() {
            Some(last) if last.1 == made && !apart => last.0 = end,
            _ => self.stamps.push_back((end, made)),
        }
    }

    /// Time at which the data at an offset entered the queue \[ns\]; earlier entries are removed.
    pub(super) fn stamp(&mut self, offset: u64) -> Option<u32> {
        while self.stamps.pop_front_if(|(end, _)| *end <= offset).is_some() {}
        self.stamps.front().map(|(_, made)| *made)
    }
}

impl HostConfig {
    /// The queue of a flow, if hosts have one.
    pub(super) fn host_queue(&self, window_only: bool) -> Option<Box<HostQueue>> {
        (self.pacing == Pacing::Fq && window_only && !self.is_rdma()).then(|| Box::new(HostQueue::new()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 10 Gbit/s.
    const BYTE_TIME: u32 = 800;
    /// 100 us.
    const SRTT_8: u64 = 800_000;

    fn share(window: u32, in_flight: u64, threshold: u32) -> f64 {
        let rate = pace(Bytes(window), in_flight, Bytes(threshold), SRTT_8, BYTE_TIME);
        f64::from(rate.to_bits()) / f64::from(1 << 20)
    }

    #[test]
    fn a_window_is_paced_at_twice_itself_in_slow_start_and_at_six_fifths_after() {
        // 12 500 B in 100 us are a tenth of the line.
        for (window, in_flight, threshold, expected) in [
            (12_500, 0, u32::MAX, 0.2),
            (12_500, 0, 25_002, 0.2),
            (12_500, 0, 25_001, 0.12),
            (12_500, 0, 0, 0.12),
            // After a cut more is in flight than the window.
            (6_250, 12_500, 6_250, 0.12),
        ] {
            let share = share(window, in_flight, threshold);
            assert!((share - expected).abs() < 1e-5, "{window} {in_flight} {threshold}: {share}");
        }
    }

    #[test]
    fn a_pace_is_line_rate_at_most_and_never_nothing() {
        assert_eq!(pace(Bytes(1_460), 0, Bytes(0), 0, BYTE_TIME), LineFraction::LINE);
        assert_eq!(pace(Bytes(1 << 30), 0, Bytes(0), 8, BYTE_TIME), LineFraction::LINE);
        assert_eq!(pace(Bytes(1), 0, Bytes(0), u64::MAX >> 20, 1), LineFraction::MIN);
    }

    #[test]
    fn a_segment_has_the_stamp_of_what_it_was_handed_over_with() {
        let mut queue = HostQueue::new();
        queue.stamps.extend([(2_000, 7), (3_000, 9)]);
        assert_eq!(
            [0, 1_000, 2_000, 3_000].map(|offset| queue.stamp(offset)),
            [Some(7), Some(7), Some(9), None]
        );
    }
}
