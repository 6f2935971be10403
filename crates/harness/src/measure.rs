//! Drives the modelled core: digests over the plan, cost over a measurement stream, a search for the worst.

use super::cost::Cost;
use super::digests::{Rolling, flow_events, packets, underlay_events};
use super::on_core::OnCore;
use super::search;
use super::stream::Packets;
use freeboard_aqm_api::Hooks;
use freeboard_cc_api::{Event, Seq32, UnderlayOutput};
use freeboard_replay::{AqmRun, CcRun, PacketEvent, UnderlayRun, plan};
use freeboard_rv32::CoreError;

/// Packets of the measurement stream, as many as the study of the pipeline vocabulary measured.
pub(crate) const MEASURED: u32 = 200_000;

/// Verdict of a call that did not complete: equal to none.
const FAILED: u32 = u32::MAX;

/// Digests of a marking scheme over the plan, and what its calls cost at worst.
pub(crate) fn scheme_digests(on_core: &mut OnCore, hooks: Hooks) -> Result<(Rolling, Cost), CoreError> {
    let (mut run, mut cost, mut problem) = (AqmRun::new(packets()), Cost::default(), None);
    let epoch = |_| {
        run.epoch(|event, words| {
            let outcome = on_core.packet(event).and_then(|call| {
                if hooks.contains(hook(event)) {
                    cost.extreme(&call, || format!("{event:?}"));
                }
                on_core.words(words).map(|()| call.a0)
            });
            outcome.unwrap_or_else(|error| {
                problem.get_or_insert(error);
                FAILED
            })
        })
    };
    let rolling = (0..plan::AQM_EPOCHS).map(epoch).collect();
    problem.map_or(Ok((rolling, cost)), Err)
}

/// Digests of a congestion control over the plan, and what its calls cost.
pub(crate) fn controller_digests(on_core: &mut OnCore) -> Result<(Rolling, Cost), CoreError> {
    let (mut run, mut cost, mut problem) = (CcRun::new(flow_events()), Cost::default(), None);
    let mut round = Round::default();
    let epoch = |_| {
        run.epoch(|event, words| {
            let outcome = on_core.flow(event).and_then(|(call, control)| {
                cost.book(&call, || format!("{event:?}"));
                cost.per_packet(round.beside_the_longest(event, call.cycles));
                on_core.words(words).map(|()| control)
            });
            outcome.unwrap_or_else(|error| {
                problem.get_or_insert(error);
                freeboard_cc_api::Control::window(freeboard_aqm_api::Bytes(FAILED))
            })
        })
    };
    let rolling = (0..plan::CC_EPOCHS).map(epoch).collect();
    problem.map_or(Ok((rolling, cost)), Err)
}

/// Digests of an underlay over the plan, and what its calls cost.
pub(crate) fn underlay_digests(on_core: &mut OnCore) -> Result<(Rolling, Cost), CoreError> {
    let (mut run, mut cost, mut problem) = (UnderlayRun::new(underlay_events()), Cost::default(), None);
    let epoch = |_| {
        run.epoch(|event, words| {
            let outcome = on_core.layer(event).and_then(|(call, answer)| {
                cost.book(&call, || format!("{event:?}"));
                on_core.words(words).map(|()| answer)
            });
            outcome.unwrap_or_else(|error| {
                problem.get_or_insert(error);
                UnderlayOutput { pause: FAILED, ..UnderlayOutput::default() }
            })
        })
    };
    let rolling = (0..plan::LAYER_EPOCHS).map(epoch).collect();
    problem.map_or(Ok((rolling, cost)), Err)
}

/// Tells the calls that may take long, one per round trip, from the rest.
#[derive(Debug, Default)]
struct Round {
    /// The round ends when this is acknowledged.
    until: Option<Seq32>,
    /// Most cycles of a call in this round.
    longest: u64,
}

impl Round {
    /// Cycles that count per packet: all but those of the round's longest call so far, which this one may be.
    fn beside_the_longest(&mut self, event: &Event<'_>, cycles: u64) -> u64 {
        if let Event::Ack { ack, .. } | Event::Int { ack, .. } = event
            && self.until.is_none_or(|until| ack.una.is_at_or_after(until))
        {
            (self.until, self.longest) = (Some(ack.nxt), 0);
        }
        let beside = cycles.min(self.longest);
        self.longest = self.longest.max(cycles);
        beside
    }
}

/// Mean cost of a marking scheme over [`MEASURED`] packets of its hooks, worst cost with the search's packets.
pub(crate) fn scheme_cost(on_core: &mut OnCore, hooks: Hooks) -> Result<Cost, CoreError> {
    let mut cost = Cost::default();
    for event in Packets::new(hooks).take(MEASURED as usize) {
        if cost.events().is_multiple_of(search::EVERY) {
            search::around(on_core, &event, &mut cost)?;
        }
        let call = on_core.packet(&event)?;
        cost.book(&call, || format!("{event:?}"));
    }
    for event in Packets::new(hooks).take(1) {
        search::marathon(on_core, &event, &mut cost)?;
    }
    Ok(cost)
}

/// The hook an event belongs to.
pub(crate) const fn hook(event: &PacketEvent) -> Hooks {
    match event {
        PacketEvent::Arrival(_) => Hooks::ENQUEUE,
        PacketEvent::Departure(_) => Hooks::DEQUEUE,
    }
}

/// The hooks a scheme is measured on: its own, or both where it has none.
pub const fn measured_hooks(declared: Hooks) -> Hooks {
    let packet_hooks = declared.intersection(Hooks::ENQUEUE.union(Hooks::DEQUEUE));
    if packet_hooks.is_empty() { Hooks::ENQUEUE.union(Hooks::DEQUEUE) } else { packet_hooks }
}
