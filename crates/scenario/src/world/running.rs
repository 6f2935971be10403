//! One run, step by step, and its record at the end.

use super::hosts::{control_records, host_reports};
use super::observe::{Observation, Observer, Watch, WatchedPorts};
use super::queues::{pause_records, queue_records};
use super::ready::{Ready, Request, Triggers, ready};
use super::switches::{World, switch_ports};
use super::tally::Tally;
use super::traffic::read_tag;
use crate::file::{Built, Queues};
use crate::measure::{Act, Exchange, Flow, Outcome, PortRecord, QueueSample, QueueTotals, Window};
use crate::quantity::{kind_of, print};
use anyhow::{Context, Result};
use freeboard_aqm_api::{Activity, DepthUnit};
use freeboard_fabric::data_plane::PortStats;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::{FlowSpec, Ps, QueueScheme};
use freeboard_params::Unit;

/// A run that has begun.
pub(super) struct Running<'a, S: QueueScheme> {
    request: Request<'a>,
    triggers: Triggers<'a>,
    ready: Ready<S>,
    tally: Tally,
    observer: Option<Observer<'a>>,
    watched: bool,
    /// Ends of the steps \[ps\], the last one first.
    stops: Vec<u64>,
    /// Longest step of the drain \[ps\].
    drain_step: u64,
    /// Every bottleneck between the cuts.
    windows: Vec<Vec<Window>>,
    /// The last cut, and every bottleneck at it.
    since: Option<(u64, Vec<PortStats>)>,
}

impl<'a, S: QueueScheme + Send> Running<'a, S> {
    /// At time 0, in about as many `steps`. The switches have copies of a prototype, which is made for the unit that depths are counted
    /// in.
    ///
    /// # Errors
    /// The simulator refuses the scenario.
    pub(super) fn new(
        request: &Request<'a>,
        triggers: Triggers<'a>,
        watch: Option<&'a Watch>,
        steps: u64,
        prototype: impl FnOnce(DepthUnit) -> Result<S>,
    ) -> Result<Self> {
        let scenario = request.scenario;
        let mut ready = ready(request, prototype)?;
        let run = &scenario.run;
        if let Some(intervals) = run.time_ps.checked_div(run.sample_ps) {
            let samples = usize::try_from(intervals)? + 1;
            ready.world.trace_queues(&ready.built.bottlenecks, Ps(run.sample_ps), samples);
        }
        let queues = scenario.topology.queues.as_deref();
        let observer = watch.and_then(|watch| {
            let ports = match watch.ports {
                WatchedPorts::Receivers => ready.built.bottlenecks.clone(),
                WatchedPorts::Switches => switch_ports(&ready.world).collect(),
            };
            let can_pause = queues.is_some_and(|queues| !queues.lossless.classes.is_empty())
                || !scenario.faults.is_empty();
            let net = ready.world.one()?;
            Some(Observer::new(net, watch, triggers.len(), &ports, can_pause))
        });
        let mut stops: Vec<u64> = (1..=steps).map(|step| run.time_ps / steps * step).collect();
        stops.extend(run.cuts_ps.iter().copied());
        stops.push(run.time_ps);
        stops.sort_unstable_by(|a, b| b.cmp(a));
        stops.dedup();
        Ok(Self {
            request: *request,
            triggers,
            tally: Tally::new(&ready.specs, scenario.workloads.len()),
            windows: vec![Vec::new(); ready.built.bottlenecks.len()],
            ready,
            observer,
            watched: watch.is_some(),
            stops,
            drain_step: (run.time_ps / steps).max(1),
            since: None,
        })
    }

    /// The network.
    pub(super) const fn world(&self) -> &World<S> {
        &self.ready.world
    }

    /// The network, for what only its owner may ask.
    pub(super) const fn world_mut(&mut self) -> &mut World<S> {
        &mut self.ready.world
    }

    /// Ports to the receivers.
    pub(super) fn bottlenecks(&self) -> &[u32] {
        &self.ready.built.bottlenecks
    }

