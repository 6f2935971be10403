//! Flow completion times, by size class.

use crate::flow::FlowId;
use crate::time::Ps;

/// A completed flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowRecord {
    /// Which flow.
    pub flow: FlowId,
    /// Sending host.
    pub from: u32,
    /// Receiving host.
    pub to: u32,
    /// Payload bytes.
    pub bytes: u64,
    /// First SYN sent (first data without a handshake).
    pub start: Ps,
    /// Last byte received.
    pub finish: Ps,
    /// Completion time alone in the network with an unlimited window.
    pub base: Ps,
    /// Segments sent again by then.
    pub resent: u32,
    /// Timeouts by then.
    pub timeouts: u32,
    /// Which congestion control.
    pub control: u8,
    /// Delay class.
    pub delay_class: u8,
    /// The caller's mark.
    pub tag: u32,
}

impl FlowRecord {
    /// Completion time.
    #[must_use]
    pub const fn fct(&self) -> Ps {
        self.finish.since(self.start)
    }

    /// Completion time over that of a flow alone, at least 1 in theory.
    #[must_use]
    pub fn slowdown(&self) -> f64 {
        self.fct().0 as f64 / self.base.0.max(1) as f64
    }
}

/// A class of sizes, by payload bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SizeClass {
    /// Every flow.
    Overall,
    /// Below 100 KB (ECN# §5.1).
    Short,
    /// 100 KB to 10 MB.
    Medium,
    /// Above 10 MB (ECN# §5.1).
    Large,
}

impl SizeClass {
    /// All classes, in report order.
    pub const ALL: [Self; 4] = [Self::Overall, Self::Short, Self::Medium, Self::Large];

    /// Name in reports.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Overall => "overall",
            Self::Short => "short",
            Self::Medium => "medium",
            Self::Large => "large",
        }
    }

    /// Whether a flow of `bytes` belongs to it.
    #[must_use]
    pub const fn holds(self, bytes: u64) -> bool {
        match self {
            Self::Overall => true,
            Self::Short => bytes < 100_000,
            Self::Medium => bytes >= 100_000 && bytes <= 10_000_000,
            Self::Large => bytes > 10_000_000,
        }
    }
}

/// Completion times of a set of flows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FctSummary {
    /// How many.
    pub count: usize,
    /// Mean \[us\].
    pub mean_us: f64,
    /// Median \[us\].
    pub p50_us: f64,
    /// 99th percentile \[us\].
    pub p99_us: f64,
    /// Longest \[us\].
    pub max_us: f64,
    /// Mean slowdown.
    pub slowdown_mean: f64,
    /// Flows that met at least one timeout.
    pub with_timeout: usize,
}

/// `sorted[floor(p n)]`, the convention of the papers' scripts; `None` of nothing.
#[must_use]
pub fn percentile(sorted: &[u64], per_mille: u32) -> Option<u64> {
    let index = sorted.len() as u128 * u128::from(per_mille) / 1000;
    sorted.get(index.min(sorted.len().saturating_sub(1) as u128) as usize).copied()
}

/// Completion times of the flows of one class.
#[must_use]
pub fn summarise<'a>(records: impl IntoIterator<Item = &'a FlowRecord>, class: SizeClass) -> FctSummary {
    let mut times = Vec::new();
    let (mut slowdown, mut with_timeout) = (0.0, 0);
    for record in records.into_iter().filter(|record| class.holds(record.bytes)) {
        times.push(record.fct().0);
        slowdown += record.slowdown();
        with_timeout += usize::from(record.timeouts > 0);
    }
    if times.is_empty() {
        return FctSummary::default();
    }
    times.sort_unstable();
    let count = times.len();
    let sum: u128 = times.iter().map(|&time| u128::from(time)).sum();
    let micros = |time: Option<u64>| Ps(time.unwrap_or(0)).micros();
    FctSummary {
        count,
        mean_us: sum as f64 / count as f64 * 1e-6,
        p50_us: micros(percentile(&times, 500)),
        p99_us: micros(percentile(&times, 990)),
        max_us: micros(times.last().copied()),
        slowdown_mean: slowdown / count as f64,
        with_timeout,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_percentile_is_the_papers() {
        let sorted: Vec<u64> = (0..200).collect();
        assert_eq!(percentile(&sorted, 990), Some(198));
        assert_eq!(percentile(&sorted, 1000), Some(199));
        assert_eq!(percentile(&[7], 990), Some(7));
        assert_eq!(percentile(&[], 990), None);
    }

    #[test]
    fn every_size_is_in_one_class_beside_overall() {
        for bytes in [1, 99_999, 100_000, 10_000_000, 10_000_001] {
            assert_eq!(SizeClass::ALL.iter().filter(|class| class.holds(bytes)).count(), 2, "{bytes}");
        }
    }
}
