//! A scenario's workloads as flows.

use crate::file::{
    Built, Constant, Counts, LeafSpine, ListedFlow, Long, Pairing, Permutation, Poisson, Scenario, Shape,
    Sizes, Traffic, rate,
};
use anyhow::{Result, anyhow};
use freeboard_fabric::random::{Stream, word};
use freeboard_fabric::workload::{Arrivals, Incast, Limit, Load, Pairs, Requests, SizeTable};
use freeboard_fabric::{FlowSpec, Ps};

/// What the simulator's record of a flow carries: the index of its workload, and whether it is a query flow.
pub(super) const fn tag(workload: usize, query: bool) -> u32 {
    (workload as u32) << 1 | query as u32
}

/// [`tag`] read back.
pub(super) const fn read_tag(tag: u32) -> (usize, bool) {
    ((tag >> 1) as usize, tag & 1 == 1)
}

/// All flows of a run, those apart that follow others. They depend on the seed and on nothing that a scheme could change.
pub(super) fn flows(scenario: &Scenario, built: &Built, seed: u64) -> Result<Vec<FlowSpec>> {
    let mut all = Vec::new();
    for (index, workload) in scenario.workloads.iter().enumerate() {
        // Two workloads of one kind must not draw the same flows.
        let seed = seed.wrapping_add((index as u64) << 32);
        let first = all.len();
        let source = Source { scenario, built, receiver: built.senders + workload.receiver, index, seed };
        match &workload.traffic {
            Traffic::Poisson(poisson) => all.extend(source.arrivals(poisson)?),
            Traffic::Incast(incast) => all.extend(source.bursts(incast)?),
            Traffic::Requests(requests) => all.extend(source.requests(requests)?),
            Traffic::Long(long) => all.extend((0..long.flows).map(|flow| source.long(long, flow))),
            Traffic::Permutation(permutation) => all.extend(source.permutation(permutation)),
            Traffic::Listed(list) => {
                let flow = |(at, it): (u32, &ListedFlow)| {
                    source.lasting((it.from, it.to), Some(it.bytes), it.start_ps, at)
                };
                all.extend((0..).zip(&list.file.flows).map(flow));
            }
            Traffic::Constant(constant) => {
                all.extend((0..constant.flows).map(|flow| source.constant(constant, flow)));
            }
            // See `loops`.
            Traffic::ClosedLoop(_) => {}
        }
        for (flow, spec) in (0u64..).zip(&mut all[first..]) {
            spec.traffic_class = class(&workload.classes, seed, flow);
        }
    }
    Ok(all)
}

/// All closed loops of a run.
pub(super) fn loops(scenario: &Scenario, built: &Built, seed: u64) -> Vec<freeboard_fabric::ClosedLoop> {
    let mut all = Vec::new();
    for (index, workload) in scenario.workloads.iter().enumerate() {
        let Traffic::ClosedLoop(it) = &workload.traffic else { continue };
        let seed = seed.wrapping_add((index as u64) << 32);
        let source = Source { scenario, built, receiver: 0, index, seed };
        for (at, pair) in (0u32..).zip(it.pairs()) {
            let class = class(&workload.classes, seed, at.into());
            all.push(source.closed_loop(it, pair, at, class));
        }
    }
    all
}

/// The traffic class of one flow of a workload, drawn for it if there are several.
fn class(classes: &[u8], seed: u64, flow: u64) -> u8 {
    let drawn = word(seed, Stream::Class, 0, flow).checked_rem(classes.len() as u64);
    drawn.and_then(|at| classes.get(at as usize)).copied().unwrap_or_default()
}

/// One workload of a run.
struct Source<'a> {
    scenario: &'a Scenario,
    built: &'a Built,
    /// The host it sends to.
    receiver: u32,
    index: usize,
    seed: u64,
}

