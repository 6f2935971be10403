//! One run: one scheme, one seed.

use super::observe::{Observation, Watch};
use super::ready::{Request, Triggers};
use super::running::Running;
use crate::measure::Outcome;
use anyhow::Result;
use core::fmt;
use core::ops::ControlFlow;
use freeboard_aqm_api::{Aqm, DepthUnit};
use freeboard_fabric::{Instance, QueueScheme};

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

/// Runs a scheme of the registry. Queue means are taken between the scenario's successive `cuts`.
///
/// # Errors
/// The simulator refuses the scenario, its ledger does not balance, or the run was [`Interrupted`].
pub fn simulate(request: &Request<'_>, progress: &dyn Progress) -> Result<Outcome> {
    let (triggers, scheme) = request.registered()?;
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
    let (triggers, scheme) = request.registered()?;
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

/// Runs switches with copies of a prototype, which is made for the unit that depths are counted in.
fn simulate_in<'a, S: QueueScheme + Send>(
    request: &Request<'a>,
    triggers: Triggers<'a>,
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
