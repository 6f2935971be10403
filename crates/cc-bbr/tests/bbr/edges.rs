//! Edges of the window, of time and of samples, event by event.

use crate::path::{LINE, MSS, params};
use freeboard_cc_api::{Ack, Bytes, CongestionControl, Control, Event, Loss, Nanos32, Seq32, Words};
use freeboard_cc_bbr::{Bbr, BbrParams, BbrSettings, Mode, Status};

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

    /// An acknowledgement up to `una` with `nxt` sent.
    fn ack_in(&mut self, now: u32, (una, nxt): (u32, u32), ack: Ack) -> Control {
        self.una = una;
        let ack = Ack { una: Seq32(una), nxt: Seq32(nxt), ..ack };
        self.flow.on_event(&self.params, &Event::Ack { now: Nanos32(now), ack })
    }

    fn lose(&mut self, in_flight: u32, una: u32, nxt: u32) -> u32 {
        let loss = Loss { in_flight: Bytes(in_flight), una: Seq32(una), nxt: Seq32(nxt) };
        self.flow.on_event(&self.params, &Event::LossEpisode { now: Nanos32(0), loss }).window.0
    }

    fn time_out(&mut self, una: u32, nxt: u32) -> u32 {
        let loss = Loss { in_flight: Bytes(0), una: Seq32(una), nxt: Seq32(nxt) };
        self.flow.on_event(&self.params, &Event::Timeout { now: Nanos32(0), loss }).window.0
    }

    fn words(&self) -> Vec<u32> {
        let mut words = Words::new();
        self.flow.canonical(&mut words);
        words.as_slice().to_vec()
    }

    fn rounds(&self) -> u32 {
        self.words()[10]
    }

    fn status(&self) -> Status {
        Status::from_bits(self.words()[21] as u16).unwrap()
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

#[test]
fn losses_before_the_end_of_a_recovery_are_one() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    assert_eq!(flow.lose(8 * MSS, 0, 8 * MSS), 8 * MSS);
    assert_eq!(flow.lose(6 * MSS, 8 * MSS - 1, 9 * MSS), 8 * MSS, "of the same recovery");
    assert_eq!(flow.lose(6 * MSS, 8 * MSS, 9 * MSS), 6 * MSS, "sent after it began");
    assert_eq!(flow.lose(20 * MSS, 9 * MSS, 29 * MSS), 6 * MSS, "never wider");
    assert_eq!(flow.lose(1, 29 * MSS, 30 * MSS), MSS, "nor below a segment");
}

#[test]
fn the_window_before_the_first_cut_comes_back_when_the_recovery_ends() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    flow.lose(8 * MSS, 0, 10 * MSS);
    assert_eq!(flow.time_out(0, 10 * MSS), MSS);
    // Ten segments come back with the last byte.
    assert_eq!(flow.ack_in(0, (10 * MSS - 1, 10 * MSS), Ack::default()).window.0, MSS);
    assert!(flow.status().contains(Status::RECOVERING));
    assert_eq!(flow.ack_in(0, (10 * MSS, 10 * MSS), Ack::default()).window.0, 10 * MSS);
    assert!(!flow.status().intersects(Status::RECOVERING | Status::CONSERVING));
}

#[test]
fn a_window_cut_without_a_recovery_does_not_come_back() {
    let mut flow = in_probe_bw(BbrSettings::DEFAULT);
    let before = flow.flow.control(&flow.params).window.0;
    let end = flow.una + 10 * MSS;
    flow.lose(8 * MSS, flow.una, end);
    assert_eq!(flow.ack_in(0, (end, end), Ack::default()).window.0, before);
    // A 64th of the line, once the old bandwidth has left the filter: 1953 B twice, and three segments.
    for now in 1..30 {
        flow.ack(now, sample(LINE / 64, 100_000, 0));
    }
    let narrow = 2 * 1_953 + 3 * MSS;
    assert_eq!(flow.flow.control(&flow.params).window.0, narrow);
    // Nor does it with the next recovery, in which the path got wide again.
    let end = flow.una + 10 * MSS;
    assert_eq!(flow.lose(2 * MSS, flow.una, end), 2 * MSS);
    assert_eq!(flow.ack_in(30, (end, end), sample(LINE / 4, 100_000, 0)).window.0, narrow + MSS);
}