impl Source<'_> {
    fn bursts(&self, incast: &crate::file::Incast) -> Result<Vec<FlowSpec>> {
        let sizes = uniform(incast.sizes)?;
        let burst = |at: &u64| Incast {
            senders: self.built.senders,
            receiver: self.receiver,
            flows: incast.incast_degree,
            at: Ps(*at),
            spread: Ps(incast.spread_ps),
            sizes: sizes.clone(),
            delays: self.built.delays,
            tag: tag(self.index, true),
        };
        let mut flows: Vec<FlowSpec> =
            incast.at_ps.iter().flat_map(|at| burst(at).flows(self.seed)).collect();
        if !incast.hosts.is_empty() {
            for (index, flow) in (0u64..).zip(&mut flows) {
                flow.from = incast.hosts[index as usize % incast.hosts.len()];
                flow.delay_class = self.built.delays.class(self.seed, flow.from, index);
            }
        }
        Ok(flows)
    }

    fn long(&self, long: &Long, flow: u32) -> FlowSpec {
        let from = long.from(self.built.senders.max(1), flow);
        let to = long.to(self.receiver, flow);
        let start = long.start_ps + long.stagger_ps * u64::from(flow) / u64::from(long.flows);
        self.lasting((from, to), long.size, start, flow).until(long.end_ps.map_or(Ps::MAX, Ps))
    }

    /// A flow of a given size, or without end.
    fn lasting(&self, (from, to): (u32, u32), size: Option<u64>, start_ps: u64, flow: u32) -> FlowSpec {
        let class = self.built.delays.class(self.seed, from, u64::from(flow));
        FlowSpec::new(from, to, size.unwrap_or(u64::MAX), Ps(start_ps))
            .in_class(class)
            .tagged(tag(self.index, false))
    }

    /// Every host to the next one in an order drawn for the run.
    fn permutation(&self, all: &Permutation) -> Vec<FlowSpec> {
        let hosts = self.scenario.topology.shape.hosts();
        let mut order: Vec<u32> = (0..hosts).collect();
        order.sort_by_key(|host| word(self.seed, Stream::Pair, 2, u64::from(*host)));
        let flow = |at: u32| {
            let next = (at + 1) % hosts;
            let start = all.start_ps + all.stagger_ps * u64::from(at) / u64::from(hosts);
            self.lasting((order[at as usize], order[next as usize]), all.size, start, at)
        };
        (0..hosts).map(flow).collect()
    }

    fn constant(&self, constant: &Constant, flow: u32) -> FlowSpec {
        let from = constant.from(self.built.senders.max(1), flow);
        let class = self.built.delays.class(self.seed, from, u64::from(flow));
        FlowSpec::endless(from, self.receiver, Ps(constant.start_ps))
            .in_datagrams_of(constant.payload)
            .until(constant.end_ps.map_or(Ps::MAX, Ps))
            .in_class(class)
            .tagged(tag(self.index, false))
    }

    fn closed_loop(
        &self,
        it: &crate::file::ClosedLoop,
        (client, server): (u32, u32),
        at: u32,
        class: u8,
    ) -> freeboard_fabric::ClosedLoop {
        let start_ps = it.starts_ps(at.into());
        let request = self.lasting((client, server), Some(it.request), start_ps, at).of_class(class);
        freeboard_fabric::ClosedLoop {
            request,
            answer: self.lasting((server, client), Some(it.sizes.min), start_ps, at).of_class(class),
            sizes: [it.sizes.min, it.sizes.max],
            service: Ps(it.service_ps),
            think: Ps(it.think_ps),
            end: Ps(it.end_ps.unwrap_or(self.scenario.run.time_ps)),
        }
    }

    /// The flows between hosts numbered within a list, between those hosts.
    fn among(&self, hosts: &[u32], mut flows: Vec<FlowSpec>) -> Vec<FlowSpec> {
        for (index, flow) in (0u64..).zip(&mut flows).filter(|_| !hosts.is_empty()) {
            (flow.from, flow.to) = (hosts[flow.from as usize], hosts[flow.to as usize]);
            flow.delay_class = self.built.delays.class(self.seed, flow.from, index);
        }
        flows
    }

    /// Receivers ask senders; where traffic is between any two hosts, any host any others.
    fn requests(&self, requests: &crate::file::Requests) -> Result<Vec<FlowSpec>> {
        let topology = &self.scenario.topology;
        let hosts = match requests.hosts.len() as u32 {
            0 => topology.shape.hosts(),
            some => some,
        };
        let (asking, answering) = match &topology.shape {
            Shape::NToOne(_) => (self.receiver..self.receiver + 1, 0..self.built.senders),
            Shape::LeafSpine(_) | Shape::FatTree(_) | Shape::LinkNetwork(_) => (0..hosts, 0..hosts),
        };
        let load = Load {
            fraction: f64::from(requests.load_ppm) * 1e-6,
            capacity: rate(topology.rate_bps)?,
            shares: match (&topology.shape, requests.hosts.as_slice()) {
                (Shape::LinkNetwork(_), []) => topology.host_links(),
                _ => f64::from(asking.end - asking.start),
            },
            wire_factor: 1.0,
        };
        let process = Requests {
            asking,
            answering,
            incast_degree: requests.incast_degree,
            sizes: uniform(requests.sizes)?,
            load,
            start: Ps(requests.start_ps),
            delays: self.built.delays,
            tag: tag(self.index, true),
        };
        let until = Ps(requests.end_ps.unwrap_or(self.scenario.run.time_ps));
        Ok(self.among(&requests.hosts, process.flows(self.seed, Limit { flows: u64::MAX, until })))
    }

    fn arrivals(&self, poisson: &Poisson) -> Result<Vec<FlowSpec>> {
        let (pairs, shares) = match poisson.hosts.len() as u32 {
            0 => pairs(self.scenario, poisson.between, self.built.senders, self.receiver),
            hosts => (Pairs::Uniform { hosts }, f64::from(hosts)),
        };
        let host = &self.scenario.host;
        let wire_factor = match poisson.counts {
            Counts::Payload => 1.0,
            Counts::Wire => f64::from(host.full_packet()) / f64::from(host.mss()),
        };
        let capacity = rate(self.scenario.topology.rate_bps)?;
        let load = Load { fraction: f64::from(poisson.load_ppm) * 1e-6, capacity, shares, wire_factor };
        let arrivals = Arrivals {
            sizes: poisson.table.sizes().map_err(|error| anyhow!("{error}"))?,
            pairs,
            load,
            start: Ps(poisson.start_ps),
            delays: self.built.delays,
            tag: tag(self.index, false),
        };
        let until = Ps(poisson.end_ps.unwrap_or(self.scenario.run.time_ps));
        let flows = poisson.flows.map_or(u64::MAX, u64::from);
        let mut drawn = self.among(&poisson.hosts, arrivals.flows(self.seed, Limit { flows, until }));
        if let Some(largest) = poisson.largest {
            drawn.retain(|flow| flow.bytes <= largest);
        }
        Ok(drawn)
    }
}

