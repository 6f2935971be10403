//! Bug class 1: an average that stops short of its target keeps the past for ever.
//!
//! What happened before a long calm must not be seen after it: two instances with opposite histories answer
//! alike.

use super::sample::START;
use super::{CcSetup, Setup, aqm_setups, cc_setups, decisions};
use crate::model::call;
use crate::model::{Level, PacketModel, PacketOp, Span, Timed};
use freeboard_cc_api::{Ack, Bytes, Event, Loss, Nanos32, Seq32};
use freeboard_oracle::Hook;
use freeboard_registry::{AnyCc, AqmId, CcId};

/// A packet that finds and leaves an empty queue.
fn calm(now: u64, hook: Hook) -> Timed {
    Timed { now, hook, sojourn: 0, size: 64, depth: 0, port_depth: 0, pool_depth: 0, ecn: 2, random: 1 }
}

fn forgets(setup: &Setup, seed: u64) {
    let (mut loud, mut quiet) = (setup.place(), setup.place());
    let past = setup.packets(START, seed, 600);
    for packet in &past {
        call(&mut loud, &packet.event(0));
        call(&mut quiet, &calm(packet.now, packet.hook).event(0));
    }
    // Far beyond 16 intervals of the longest legal interval.
    let gap = setup.id.meta().longest_gap_ns.min(1 << 30) / 2;
    let end = past.iter().map(|packet| packet.now).max().unwrap_or(START);
    for index in 1..=256 {
        for hook in [Hook::Arrival, Hook::Departure] {
            let packet = calm(end + index * gap, hook);
            call(&mut loud, &packet.event(0));
            call(&mut quiet, &packet.event(0));
        }
    }
    let mut model = PacketModel::new(setup.scale(), end + 257 * gap, seed ^ 1);
    let mut future = model.random(600);
    let standing = PacketOp::Phase {
        packets: 200,
        gap: Span::Part { field: 0, sixteenths: 2 },
        sojourn: Level::Near { field: 0, delta: 3 },
        depth: Level::Near { field: 0, delta: 3 },
        jitter: 500,
    };
    model.apply(standing, &mut future);
    let (after_loud, after_quiet) = (decisions(&mut loud, &future, 0), decisions(&mut quiet, &future, 0));
    assert_eq!(after_loud, after_quiet, "{setup:?}: the past shows after a long calm");
}

/// Of a scheme.
///
/// # Panics
/// It does not hold.
pub fn aqm(id: AqmId) {
    (0..).zip(aqm_setups(id, 11)).for_each(|(seed, setup)| forgets(&setup, seed));
}

/// Acknowledges ten segments, marked or not.
fn window(flow: &mut AnyCc, una: &mut u32, mss: u32, (marked, limited): (bool, bool)) -> u32 {
    let acked = Bytes(10 * mss);
    *una = una.wrapping_add(acked.0);
    let ack = Ack {
        acked,
        marked: Bytes(if marked { acked.0 } else { 0 }),
        una: Seq32(*una),
        nxt: Seq32(una.wrapping_add(acked.0)),
        in_flight: acked,
        window_limited: limited,
        ..Ack::default()
    };
    flow.on_event(&Event::Ack { now: Nanos32(*una), ack }).window.0
}

/// Share of the window that is left after a marked window, once `history` and a long calm have passed.
fn reaction(setup: &CcSetup, history: bool) -> f64 {
    let (mut flow, mut una) = (setup.place(), 7);
    // A first mark may set an average's start.
    window(&mut flow, &mut una, setup.mss, (true, false));
    (0..300).for_each(|_| {
        window(&mut flow, &mut una, setup.mss, (history, false));
    });
    // A gain of 2^-15 takes 2^15 * 7 windows at most from 1 to 0 in Q20.
    (0..240_000).for_each(|_| {
        window(&mut flow, &mut una, setup.mss, (false, false));
    });
    // A timeout and slow start bring both windows to one size, far above any floor.
    let loss = Loss { in_flight: Bytes(1 << 29), una: Seq32(una), nxt: Seq32(una.wrapping_add(1)) };
    flow.on_event(&Event::Timeout { now: Nanos32(0), loss });
    (0..100).for_each(|_| {
        window(&mut flow, &mut una, setup.mss, (false, true));
    });
    let before = flow.control().window.0;
    let after = window(&mut flow, &mut una, setup.mss, (true, true));
    f64::from(after) / f64::from(before)
}

/// Of a congestion control.
///
/// # Panics
/// It does not hold.
pub fn cc(id: CcId) {
    for setup in cc_setups(id, 12).iter().filter(|setup| setup.mss > 1).take(6) {
        let (marked, unmarked) = (reaction(setup, true), reaction(setup, false));
        assert!((marked - unmarked).abs() < 1e-5, "{setup:?}: {marked} of the window is left, or {unmarked}");
    }
}
