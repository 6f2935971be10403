//! CUBIC against RFC 9438 in floating point, rule by rule, and over random events.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32, Words};
use freeboard_cc_cubic::{Cubic, CubicEcn, CubicEcnSettings, CubicParams, CubicSettings, Curve};
use freeboard_replay::FlowEvents;

const MSS: u32 = 1_460;
const TICK_S: f64 = 1.048_576e-3;

fn params() -> CubicParams {
    Cubic::params(&CubicSettings { initial_window: 1_024, ..CubicSettings::DEFAULT }, Bytes(MSS)).unwrap()
}

/// A flow whose rounds are simulated: every round acknowledges one window in segments.
struct Rounds {
    flow: Cubic,
    params: CubicParams,
    now: u64,
    una: u32,
    rtt_ns: u32,
}

impl Rounds {
    /// A flow that has just lost a segment with `segments` in flight.
    fn after_loss(segments: u32, rtt_ns: u32) -> Self {
        let settings = CubicSettings { initial_window: segments.min(1_024), ..CubicSettings::DEFAULT };
        let params = Cubic::params(&settings, Bytes(MSS)).unwrap();
        let mut all = Self { flow: Cubic::default(), params, now: 4_200_000_000, una: 0, rtt_ns };
        let in_flight = Bytes(segments * MSS);
        let loss = Loss { in_flight, una: Seq32(0), nxt: Seq32(in_flight.0) };
        all.una = in_flight.0;
        all.tell(&Event::LossEpisode { now: all.stamp(), loss });
        assert_eq!(all.flow.slow_start_threshold().0, all.window(), "cut");
        all
    }

    fn stamp(&self) -> Nanos32 {
        Nanos32(self.now as u32)
    }

    fn tell(&mut self, event: &Event<'_>) -> u32 {
        self.flow.on_event(&self.params, event).window.0
    }

    /// An acknowledgement of `acked` bytes, ten segments before the end of what was sent.
    fn ack(&mut self, acked: u32) -> u32 {
        self.una = self.una.wrapping_add(acked);
        let (acked, una, nxt) = (Bytes(acked), Seq32(self.una), Seq32(self.una.wrapping_add(10 * MSS)));
        let ack = Ack { acked, una, nxt, rtt: self.rtt_ns, window_limited: true, ..Ack::default() };
        self.tell(&Event::Ack { now: self.stamp(), ack })
    }

    fn words(&self) -> Vec<u32> {
        let mut words = Words::new();
        self.flow.canonical(&mut words);
        words.as_slice().to_vec()
    }

    fn window(&self) -> u32 {
        self.flow.control(&self.params).window.0
    }

    fn round(&mut self, limited: bool) {
        // 0.7 of ten segments is a byte short of seven.
        let segments = ((self.window() + MSS / 2) / MSS).max(1);
        for _ in 0..segments {
            self.now += u64::from(self.rtt_ns / segments);
            self.una = self.una.wrapping_add(MSS);
            let nxt = Seq32(self.una.wrapping_add(segments * MSS));
            let (acked, una) = (Bytes(MSS), Seq32(self.una));
            let ack = Ack { acked, una, nxt, rtt: self.rtt_ns, window_limited: limited, ..Ack::default() };
            self.tell(&Event::Ack { now: self.stamp(), ack });
        }
    }
}

#[test]
fn k_is_the_cube_root_of_rfc_9438_for_windows_of_all_sizes() {
    // facts: 2.0, 2.8, 4.2, 9.1 s for W_max of 10, 30, 100, 1000 segments.
    for (segments, seconds) in [(10, 1.957), (30, 2.823), (100, 4.217), (1_000, 9.086)] {
        let mut rounds = Rounds::after_loss(segments, 100_000);
        rounds.round(true);
        let k = f64::from(rounds.flow.k()) * TICK_S;
        assert!((k - seconds).abs() < 0.003, "{segments}: {k}");
    }
    let curve = Curve::new(26_214, MSS);
    for bytes in (0..1 << 30).step_by(7_654_321) {
        let exact = libm::cbrt(f64::from(bytes) / f64::from(MSS) / (26_214.0 / 65_536.0)) / TICK_S;
        let error = exact - f64::from(curve.climb(bytes));
        assert!((-0.02 * exact.max(1.0) / 1_000.0..1.02 + exact * 1e-5).contains(&error), "{bytes}: {error}");
    }
}

