//! A pause and timers: while an underlay holds a flow no mark can come back, so nothing may raise it by time alone.

use freeboard_cc_api::{Bytes, Control, Event, Nanos32};
use freeboard_conformance::values::default_values;
use freeboard_registry::{AnyCc, CcId};
use freeboard_replay::FlowEvents;

/// A flow in mid-life, with `freeze` on where there is such a switch, and the time.
fn in_midlife(id: CcId, freeze: u32, seed: u64) -> (AnyCc, u32) {
    let (fields, docs) = id.fields();
    let mut values = default_values(fields);
    if let Some(at) = docs.iter().position(|doc| doc.name == "freeze") {
        values[at] = freeze;
    }
    let mut flow = id.place(&values, Bytes(1460)).unwrap();
    let (mut events, mut now) = (FlowEvents::new(seed), 0);
    for _ in 0..300 {
        let event = events.step();
        if !matches!(event, Event::Paused { .. }) {
            now = event.now().0;
            flow.on_event(&event);
        }
    }
    (flow, now)
}

/// Control before a pause of 5 ms with a tick every 10 us, and after it.
fn over_a_pause(id: CcId, freeze: u32, seed: u64) -> (Control, Control) {
    let (mut flow, mut now) = in_midlife(id, freeze, seed);
    let before = flow.on_event(&Event::Paused { now: Nanos32(now), held: true });
    for _ in 0..500 {
        now = now.wrapping_add(10_000);
        flow.on_event(&Event::Tick { now: Nanos32(now) });
    }
    (before, flow.on_event(&Event::Paused { now: Nanos32(now), held: false }))
}

#[test]
fn no_control_rises_by_time_during_a_pause() {
    for id in CcId::ALL {
        for seed in 0..20 {
            let (before, after) = over_a_pause(*id, 1, seed);
            let grown = after.rate > before.rate || after.window > before.window;
            assert!(!grown, "{id} seed {seed}: {before:?} became {after:?}");
        }
    }
}

#[test]
fn a_timer_that_is_not_frozen_winds_the_rate_up() {
    for id in [CcId::Dcqcn, CcId::DcqcnW] {
        let rises = |freeze| {
            (0..20).filter(move |seed| {
                let (before, after) = over_a_pause(id, freeze, *seed);
                after.rate > before.rate
            })
        };
        assert!(rises(0).count() > 5, "{id}: the switch would have no effect");
        assert_eq!(rises(1).count(), 0);
    }
}

#[test]
fn what_has_no_timer_is_not_moved_by_ticks() {
    for id in CcId::ALL.iter().filter(|id| id.meta().tick_ns == 0) {
        for seed in 0..20 {
            let (mut flow, now) = in_midlife(*id, 0, seed);
            let before = flow.control();
            for at in 1..500u32 {
                flow.on_event(&Event::Tick { now: Nanos32(now.wrapping_add(10_000 * at)) });
            }
            assert_eq!(flow.control(), before, "{id} declares no timer");
        }
    }
}
