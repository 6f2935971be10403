//! Samples in true time, seen through the clocks of their ends.

use super::ClockPlan;
use super::probes::Probes;
use core::ops::Range;
use freeboard_clock_sync::edge::EdgeSamples;
use freeboard_clock_sync::ntp::Exchange;
use freeboard_clock_sync::{Settings, Stamped, coded};
use freeboard_device::nic::{Clock, Side, StampNoise};
use freeboard_fabric::ProbeSample;
use freeboard_scenario::world::clocks;

/// Who takes stamps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Stamps {
    /// The NIC.
    Nic,
    /// Its driver.
    Driver,
}

impl Stamps {
    /// The noise, and what the estimator is told of it.
    pub(super) const fn settings(self) -> (StampNoise, Settings) {
        match self {
            Self::Nic => (StampNoise::HARDWARE, Settings::HARDWARE),
            Self::Driver => (StampNoise::SOFTWARE, Settings::SOFTWARE),
        }
    }

    /// The clocks of a run: the same errors whoever takes the stamps.
    pub(super) fn clocks(self, plan: &ClockPlan, seed: u64) -> Vec<Clock> {
        let mut wanted = plan.scenario.clocks;
        wanted.noise = self.settings().0;
        clocks(&wanted, plan.scenario.topology.shape.hosts(), seed)
    }
}

/// Pairs of each specification, with their numbers.
type Pairs = [Vec<(u32, [ProbeSample; 2])>];

fn stamped(clocks: &[Clock], (from, to): (u32, u32), sample: &ProbeSample) -> Stamped {
    Stamped {
        sent: clocks[from as usize].stamp_ps(sample.sent.0, Side::Transmit),
        received: clocks[to as usize].stamp_ps(sample.received.0, Side::Receive),
    }
}

/// The samples of all edges whose pairs began in a window.
pub(super) fn of_edges(
    probes: &Probes,
    pairs: &Pairs,
    clocks: &[Clock],
    window: &Range<u64>,
) -> Vec<EdgeSamples> {
    let way = |spec: usize, ends: (u32, u32)| -> Vec<coded::Pair> {
        let inside = pairs[spec].iter().filter(|(_, pair)| window.contains(&pair[0].sent.0));
        inside.map(|(_, pair)| [0, 1].map(|half| stamped(clocks, ends, &pair[half]))).collect()
    };
    let edge = |(index, &(a, b)): (usize, &(u32, u32))| {
        let first = Probes::of_edge(index);
        EdgeSamples { a, b, there: way(first, (a, b)), back: way(first + 1, (b, a)) }
    };
    probes.edges.iter().enumerate().map(edge).collect()
}

/// The exchanges of a client that were over before `end`; the second halves of pairs are not needed.
pub(super) fn of_client(
    probes: &Probes,
    pairs: &Pairs,
    clocks: &[Clock],
    client: u32,
    end: u64,
) -> Vec<Exchange> {
    let first = probes.of_client(client);
    let answers = &pairs[first + 1];
    let exchange = |(number, pair): &(u32, [ProbeSample; 2])| {
        let answer = answers.iter().find(|(other, _)| other == number)?.1[0];
        let request = pair[0];
        let whole = request.received <= answer.sent && answer.received.0 < end;
        whole.then(|| Exchange {
            request: stamped(clocks, (client, 0), &request),
            answer: stamped(clocks, (0, client), &answer),
        })
    };
    pairs[first].iter().filter_map(exchange).collect()
}
