//! Values of a measure.

use super::fct::times_ps;
use super::fluid;
use super::{
    Exchange, Flow, LongFlow, Measure, Named, Of, Outcome, PortRecord, QueueSample, Requests, Window,
};
use crate::file::{Buffer, Scenario, Traffic};
use core::ops::Range;

impl Measure {
    /// Its value on one run; `None` where there is none.
    #[must_use]
    pub fn value(&self, scenario: &Scenario, outcome: &Outcome) -> Option<f64> {
        let port = outcome.ports.get(self.receiver as usize)?;
        let window = port.over(self.time_ps(&scenario.run));
        match &self.of {
            Of::QueueWithin(limit) => self.within(scenario, port, *limit),
            Of::QueueLongest => Some(f64::from(window.packets_max)),
            Of::QueueMean => Some(window.packets_mean),
            Of::QueueAt(percentile) => self.queue_at(scenario, port, *percentile),
            Of::QueueDelay => Some(window.bytes_mean * 8e6 / self.rate_bps(scenario)),
            Of::QueueDelayAt(percentile) => self.delay_at(scenario, port, *percentile),
            Of::TimeAbove(delay) => Some(self.time_above(scenario, port, *delay)),
            Of::BurstWithin(limit) => {
                let longest = self.bursts(scenario, outcome, port);
                let within = longest.iter().filter(|packets| **packets <= *limit).count();
                (!longest.is_empty()).then(|| 100.0 * within as f64 / longest.len() as f64)
            }
            Of::BurstLongestAt(percentile) => {
                at(&self.bursts(scenario, outcome, port), *percentile).map(f64::from)
            }
            Of::Utilisation => Some(100.0 * window.utilisation),
            Of::Goodput(workload) => self.goodput(scenario, outcome, workload),
            Of::Fairness(workload) => {
                jain(&self.shares(scenario, outcome, workload, &self.time_ps(&scenario.run)))
            }
            Of::Convergence { workload, every_ps, index_ppm } => {
                self.convergence(scenario, outcome, workload, (*every_ps, f64::from(*index_ppm) / 1e6))
            }
            Of::PoolShare => Some(100.0 * window.bytes_mean / shared_bytes(scenario)?),
            Of::Drops => Some(window.dropped as f64),
            Of::Marks => Some(window.marked as f64),
            Of::NetworkDrops => Some(outcome.queues.dropped() as f64),
            Of::NetworkMarks => Some(outcome.queues.marked as f64),
            Of::LostShare => share(outcome.queues.dropped(), sent(scenario, outcome)),
            Of::PortLostShare => Some(100.0 * outcome.ports_lost),
            Of::ResentShare => share(resent(outcome), sent(scenario, outcome)),
            Of::Timeouts => Some(outcome.timeouts as f64),
            Of::TimeoutsPer100 => share(outcome.timeouts, outcome.flows.len() as u64),
            Of::FctMean(flows, of) => mean_us(&times_ps(*flows, named(scenario, outcome, of))),
            Of::FctAt(flows, of, percentile) => {
                at(&times_ps(*flows, named(scenario, outcome, of)), *percentile)
                    .map(|time| time as f64 * 1e-6)
            }
            Of::RequestMean(of) => Requests::of(named(scenario, outcome, of)).mean(),
            Of::RequestAt(of, percentile) => Requests::of(named(scenario, outcome, of)).at(*percentile),
            Of::LatencyMean(of) => mean_us(&self.latencies_ps(scenario, outcome, of)),
            Of::LatencyAt(of, percentile) => {
                at(&self.latencies_ps(scenario, outcome, of), *percentile).map(|time| time as f64 * 1e-6)
            }
            Of::Floor(window) => Some(self.floor(scenario, *window)),
            Of::PredictionMax(k) => self.prediction_max(scenario, *k),
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

    fn queue_at(&self, scenario: &Scenario, port: &PortRecord, percentile: u32) -> Option<f64> {
        let mut packets: Vec<u32> = self.samples(scenario, port).map(|sample| sample.packets).collect();
        packets.sort_unstable();
        at(&packets, percentile).map(f64::from)
    }

    fn delay_at(&self, scenario: &Scenario, port: &PortRecord, percentile: u32) -> Option<f64> {
        let mut bytes: Vec<u32> = self.samples(scenario, port).map(|sample| sample.bytes).collect();
        bytes.sort_unstable();
        at(&bytes, percentile).map(|bytes| f64::from(bytes) * 8e6 / self.rate_bps(scenario))
    }

    /// The longest sample of each incast, from its start to the next one's, sorted; an incast without a sample has none.
    fn bursts(&self, scenario: &Scenario, outcome: &Outcome, port: &PortRecord) -> Vec<u32> {
        let time = self.time_ps(&scenario.run);
        let starts = outcome.flows.iter().filter(|flow| flow.query && time.contains(&flow.start_ps));
        let mut starts: Vec<u64> = starts.map(|flow| flow.start_ps).collect();
        starts.sort_unstable();
        starts.dedup();
        let mut longest: Vec<Option<u32>> = vec![None; starts.len()];
        for sample in self.samples(scenario, port) {
            if let Some(burst) = starts.partition_point(|start| *start <= sample.at_ps).checked_sub(1) {
                longest[burst] = longest[burst].max(Some(sample.packets));
            }
        }
        let mut longest: Vec<u32> = longest.into_iter().flatten().collect();
        longest.sort_unstable();
        longest
    }

    fn time_above(&self, scenario: &Scenario, port: &PortRecord, delay_ps: u64) -> f64 {
        let limit = delay_ps as f64 * self.rate_bps(scenario) / 8e12;
        let above = self.samples(scenario, port).filter(|sample| f64::from(sample.bytes) > limit);
        above.last().map_or(0.0, |sample| (sample.at_ps - self.time_ps(&scenario.run).start) as f64 / 1e9)
    }

    /// What arrived of each long flow of the workloads of a name within a time \[B\].
    fn shares(&self, scenario: &Scenario, outcome: &Outcome, workload: &str, time: &Range<u64>) -> Vec<f64> {
        let windows = outcome.ports.first().map_or(&[][..], |port| port.windows.as_slice());
        let inside = |window: &Window| window.from_ps >= time.start && window.to_ps <= time.end;
        let named = |at: usize| is_named(scenario, at, workload);
        let of = |flow: &LongFlow| -> f64 {
            let spans = windows.iter().zip(&flow.delivered).filter(|(window, _)| inside(window));
            spans.map(|(_, bytes)| *bytes as f64).sum()
        };
        outcome.long.iter().filter(|flow| named(flow.workload)).map(of).collect()
    }

    /// From the beginning to the end of the last bin whose index is lower \[ms\]; `None` if that is the last of all.
    fn convergence(
        &self,
        scenario: &Scenario,
        outcome: &Outcome,
        workload: &str,
        (every_ps, index): (u64, f64),
    ) -> Option<f64> {
        let time = self.time_ps(&scenario.run);
        let bins = (time.end - time.start) / every_ps;
        let bin = |at: u64| time.start + at * every_ps..time.start + (at + 1) * every_ps;
        let fair = |at: &u64| {
            jain(&self.shares(scenario, outcome, workload, &bin(*at))).is_some_and(|jain| jain >= index)
        };
        let unfair = (0..bins).rev().find(|at| !fair(at)).map_or(0, |at| at + 1);
        (unfair < bins).then(|| (unfair * every_ps) as f64 / 1e9)
    }

    fn goodput(&self, scenario: &Scenario, outcome: &Outcome, workload: &str) -> Option<f64> {
        let windows = &outcome.ports.first()?.windows;
        let time = self.time_ps(&scenario.run);
        let inside =
            |at: usize| windows.get(at).is_some_and(|w| w.from_ps >= time.start && w.to_ps <= time.end);
        let named = |at: usize| is_named(scenario, at, workload);
        let spans = outcome.delivered.iter().enumerate().filter(|(at, _)| inside(*at));
        let of = |span: &Vec<u64>| -> u64 {
            span.iter().enumerate().filter(|(at, _)| named(*at)).map(|(_, bytes)| bytes).sum()
        };
        let bytes: u64 = spans.map(|(_, span)| of(span)).sum();
        let span = time.end - time.start;
        (span > 0).then(|| bytes as f64 * 8e3 / span as f64)
    }

    /// Of the requests that were sent in the time and answered, sorted.
    fn latencies_ps(&self, scenario: &Scenario, outcome: &Outcome, name: &str) -> Vec<u64> {
        let time = self.time_ps(&scenario.run);
        let counts = |it: &&Exchange| time.contains(&it.start_ps) && is_named(scenario, it.workload, name);
        let mut times: Vec<u64> = outcome.exchanges.iter().filter(counts).map(|it| it.time_ps).collect();
        times.sort_unstable();
        times
    }

    /// The rate of the link to its receiver \[bit/s\].
    fn rate_bps(&self, scenario: &Scenario) -> f64 {
        let shape = &scenario.topology.shape;
        scenario.rate_bps(shape.hosts() - shape.receivers() + self.receiver) as f64
    }

    /// C RTT: the packets of full size that the network holds without a queue.
    fn bandwidth_delay(&self, scenario: &Scenario) -> f64 {
        let rtt_ps = scenario.topology.rtt.min_ps as f64;
        self.rate_bps(scenario) * rtt_ps / 8e12 / f64::from(scenario.host.full_packet())
    }

    /// Long flows cannot have less than a window each in flight; the network holds C RTT of it.
    fn floor(&self, scenario: &Scenario, window: u32) -> f64 {
        (f64::from(self.long_flows(scenario) * window) - self.bandwidth_delay(scenario)).max(0.0)
    }

    fn prediction_max(&self, scenario: &Scenario, k: u32) -> Option<f64> {
        let flows = f64::from(self.long_flows(scenario));
        fluid::t_a_max(self.bandwidth_delay(scenario) / flows, k.into(), flows)
    }

    /// Long flows towards its receiver.
    fn long_flows(&self, scenario: &Scenario) -> u32 {
        let towards = scenario.workloads.iter().filter(|workload| workload.receiver == self.receiver);
        let flows = towards.map(|workload| match &workload.traffic {
            Traffic::Long(long) => long.flows,
            _ => 0,
        });
        flows.sum()
    }
}

/// A workload has this name.
fn is_named(scenario: &Scenario, workload: usize, name: &str) -> bool {
    scenario.workloads.get(workload).is_some_and(|one| one.name == name)
}

/// The flows of the workloads of a name, or all.
fn named<'a>(
    scenario: &'a Scenario,
    outcome: &'a Outcome,
    name: &'a Named,
) -> impl Iterator<Item = &'a Flow> {
    let counts = move |flow: &&Flow| name.as_ref().is_none_or(|name| is_named(scenario, flow.workload, name));
    outcome.flows.iter().filter(counts)
}

