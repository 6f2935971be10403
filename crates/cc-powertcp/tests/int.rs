//! PowerTCP with telemetry against \[Addanki22\] algorithm 1, and over broken telemetry.

use freeboard_cc_api::{
    Ack, Bytes, CongestionControl, Event, IntHop, IntStack, MAX_INT_HOPS, Nanos32, Seq32,
};
use freeboard_cc_powertcp::{Power, PowerTcp, PowerTcpParams, PowerTcpSettings};
use freeboard_replay::{FlowEvents, Random};

const MSS: u32 = 1_000;
/// 100 Gbit/s · 13 us.
const BDP: u32 = 162_500;
/// 1 as a power.
const ONE: u32 = 1 << 24;
/// 1 as a setting.
const WHOLE: u32 = 1 << 16;

fn params(settings: PowerTcpSettings) -> PowerTcpParams {
    PowerTcp::params(&settings, Bytes(MSS)).unwrap()
}

/// (stamp, depth, sent) of hops of 100 Gbit/s.
fn stack(hops: &[(u32, u32, u32)]) -> IntStack {
    let mut all = [IntHop::default(); MAX_INT_HOPS];
    for (slot, (stamp, depth, sent)) in all.iter_mut().zip(hops) {
        *slot = IntHop { stamp: Nanos32(*stamp), depth: Bytes(*depth), sent: *sent, rate_mbps: 100_000 };
    }
    IntStack { hops: all, count: hops.len() as u8 }
}

fn tell(flow: &mut PowerTcp, params: &PowerTcpParams, (una, nxt): (u32, u32), stack: &IntStack) -> u32 {
    let ack = Ack { acked: Bytes(MSS), una: Seq32(una), nxt: Seq32(nxt), ..Ack::default() };
    flow.on_event(params, &Event::Int { now: Nanos32(0), ack, stack }).window.0
}

/// One sample over a whole T, after one that only starts: the power is the sample's.
fn power_of(before: (u32, u32), after: (u32, u32)) -> f64 {
    let (params, mut flow) = (params(PowerTcpSettings::DEFAULT), PowerTcp::default());
    tell(&mut flow, &params, (0, 10), &stack(&[(0, before.0, before.1)]));
    tell(&mut flow, &params, (20, 30), &stack(&[(13_000, after.0, after.1)]));
    f64::from(flow.power()) / f64::from(ONE)
}

/// Worked by hand with B T = 162 500 B: (sent + growth)/BT · (1 + queue/BT).
#[test]
fn power_is_the_arrival_rate_times_queue_and_product() {
    for (before, after, power) in [
        ((0, 0), (0, BDP), 1.0),
        ((0, 0), (BDP, BDP), 4.0),
        ((BDP, 0), (BDP, BDP), 2.0),
        ((BDP, 0), (BDP / 2, BDP), 0.75),
        ((BDP, 0), (0, BDP), 0.5),
        ((0, 0), (0, 0), 0.5),
        ((0, 0), (BDP / 10, BDP / 2), 0.66),
    ] {
        let found = power_of(before, after);
        assert!((found - power).abs() < 1e-4, "{before:?} {after:?}: {found} {power}");
    }
}

#[test]
fn a_growing_queue_cuts_before_a_standing_one_of_the_same_length() {
    assert!(power_of((0, 0), (40_000, BDP)) > power_of((40_000, 0), (40_000, BDP)));
    assert!(power_of((40_000, 0), (40_000, BDP)) > power_of((80_000, 0), (40_000, BDP)));
}

