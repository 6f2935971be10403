//! Edges of the window, of time and of samples, event by event.

use crate::path::{LINE, MSS, params};
use freeboard_cc_api::{Ack, Bytes, CongestionControl, Control, Event, Nanos32, Seq32};
use freeboard_cc_bbr::{Bbr, BbrParams, BbrSettings, Mode};

/// A flow that is told of one acknowledgement after another, each of which ends a round.
struct Steps {
    flow: Bbr,
    params: BbrParams,
    una: u32,
}

impl Steps {
    fn new(settings: BbrSettings) -> Self {
        Self { flow: Bbr::default(), params: params(settings), una: 0 }
    }

    fn ack(&mut self, now: u32, ack: Ack) -> Control {
        self.una = self.una.wrapping_add(ack.acked.0);
        let ack = Ack { una: Seq32(self.una), nxt: Seq32(self.una), ..ack };
        self.flow.on_event(&self.params, &Event::Ack { now: Nanos32(now), ack })
    }

    fn idle(&mut self, now: u32, silence: u32) -> Control {
        self.flow.on_event(&self.params, &Event::Idle { now: Nanos32(now), silence })
    }
}

/// A segment at a rate, after a round trip, with so much in flight behind it.
fn sample(rate: u32, rtt: u32, in_flight: u32) -> Ack {
    Ack { acked: Bytes(MSS), delivery_rate: rate, rtt, in_flight: Bytes(in_flight), ..Ack::default() }
}

#[test]
fn below_the_initial_window_of_acknowledged_bytes_the_window_grows_beyond_its_target() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    // 1250 B at line rate, of which the bandwidth is a fiftieth at most: the target is the headroom. As it doubles, no pipe is full.
    let rates = (0..12).map(|ack| (LINE / 100_000) << ack);
    let windows: Vec<_> = rates.map(|rate| flow.ack(0, sample(rate, 1_000, 0)).window.0 / MSS).collect();
    assert_eq!(windows, [11, 12, 13, 14, 15, 16, 17, 18, 19, 19, 19, 19]);
}

#[test]
fn startup_grows_to_its_target_and_no_further() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    // 31 250 B in flight at a gain of 739/256, and three segments.
    let target = 31_250 * 739 / 256 + 3 * MSS;
    let first = Ack { acked: Bytes(target - 10 * MSS), ..sample(LINE / 4, 100_000, 0) };
    assert_eq!(flow.ack(0, first).window.0, target);
    assert_eq!(flow.ack(1, sample(LINE / 4, 100_000, 0)).window.0, target);
}

/// A quarter of the line, 100 us: 31 250 B. Found flat in three rounds more.
fn in_probe_bw(settings: BbrSettings) -> Steps {
    let mut flow = Steps::new(settings);
    for _ in 0..4 {
        flow.ack(0, sample(LINE / 4, 100_000, 20 * MSS));
    }
    assert_eq!(flow.flow.mode(), Mode::ProbeBw);
    flow
}

#[test]
fn a_phase_of_the_cycle_lasts_longer_than_the_smallest_round_trip_time() {
    let mut flow = in_probe_bw(BbrSettings::DEFAULT);
    let mut now = 0;
    // Phase 0 waits for five quarters of the product, phase 1 for the product.
    for _ in 0..8 {
        if flow.flow.phase() == 2 {
            break;
        }
        now += 100_001;
        let in_flight = if flow.flow.phase() == 0 { 60 * MSS } else { 0 };
        flow.ack(now, sample(LINE / 4, 100_001, in_flight));
    }
    assert_eq!(flow.flow.phase(), 2);
    flow.ack(now + 100_000, sample(LINE / 4, 100_001, 20 * MSS));
    assert_eq!(flow.flow.phase(), 2);
    flow.ack(now + 100_001, sample(LINE / 4, 100_001, 20 * MSS));
    assert_eq!(flow.flow.phase(), 3);
}

/// 1 ms is 976 whole steps of 1.024 us.
#[test]
fn the_smallest_round_trip_time_is_old_one_step_after_its_window() {
    for (age, found) in [(976 * 1_024 + 1_023, 100_000), (977 * 1_024, 100_001)] {
        let mut flow = in_probe_bw(BbrSettings { min_rtt_window_ms: 1, ..BbrSettings::DEFAULT });
        flow.ack(age, sample(LINE / 4, 100_001, 20 * MSS));
        assert_eq!(flow.flow.min_rtt(), found, "{age}");
        assert_eq!(flow.flow.mode() == Mode::ProbeRtt, found > 100_000, "{age}");
    }
}

/// Stamps show 1 ns of each; what the owner tells counts from 2^30 ns on.
#[test]
fn a_silence_of_a_second_ages_by_its_length_and_one_beyond_telling_by_any() {
    for (window_ms, silence, old) in [
        (1_000, (1 << 30) - 1, false),
        (1_000, 1 << 30, true),
        (4_294, u32::MAX - 1, true),
        (4_296, u32::MAX - 1, false),
        (100_000, u32::MAX, true),
    ] {
        let mut flow = in_probe_bw(BbrSettings { min_rtt_window_ms: window_ms, ..BbrSettings::DEFAULT });
        flow.idle(1, silence);
        flow.ack(2, sample(LINE / 4, 100_001, 20 * MSS));
        assert_eq!(flow.flow.min_rtt() > 100_000, old, "{silence} in {window_ms} ms");
    }
}

#[test]
fn a_probe_of_the_round_trip_time_outlasts_a_shorter_silence() {
    let settings = BbrSettings { min_rtt_window_ms: 1, probe_rtt: 5_000_000, ..BbrSettings::DEFAULT };
    let mut flow = in_probe_bw(settings);
    flow.ack(1_100_000, sample(LINE / 4, 100_001, 4 * MSS));
    for (now, mode) in [(4_000_000, Mode::ProbeRtt), (6_099_999, Mode::ProbeRtt), (6_100_000, Mode::ProbeBw)]
    {
        flow.idle(now - 10, 1_000_000);
        flow.ack(now, sample(LINE / 4, 100_001, 4 * MSS));
        flow.ack(now, sample(LINE / 4, 100_001, 4 * MSS));
        assert_eq!(flow.flow.mode(), mode, "{now}");
    }
}