#[test]
fn after_a_silence_nothing_is_limited_that_was_to_be() {
    for armed in [false, true] {
        let mut flow = Steps::new(BbrSettings::DEFAULT);
        flow.ack_in(0, (MSS, 10 * MSS), Ack::default());
        flow.flow.on_event(&flow.params, &Event::AppLimited { now: Nanos32(0) });
        if armed {
            flow.ack_in(0, (2 * MSS, 10 * MSS), Ack::default());
        }
        assert_eq!(flow.status().contains(Status::ARMED), armed);
        flow.idle(1, 1);
        assert!(!flow.status().intersects(Status::LIMITING | Status::ARMED));
    }
}

#[test]
fn in_the_first_round_of_a_recovery_as_much_leaves_as_arrives() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    flow.ack_in(0, (MSS, 20 * MSS), Ack::default());
    assert_eq!(flow.lose(6 * MSS, MSS, 20 * MSS), 6 * MSS);
    let arrived = |in_flight: u32| Ack { acked: Bytes(MSS), in_flight: Bytes(in_flight), ..Ack::default() };
    assert_eq!(flow.ack_in(0, (2 * MSS, 21 * MSS), arrived(7 * MSS)).window.0, 8 * MSS);
    assert_eq!(flow.ack_in(0, (3 * MSS, 22 * MSS), arrived(3 * MSS)).window.0, 8 * MSS, "not narrower");
    let rounds = flow.rounds();
    // What was lost fills the hole: with it all that was sent before the loss has arrived.
    flow.ack_in(0, (20 * MSS, 22 * MSS), arrived(MSS));
    assert_eq!((flow.rounds(), flow.status().contains(Status::CONSERVING)), (rounds + 1, false));
}

#[test]
fn a_round_ends_when_something_sent_after_its_start_is_acknowledged() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    let mut rounds = |una, nxt| {
        flow.ack_in(0, (una, nxt), Ack::default());
        flow.rounds()
    };
    assert_eq!(rounds(MSS, 5 * MSS), 1, "the first begins");
    assert_eq!([rounds(2 * MSS, 6 * MSS), rounds(5 * MSS, 9 * MSS)], [1, 1], "sent before it");
    assert_eq!(
        [rounds(5 * MSS + 1, 9 * MSS), rounds(9 * MSS, 9 * MSS), rounds(9 * MSS + 1, 10 * MSS)],
        [2, 2, 3]
    );
}

#[test]
fn what_is_sent_from_the_next_acknowledgement_on_is_limited_until_something_later_arrives() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    flow.ack_in(0, (MSS, 10 * MSS), Ack::default());
    flow.flow.on_event(&flow.params, &Event::AppLimited { now: Nanos32(0) });
    let mut limited = |una, nxt| {
        flow.ack_in(0, (una, nxt), Ack::default());
        flow.status().contains(Status::LIMITED)
    };
    assert_eq!([limited(2 * MSS, 12 * MSS), limited(12 * MSS, 20 * MSS)], [false, false], "was in flight");
    assert_eq!([limited(12 * MSS + 1, 24 * MSS), limited(24 * MSS, 30 * MSS)], [true, true]);
    assert_eq!([limited(24 * MSS + 1, 31 * MSS), limited(31 * MSS, 40 * MSS)], [false, false]);
}

/// Two segments leave in the middle of two acknowledgements, every half round trip; then the application has nothing more. Linux
/// marks what is sent from the first time on, until something sent after the last time is acknowledged.
#[test]
fn an_application_that_runs_out_again_and_again_limits_all_that_is_sent() {
    for last in [3, 4, 5, 9, 40] {
        let mut flow = Steps::new(BbrSettings::DEFAULT);
        let mut limited = Vec::new();
        // Burst k ends with segment 2k + 2, and its acknowledgements come two half round trips later.
        for burst in 0..60 {
            let (before, after) = (2 * burst, 2 * burst + 2);
            let mut acknowledge = |flow: &mut Steps, segment: u32, sent: u32| {
                flow.ack_in(0, (segment * MSS, sent * MSS), Ack::default());
                if flow.status().contains(Status::LIMITED) {
                    limited.push(segment);
                }
            };
            if burst >= 2 {
                acknowledge(&mut flow, before - 3, before);
            }
            if (3..=last).contains(&burst) {
                flow.flow.on_event(&flow.params, &Event::AppLimited { now: Nanos32(0) });
            }
            if burst >= 2 {
                acknowledge(&mut flow, before - 2, after);
            }
        }
        // It runs out first when 8 have been sent, last at 2 · last + 2. The one after that is acknowledged three half round
        // trips later, before the burst of then.
        let expected: Vec<_> = (9..=2 * (last + 3)).collect();
        assert_eq!(limited, expected, "{last}");
    }
}