    /// Lets one step of the scenario's time pass; the time that has passed \[ps\], `None` once all of it has.
    pub(super) fn step(&mut self) -> Option<u64> {
        let stop = self.stops.pop()?;
        let Self { request, ready, tally, observer, windows, since, .. } = self;
        let (run, world) = (&request.scenario.run, &mut ready.world);
        let before = world.now().0;
        match (observer, world.one()) {
            (Some(observer), Some(net)) => observer.run_until(net, stop),
            _ => world.run_until(Ps(stop)),
        }
        if run.cuts_ps.contains(&stop) || stop == run.time_ps {
            let stats: Vec<PortStats> =
                ready.built.bottlenecks.iter().map(|port| world.port_stats(*port)).collect();
            tally.cut(world);
            if let Some((from_ps, earlier)) = since.take() {
                let ports = std::iter::zip::<&Vec<PortStats>, _>(&earlier, &stats);
                for (windows, (earlier, later)) in windows.iter_mut().zip(ports) {
                    windows.push(window(from_ps, stop, earlier, later));
                }
            }
            *since = Some((stop, stats));
            world.reset_maxima();
        }
        Some(stop - before)
    }

    /// Lets a step of the drain pass, where flows are left; false once there is no more.
    pub(super) fn drain(&mut self) -> bool {
        let run = &self.request.scenario.run;
        let (end, now) = (run.time_ps + run.drain_ps, self.ready.world.now().0);
        let stop = (now + self.drain_step).min(end);
        run.drain_ps > 0 && now < end && !self.ready.world.run_until_all_done(Ps(stop))
    }

    /// Ends the drain; the record of the run, and what was observed.
    ///
    /// # Errors
    /// The ledger does not balance.
    pub(super) fn finish(mut self) -> Result<(Outcome, Observation)> {
        let run = &self.request.scenario.run;
        if run.drain_ps > 0 {
            self.ready.world.run_until_all_done(Ps(run.time_ps + run.drain_ps));
        }
        let Request { scenario, scheme, seed, .. } = self.request;
        let queues = scenario.topology.queues.as_deref();
        let Ready { world, built, specs } = self.ready;
        let name = &self.request.chosen()?.name;
        world.ledger().with_context(|| format!("scheme {name}, seed {seed}"))?;
        let ports = built.bottlenecks.iter().zip(self.windows);
        let outcome = Outcome {
            scheme,
            seed,
            flows: flow_list(&world, &specs),
            ports: ports
                .map(|(port, windows)| PortRecord { samples: samples(&world, *port), windows })
                .collect(),
            delivered: self.tally.spans(),
            long: self.tally.long(),
            exchanges: exchanges(&world),
            queues: totals(&world, &built),
            ports_lost: ports_lost(&world),
            classes: queue_records(&world, queues.map_or(1, Queues::count), &self.tally),
            pauses: queues.map_or_else(Vec::new, |queues| pause_records(&world, queues)),
            calls: sum(&world, |activity| activity.events),
            signals: sum(&world, |activity| activity.signals),
            acts: acts(&world, self.triggers),
            controls: control_records(&world),
            reports: host_reports(&world),
            faults: world.counters().faults,
            stuck: world.stuck(),
            late_acks: world.counters().late_acks,
            timeouts: world.counters().timeouts,
            end_ps: world.now().0,
            digest: world.counters().digest,
            events: world.counters().events,
        };
        let mut found = self.observer.map_or_else(Observation::default, Observer::into_found);
        if self.watched {
            found.flows = world.flows().map(|flow| (flow.from, flow.to)).collect();
        }
        Ok((outcome, found))
    }
}

fn window(from_ps: u64, to_ps: u64, earlier: &PortStats, later: &PortStats) -> Window {
    let span = later.since(earlier);
    Window {
        from_ps,
        to_ps,
        packets_mean: span.packets_mean(),
        bytes_mean: span.depth_mean(),
        packets_max: span.packets_max,
        bytes_max: span.depth_max,
        marked: span.marked,
        dropped: span.dropped(),
        utilisation: span.utilisation(),
    }
}

fn totals<S: QueueScheme>(world: &World<S>, built: &Built) -> QueueTotals {
    let mut totals = QueueTotals::default();
    for port in switch_ports(world) {
        let stats = world.port_stats(port);
        totals.arrived += stats.arrived;
        totals.marked += stats.marked;
        totals.unmarkable += stats.unmarkable;
        totals.dropped_buffer += stats.dropped_buffer;
        totals.dropped_scheme += stats.dropped_scheme;
        totals.dropped_not_ect += stats.dropped_not_ect;
        totals.dropped_fault += stats.dropped_fault;
    }
    totals.bottleneck_dropped = built.bottlenecks.iter().map(|port| world.port_stats(*port).dropped()).sum();
    totals
}

