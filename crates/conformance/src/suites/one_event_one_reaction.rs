//! Bug class 11: one event is answered twice, or answered where it should not be.

use super::sample::START;
use super::{CcSetup, aqm_setups, cc_setups};
use crate::model::{FlowModel, TimedFlow};
use crate::values::named;
use freeboard_aqm_api::{Activity, Hooks, MAX_TRIGGERS, Verdict};
use freeboard_cc_api::ControlOutput;
use freeboard_oracle::{Flight, FlowEvent, Hook};
use freeboard_registry::{AqmId, CcId};
use freeboard_replay::PacketEvent;

/// Of a scheme: a call at a hook it does not have changes nothing; a packet fires each trigger once at most, and
/// is signalled exactly if one fired.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    let meta = id.meta();
    for (seed, setup) in (0..).zip(aqm_setups(id, 111)) {
        let mut scheme = setup.place();
        let mut activity = Activity::default();
        for packet in setup.packets(START, seed, 2_000) {
            let (state, before) = (scheme, activity);
            let (verdict, flag) = match &packet.event(0) {
                PacketEvent::Arrival(arrival) => (scheme.on_enqueue(arrival, &mut activity), Hooks::ENQUEUE),
                PacketEvent::Departure(departure) => {
                    (scheme.on_dequeue(departure, &mut activity), Hooks::DEQUEUE)
                }
            };
            if !meta.hooks.contains(flag) {
                assert_eq!(
                    (verdict, &scheme),
                    (Verdict::Forward, &state),
                    "{setup:?}: {packet:?} is not its business"
                );
            }
            let fired =
                |slot: usize| activity.snapshot()[slot].fired.wrapping_sub(before.snapshot()[slot].fired);
            let reasons: u32 = (0..MAX_TRIGGERS).map(fired).sum();
            assert!((0..MAX_TRIGGERS).all(|slot| fired(slot) <= 1), "{setup:?}: {packet:?} fires twice");
            assert_eq!(
                verdict != Verdict::Forward,
                reasons > 0,
                "{setup:?}: {packet:?} has {reasons} reasons"
            );
            assert!(
                packet.hook == Hook::Arrival || verdict != Verdict::Drop,
                "nothing can be dropped at departure"
            );
        }
    }
}

/// Of a congestion control: events that say nothing about congestion change nothing; marks cut once until what was
/// in flight is acknowledged, a loss cuts once; a control of marks keeps its rate as long as there are none.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    let meta = id.meta();
    for (seed, setup) in (0..).zip(cc_setups(id, 112)) {
        let events = FlowModel::new(setup.mss, seed).random(4_000);
        // A timer's expiry shows at whichever event comes next.
        if meta.tick_ns == 0 {
            silent_events(&setup, &events);
        }
        if meta.output == ControlOutput::Window || meta.ecn && meta.tick_ns == 0 {
            one_cut_per_window(&setup, &events);
        }
        if meta.ecn {
            no_cut_without_a_mark(&setup, &events);
        }
    }
}

fn silent_events(setup: &CcSetup, events: &[TimedFlow]) {
    let mut flow = setup.place();
    for timed in events {
        let before = flow.control();
        let after = flow.on_event(&timed.event(0, 0).get());
        let silent = matches!(
            timed.event,
            FlowEvent::Sent(_) | FlowEvent::DupAck | FlowEvent::Paused(_) | FlowEvent::AppLimited
        );
        assert!(!silent || before == after, "{setup:?}: {timed:?} moved the window");
    }
}

fn one_cut_per_window(setup: &CcSetup, events: &[TimedFlow]) {
    let mut flow = setup.place();
    let mut cut_until = None;
    for timed in events {
        let before = flow.control();
        let after = flow.on_event(&timed.event(0, 0).get());
        let shrank = after.window < before.window || after.rate < before.rate;
        let grew = after.window > before.window || after.rate > before.rate;
        match &timed.event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => {
                assert!(
                    !(shrank && is_cut(cut_until, ack)),
                    "{setup:?}: a second cut for one window, {timed:?}"
                );
                assert!(!shrank || ack.marked > 0, "{setup:?}: a cut without a mark, {timed:?}");
                let deaf = !setup.id.meta().ecn || grows_always(setup);
                assert!(!(grew && ack.marked > 0) || deaf, "{setup:?}: a mark grows, {timed:?}");
                if shrank {
                    cut_until = Some(ack.nxt);
                }
            }
            // A loss among what a cut already answered may be the same event, and a rate may be deaf to losses.
            FlowEvent::Loss(loss) if shrank => cut_until = Some(loss.nxt),
            FlowEvent::Timeout(_) => cut_until = None,
            _ => {}
        }
    }
}

/// DCTCP told to grow on every ACK that does not cut, as simulators that count packets do.
fn grows_always(setup: &CcSetup) -> bool {
    named(setup.id.fields().1, &setup.values).get("growth") == Some(1)
}

/// A cut is in force.
fn is_cut(until: Option<u64>, flight: &Flight) -> bool {
    until.is_some_and(|until| flight.una < until)
}

fn no_cut_without_a_mark(setup: &CcSetup, events: &[TimedFlow]) {
    let mut flow = setup.place();
    for timed in events {
        let mut calm = *timed;
        match &mut calm.event {
            FlowEvent::Ack(ack) | FlowEvent::Telemetry(ack, _) => ack.marked = 0,
            FlowEvent::Cnp => continue,
            _ => {}
        }
        let before = flow.control();
        let after = flow.on_event(&calm.event(0, 0).get());
        let lost = matches!(calm.event, FlowEvent::Loss(_) | FlowEvent::Timeout(_) | FlowEvent::Idle(_));
        let shrank = after.window < before.window || after.rate < before.rate;
        assert!(!shrank || lost, "{setup:?}: nothing was marked, {calm:?}");
    }
}
