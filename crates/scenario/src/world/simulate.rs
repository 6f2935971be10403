//! One run: one scheme, one seed.

use super::clocks::clocks;
use super::controls::Controls;
use super::hosts::{control_records, host_reports};
use super::observe::{Observation, Observer, Watch, WatchedPorts};
use super::queues::{pause_records, queue_records};
use super::schemes::AnyScheme;
use super::switches::{World, switch_ports};
use super::tally::Tally;
use super::traffic::{flows, loops, read_tag};
use crate::file::{Built, Clocks, Queues, Scenario, Scheme, SwitchMemory, Traffic, Workload, build};
use crate::measure::{Act, Exchange, Flow, Outcome, PortRecord, QueueSample, QueueTotals, Window};
use crate::quantity::{kind_of, print};
use anyhow::{Context, Result, anyhow};
use freeboard_aqm_api::{Activity, Aqm, DepthUnit, NotEct};
use freeboard_fabric::data_plane::PortStats;
use freeboard_fabric::flow::FlowId;
use freeboard_fabric::{ClosedLoop, FlowSpec, Instance, Ps, QueueScheme, ShardRefusal, SwitchConfig};
use freeboard_params::Unit;

/// Is told how much simulated time has passed \[ps\]; other threads may tell it too.
pub trait Progress: Sync {
    /// So much more.
    fn advance(&self, ps: u64);
}

/// One run: which scheme of a scenario, on which traffic, on how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The scenario.
    pub scenario: &'a Scenario,
    /// Scheme, by index in the scenario.
    pub scheme: usize,
    /// Seed of the traffic.
    pub seed: u64,
    /// Most threads; the outcome does not depend on them.
    pub threads: u32,
}

/// Runs a scheme of the registry. Queue means are taken between the scenario's successive `cuts`.
///
/// # Errors
/// The simulator refuses the scenario, or its ledger does not balance.
pub fn simulate(request: &Request<'_>, progress: &dyn Progress) -> Result<Outcome> {
    let chosen = request.chosen()?;
    let triggers = chosen.aqm.variant.descriptor().triggers;
    let queues = request.scenario.topology.queues.as_deref();
    let scheme = |unit| AnyScheme::new(&chosen.aqm, unit, queues);
    Ok(simulate_in(request, triggers, None, progress, scheme)?.0)
}

/// Runs a scheme of the registry on one thread, and looks at a stretch of the run event by event. The outcome is that of
/// [`simulate`].
///
/// # Errors
/// As [`simulate`].
pub fn observe(
    request: &Request<'_>,
    watch: &Watch,
    progress: &dyn Progress,
) -> Result<(Outcome, Observation)> {
    let request = Request { threads: 1, ..*request };
    let chosen = request.chosen()?;
    let triggers = chosen.aqm.variant.descriptor().triggers;
    let queues = request.scenario.topology.queues.as_deref();
    let scheme = |unit| AnyScheme::new(&chosen.aqm, unit, queues);
    simulate_in(&request, triggers, Some(watch), progress, scheme)
}

/// Runs a scheme of the caller's own in the place of the scenario's: every queue has `params`.
///
/// # Errors
/// As [`simulate`].
pub fn simulate_own<A: Aqm>(
    request: &Request<'_>,
    params: A::Params,
    progress: &dyn Progress,
) -> Result<Outcome>
where
    Instance<A>: Send,
{
    let queues = request.scenario.topology.queues.as_deref().map_or(1, |queues| queues.count());
    let scheme = |_| Ok(Instance::<A>::per_queue(vec![params; queues]));
    Ok(simulate_in(request, A::META.triggers, None, progress, scheme)?.0)
}

impl Request<'_> {
    pub(super) fn chosen(&self) -> Result<&Scheme> {
        let Self { scenario, scheme, .. } = *self;
        scenario.schemes.get(scheme).with_context(|| format!("scheme {scheme} of {}", scenario.schemes.len()))
    }
}

