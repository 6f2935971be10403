//! Requests: the bursts of incasts, each complete when its last flow is.

use super::Flow;
use std::collections::BTreeMap;

/// Completion times of requests \[us\], sorted; none where a request did not complete.
#[derive(Clone, Debug, PartialEq)]
pub struct Requests(Option<Vec<f64>>);

impl Requests {
    /// Flows of one workload that start together are one request.
    #[must_use]
    pub fn of<'a>(flows: impl IntoIterator<Item = &'a Flow>) -> Self {
        let mut last: BTreeMap<(usize, u64), Option<u64>> = BTreeMap::new();
        for flow in flows.into_iter().filter(|flow| flow.query) {
            let slowest = last.entry((flow.workload, flow.start_ps)).or_insert(Some(0));
            *slowest = slowest.zip(flow.fct_ps).map(|(slowest, own)| slowest.max(own));
        }
        let times: Option<Vec<u64>> = last.into_values().collect();
        let times = times.filter(|times| !times.is_empty()).map(|mut times| {
            times.sort_unstable();
            times.into_iter().map(|time| time as f64 * 1e-6).collect()
        });
        Self(times)
    }

    /// Their mean \[us\].
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        self.0.as_ref().map(|times| times.iter().sum::<f64>() / times.len() as f64)
    }

    /// The percentile, in hundredths, of the request completion time \[us\].
    #[must_use]
    pub fn at(&self, hundredths: u32) -> Option<f64> {
        let place =
            |times: &Vec<f64>| (times.len() * hundredths as usize).div_ceil(10_000).clamp(1, times.len());
        self.0.as_ref().map(|times| times[place(times) - 1])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn flow(workload: usize, start_ps: u64, fct_us: Option<u64>) -> Flow {
        let fct_ps = fct_us.map(|us| us * 1_000_000);
        Flow { bytes: 2_000, start_ps, fct_ps, query: true, workload, timeouts: 0, resent: 0, arrived: 2_000 }
    }

    #[test]
    fn a_request_takes_as_long_as_its_last_flow() {
        let mut flows =
            vec![flow(1, 5, Some(10)), flow(1, 5, Some(30)), flow(1, 9, Some(50)), flow(2, 9, Some(1))];
        flows.push(Flow { query: false, ..flow(1, 5, Some(900)) });
        let requests = Requests::of(&flows);
        assert_eq!(
            (requests.mean(), requests.at(9_900), requests.at(5_000)),
            (Some(27.0), Some(50.0), Some(30.0))
        );
    }

    #[test]
    fn a_flow_that_never_ends_leaves_no_number() {
        let requests = Requests::of(&[flow(1, 5, Some(10)), flow(1, 5, None), flow(1, 9, Some(50))]);
        assert_eq!((requests.mean(), requests.at(9_900)), (None, None));
        assert_eq!(Requests::of([]).mean(), None);
    }
}