fn uniform(sizes: Sizes) -> Result<SizeTable> {
    if sizes.min == sizes.max {
        return Ok(SizeTable::constant(sizes.min));
    }
    SizeTable::uniform(sizes.min, sizes.max).map_err(|error| anyhow!("{error}"))
}

/// Who talks to whom, and over how many host links the load is spread.
fn pairs(scenario: &Scenario, between: Pairing, senders: u32, receiver: u32) -> (Pairs, f64) {
    let hosts = scenario.topology.shape.hosts();
    match (&scenario.topology.shape, between) {
        (Shape::NToOne(_), _) => (Pairs::ManyToOne { senders, receiver }, 1.0),
        (&Shape::LeafSpine(LeafSpine { leaves, spines, hosts_per_leaf, .. }), Pairing::Racks)
            if leaves > 1 =>
        {
            let down = f64::from(hosts_per_leaf) * scenario.topology.rate_bps as f64;
            let up = f64::from(spines) * scenario.topology.fabric_rate_bps() as f64;
            let oversubscription = (down / up).max(1.0);
            (Pairs::OtherRack { hosts, per_rack: hosts_per_leaf }, f64::from(hosts) / oversubscription)
        }
        (&Shape::LeafSpine(LeafSpine { hosts_per_leaf, .. }), Pairing::Within) => {
            (Pairs::SameRack { hosts, per_rack: hosts_per_leaf }, f64::from(hosts))
        }
        (Shape::LeafSpine(_) | Shape::FatTree(_) | Shape::LinkNetwork(_), _) => {
            (Pairs::Uniform { hosts }, scenario.topology.host_links())
        }
    }
}
