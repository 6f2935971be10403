//! Flow completion times by size class.

use super::{Class, Flow, Flows};
use freeboard_fabric::Ps;
use freeboard_fabric::results::{SizeClass, percentile};

/// Mean and tail of one class \[us\]; `None` where the class is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Finished flows.
    pub count: usize,
    /// Mean.
    pub mean: Option<f64>,
    /// 99th percentile, as [`percentile`] counts it.
    pub p99: Option<f64>,
}

/// Flow completion times of a run, by size class.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct FctSummary {
    /// All sizes.
    pub overall: Figures,
    /// [`SizeClass::Short`].
    pub short: Figures,
    /// [`SizeClass::Medium`].
    pub medium: Figures,
    /// [`SizeClass::Large`].
    pub large: Figures,
    /// Flows of incast bursts, which the classes above leave out.
    pub query: Figures,
}

/// Completion times of finished flows \[ps\], sorted.
pub(super) fn times_ps<'a>(which: Flows, flows: impl Iterator<Item = &'a Flow>) -> Vec<u64> {
    let (query, class) = match which {
        Flows::Sizes(..) | Flows::Class(Class::Overall) => (false, SizeClass::Overall),
        Flows::Class(Class::Short) => (false, SizeClass::Short),
        Flows::Class(Class::Medium) => (false, SizeClass::Medium),
        Flows::Class(Class::Large) => (false, SizeClass::Large),
        Flows::Class(Class::Query) => (true, SizeClass::Overall),
    };
    let sizes = if let Flows::Sizes(low, high) = which { low..high } else { 0..u64::MAX };
    let counts = |flow: &&Flow| {
        flow.query == query && flow.bytes > 0 && class.holds(flow.bytes) && sizes.contains(&flow.bytes)
    };
    let mut times: Vec<u64> = flows.filter(counts).filter_map(|flow| flow.fct_ps).collect();
    times.sort_unstable();
    times
}

impl FctSummary {
    /// Sums up the finished flows.
    pub fn of<'a>(flows: impl IntoIterator<Item = &'a Flow> + Clone) -> Self {
        let class = |query: bool, class: SizeClass| {
            let in_class = |flow: &&Flow| flow.query == query && flow.bytes > 0 && class.holds(flow.bytes);
            Figures::of(flows.clone().into_iter().filter(in_class).filter_map(|flow| flow.fct_ps))
        };
        Self {
            overall: class(false, SizeClass::Overall),
            short: class(false, SizeClass::Short),
            medium: class(false, SizeClass::Medium),
            large: class(false, SizeClass::Large),
            query: class(true, SizeClass::Overall),
        }
    }
}

impl Figures {
    fn of(times_ps: impl Iterator<Item = u64>) -> Self {
        let mut times: Vec<u64> = times_ps.collect();
        times.sort_unstable();
        let count = times.len();
        if count == 0 {
            return Self::default();
        }
        let sum: u128 = times.iter().map(|time| u128::from(*time)).sum();
        let mean = sum as f64 / count as f64 * 1e-6;
        Self { count, mean: Some(mean), p99: percentile(&times, 990).map(|time| Ps(time).micros()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(bytes: u64, fct_us: u64, query: bool) -> Flow {
        Flow {
            bytes,
            start_ps: 0,
            fct_ps: Some(fct_us * 1_000_000),
            query,
            workload: 0,
            timeouts: 0,
            resent: 0,
            arrived: bytes,
        }
    }

    /// Of 200 times the 99th percentile is the second longest or third longest, in whatever order flows finished.
    #[test]
    fn percentiles_are_of_sorted_times() {
        let up: Vec<Flow> = (1..=200).map(|time| flow(1_000, time, false)).collect();
        let down: Vec<Flow> = up.iter().rev().cloned().collect();
        let [up, down] = [up, down].map(|flows| FctSummary::of(&flows).short.p99.unwrap());
        assert_eq!(up, down);
        assert!((198.0..200.0).contains(&up), "{up}");
    }

    #[test]
    fn a_flow_that_timed_out_counts_in_its_class() {
        let late = Flow { timeouts: 3, resent: 9, ..flow(1_000, 5_000, false) };
        let summary = FctSummary::of(&[flow(1_000, 10, false), late]);
        assert_eq!((summary.short.count, summary.short.mean), (2, Some(2_505.0)));
        assert_eq!(summary.overall.count, 2);
    }

    #[test]
    fn classes_split_at_100_kb_and_10_mb() {
        let flows = [
            flow(99_999, 10, false),
            flow(100_000, 20, false),
            flow(10_000_000, 30, false),
            flow(10_000_001, 40, false),
            flow(5_000, 70, true),
        ];
        let summary = FctSummary::of(&flows);
        assert_eq!(summary.overall.mean, Some(25.0));
        assert_eq!((summary.short.count, summary.short.mean), (1, Some(10.0)));
        assert_eq!((summary.medium.count, summary.medium.mean), (2, Some(25.0)));
        assert_eq!((summary.large.count, summary.large.mean), (1, Some(40.0)));
        assert_eq!(summary.query.mean, Some(70.0));
    }

    #[test]
    fn the_tail_is_the_element_at_floor_of_99_percent() {
        let flows: Vec<Flow> = (1..=200).map(|us| flow(1000, us, false)).collect();
        assert_eq!(FctSummary::of(&flows).short.p99, Some(199.0));
    }

    #[test]
    fn sizes_are_from_and_below_and_leave_query_flows_out() {
        let flows =
            [flow(9_999, 5, false), flow(10_000, 4, false), flow(99_999, 2, false), flow(100_000, 1, false)];
        let flows = [flows.as_slice(), &[flow(20_000, 9, true)]].concat();
        assert_eq!(times_ps(Flows::Sizes(10_000, 100_000), flows.iter()), [2_000_000, 4_000_000]);
        assert_eq!(times_ps(Flows::Class(Class::Query), flows.iter()), [9_000_000]);
    }

    #[test]
    fn an_empty_class_has_no_numbers() {
        let mut unfinished = flow(1000, 1, false);
        unfinished.fct_ps = None;
        assert_eq!(FctSummary::of(&[unfinished]).overall, Figures::default());
    }
}
