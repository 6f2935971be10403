//! The window of DCTCP, worked by hand.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32};
use freeboard_cc_dctcp::{Dctcp, DctcpSettings, Growth, Increase};

const MSS: u32 = 1460;

fn ack(una: u32, marked: bool) -> Event<'static> {
    let acked = Bytes(MSS);
    let ack = Ack {
        acked,
        marked: if marked { acked } else { Bytes(0) },
        una: Seq32(una),
        nxt: Seq32(una + 10 * MSS),
        window_limited: true,
        ..Ack::default()
    };
    Event::Ack { now: Nanos32(una), ack }
}

fn timeout() -> Event<'static> {
    let loss = Loss { in_flight: Bytes(20 * MSS), una: Seq32(0), nxt: Seq32(20 * MSS) };
    Event::Timeout { now: Nanos32(0), loss }
}

/// RFC 6582 §3.2 step 2: losses of one window of data are one episode.
#[test]
fn losses_of_one_window_halve_once() {
    let params = Dctcp::params(&DctcpSettings::default(), Bytes(MSS)).unwrap();
    let mut flow = Dctcp::default();
    let lost = |una: u32, nxt: u32, in_flight: u32| {
        let loss = Loss { in_flight: Bytes(in_flight * MSS), una: Seq32(una * MSS), nxt: Seq32(nxt * MSS) };
        Event::LossEpisode { now: Nanos32(0), loss }
    };
    assert_eq!(flow.on_event(&params, &lost(0, 10, 10)).window, Bytes(5 * MSS));
    for una in 1..10 {
        assert_eq!(flow.on_event(&params, &lost(una, 15, 5)).window, Bytes(5 * MSS), "{una}");
    }
    assert_eq!(flow.on_event(&params, &lost(10, 15, 5)).window, Bytes(5 * MSS / 2));
}

#[test]
fn a_mark_after_a_timeout_does_not_raise_the_window_to_its_floor() {
    let params = Dctcp::params(&DctcpSettings::default(), Bytes(MSS)).unwrap();
    let mut flow = Dctcp::default();
    assert_eq!(flow.on_event(&params, &timeout()).window, Bytes(MSS));
    assert_eq!(flow.on_event(&params, &ack(20 * MSS, true)).window, Bytes(MSS));
}

/// A host that paces windows sends twice as fast below it.
#[test]
fn the_threshold_of_slow_start_is_what_the_last_cut_left() {
    let params = Dctcp::params(&DctcpSettings::default(), Bytes(MSS)).unwrap();
    let mut flow = Dctcp::default();
    assert_eq!(flow.slow_start_threshold(), Bytes(u32::MAX), "RFC 5681 §3.1: arbitrarily high at first");
    flow.on_event(&params, &ack(MSS, true));
    assert_eq!(flow.slow_start_threshold(), Bytes(5 * MSS));
}

#[test]
fn a_mark_cuts_by_half_of_alpha_and_only_once_per_window() {
    let params = Dctcp::params(&DctcpSettings::default(), Bytes(MSS)).unwrap();
    let mut flow = Dctcp::default();
    // Alpha starts at 1: the first cut is a halving.
    assert_eq!(flow.on_event(&params, &ack(MSS, true)).window, Bytes(5 * MSS));
    assert_eq!(flow.on_event(&params, &ack(2 * MSS, true)).window, Bytes(5 * MSS));
    // Up to 11 segments were sent before the cut, the last of them included.
    assert_eq!(flow.on_event(&params, &ack(11 * MSS, true)).window, Bytes(5 * MSS));
    assert!(flow.on_event(&params, &ack(12 * MSS, true)).window < Bytes(5 * MSS));
}

#[test]
fn a_reduced_window_grows_only_where_growth_says_always() {
    for (growth, expected) in [(Growth::AfterCut, 5 * MSS), (Growth::Always, 6 * MSS)] {
        let settings = DctcpSettings { growth: growth.setting(), ..DctcpSettings::DEFAULT };
        let params = Dctcp::params(&settings, Bytes(MSS)).unwrap();
        let mut flow = Dctcp::default();
        flow.on_event(&params, &ack(MSS, true));
        // Five segments are a window; all of them are sent before the cut, which ends at 11 segments.
        let last = (2..7).map(|segment| flow.on_event(&params, &ack(segment * MSS, false))).last();
        assert_eq!(last.unwrap().window, Bytes(expected), "growth {growth:?}");
    }
}

