//! Every variant over its replay stream: what an instruction counter counts decisions on.

use crate::report::Line;
use anyhow::Result;
use core::hint::black_box;
use freeboard_aqm_api::{Aqm, Bytes, ParamError, Settings, Verdict};
use freeboard_cc_api::{CongestionControl, Event};
use freeboard_registry::{AqmInstance, Flow, aqm_params, cc_params};
use freeboard_replay::{FlowEvents, PacketEvent, PacketEvents, plan};
use serde::Serialize;

/// Decisions per variant. Chosen by us: every phase of the streams comes up many times.
const DECISIONS: u32 = 20_000;

/// One variant, and how many decisions it took.
#[derive(Clone, Debug, Serialize)]
pub struct Decisions {
    /// `algorithm/variant`.
    pub variant: String,
    /// Calls of the data path.
    pub decisions: u32,
    /// Calls that signalled, or changed the window or the rate: a stream that moves nothing measures nothing.
    pub acted: u32,
}

impl Line for Decisions {}

/// Runs every marking scheme and every congestion control. A counter that collects in `measured_decision` and
/// dumps after `one_variant` gets one dump per answer, in order.
///
/// # Errors
/// A variant refuses its own defaults: a bug.
pub fn decisions() -> Result<Vec<Decisions>> {
    AQMS.iter().chain(CCS).map(one_variant).collect()
}

type Run = fn() -> Result<Decisions>;

macro_rules! aqm_runs {
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        const AQMS: &[Run] = &[$(aqm::<freeboard_registry::scheme!($kind $path)>),*];
    };
}
freeboard_registry::for_each_aqm!(aqm_runs);

macro_rules! cc_runs {
    ($($_:tt $name:ident $path:path;)*) => {
        const CCS: &[Run] = &[$(cc::<$path>),*];
    };
}
freeboard_registry::for_each_cc!(cc_runs);

/// Never part of its caller: leaving it ends a variant's count.
#[inline(never)]
fn one_variant(run: &Run) -> Result<Decisions> {
    black_box(run())
}

/// Never part of its caller: only what happens in here is a decision.
#[inline(never)]
fn measured_decision<T, E, A>(algorithm: &mut T, event: &E, decide: impl Fn(&mut T, &E) -> A) -> A {
    // A null object would be seen through, and nothing left to count.
    decide(black_box(algorithm), event)
}

fn aqm<A: Aqm>() -> Result<Decisions> {
    let values = plan::settings(A::Settings::FIELDS);
    let params = aqm_params::<A>(values.as_slice(), plan::depth_unit(A::META.reads));
    let mut placed = AqmInstance::<A>::new(params.map_err(refused)?);
    let mut events = PacketEvents::new(plan::SEED, plan::START_NS);
    let mut acted = 0;
    for _ in 0..DECISIONS {
        let verdict = measured_decision(&mut placed, &events.step(), |placed, event| match event {
            PacketEvent::Arrival(arrival) => placed.on_enqueue(arrival),
            PacketEvent::Departure(departure) => placed.on_dequeue(departure),
        });
        acted += u32::from(verdict != Verdict::Forward);
    }
    Ok(answer(A::META.name, A::META.variant, acted))
}

fn cc<C: CongestionControl>() -> Result<Decisions> {
    let params = cc_params::<C>(plan::settings(C::Settings::FIELDS).as_slice(), Bytes(plan::MSS));
    let mut flow = Flow::<C>::new(params.map_err(refused)?);
    let mut events = FlowEvents::new(plan::SEED);
    let (mut acted, mut last) = (0, flow.control());
    for _ in 0..DECISIONS {
        let event: Event<'_> = events.step();
        let control = measured_decision(&mut flow, &event, |flow, event| flow.on_event(event));
        acted += u32::from(control != last);
        last = control;
    }
    Ok(answer(C::META.name, C::META.variant, acted))
}

fn refused(error: ParamError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

fn answer(name: &str, variant: &str, acted: u32) -> Decisions {
    let variant = if variant.is_empty() { name.to_owned() } else { format!("{name}/{variant}") };
    Decisions { variant, decisions: DECISIONS, acted }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_variant_decides_once_and_all_but_the_null_objects_act() {
        let all = decisions().unwrap();
        let names: BTreeSet<_> = all.iter().map(|one| one.variant.as_str()).collect();
        assert_eq!(names.len(), all.len());
        assert_eq!(all.len(), freeboard_registry::AqmId::ALL.len() + freeboard_registry::CcId::ALL.len());
        let idle: Vec<_> = all.iter().filter(|one| one.acted == 0).map(|one| one.variant.as_str()).collect();
        assert_eq!(idle, ["tail-drop/exact", "fixed/exact"]);
    }
}
