//! Calls of one side over a stream.

use super::sides::{Call, Ours, Peer};
use super::streams::Step;
use freeboard_rv32::{Core, CoreError};
use std::collections::BTreeMap;

/// Cost of the calls of one event.
#[derive(Clone, Debug, Default)]
pub(super) struct Weight {
    calls: u64,
    cycles: u64,
    /// Most cycles of a call.
    pub(super) worst: u64,
    /// The answers, in order.
    pub(super) answers: Vec<u32>,
}

impl Weight {
    /// Cycles of a call.
    pub(super) fn mean(&self) -> f64 {
        self.cycles as f64 / self.calls.max(1) as f64
    }
}

/// Weights by event.
pub(super) type Weights = BTreeMap<&'static str, Weight>;

/// Runs public C.
pub(super) fn peer(core: &mut Core, peer: Peer, steps: &[Step]) -> Result<Weights, CoreError> {
    for (function, words) in peer.start() {
        core.call(&function, &words)?;
    }
    weigh(core, steps, |core, step| {
        let Some(((prepare, set), call)) = peer.call(step) else { return Ok(None) };
        core.call(&prepare, &set)?;
        Ok(Some(call))
    })
}

/// Runs ours; a stream's events for which it has no function are left out.
pub(super) fn ours(core: &mut Core, ours: Ours, steps: &[Step]) -> Result<Weights, CoreError> {
    let refused = core.call(&format!("{}_start", ours.stem()), &[])?.a0;
    assert_eq!(refused, 0, "{}: a setting of ours is refused", ours.0);
    weigh(core, steps, |core, step| {
        let call = ours.call(step);
        Ok(core.symbol(&call.0).is_some().then_some(call))
    })
}

fn weigh(
    core: &mut Core,
    steps: &[Step],
    call: impl Fn(&mut Core, &Step) -> Result<Option<Call>, CoreError>,
) -> Result<Weights, CoreError> {
    let mut weights = Weights::new();
    for step in steps {
        let Some((function, words)) = call(core, step)? else { continue };
        let done = core.call(&function, &words)?;
        let weight = weights.entry(step.event()).or_default();
        weight.calls += 1;
        weight.cycles += done.cycles;
        weight.worst = weight.worst.max(done.cycles);
        weight.answers.push(done.a0);
    }
    Ok(weights)
}