#[test]
fn the_curve_is_rfc_9438_to_a_part_in_two_thousand() {
    let (curve, w_max) = (Curve::new(26_214, MSS), 500_000_000);
    for k in [0, 2_000, 9_000, 90_000] {
        for t in (0..240_000).step_by(1_117) {
            let apart = (f64::from(t) - f64::from(k)) * TICK_S;
            let rise = 26_214.0 / 65_536.0 * apart * apart * apart * f64::from(MSS);
            let exact = (f64::from(w_max) + rise).clamp(0.0, 4_294_967_295.0);
            let error = (f64::from(curve.at(t, k, w_max)) - exact).abs();
            assert!(error <= 4.0 + rise.abs() * 5e-4, "t {t} k {k}: {error} of {rise}");
        }
    }
}

/// REACH, 2^18 - 1 ticks: 275 s from K. C (t - K)^3 of segments of 64 B still fits there.
#[test]
fn beyond_its_reach_the_curve_stays_where_it_is() {
    let (curve, reach) = (Curve::new(26_214, 64), (1 << 18) - 1);
    let furthest = curve.at(reach, 0, 1_000);
    let seconds = f64::from(reach) * TICK_S;
    let exact = 26_214.0 / 65_536.0 * seconds * seconds * seconds * 64.0;
    assert!((f64::from(furthest) / exact - 1.0).abs() < 5e-4, "{furthest} {exact}");
    assert!(curve.at(reach - 1, 0, 1_000) < furthest);
    assert_eq!([reach + 1, 1 << 20, u32::MAX].map(|t| curve.at(t, 0, 1_000)), [furthest; 3]);
}

#[test]
fn the_reno_friendly_branch_regains_the_maximum_in_the_published_time() {
    // 0.3 W / (9/17) round trips of 100 us: 0.6, 1.7, 5.7, 57 ms.
    for (segments, round_trips) in [(10, 5.67), (30, 17.0), (100, 56.7), (1_000, 566.7)] {
        let mut rounds = Rounds::after_loss(segments, 100_000);
        let mut count = 0;
        while rounds.window() + MSS / 2 < segments * MSS {
            rounds.round(true);
            count += 1;
            assert!(count < 1_000, "{segments}: {}", rounds.window());
        }
        let error = f64::from(count) - round_trips;
        assert!((-1.0..=2.5).contains(&error), "{segments}: {count}");
    }
}

#[test]
fn beyond_the_window_before_the_cut_the_estimate_grows_like_reno() {
    let mut rounds = Rounds::after_loss(30, 100_000);
    for count in 0.. {
        if rounds.window() >= 31 * MSS {
            break;
        }
        assert!(count < 100, "{}", rounds.window());
        rounds.round(true);
    }
    let from = rounds.window();
    for _ in 0..40 {
        rounds.round(true);
    }
    let grown = (rounds.window() - from) / MSS;
    assert!((38..=40).contains(&grown), "{grown}");
}

#[test]
fn a_long_round_trip_follows_the_cubic_within_one_percent() {
    let mut rounds = Rounds::after_loss(1_000, 50_000_000);
    rounds.round(true);
    let (start, k) = (rounds.now, f64::from(rounds.flow.k()) * TICK_S);
    for round in 0..300 {
        rounds.round(true);
        let t = (rounds.now - start) as f64 * 1e-9;
        let exact = (0.4 * (t - k) * (t - k) * (t - k) + 1_000.0) * f64::from(MSS);
        let error = (f64::from(rounds.window()) - exact) / exact;
        assert!(error.abs() < 0.012, "round {round}: {error}");
    }
}

