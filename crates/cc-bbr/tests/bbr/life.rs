//! Attached anywhere, for any time, on any path.

use crate::path::{LINE, Loop, MSS, SERVICE, params};
use freeboard_cc_api::{Bytes, CongestionControl, Event, Nanos32};
use freeboard_cc_bbr::{Bbr, BbrSettings, Mode};

/// Linux's counter of rounds began at 0 beside a counter of deliveries that did not: flows that were attached in the
/// second half of its range never left STARTUP (6de035fec045).
#[test]
fn a_flow_attached_anywhere_leaves_startup() {
    for first in [0, (1 << 31) - 20_000, 1 << 31, (1 << 31) + 5, u32::MAX - 30_000] {
        let mut path = Loop::new(BbrSettings::DEFAULT);
        path.first = first;
        path.run(10_000_000);
        assert_eq!(path.flow.mode(), Mode::ProbeBw, "{first}");
        assert!(path.flow.bandwidth().abs_diff(LINE / 4) < LINE / 80, "{first}");
    }
}

#[test]
fn four_billion_bytes_later_the_link_is_still_full() {
    let mut path = Loop::new(BbrSettings { probe_rtt: 1_000_000, ..BbrSettings::DEFAULT });
    // 2^32 bytes and a fifth more.
    while path.delivered < 5_200_000 {
        path.step();
    }
    let (from, start) = (path.delivered, path.now);
    path.run(50_000_000);
    let share = u64::from(path.delivered - from) * SERVICE * 1_000 / (path.now - start);
    assert!(share >= 930, "{share} of 1000");
}

#[test]
fn round_trips_of_microseconds_fill_the_link_too() {
    for base in [1_000, 5_000, 80_000, 1_000_000] {
        let mut path = Loop::new(BbrSettings::DEFAULT);
        path.base = base;
        path.run(40 * base + 5_000_000);
        let (from, start) = (path.delivered, path.now);
        path.run(40 * base + 1_000_000);
        let share = u64::from(path.delivered - from) * SERVICE * 1_000 / (path.now - start);
        assert!(share >= 930, "{base} ns: {share} of 1000");
    }
}

#[test]
fn a_silence_of_any_length_is_followed_by_sending_at_once() {
    for silence in [1_000_000u64, 2_200_000_000, 5_000_000_000, 30_000_000_000] {
        let mut path = Loop::new(BbrSettings::DEFAULT);
        path.run(20_000_000);
        let window = path.flow.control(&path.params).window;
        path.drain();
        path.now += silence;
        let silence_told = u32::try_from(silence).unwrap_or(u32::MAX);
        path.tell(&Event::Idle { now: Nanos32(path.now as u32), silence: silence_told });
        let control = path.flow.control(&path.params);
        assert!(control.window >= Bytes(4 * MSS) && control.window <= window, "{silence}");
        // 1 % below a quarter of the line.
        assert!(control.rate.to_bits().abs_diff(LINE / 4) < LINE / 80, "{silence}: {:?}", control.rate);
        path.next_send = path.now;
        let from = path.delivered;
        path.run(1_000_000);
        assert!(path.delivered - from > 200, "{silence}: {}", path.delivered - from);
        assert_ne!(path.flow.mode(), Mode::ProbeRtt, "{silence}: its end is no reason to probe");
    }
}

#[test]
fn a_probe_that_a_silence_outlasts_is_over_afterwards() {
    let settings = BbrSettings { min_rtt_window_ms: 20, ..BbrSettings::DEFAULT };
    let mut path = Loop::new(settings);
    path.stretch = 1_000;
    while path.flow.mode() != Mode::ProbeRtt || path.flight.len() > 3 {
        path.step();
        assert!(path.now < 4_294_000_000 + 100_000_000, "within 100 ms, {:?}", path.flow);
    }
    path.drain();
    // Half of the range of a stamp and more: its end would read as the future.
    path.now += 3_000_000_000;
    path.tell(&Event::Idle { now: Nanos32(path.now as u32), silence: 3_000_000_000 });
    let start = path.now;
    path.next_send = start;
    while path.flow.mode() == Mode::ProbeRtt {
        path.step();
        assert!(path.now - start < 20_000_000, "a round of 3 ms, not 200 ms");
    }
}

/// Linux's constants: BBR_UNIT 256, 2885/1000 + 1 unit and 1000/2885 of it, the cycle 5/4, 3/4, 1 six times.
#[test]
fn gains_are_those_of_linux_to_a_256th() {
    let mut path = Loop::new(BbrSettings::DEFAULT);
    let mut gains = Vec::new();
    while path.now < 4_294_000_000 + 5_000_000 {
        let gain = path.flow.pacing_gain();
        if gains.last() != Some(&gain) {
            gains.push(gain);
        }
        path.step();
    }
    assert_eq!(gains[..2], [739, 88]);
    let cycle = [320, 192, 256];
    assert!(gains[2..].iter().all(|gain| cycle.contains(gain)), "{gains:?}");
    let up: Vec<_> = gains.windows(3).filter(|gains| gains[0] == 320).collect();
    assert!(up.len() > 2 && up.iter().all(|gains| *gains == [320, 192, 256]), "{gains:?}");
    assert!(size_of::<Bbr>() <= 104);
    assert_eq!(params(BbrSettings::DEFAULT).headroom, 3 * MSS);
}
