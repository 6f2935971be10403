//! One run: one scheme, one seed.

use super::clocks::clocks;
use super::controls::Controls;
use super::observe::{Observation, Watch};
use super::running::Running;
use super::schemes::AnyScheme;
use super::switches::World;
use super::traffic::{flows, loops};
use crate::file::{Built, Clocks, Scenario, Scheme, SwitchMemory, Traffic, Workload, build};
use crate::measure::Outcome;
use anyhow::{Context, Result, anyhow};
use core::fmt;
use core::ops::ControlFlow;
use freeboard_aqm_api::{Aqm, DepthUnit, NotEct};
use freeboard_fabric::{ClosedLoop, FlowSpec, Instance, QueueScheme, ShardRefusal, SwitchConfig};
use freeboard_params::Unit;

/// Is told how much simulated time has passed \[ps\]; other threads may tell it too.
pub trait Progress: Sync {
    /// Takes so much more; the answer says whether the run goes on.
    fn advance(&self, ps: u64) -> ControlFlow<()>;
}

/// The error of a run that [`Progress::advance`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Interrupted;

impl fmt::Display for Interrupted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the run was interrupted")
    }
}

impl core::error::Error for Interrupted {}

/// Tells progress; an interrupted run is an error.
pub(super) fn tell(progress: &dyn Progress, ps: u64) -> Result<()> {
    match progress.advance(ps) {
        ControlFlow::Continue(()) => Ok(()),
        ControlFlow::Break(()) => Err(Interrupted.into()),
    }
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
/// The simulator refuses the scenario, its ledger does not balance, or the run was [`Interrupted`].
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
fn simulate_in<'a, S: QueueScheme + Send>(
    request: &Request<'a>,
    triggers: &'a [(&'static str, Unit)],
    watch: Option<&'a Watch>,
    progress: &dyn Progress,
    prototype: impl FnOnce(DepthUnit) -> Result<S>,
) -> Result<(Outcome, Observation)> {
    let steps = (request.scenario.estimate().events / STEP_EVENTS).clamp(STEPS_MIN, STEPS_MAX);
    let mut running = Running::new(request, triggers, watch, steps, prototype)?;
    while let Some(ps) = running.step() {
        tell(progress, ps)?;
    }
    // Nobody counts the time that the rest of the flows takes.
    while running.drain() {
        tell(progress, 0)?;
    }
    running.finish()
}

/// Fewest steps in which progress is told.
const STEPS_MIN: u64 = 50;
/// Most of them. Chosen by us: threads begin and end with every step of a run on several.
const STEPS_MAX: u64 = 10_000;
/// Events of a step. Chosen by us: a tenth of a second or two, after which a run can be interrupted.
const STEP_EVENTS: u64 = 1_000_000;

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