/// Between two times far enough apart the samples are not limited.
#[test]
fn samples_between_two_limited_stretches_count() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    let mut limited = Vec::new();
    // Ten segments in flight. It runs out at 15, and 16 is acknowledged with 26 sent; at 28 and 31, and 32 with 42.
    for una in 1..=60 {
        if [5, 18, 21].contains(&una) {
            flow.flow.on_event(&flow.params, &Event::AppLimited { now: Nanos32(0) });
        }
        flow.ack_in(0, (una * MSS, (una + 10) * MSS), Ack::default());
        if flow.status().contains(Status::LIMITED) {
            limited.push(una);
        }
    }
    let expected: Vec<_> = (16..=26).chain(29..=42).collect();
    assert_eq!(limited, expected);
}

/// Linux sets it with every acknowledgement in PROBE_RTT, that which ends it included.
#[test]
fn all_that_is_sent_during_a_probe_of_the_round_trip_time_is_limited() {
    let settings = BbrSettings { min_rtt_window_ms: 1, probe_rtt: 1_000_000, ..BbrSettings::DEFAULT };
    let mut flow = in_probe_bw(settings);
    let first = flow.una / MSS;
    let mut acknowledge = |step: u32| {
        let una = first + step;
        let ack = sample(LINE / 4, 100_001, 4 * MSS);
        flow.ack_in(1_000_000 + step * 100_000, (una * MSS, (una + 4) * MSS), ack);
        (flow.flow.mode() == Mode::ProbeRtt, flow.status().contains(Status::LIMITED))
    };
    let found: Vec<_> = (1..=30).map(&mut acknowledge).collect();
    // The probe begins with the first step, when up to step 5 has been sent, has four segments in flight then, and ends ten steps
    // later, with the 11th. Then up to 15 has been sent, and 16 is acknowledged with 20 sent.
    let expected: Vec<_> = (1..=30).map(|step| (step < 11, (6..=20).contains(&step))).collect();
    assert_eq!(found, expected);
}

/// Linux `bbr_set_state` sets the bandwidth to compare with back, not that the pipe was full.
#[test]
fn a_timeout_keeps_a_full_pipe_and_lets_startup_measure_growth_anew() {
    let mut flow = in_probe_bw(BbrSettings::DEFAULT);
    let end = flow.una + 10 * MSS;
    flow.time_out(flow.una, end);
    assert!(flow.status().contains(Status::FULL));
    flow.ack_in(1, (end, end), sample(LINE / 8, 100_000, 20 * MSS));
    assert_eq!(flow.flow.mode(), Mode::ProbeBw);

    let mut flow = Steps::new(BbrSettings::DEFAULT);
    let full = |flow: &mut Steps| {
        flow.ack(0, sample(LINE / 4, 100_000, 100 * MSS));
        flow.status().contains(Status::FULL)
    };
    assert_eq!([(); 3].map(|()| full(&mut flow)), [false; 3]);
    flow.time_out(flow.una, flow.una);
    // The first sample is growth from nothing; three more are none.
    assert_eq!([(); 4].map(|()| full(&mut flow)), [false, false, false, true]);
}

/// A lower one says nothing of the path; one as large is at least that.
#[test]
fn a_limited_sample_counts_if_it_is_as_large_as_the_bandwidth() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    flow.ack(0, sample(1_000, 100_000, 0));
    // After a silence all is limited until what is sent now has arrived.
    let mut sampled = |rate| {
        flow.idle(0, 1);
        flow.ack(0, sample(rate, 100_000, 0));
        flow.words()[..2].to_vec()
    };
    assert_eq!(sampled(999), [1, 1_000]);
    assert_eq!(sampled(1_000), [3, 1_000], "in its own round");
    assert_eq!(sampled(1_001), [4, 1_001]);
    assert_eq!(sampled(0), [4, 1_001]);
    assert_eq!(sampled(u32::MAX), [6, LINE], "no more than the line");
}