#[test]
fn at_power_one_the_window_moves_by_the_additive_increase_alone() {
    let params = params(PowerTcpSettings { eta: WHOLE, ..PowerTcpSettings::DEFAULT });
    let mut flow = PowerTcp::default();
    let at = |round: u32, share: u32| stack(&[(round * 13_000, 0, round * (BDP / share))]);
    // A queue first, to leave the largest window.
    tell(&mut flow, &params, (0, 1), &at(0, 1));
    tell(&mut flow, &params, (2, 3), &stack(&[(13_000, 100_000, BDP)]));
    let (mut window, mut steps) = (flow.window().bytes(), Vec::new());
    assert!(window < BDP / 2, "{window}");
    tell(&mut flow, &params, (4, 5), &stack(&[(26_000, 0, 2 * BDP + 100_000)]));
    for round in 3..20 {
        let sent = round * BDP + 100_000;
        let next = tell(&mut flow, &params, (2 * round, 2 * round + 1), &stack(&[(round * 13_000, 0, sent)]));
        steps.push(next.wrapping_sub(window));
        window = next;
    }
    // One sample per round trip: gamma · 975, and the byte that is lost of what the link carries.
    assert!(steps[1..].iter().all(|step| (876..=877).contains(step)), "{steps:?}");
}

#[test]
fn windows_of_one_round_trip_derive_from_the_window_it_began_with() {
    let (params, mut flow) = (params(PowerTcpSettings::DEFAULT), PowerTcp::default());
    let at = |packet: u32| stack(&[(packet * 100, 30_000, packet * 1_250)]);
    tell(&mut flow, &params, (0, 100), &at(0));
    tell(&mut flow, &params, (1, 100_000), &at(1));
    let old = flow.window().old();
    for packet in 2..100 {
        let before = f64::from(flow.window().bytes());
        let window = tell(&mut flow, &params, (packet * 1_000, 200_000), &at(packet));
        assert_eq!(flow.window().old(), old);
        let power = f64::from(flow.power()) / f64::from(ONE);
        let exact = 0.9 * (f64::from(old) * 0.95 / power + 975.0) + 0.1 * before;
        assert!((f64::from(window) - exact.min(f64::from(BDP))).abs() < 4.0, "{window} {exact}");
    }
    tell(&mut flow, &params, (100_001, 300_000), &at(101));
    assert_ne!(flow.window().old(), old);
}

/// Flows over one link of 100 Gbit/s, a round trip at a time.
#[test]
fn a_shared_link_runs_near_full_with_a_short_queue_and_equal_windows() {
    let params = params(PowerTcpSettings::DEFAULT);
    let mut flows = [PowerTcp::default(); 4];
    let (mut now, mut sent, mut queue) = (u32::MAX - 50_000, u32::MAX - 1_000_000, 0u32);
    let mut windows = [BDP, BDP / 8, BDP / 4, BDP / 2];
    let (mut busy, mut standing) = (0u64, 0u64);
    for round in 0..400u32 {
        let arrived: u32 = windows.iter().sum();
        now = now.wrapping_add(13_000);
        let out = (queue + arrived).min(BDP);
        (queue, sent) = (queue + arrived - out, sent.wrapping_add(out));
        let seen = stack(&[(now, queue, sent)]);
        for (flow, window) in flows.iter_mut().zip(&mut windows) {
            let una = round * BDP;
            *window = tell(flow, &params, (una, una + BDP), &seen);
        }
        // What stands in the queue is part of the windows.
        queue = 0;
        if round >= 200 {
            busy += u64::from(out);
            standing = standing.max(u64::from(arrived.saturating_sub(out)));
        }
    }
    assert!(busy >= u64::from(BDP) * 200 * 93 / 100, "{busy}");
    assert!(standing <= u64::from(BDP) / 10, "{standing}");
    let (least, most) = (windows.iter().min().unwrap(), windows.iter().max().unwrap());
    assert!(most - least < most / 10, "{windows:?}");
}

