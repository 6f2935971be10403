//! The form in one pass beside the published one.

use freeboard_aqm_api::{Aqm, Arrival, Bytes, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_cedm::{CedmQueue, CedmSettings, CedmWindow, Exact, WindowSettings};
use freeboard_dataplane::blocks::SlopeQueue;

/// Both forms on one queue.
#[derive(Default)]
struct Pair {
    exact: CedmQueue,
    window: SlopeQueue,
}

impl Pair {
    fn leave(&mut self, now: u32, depth: u32, size: u32) -> (bool, bool) {
        let exact = Exact::params(&CedmSettings::DEFAULT, DepthUnit::BYTE).unwrap();
        let arrival = Arrival { now: Nanos32(now), depth, size: Bytes(size), ..Arrival::default() };
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut self.exact };
        let at_arrival = Exact::on_enqueue(&exact, scope, &arrival) == Verdict::Signal;
        let departure = Departure { now: Nanos32(now), depth, size: Bytes(size), ..Departure::default() };
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut self.exact };
        let exact = at_arrival | (Exact::on_dequeue(&exact, scope, &departure) == Verdict::Signal);
        let window = CedmWindow::params(&WindowSettings::DEFAULT, DepthUnit::BYTE).unwrap();
        let (mut pipe, mut port) = (Default::default(), Default::default());
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut self.window };
        (exact, CedmWindow::on_dequeue(&window, scope, &departure) == Verdict::Signal)
    }
}

/// A queue that rises from 60 to 140 KB and falls again, one packet of 1500 B in 1200 ns; `step` bytes per packet.
fn sawtooth(step: u32) -> (u32, u32, u32) {
    let (mut pair, mut now, mut depth, mut rises) = (Pair::default(), 0u32, 60_000u32, true);
    let (mut exact, mut window, mut differ) = (0, 0, 0);
    for _ in 0..100_000 {
        now = now.wrapping_add(1_200);
        depth = if rises { depth + step } else { depth - step };
        rises = if rises { depth < 140_000 } else { depth <= 60_000 };
        let (a, b) = pair.leave(now, depth, 1_500);
        exact += u32::from(a);
        window += u32::from(b);
        differ += u32::from(a != b);
    }
    (exact, window, differ)
}

#[test]
fn a_steady_rise_is_marked_by_both_and_a_steady_fall_by_neither() {
    for step in [20, 100, 500] {
        let (exact, window, differ) = sawtooth(step);
        assert!(exact > 20_000 && window > 20_000, "step {step}: {exact} and {window}");
        // They part at the turns only: the average needs some packets to turn, the window ten.
        let turns = 100_000 * step / 80_000;
        assert!(differ <= 20 * (turns + 1), "step {step}: {differ} packets at {turns} turns");
    }
}

#[test]
fn both_mark_everything_above_the_upper_threshold_and_nothing_small() {
    let mut pair = Pair::default();
    for packet in 0..50 {
        // Falling, so that only the upper threshold counts.
        assert_eq!(pair.leave(packet * 1_200, 200_000 - packet * 100, 1_500), (true, true));
        assert_eq!(pair.leave(packet * 1_200 + 600, 200_000 - packet * 100, 100), (false, false));
    }
}