#[test]
fn three_rounds_with_less_than_a_quarter_more_fill_the_pipe() {
    let full = |rates: &[u32]| {
        let mut flow = Steps::new(BbrSettings::DEFAULT);
        rates.iter().for_each(|&rate| {
            flow.ack(0, sample(rate, 100_000, 100 * MSS));
        });
        flow.flow.mode() == Mode::Drain
    };
    assert!(!full(&[1_000, 1_249, 1_249]) && full(&[1_000, 1_249, 1_249, 1_249]));
    assert!(
        !full(&[1_000, 1_249, 1_249, 1_250, 1_562, 1_000, 1_561]),
        "from a quarter on the count begins again"
    );
    assert!(full(&[1_000, 1_249, 1_249, 1_250, 1_562, 1_000, 1_561, 1_951]));
}

#[test]
fn the_first_round_trip_time_sets_the_rate_and_samples_of_the_bandwidth_only_raise_it() {
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    // Ten segments in 1 ms, 1.25 MB of the line, and in 100 us: times 739/256, less 1 %.
    let rate = |share: f64| (share * 739.0 / 256.0 * 0.99 * f64::from(LINE)) as u32;
    let near = |control: Control, share: f64| control.rate.to_bits().abs_diff(rate(share)) <= 8;
    assert!(near(flow.flow.control(&flow.params), 0.008));
    assert!(near(flow.ack(0, sample(LINE / 1_000, 0, 0)), 0.008), "not lowered");
    assert!(near(flow.ack(0, sample(0, 100_000, 0)), 0.088), "eleven segments by now");
    assert!(near(flow.ack(0, sample(LINE / 8, 100_000, 0)), 0.125));
    assert!(near(flow.ack(0, sample(LINE / 5, 50_000, 0)), 0.2));
}

#[test]
fn a_pause_limits_samples_if_it_is_asked_to() {
    for (pause_limits, limiting) in [(0, false), (1, true)] {
        let mut flow = Steps::new(BbrSettings { pause_limits, ..BbrSettings::DEFAULT });
        flow.flow.on_event(&flow.params, &Event::Paused { now: Nanos32(0), held: true });
        assert_eq!(flow.status().contains(Status::LIMITING), limiting);
    }
}

#[test]
fn a_flow_that_probes_for_bandwidth_resumes_at_its_bandwidth_and_others_at_their_rate() {
    let mut flow = in_probe_bw(BbrSettings::DEFAULT);
    let rate = flow.idle(1_000, 1_000).rate.to_bits();
    assert!(rate.abs_diff(LINE / 4 * 99 / 100) <= 8, "{rate}");
    let mut flow = Steps::new(BbrSettings::DEFAULT);
    let before = flow.ack(0, sample(LINE / 4, 100_000, 0)).rate;
    assert_eq!(flow.idle(1_000, 1_000).rate, before);
}

#[test]
fn presets_are_as_their_names_say() {
    let found = |name: &str| {
        let s = Bbr::PRESETS.iter().find(|preset| preset.name == name).unwrap().settings;
        (s.line_mbps, s.min_rtt_window_ms, s.probe_rtt)
    };
    assert_eq!(found("linux"), (10_000, 10_000, 200_000_000));
    assert_eq!(found("at-100g"), (100_000, 10_000, 200_000_000));
    assert_eq!(found("short-probe"), (10_000, 50, 1_000_000));
}

#[test]
fn bytes_at_line_rate_end_at_the_largest_window() {
    let params = params(BbrSettings { line_mbps: 8_000, ..BbrSettings::DEFAULT });
    // A byte per ns, 2^30 of them at most.
    assert_eq!(
        [0, 1, 1_000_000, (1 << 30) - 1].map(|time| params.line_bytes(time)),
        [0, 1, 1_000_000, (1 << 30) - 1]
    );
    assert_eq!([1 << 30, (1 << 30) + 1, u32::MAX].map(|time| params.line_bytes(time)), [1 << 30; 3]);
}