#[test]
fn a_cut_is_beta_once_and_the_maximum_is_remembered_before_it() {
    let params = params();
    let mut flow = Cubic::default();
    let cut = |flow: &mut Cubic, una: u32, in_flight: u32| {
        let (in_flight, una) = (Bytes(in_flight), Seq32(una));
        let nxt = Seq32(una.0.wrapping_add(in_flight.0));
        let loss = Loss { in_flight, una, nxt };
        flow.on_event(&params, &Event::LossEpisode { now: Nanos32(0), loss }).window.0
    };
    let whole = 1_024 * MSS;
    let first = cut(&mut flow, 0, whole);
    assert!(first.abs_diff(whole / 10 * 7) <= MSS / 100, "{first}");
    assert_eq!(flow.w_max(), whole);
    assert_eq!(cut(&mut flow, MSS, whole), first, "same window of data");
    let second = cut(&mut flow, whole, first);
    assert!((f64::from(second) / f64::from(first) - 0.7).abs() < 1e-4);
    // Fast convergence: (1 + beta) / 2 of a window that had not regained its maximum.
    assert!((f64::from(flow.w_max()) / f64::from(first) - 0.85).abs() < 1e-4);
}

/// A flow at ten segments, the maximum of an epoch that its first acknowledgement begins.
fn at_the_maximum(rtt_ns: u32) -> Rounds {
    let settings = CubicSettings { initial_window: 10, threshold: 10, ..CubicSettings::DEFAULT };
    let params = Cubic::params(&settings, Bytes(MSS)).unwrap();
    Rounds { flow: Cubic::default(), params, now: 7, una: 0, rtt_ns }
}

#[test]
fn from_its_maximum_the_cubic_climbs_towards_where_it_is_in_a_round_trip() {
    // 0.4 segments in a second, half of it for half a window.
    let grown = at_the_maximum(1_000_000_000).ack(5 * MSS) - 10 * MSS;
    assert!(grown.abs_diff(MSS / 5) <= 2, "{grown}");
}

#[test]
fn the_climb_aims_at_one_and_a_half_windows_at_most() {
    // In 4 s the cubic is 25 segments further (RFC 9438 §4.2).
    assert_eq!(at_the_maximum(4_000_000_000).ack(5 * MSS), 10 * MSS + 5 * MSS / 2);
}

#[test]
fn fast_convergence_spares_a_window_that_has_regained_its_maximum() {
    let mut flow = at_the_maximum(100_000);
    assert_eq!((flow.ack(MSS), flow.flow.w_max()), (10 * MSS, 10 * MSS));
    let loss = Loss { in_flight: Bytes(10 * MSS), una: Seq32(MSS), nxt: Seq32(11 * MSS) };
    flow.tell(&Event::LossEpisode { now: flow.stamp(), loss });
    assert_eq!(flow.flow.w_max(), 10 * MSS);
}

#[test]
fn acknowledgements_of_a_byte_lose_nothing_of_the_climb() {
    let mut flow = at_the_maximum(1_000_000_000);
    let ahead = f64::from(10 * MSS) + 0.4 * f64::from(MSS);
    let mut exact = f64::from(10 * MSS);
    for _ in 0..5_000 {
        exact += (ahead - exact) / exact;
        flow.ack(1);
    }
    assert!((f64::from(flow.window()) - exact).abs() < 3.0, "{} {exact}", flow.window());
}

#[test]
fn acknowledgements_of_a_byte_lose_nothing_of_the_estimate() {
    let mut flow = Rounds::after_loss(10, 100_000);
    let cut = flow.window();
    let count = (1..40_000_u32).find(|_| flow.ack(1) > cut + MSS / 2).unwrap();
    // alpha is 9/17 (RFC 9438 §4.3). K is cut to a tick, in which the cubic climbs 7 bytes.
    assert!(count.abs_diff((cut + 7) * 17 / 9) <= 14, "{count}");
    assert_eq!(flow.window(), cut + MSS);
}

#[test]
fn round_trips_are_smoothed_by_an_eighth_from_the_first_sample_on() {
    let mut flow = at_the_maximum(0);
    let smoothed = [0, 8_000, 0, 16_000, 0].map(|rtt| {
        flow.rtt_ns = rtt;
        flow.ack(MSS);
        flow.words()[11]
    });
    assert_eq!(smoothed, [0, 8_000, 8_000, 9_000, 9_000]);
}