/// The memory that the ports of a pool share, reserves excluded \[B\].
fn shared_bytes(scenario: &Scenario) -> Option<f64> {
    let Buffer::Pool(pool) = scenario.topology.buffer else { return None };
    let ports = pool.split.sharing(scenario.topology.shape.hosts());
    let reserved = u64::from(pool.reserve) * u64::from(ports);
    Some(u64::from(pool.bytes).saturating_sub(reserved) as f64)
}

/// Jain, Chiu and Hawe 1984: (sum x)^2 / (n sum x^2), 1 if all have the same; `None` if none has anything.
fn jain(shares: &[f64]) -> Option<f64> {
    let (sum, squares) = (shares.iter().sum::<f64>(), shares.iter().map(|x| x * x).sum::<f64>());
    (squares > 0.0).then(|| sum * sum / (shares.len() as f64 * squares))
}

/// The element at the floor of a percentile, in hundredths, of sorted values.
fn at<T: Copy>(sorted: &[T], hundredths: u32) -> Option<T> {
    sorted.get((sorted.len() as u64 * u64::from(hundredths) / 10_000) as usize).copied()
}

fn mean_us(times_ps: &[u64]) -> Option<f64> {
    let sum: u128 = times_ps.iter().map(|time| u128::from(*time)).sum();
    (!times_ps.is_empty()).then(|| sum as f64 / times_ps.len() as f64 * 1e-6)
}

fn share(part: u64, whole: u64) -> Option<f64> {
    (whole > 0).then(|| 100.0 * part as f64 / whole as f64)
}

fn resent(outcome: &Outcome) -> u64 {
    outcome.flows.iter().map(|flow| u64::from(flow.resent)).sum()
}

/// Segments that hosts sent: those that arrived in order, and those sent again.
fn sent(scenario: &Scenario, outcome: &Outcome) -> u64 {
    let mss = u64::from(scenario.host.mss());
    let arrived: u64 = outcome.flows.iter().map(|flow| flow.arrived.div_ceil(mss)).sum();
    arrived + resent(outcome)
}
