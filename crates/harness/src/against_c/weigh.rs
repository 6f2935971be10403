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
#[derive(Debug, Default)]
pub(super) struct Weights(pub(super) BTreeMap<&'static str, Weight>);

impl Weights {
    /// Calls a function for an event.
    fn add(&mut self, core: &mut Core, step: &Step, (function, words): &Call) -> Result<(), CoreError> {
        let done = core.call(function, words)?;
        let weight = self.0.entry(step.event()).or_default();
        weight.calls += 1;
        weight.cycles += done.cycles;
        weight.worst = weight.worst.max(done.cycles);
        weight.answers.push(done.a0);
        Ok(())
    }
}

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

/// Runs ours; a stream's events for which it has no function are left out. Where a control has deadlines, a timer rings at each.
pub(super) fn ours(core: &mut Core, ours: Ours, steps: &[Step]) -> Result<Weights, CoreError> {
    let refused = core.call(&format!("{}_start", ours.stem()), &[])?.a0;
    assert_eq!(refused, 0, "{}: a setting of ours is refused", ours.0);
    let mut weights = Weights::default();
    for step in steps {
        while let Some(ring) = ring(core, ours, step)? {
            weights.add(core, &ring, &ours.call(&ring))?;
        }
        let call = ours.call(step);
        if core.symbol(&call.0).is_some() {
            weights.add(core, step, &call)?;
        }
    }
    Ok(weights)
}

/// The timer of the owner's that rings before a packet is sent.
fn ring(core: &mut Core, ours: Ours, step: &Step) -> Result<Option<Step>, CoreError> {
    let (Some(due), Step::Sent { now }) = (ours.due(), *step) else { return Ok(None) };
    let ahead = core.call(&due, &[])?.a0.wrapping_sub(now as u32).cast_signed();
    // Fresh memory has no deadline: its first packet sets them.
    let at = now.checked_add_signed(i64::from(ahead)).filter(|at| *at > 0);
    Ok(at.filter(|_| ahead <= 0).map(|now| Step::Ring { now }))
}

fn weigh(
    core: &mut Core,
    steps: &[Step],
    call: impl Fn(&mut Core, &Step) -> Result<Option<Call>, CoreError>,
) -> Result<Weights, CoreError> {
    let mut weights = Weights::default();
    for step in steps {
        if let Some(call) = call(core, step)? {
            weights.add(core, step, &call)?;
        }
    }
    Ok(weights)
}