#[test]
fn between_epochs_nothing_of_the_last_one_shows() {
    let mut flow = at_the_maximum(1_000_000_000);
    flow.ack(5 * MSS);
    let epoch = flow.words()[5..11].to_vec();
    // K is 0, no step has passed, the estimate is ten segments of which a half is credited.
    assert_eq!(epoch[..5], [0, 7, 0, 10 * MSS, 5 * MSS]);
    let loss = Loss { in_flight: Bytes(10 * MSS), una: Seq32(flow.una), nxt: Seq32(flow.una + 10 * MSS) };
    flow.tell(&Event::LossEpisode { now: flow.stamp(), loss });
    assert_eq!((flow.words().len(), &flow.words()[5..11]), (14, &[0; 6][..]));
}

#[test]
fn the_constants_of_linux_are_717_and_410_parts_of_1024() {
    let linux = Cubic::PRESETS.iter().find(|preset| preset.name == "linux-constants").unwrap();
    assert_eq!((linux.settings.beta / 64, linux.settings.c / 64), (717, 410));
}

#[test]
fn time_without_a_limiting_window_or_in_silence_does_not_count() {
    let mut busy = Rounds::after_loss(100, 1_000_000);
    let mut lazy = Rounds::after_loss(100, 1_000_000);
    for _ in 0..50 {
        busy.round(true);
        lazy.round(true);
    }
    for _ in 0..3_000 {
        lazy.round(false);
    }
    lazy.now += 30_000_000_000;
    let idle = Event::Idle { now: lazy.stamp(), silence: u32::MAX };
    assert_eq!(lazy.tell(&idle), busy.window(), "no jump after idle");
    for _ in 0..50 {
        busy.round(true);
        lazy.round(true);
    }
    assert!(lazy.window().abs_diff(busy.window()) <= MSS, "{} {}", lazy.window(), busy.window());
}

#[test]
fn the_longest_gap_is_the_longest_that_stamps_show() {
    let gap = u32::try_from(Cubic::META.longest_gap_ns).unwrap();
    let shows = |gap: u32| Nanos32(gap.wrapping_add(7)).signed_since(Nanos32(7)) > 0;
    assert!(shows(gap) && !shows(gap + 1));
}

#[test]
fn a_late_stamp_counts_no_time() {
    let mut rounds = Rounds::after_loss(100, 1_000_000);
    rounds.round(true);
    let before = rounds.window();
    rounds.now -= 900_000_000;
    for _ in 0..3 {
        rounds.round(true);
    }
    assert!(rounds.window() - before <= 3 * MSS);
}

#[test]
fn windows_of_one_and_two_segments_survive_a_cut() {
    for segments in [1, 2] {
        let mut rounds = Rounds::after_loss(segments, 100_000);
        assert_eq!(rounds.window(), 2 * MSS);
        for _ in 0..100 {
            rounds.round(true);
        }
        assert!(rounds.window() > 20 * MSS);
    }
}

#[test]
fn after_a_timeout_the_cubic_starts_at_the_window_it_finds() {
    let mut rounds = Rounds::after_loss(100, 100_000);
    rounds.round(true);
    let (una, in_flight) = (Seq32(rounds.una), Bytes(70 * MSS));
    let loss = Loss { in_flight, una, nxt: una.plus(in_flight.0) };
    assert_eq!(rounds.tell(&Event::Timeout { now: rounds.stamp(), loss }), MSS);
    for _ in 0..8 {
        rounds.round(true);
    }
    assert!(rounds.window() >= 49 * MSS);
    assert_eq!(rounds.flow.k(), 0);
}

#[test]
fn marks_cut_once_per_window_only_where_they_are_answered() {
    let ack = |una: u32| {
        let (acked, marked) = (Bytes(MSS), Bytes(MSS));
        let ack = Ack { acked, marked, una: Seq32(una), nxt: Seq32(50 * MSS), ..Ack::default() };
        Event::Ack { now: Nanos32(0), ack }
    };
    let (mut with, mut without) = (CubicEcn::default(), Cubic::default());
    for segment in 1..50 {
        let window = with.on_event(&params(), &ack(segment * MSS)).window.0;
        assert!(window.abs_diff(1_024 * MSS / 10 * 7) <= MSS / 100);
        assert_eq!(without.on_event(&params(), &ack(segment * MSS)).window.0, 1_024 * MSS);
    }
}