/// Mean over all ports of switches of dropped over offered packets.
fn ports_lost<S: QueueScheme>(world: &World<S>) -> f64 {
    let lost = |port| {
        let stats = world.port_stats(port);
        if stats.arrived == 0 { 0.0 } else { stats.dropped() as f64 / stats.arrived as f64 }
    };
    let (ports, sum) =
        switch_ports(world).fold((0u32, 0.0), |(ports, sum), port| (ports + 1, sum + lost(port)));
    if ports == 0 { 0.0 } else { sum / f64::from(ports) }
}

fn sum<S: QueueScheme>(world: &World<S>, of: impl Fn(&Activity) -> u32) -> u64 {
    activities(world).map(|activity| u64::from(of(&activity))).sum()
}

/// Counters of the schemes of all queues.
fn activities<S: QueueScheme>(world: &World<S>) -> impl Iterator<Item = Activity> + '_ {
    let of = move |port: u32| (0..world.queues(port)).map(move |queue| world.queue_activity(port, queue));
    switch_ports(world).flat_map(of)
}

fn acts<S: QueueScheme>(world: &World<S>, triggers: Triggers<'_>) -> Vec<Act> {
    let act = |(slot, (name, unit)): (usize, &(&'static str, Unit))| {
        let triggers: Vec<_> = activities(world).map(|activity| activity.snapshot()[slot]).collect();
        let highest = triggers.iter().map(|trigger| trigger.highest).max().unwrap_or_default();
        let needed = triggers.iter().map(|trigger| trigger.needed).max().unwrap_or_default();
        let text = |value: u32| print(i128::from(value), &kind_of(*unit));
        Act {
            name,
            fired: triggers.iter().map(|trigger| u64::from(trigger.fired)).sum(),
            highest: text(highest),
            needed: text(needed),
            armed: highest >= needed,
        }
    };
    triggers.iter().enumerate().map(act).collect()
}

fn flow_list<S: QueueScheme>(world: &World<S>, specs: &[FlowSpec]) -> Vec<Flow> {
    let started = |spec: &FlowSpec| Flow {
        bytes: if spec.bytes == u64::MAX { 0 } else { spec.bytes },
        start_ps: spec.start.0,
        fct_ps: None,
        query: read_tag(spec.tag).1,
        workload: read_tag(spec.tag).0,
        timeouts: 0,
        resent: 0,
        arrived: 0,
    };
    // Start jitter is not a workload's: flows that it knew before start when it said.
    let all = specs.iter().chain(world.flows().skip(specs.len()));
    let mut flows: Vec<Flow> = all.map(started).collect();
    for record in world.records() {
        if let Some(flow) = flows.get_mut(record.flow.0 as usize) {
            flow.fct_ps = Some(record.fct().0);
            flow.resent = record.resent;
            flow.arrived = record.bytes;
        }
    }
    for (id, flow) in (0..).zip(&mut flows).filter(|(_, flow)| flow.fct_ps.is_none()) {
        flow.arrived = world.received(FlowId(id)).unwrap_or(0);
    }
    for (id, flow) in (0..).zip(&mut flows) {
        let [resent, timeouts] = world.repairs(FlowId(id));
        flow.timeouts = timeouts;
        if flow.fct_ps.is_none() {
            flow.resent = resent;
        }
    }
    flows
}

fn exchanges<S: QueueScheme>(world: &World<S>) -> Vec<Exchange> {
    let tags: Vec<u32> = world.flows().map(|flow| flow.tag).collect();
    let exchange = |it: &freeboard_fabric::network::Exchange| Exchange {
        workload: read_tag(tags[it.request.0 as usize]).0,
        start_ps: it.start.0,
        time_ps: it.finish.0 - it.start.0,
    };
    world.exchanges().iter().map(exchange).collect()
}

fn samples<S: QueueScheme>(world: &World<S>, port: u32) -> Vec<QueueSample> {
    let samples = world.queue_samples(port).into_iter();
    samples.map(|(at, it)| QueueSample { at_ps: at.0, bytes: it.bytes, packets: it.packets }).collect()
}
