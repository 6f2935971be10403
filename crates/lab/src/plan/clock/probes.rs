//! Probe exchanges between hosts.

use super::ClockPlan;
use freeboard_fabric::random::{RandomStream, Stream, below};
use freeboard_fabric::{ProbeSample, ProbeSpec, Ps};

/// The probes of one run: two directions per edge of the mesh, then two per client of the NTP-like server.
pub(super) struct Probes {
    pub(super) edges: Vec<(u32, u32)>,
    pub(super) specs: Vec<ProbeSpec>,
}

/// How long the NTP-like server takes to answer \[ps\]. Chosen by us: longer than a request is on its way, so that all
/// answers follow their requests. The time is not part of a round trip.
const NTP_TURN_PS: u64 = 5_000_000_000;

impl Probes {
    /// Drawn from the seed of a run.
    pub(super) fn new(plan: &ClockPlan, seed: u64) -> Self {
        let hosts = plan.scenario.topology.shape.hosts();
        let lane = RandomStream::new(seed, Stream::Probe, 0);
        let mut drawn = 0;
        let edges = freeboard_clock_sync::mesh::random(hosts, plan.probes.degree, |bound| {
            drawn += 1;
            below(lane.word(drawn), bound)
        });
        let starts = RandomStream::new(seed, Stream::Probe, 1);
        let ways = edges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]);
        let mut specs: Vec<ProbeSpec> = (0..)
            .zip(ways)
            .map(|(index, (from, to))| {
                let phase = starts.word(index) % plan.probes.interval_ps;
                pairs(plan, from, to, (plan.probes.interval_ps, phase))
            })
            .collect();
        let between = plan.probes.ntp_interval_ps;
        for client in 1..hosts {
            let phase = starts.word(u64::from(client) << 32) % between;
            specs.push(pairs(plan, client, 0, (between, phase)));
            specs.push(pairs(plan, 0, client, (between, phase + NTP_TURN_PS)));
        }
        Self { edges, specs }
    }

    /// Index of the first probe of an edge; the one back follows.
    pub(super) const fn of_edge(edge: usize) -> usize {
        2 * edge
    }

    /// Index of the requests of a client; the answers follow.
    pub(super) fn of_client(&self, client: u32) -> usize {
        2 * self.edges.len() + 2 * (client as usize - 1)
    }
}

fn pairs(plan: &ClockPlan, from: u32, to: u32, (interval, phase): (u64, u64)) -> ProbeSpec {
    ProbeSpec {
        from,
        to,
        start: Ps(plan.scenario.run.cuts_ps[0] + phase),
        stop: Ps(plan.scenario.run.time_ps),
        interval: Ps(interval),
        spacing: Ps(plan.probes.spacing_ps),
        bytes: plan.probes.bytes,
        traffic_class: 0,
    }
}

/// What arrived, by specification: pairs of which both did, by their number.
pub(super) fn arrived(specs: usize, samples: &[ProbeSample]) -> Vec<Vec<(u32, [ProbeSample; 2])>> {
    let mut halves: Vec<Option<ProbeSample>> = vec![None; specs];
    let mut pairs = vec![Vec::new(); specs];
    for sample in samples {
        let probe = sample.probe as usize;
        if sample.number.is_multiple_of(2) {
            halves[probe] = Some(*sample);
        } else if let Some(first) = halves[probe].take()
            && first.number + 1 == sample.number
        {
            pairs[probe].push((first.number / 2, [first, *sample]));
        }
    }
    pairs
}
