//! Values of a measure.

use super::{Class, FctSummary, LongFlow, Measure, Of, Outcome, PortRecord, QueueSample, Requests, Window};
use crate::scenario::{Buffer, Scenario, Traffic};

impl Measure {
    /// Its value on one run; `None` where there is none.
    #[must_use]
    pub fn value(&self, scenario: &Scenario, outcome: &Outcome) -> Option<f64> {
        let port = outcome.ports.get(self.receiver as usize)?;
        let window = port.over(self.time_ps(&scenario.run));
        let fct = |class: Class| {
            let summary = FctSummary::of(&outcome.flows);
            match class {
                Class::Overall => summary.overall,
                Class::Short => summary.short,
                Class::Large => summary.large,
                Class::Query => summary.query,
            }
        };
        match &self.of {
            Of::QueueWithin(limit) => self.within(scenario, port, *limit),
            Of::QueueLongest => Some(f64::from(window.packets_max)),
            Of::QueueMean => Some(window.packets_mean),
            Of::QueueDelay => Some(window.bytes_mean * 8e6 / scenario.topology.rate_bps as f64),
            Of::QueueDelayAt(percentile) => self.delay_at(scenario, port, *percentile),
            Of::TimeAbove(delay) => Some(self.time_above(scenario, port, *delay)),
            Of::Utilisation => Some(100.0 * window.utilisation),
            Of::Goodput(workload) => self.goodput(scenario, outcome, workload),
            Of::Fairness(workload) => self.fairness(scenario, outcome, workload),
            Of::PoolShare => Some(100.0 * window.bytes_mean / shared_bytes(scenario)?),
            Of::Drops => Some(window.dropped as f64),
            Of::Marks => Some(window.marked as f64),
            Of::Timeouts => Some(outcome.timeouts as f64),
            Of::FctMean(class) => fct(*class).mean,
            Of::FctTail(class) => fct(*class).p99,
            Of::RequestMean => Requests::of(&outcome.flows).mean(),
            Of::RequestAt(percentile) => Requests::of(&outcome.flows).at(*percentile),
            Of::Floor(window) => Some(self.floor(scenario, *window)),
        }
    }

    fn within(&self, scenario: &Scenario, port: &PortRecord, limit: u32) -> Option<f64> {
        let (mut all, mut within) = (0u64, 0u64);
        for sample in self.samples(scenario, port) {
            all += 1;
            within += u64::from(sample.packets <= limit);
        }
        (all > 0).then(|| 100.0 * within as f64 / all as f64)
    }

    fn samples<'a>(
        &self,
        scenario: &Scenario,
        port: &'a PortRecord,
    ) -> impl Iterator<Item = &'a QueueSample> {
        let time = self.time_ps(&scenario.run);
        port.samples.iter().filter(move |sample| time.contains(&sample.at_ps))
    }

    fn delay_at(&self, scenario: &Scenario, port: &PortRecord, percentile: u32) -> Option<f64> {
        let mut bytes: Vec<u32> = self.samples(scenario, port).map(|sample| sample.bytes).collect();
        bytes.sort_unstable();
        let at = bytes.len() * percentile as usize / 100;
        bytes.get(at).map(|bytes| f64::from(*bytes) * 8e6 / scenario.topology.rate_bps as f64)
    }

    fn time_above(&self, scenario: &Scenario, port: &PortRecord, delay_ps: u64) -> f64 {
        let limit = delay_ps as f64 * scenario.topology.rate_bps as f64 / 8e12;
        let above = self.samples(scenario, port).filter(|sample| f64::from(sample.bytes) > limit);
        above.last().map_or(0.0, |sample| (sample.at_ps - self.time_ps(&scenario.run).start) as f64 / 1e9)
    }

    /// Jain, Chiu and Hawe 1984: (sum x)^2 / (n sum x^2), 1 if all have the same.
    fn fairness(&self, scenario: &Scenario, outcome: &Outcome, workload: &str) -> Option<f64> {
        let windows = &outcome.ports.first()?.windows;
        let time = self.time_ps(&scenario.run);
        let inside = |window: &Window| window.from_ps >= time.start && window.to_ps <= time.end;
        let named = |at: usize| scenario.workloads.get(at).is_some_and(|one| one.name == workload);
        let of = |flow: &LongFlow| -> f64 {
            let spans = windows.iter().zip(&flow.delivered).filter(|(window, _)| inside(window));
            spans.map(|(_, bytes)| *bytes as f64).sum()
        };
        let flows: Vec<f64> = outcome.long.iter().filter(|flow| named(flow.workload)).map(of).collect();
        let (sum, squares) = (flows.iter().sum::<f64>(), flows.iter().map(|x| x * x).sum::<f64>());
        (squares > 0.0).then(|| sum * sum / (flows.len() as f64 * squares))
    }

    fn goodput(&self, scenario: &Scenario, outcome: &Outcome, workload: &str) -> Option<f64> {
        let windows = &outcome.ports.first()?.windows;
        let time = self.time_ps(&scenario.run);
        let inside =
            |at: usize| windows.get(at).is_some_and(|w| w.from_ps >= time.start && w.to_ps <= time.end);
        let named = |at: usize| scenario.workloads.get(at).is_some_and(|one| one.name == workload);
        let spans = outcome.delivered.iter().enumerate().filter(|(at, _)| inside(*at));
        let of = |span: &Vec<u64>| -> u64 {
            span.iter().enumerate().filter(|(at, _)| named(*at)).map(|(_, bytes)| bytes).sum()
        };
        let bytes: u64 = spans.map(|(_, span)| of(span)).sum();
        let span = time.end - time.start;
        (span > 0).then(|| bytes as f64 * 8e3 / span as f64)
    }

    /// Long flows cannot have less than a window each in flight; the network holds C RTT of it.
    fn floor(&self, scenario: &Scenario, window: u32) -> f64 {
        let flows =
            scenario.workloads.iter().filter(|workload| workload.receiver == self.receiver).map(|w| match &w
                .traffic
            {
                Traffic::Long(long) => long.flows,
                _ => 0,
            });
        let flows: u32 = flows.sum();
        let topology = &scenario.topology;
        let in_network = topology.rate_bps as f64 * topology.rtt.min_ps as f64
            / 8e12
            / f64::from(scenario.host.full_packet());
        (f64::from(flows * window) - in_network).max(0.0)
    }
}

/// The memory that the ports of a pool share, reserves excluded \[B\].
fn shared_bytes(scenario: &Scenario) -> Option<f64> {
    let Buffer::Pool(pool) = scenario.topology.buffer else { return None };
    let ports = pool.split.sharing(scenario.topology.shape.hosts());
    let reserved = u64::from(pool.reserve) * u64::from(ports);
    Some(u64::from(pool.bytes).saturating_sub(reserved) as f64)
}
