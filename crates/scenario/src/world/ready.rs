//! The network of a run, with its traffic, at time 0.

use super::clocks::clocks;
use super::controls::Controls;
use super::schemes::AnyScheme;
use super::switches::{World, world};
use super::traffic::{flows, loops};
use crate::file::{Built, Clocks, Scenario, Scheme, SwitchMemory, Traffic, Workload, build};
use anyhow::{Context, Result, anyhow};
use freeboard_aqm_api::{DepthUnit, NotEct};
use freeboard_fabric::{ClosedLoop, FlowSpec, QueueScheme, ShardRefusal, SwitchConfig};
use freeboard_params::Unit;

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

/// Triggers of a scheme, by name and unit.
pub(super) type Triggers<'a> = &'a [(&'static str, Unit)];

impl<'a> Request<'a> {
    pub(super) fn chosen(&self) -> Result<&'a Scheme> {
        let Self { scenario, scheme, .. } = *self;
        scenario.schemes.get(scheme).with_context(|| format!("scheme {scheme} of {}", scenario.schemes.len()))
    }

    /// Triggers of the scheme, which is one of the registry, and what makes it for the unit that depths are counted in.
    pub(super) fn registered(
        &self,
    ) -> Result<(Triggers<'a>, impl FnOnce(DepthUnit) -> Result<AnyScheme> + use<'a>)> {
        let (chosen, queues) = (self.chosen()?, self.scenario.topology.queues.as_deref());
        let make = move |unit| AnyScheme::new(&chosen.aqm, unit, queues);
        Ok((chosen.aqm.variant.descriptor().triggers, make))
    }
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
    let mut world = world(&built.topology, &switches, hosts, &controls, (seed, shards))
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
