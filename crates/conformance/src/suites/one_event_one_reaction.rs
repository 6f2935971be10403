//! Bug class 11: one event is answered twice, or answered where it should not be.

use super::sample::START;
use super::{aqm_setups, cc_setups};
use crate::model::FlowModel;
use aqm_api::{Activity, Hooks, MAX_TRIGGERS, Verdict};
use cc_api::{Drive, Event};
use oracle::{FlowEvent, Hook};
use registry::{AqmId, CcId};
use replay::PacketEvent;

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

/// Of a congestion control: marks cut a window once until what was in flight is acknowledged, a loss cuts once,
/// and events that say nothing about congestion never shrink it.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    // Rates also follow timers, delays and models of the path: their own tests hold one cut per period or round.
    if id.meta().drive != Drive::Window {
        return;
    }
    for (seed, setup) in (0..).zip(cc_setups(id, 112)) {
        let mut flow = setup.place();
        let mut cut_until = None;
        for timed in FlowModel::new(setup.mss, seed).random(4_000) {
            let before = flow.control();
            let after = flow.on_event(&timed.event(0, 0));
            let shrank = after.window < before.window || after.rate < before.rate;
            let grew = after.window > before.window || after.rate > before.rate;
            match &timed.event {
                FlowEvent::Ack(ack) => {
                    let inside = cut_until.is_some_and(|until| ack.una < until);
                    assert!(!(shrank && inside), "{setup:?}: a second cut for one window, {timed:?}");
                    assert!(!shrank || ack.marked > 0, "{setup:?}: a cut without a mark, {timed:?}");
                    assert!(!(grew && ack.marked > 0 && id.meta().ecn), "{setup:?}: a mark grows, {timed:?}");
                    if shrank {
                        cut_until = Some(ack.nxt);
                    }
                }
                FlowEvent::Loss(loss) => cut_until = Some(loss.nxt),
                FlowEvent::Timeout(_) => cut_until = None,
                FlowEvent::Idle(_) => {}
                FlowEvent::Other => {
                    let listens = matches!(
                        timed.event(0, 0),
                        Event::Cnp { .. } | Event::Rtt { .. } | Event::Tick { .. }
                    );
                    assert!(listens || before == after, "{setup:?}: {timed:?} moved the window");
                }
            }
        }
    }
}