/// A NIC of 400 Gbit/s puts four packets on the wire at once and pauses, at four fifths of the line: of a T of 1 ms each
/// packet is 2^-15.5.
#[test]
fn bursts_and_gaps_count_by_their_time() {
    let settings = PowerTcpSettings { line_mbps: 400_000, t: 1_002_000, ..PowerTcpSettings::DEFAULT };
    let (params, mut flow) = (params(settings), PowerTcp::default());
    let at = |now, sent| {
        let mut stack = stack(&[(now, 0, sent)]);
        stack.hops[0].rate_mbps = 400_000;
        stack
    };
    tell(&mut flow, &params, (0, 10), &at(0, 0));
    let (mut now, mut sent) = (0, 0);
    for packet in 1..400_000u32 {
        // The link is half full in the gap, so the guard of the arrivals does not act.
        now += if packet % 4 == 0 { 44 } else { 22 };
        sent += 1_100;
        tell(&mut flow, &params, (packet, packet + 10), &at(now, sent));
    }
    let power = f64::from(flow.power()) / f64::from(ONE);
    assert!((power - 4.0 / 5.0).abs() < 1e-3, "{power}");
}

#[test]
fn broken_telemetry_is_not_used() {
    let params = params(PowerTcpSettings::DEFAULT);
    let good = stack(&[(1_000_000, 0, 0)]);
    let mut rateless = stack(&[(1_001_000, 0, 9_999_999)]);
    rateless.hops[0].rate_mbps = 0;
    for (name, bad) in [
        ("same time", stack(&[(1_000_000, 0, 99_999)])),
        ("backwards", stack(&[(999_000, 0, 99_999)])),
        ("old", stack(&[(1_000_000 + (1 << 24) + 1, 0, 99_999)])),
        ("another path", stack(&[(1_001_000, 0, 9_999_999), (1_001_000, 0, 9_999_999)])),
        ("no path", stack(&[])),
        ("no rate", rateless),
    ] {
        let mut flow = PowerTcp::default();
        tell(&mut flow, &params, (0, 10), &good);
        assert_eq!(tell(&mut flow, &params, (20, 30), &bad), BDP, "{name}");
        assert_eq!(flow.power(), ONE, "{name}");
    }
    let mut flow = PowerTcp::default();
    tell(&mut flow, &params, (0, 10), &good);
    flow.on_event(&params, &Event::Idle { now: Nanos32(0), silence: 2_200_000_000 });
    tell(&mut flow, &params, (20, 30), &stack(&[(1_013_000, 0, 999_999)]));
    assert_eq!(flow.power(), ONE, "idle clears");
}

#[test]
fn the_hop_with_the_most_power_counts_wherever_it_is() {
    let params = params(PowerTcpSettings::DEFAULT);
    let mut random = Random::new(4);
    for busy in 0..5usize {
        let mut flow = PowerTcp::default();
        let mut path = |now: u32, load: u32| {
            let hop = |at: usize, jitter: u32| (now + jitter, 0, if at == busy { load } else { load / 4 });
            let jitter = random.below(50);
            stack(&[hop(0, jitter), hop(1, jitter), hop(2, jitter), hop(3, jitter), hop(4, jitter)])
        };
        tell(&mut flow, &params, (0, 10), &path(0, 0));
        tell(&mut flow, &params, (20, 30), &path(13_000, 130_000));
        assert!(flow.power().abs_diff(13_421_773) < 76_800, "hop {busy}: {}", flow.power());
    }
}

#[test]
fn of_two_hops_with_the_same_power_the_first_counts() {
    let first = Power { normalised: ONE, span: 160 };
    let second = Power { normalised: ONE, span: 320 };
    assert_eq!((first.or(second), second.or(first)), (first, second));
    assert_eq!(Power { normalised: 0, span: 0 }.or(Power { normalised: 0, span: 7 }).span, 7);
}

#[test]
fn random_events_keep_the_window_in_range() {
    for preset in PowerTcp::PRESETS {
        let params = params(preset.settings);
        let (mut events, mut flow) = (FlowEvents::new(9), PowerTcp::default());
        for _ in 0..200_000 {
            let control = flow.on_event(&params, &events.step());
            assert!((MSS..=params.bdp).contains(&control.window.0));
            assert!(control.rate.to_bits() >= 1_000);
        }
    }
    assert!(size_of::<PowerTcp>() - PowerTcp::META.aux_bytes as usize <= 64);
}