/// RFC 8511 §3.1: 0.85 of the window for a mark, 0.7 for a loss; W_max is the window before either.
#[test]
fn a_mark_may_cut_less_than_a_loss() {
    let milder = CubicEcn::PRESETS.iter().find(|preset| preset.name == "rfc8511").unwrap();
    let params = CubicEcn::params(&milder.settings, Bytes(MSS)).unwrap();
    let ack = Ack {
        acked: Bytes(MSS),
        marked: Bytes(MSS),
        una: Seq32(MSS),
        nxt: Seq32(10 * MSS),
        ..Ack::default()
    };
    let loss = Loss { in_flight: Bytes(10 * MSS), una: Seq32(0), nxt: Seq32(10 * MSS) };
    let now = Nanos32(0);
    for (event, kept) in [(Event::Ack { now, ack }, 85), (Event::LossEpisode { now, loss }, 70)] {
        let mut flow = CubicEcn::default();
        let window = flow.on_event(&params, &event).window.0;
        assert!(window.abs_diff(10 * MSS / 100 * kept) <= 1, "{window}");
        assert_eq!(flow.w_max(), 10 * MSS);
    }
}

#[test]
fn random_events_never_break_the_invariants() {
    for seed in 0..8 {
        let (mut events, mut flow) = (FlowEvents::new(seed), CubicEcn::default());
        let params = CubicEcn::params(&CubicEcnSettings::DEFAULT, Bytes(MSS)).unwrap();
        let mut last = flow.control(&params).window.0;
        for _ in 0..50_000 {
            let event = events.step();
            let next = flow.on_event(&params, &event).window.0;
            assert!((MSS..=1 << 30).contains(&next));
            match event {
                Event::Ack { ack, .. } | Event::Int { ack, .. } if ack.marked.0 == 0 => {
                    assert!(next >= last && next - last <= (last / 2).max(2 * MSS), "{last} {next}");
                }
                Event::Ack { .. } | Event::Int { .. } => {
                    let kept = (u64::from(last) * u64::from(CubicSettings::DEFAULT.beta)) >> 16;
                    assert!(u64::from(next) >= kept || next == 2 * MSS, "{last} {next}");
                }
                Event::LossEpisode { .. } | Event::Timeout { .. } => assert!(next <= last.max(2 * MSS)),
                Event::Undo { .. } => assert!(next >= last),
                _ => assert_eq!(next, last),
            }
            last = next;
        }
    }
    assert!(size_of::<Cubic>() <= 64);
}

/// A host that paces windows sends twice as fast below it.
#[test]
fn the_threshold_of_slow_start_is_what_the_last_cut_left() {
    assert_eq!(Cubic::default().slow_start_threshold(), Bytes(u32::MAX), "RFC 5681 §3.1: arbitrarily high");
    let lost = Rounds::after_loss(100, 10_000_000);
    assert_eq!(lost.flow.slow_start_threshold(), Bytes(lost.window()));
    assert_eq!((lost.window() + MSS / 2) / MSS, 70, "RFC 9438 §4.6");
}

#[test]
fn a_threshold_ends_the_first_slow_start() {
    // Beyond it, a segment per round.
    for (threshold, least, most) in [(0, 1_280, 1_280), (64, 66, 70)] {
        let settings = CubicSettings { threshold, ..CubicSettings::DEFAULT };
        let params = Cubic::params(&settings, Bytes(MSS)).unwrap();
        let mut flow = Rounds { flow: Cubic::default(), params, now: 7, una: 0, rtt_ns: 100_000 };
        (0..7).for_each(|_| flow.round(true));
        let segments = flow.window() / MSS;
        assert!((least..=most).contains(&segments), "{threshold}: {segments}");
    }
}