#[test]
fn growth_per_ack_adds_up_to_a_segment_per_window() {
    let window = |increase: Increase, acks| {
        let settings = DctcpSettings { increase: increase.setting(), ..DctcpSettings::DEFAULT };
        let params = Dctcp::params(&settings, Bytes(MSS)).unwrap();
        let mut flow = Dctcp::default();
        flow.on_event(&params, &ack(MSS, true));
        (0..acks).map(|n| flow.on_event(&params, &ack((12 + n) * MSS, false))).last().unwrap().window.0
    };
    assert_eq!(
        [window(Increase::PerWindow, 1), window(Increase::PerAck, 1)],
        [5 * MSS, 5 * MSS + MSS / 5 - 1]
    );
    assert_eq!(window(Increase::PerWindow, 5), 6 * MSS);
    // A fifth in Q20 is rounded down by a byte; each share is of a wider window than the one before.
    assert!(
        (6 * MSS - 130..6 * MSS).contains(&window(Increase::PerAck, 5)),
        "{}",
        window(Increase::PerAck, 5)
    );
}

#[test]
fn a_segment_of_no_bytes_counts_as_one_byte_so_that_the_window_opens() {
    let params = Dctcp::params(&DctcpSettings::DEFAULT, Bytes(0)).unwrap();
    assert_eq!(Dctcp::default().on_event(&params, &timeout()).window, Bytes(1));
}

/// RFC 8257 §3.3 step 6 with g = 1/16 from alpha = 1, in double precision and rounded to Q20: the fractions in
/// sixteenths, what alpha is after each window.
const ALPHA: [(u32, u32); 16] = [
    (0, 983_040),
    (0, 921_600),
    (0, 864_000),
    (0, 810_000),
    (16, 824_911),
    (16, 838_890),
    (8, 819_227),
    (8, 800_794),
    (4, 767_128),
    (4, 735_567),
    (0, 689_594),
    (0, 646_494),
    (2, 614_280),
    (16, 641_424),
    (0, 601_335),
    (0, 563_751),
];

#[test]
fn alpha_follows_the_sequence_of_the_rfc() {
    let params = Dctcp::params(&DctcpSettings { g_shift: 4, ..DctcpSettings::DEFAULT }, Bytes(MSS)).unwrap();
    let (mut flow, mut una) = (Dctcp::default(), 0);
    let mut window = |flow: &mut Dctcp, marked| {
        let acked = Bytes(16 * MSS);
        una += acked.0;
        let ack = Ack {
            acked,
            marked: Bytes(marked * MSS),
            una: Seq32(una),
            nxt: Seq32(una + 1),
            ..Ack::default()
        };
        flow.on_event(&params, &Event::Ack { now: Nanos32(0), ack });
        flow.alpha_q20()
    };
    window(&mut flow, 0);
    for (at, (marked, alpha)) in ALPHA.into_iter().enumerate() {
        // A step is cut by less than a unit.
        let found = window(&mut flow, marked);
        assert!(found.abs_diff(alpha) <= 16, "window {at}: {found} {alpha}");
    }
}

/// Whatever the gain: an average that is cut to whole units stops short of both ends unless it is made to move.
#[test]
fn alpha_reaches_zero_and_one_and_stays_between() {
    for g_shift in 0..=10 {
        let params = Dctcp::params(&DctcpSettings { g_shift, ..DctcpSettings::DEFAULT }, Bytes(MSS)).unwrap();
        let (mut flow, mut una) = (Dctcp::default(), 0u32);
        for (marked, end) in [(0, 0), (16 * MSS, 1 << 20), (0, 0)] {
            // ln 2^20 = 14 time constants of 2^10 windows, and a unit per window for the rest.
            for _ in 0..20_000 {
                una = una.wrapping_add(16 * MSS);
                let (acked, marked) = (Bytes(16 * MSS), Bytes(marked));
                let nxt = Seq32(una.wrapping_add(1));
                let ack = Ack { acked, marked, una: Seq32(una), nxt, ..Ack::default() };
                flow.on_event(&params, &Event::Ack { now: Nanos32(0), ack });
                assert!(flow.alpha_q20() <= 1 << 20, "2^-{g_shift}: {}", flow.alpha_q20());
            }
            assert_eq!(flow.alpha_q20(), end, "2^-{g_shift}");
        }
    }
}