/// Runs switches with copies of a prototype, which is made for the unit that depths are counted in.
fn simulate_in<S: QueueScheme + Send>(
    request: &Request<'_>,
    triggers: &[(&'static str, Unit)],
    watch: Option<&Watch>,
    progress: &dyn Progress,
    prototype: impl FnOnce(DepthUnit) -> Result<S>,
) -> Result<(Outcome, Observation)> {
    let Request { scenario, scheme, seed, .. } = *request;
    let Ready { mut world, built, specs } = ready(request, prototype)?;
    let queues = scenario.topology.queues.as_deref();
    if let Some(intervals) = scenario.run.time_ps.checked_div(scenario.run.sample_ps) {
        let samples = usize::try_from(intervals)? + 1;
        world.trace_queues(&built.bottlenecks, Ps(scenario.run.sample_ps), samples);
    }
    let mut tally = Tally::new(&specs, scenario.workloads.len());
    let mut observer = watch.and_then(|watch| {
        let ports = match watch.ports {
            WatchedPorts::Receivers => built.bottlenecks.clone(),
            WatchedPorts::Switches => switch_ports(&world).collect(),
        };
        let can_pause =
            queues.is_some_and(|queues| !queues.lossless.classes.is_empty()) || !scenario.faults.is_empty();
        world.one().map(|net| Observer::new(net, watch, triggers.len(), &ports, can_pause))
    });
    let windows = run(&mut world, scenario, &built.bottlenecks, &mut tally, observer.as_mut(), progress);
    let name = &request.chosen()?.name;
    world.ledger().with_context(|| format!("scheme {name}, seed {seed}"))?;
    let ports = built.bottlenecks.iter().zip(windows);
    let outcome = Outcome {
        scheme,
        seed,
        flows: flow_list(&world, &specs),
        ports: ports.map(|(port, windows)| PortRecord { samples: samples(&world, *port), windows }).collect(),
        delivered: tally.spans(),
        long: tally.long(),
        exchanges: exchanges(&world),
        queues: totals(&world, &built),
        ports_lost: ports_lost(&world),
        classes: queue_records(&world, queues.map_or(1, Queues::count), &tally),
        pauses: queues.map_or_else(Vec::new, |queues| pause_records(&world, queues)),
        calls: sum(&world, |activity| activity.events),
        signals: sum(&world, |activity| activity.signals),
        acts: acts(&world, triggers),
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
    let mut found = observer.map_or_else(Observation::default, Observer::into_found);
    if watch.is_some() {
        found.flows = world.flows().map(|flow| (flow.from, flow.to)).collect();
    }
    Ok((outcome, found))
}

/// A network with its traffic, at time 0.
pub(super) struct Ready<S: QueueScheme> {
    pub(super) world: World<S>,
    pub(super) built: Built,
    pub(super) specs: Vec<FlowSpec>,
}

/// On how many of `threads` threads a scenario is run.
fn shards(scenario: &Scenario, built: &Built, threads: u32) -> u32 {
    let most = threads.min(built.topology.switches);
    let is_refused = || ShardRefusal::of(&built.topology, &scenario.host.config(), most).is_some();
    // A flow would begin in the step in which another one completes.
    let is_eager =
        |it: &Workload| matches!(&it.traffic, Traffic::ClosedLoop(it) if it.service_ps.min(it.think_ps) < 2);
    let is_whole = !scenario.faults.is_empty() || scenario.workloads.iter().any(is_eager);
    if is_whole || is_refused() { 1 } else { most }
}

/// The network of a run, with its traffic.
///
/// # Errors
/// The simulator refuses the scenario.
pub(super) fn ready<S: QueueScheme + Send>(
    request: &Request<'_>,
    prototype: impl FnOnce(DepthUnit) -> Result<S>,
) -> Result<Ready<S>> {
    let Request { scenario, scheme, seed, threads } = *request;
    let built = build(scenario)?;
    let specs = flows(scenario, &built, seed)?;
    let loops = loops(scenario, &built, seed);
    let chosen = request.chosen()?;
    let mut controls = Controls::new(scenario, scheme)?;
    let specs = specs.into_iter().map(|spec| controls.assign(spec)).collect::<Result<Vec<_>>>()?;
    let assign = |it: ClosedLoop| -> Result<ClosedLoop> {
        Ok(ClosedLoop { request: controls.assign(it.request)?, answer: controls.assign(it.answer)?, ..it })
    };
    let loops = loops.into_iter().map(assign).collect::<Result<Vec<_>>>()?;
    let SwitchMemory { buffer, unit, queues } = SwitchMemory::new(scenario, controls.needs_int())?;
    let mut switches = SwitchConfig::new(prototype(unit)?, buffer);
    switches.not_ect = chosen.not_ect_drops.map(|drops| if drops { NotEct::Drop } else { NotEct::Pass });
    (switches.unit, switches.queues) = (unit, queues);
    let controls = controls.into_all();
    let (hosts, shards) = (scenario.host.config(), shards(scenario, &built, threads));
    let mut world = World::new(&built.topology, &switches, hosts, &controls, seed, shards)
        .map_err(|error| anyhow!("{error}"))?;
    if scenario.clocks != Clocks::default() {
        let clocks = clocks(&scenario.clocks, built.topology.hosts, seed);
        world.set_clocks(&clocks).map_err(|error| anyhow!("{error}"))?;
    }
    let queues = scenario.topology.queues.as_deref();
    let faults = scenario.faults.iter().filter_map(|fault| fault.resolved(&built.topology, queues));
    world.set_faults(&faults.collect::<Vec<_>>()).map_err(|error| anyhow!("{error}"))?;
    for spec in &specs {
        world.add_flow(*spec).map_err(|error| anyhow!("{error}"))?;
    }
    for spec in loops {
        world.add_loop(spec).map_err(|error| anyhow!("{error}"))?;
    }
    Ok(Ready { world, built, specs })
}

/// Steps in which progress is told.
const STEPS: u64 = 50;

/// Lets the time of the scenario pass, then the drain; returns every bottleneck between the cuts.
fn run<S: QueueScheme + Send>(
    world: &mut World<S>,
    scenario: &Scenario,
    bottlenecks: &[u32],
    tally: &mut Tally,
    mut observer: Option<&mut Observer<'_>>,
    progress: &dyn Progress,
) -> Vec<Vec<Window>> {
    let run = &scenario.run;
    let mut stops: Vec<u64> = (1..=STEPS).map(|step| run.time_ps / STEPS * step).collect();
    stops.extend(run.cuts_ps.iter().copied());
    stops.push(run.time_ps);
    stops.sort_unstable();
    stops.dedup();
    let (mut windows, mut since) = (vec![Vec::new(); bottlenecks.len()], None);
    for stop in stops {
        let before = world.now().0;
        match (&mut observer, world.one()) {
            (Some(observer), Some(net)) => observer.run_until(net, stop),
            _ => world.run_until(Ps(stop)),
        }
        progress.advance(stop - before);
        if run.cuts_ps.contains(&stop) || stop == run.time_ps {
            let stats: Vec<PortStats> = bottlenecks.iter().map(|port| world.port_stats(*port)).collect();
            tally.cut(world);
            if let Some((from_ps, earlier)) = since {
                let ports = std::iter::zip::<&Vec<PortStats>, _>(&earlier, &stats);
                for (windows, (earlier, later)) in windows.iter_mut().zip(ports) {
                    windows.push(window(from_ps, stop, earlier, later));
                }
            }
            since = Some((stop, stats));
            world.reset_maxima();
        }
    }
    if run.drain_ps > 0 {
        world.run_until_all_done(Ps(run.time_ps + run.drain_ps));
    }
    windows
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

/// What the schemes of all queues have counted.
fn activities<S: QueueScheme>(world: &World<S>) -> impl Iterator<Item = Activity> + '_ {
    let of = move |port: u32| (0..world.queues(port)).map(move |queue| world.queue_activity(port, queue));
    switch_ports(world).flat_map(of)
}

fn acts<S: QueueScheme>(world: &World<S>, triggers: &[(&'static str, Unit)]) -> Vec<Act> {
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
            flow.timeouts = record.timeouts;
            flow.resent = record.resent;
            flow.arrived = record.bytes;
        }
    }
    for (id, flow) in (0..).zip(&mut flows).filter(|(_, flow)| flow.fct_ps.is_none()) {
        flow.arrived = world.received(FlowId(id)).unwrap_or(0);
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
