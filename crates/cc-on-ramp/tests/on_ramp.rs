//! On-Ramp against \[Liu21\] §3: worked values, boundaries, wraps, and properties over random reports.

use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent, Settings, Underlay};
use freeboard_cc_on_ramp::{Acker, AckerSettings, OnRamp, OnRampParams, OnRampSettings, Strawman};
use freeboard_replay::Random;

const US: u32 = 1_000;
const T: u32 = 30 * US;

fn params(beta_init: u32) -> OnRampParams {
    OnRamp::params(&OnRampSettings { beta_init, ..OnRampSettings::DEFAULT }).unwrap()
}

fn report(now: u32, packet: u32, delay: i32, pause_at_sent: u32) -> OrAck {
    // When the packet left does not matter to the rules: only delay and pause do.
    let sent = Nanos32(now.wrapping_sub(100 * US));
    OrAck { now: Nanos32(now), packet, sent, received: sent.plus(delay.cast_unsigned()), pause_at_sent }
}

/// A flow that has asserted `asserted` of pause, all of it over at `now`.
fn having_paused(params: &OnRampParams, now: u32, asserted: u32) -> OnRamp {
    let mut flow = OnRamp::default();
    if asserted > 0 {
        let start = now.wrapping_sub(asserted + 500 * US);
        flow.on_or_ack(params, &report(start, 0, (T + asserted).cast_signed(), 0));
        flow.on_sent(params, &Sent { now: Nanos32(now), packet: 1, fresh: Bytes(1_000) });
    }
    flow
}

fn hold(flow: &OnRamp, params: &OnRampParams, now: u32) -> u32 {
    flow.release(params, Nanos32(now)).since(Nanos32(now))
}

#[test]
fn the_excess_over_the_threshold_is_paused_less_beta_times_what_was_paused_already() {
    // (delay, beta, pause asserted in the round trip, pause that follows).
    for (delay, beta, asserted, expected) in [
        (50 * US, 0, 0, 20 * US),
        (50 * US, 32_768, 10 * US, 15 * US),
        (50 * US, 65_536, 25 * US, 0),
        (50 * US, 65_536, 19 * US, US),
        (30 * US, 0, 0, 0),
        (30 * US + 1, 0, 0, 1),
    ] {
        let (params, now) = (params(beta), 1 << 30);
        let mut flow = having_paused(&params, now, asserted);
        let mut seen = report(now, 9, delay.cast_signed(), 0);
        // No pause between the two packets: beta stays.
        seen.pause_at_sent = 0;
        flow.on_or_ack(&params, &seen);
        assert_eq!(hold(&flow, &params, now), expected, "{delay} {beta} {asserted}");
        assert_eq!(flow.beta(&params), beta);
    }
}

#[test]
fn beta_moves_by_a_sixteenth_of_the_gap_to_the_measured_gain() {
    // (delay before, delay now, pause between, beta before, beta after).
    for (before, after, between, beta, expected) in [
        (50 * US, 42 * US, 10 * US, 16_384, 18_636),
        (40 * US, 50 * US, 10 * US, 16_384, 15_360),
        (50 * US, 30 * US, 10 * US, 16_384, 19_456),
        // (13107 - 16399) / 16 = -205.75: cut towards zero, not towards minus infinity.
        (32 * US, 30 * US, 10 * US, 16_399, 16_399 - 205),
        (32 * US, 30 * US, 0, 16_399, 16_399),
    ] {
        let (params, mut flow) = (params(beta), OnRamp::default());
        flow.on_or_ack(&params, &report(0, 1, before.cast_signed(), 0));
        flow.on_or_ack(&params, &report(0, 2, after.cast_signed(), between));
        assert_eq!(flow.beta(&params), expected, "{before} {after} {between}");
    }
}

#[test]
fn beta_is_updated_before_the_pause_is_computed() {
    // Pause between the packets and pause asserted since: beta 0 -> 65536/16, then 4096/65536 of 16 us.
    let params = params(0);
    let now = 1 << 30;
    let mut flow = having_paused(&params, now, 26 * US);
    flow.on_or_ack(&params, &report(now, 5, (40 * US).cast_signed(), 10 * US));
    // The report before it was of 56 us: (56 - 40)/10 clamps to 1.
    assert_eq!(flow.beta(&params), 4_096);
    assert_eq!(hold(&flow, &params, now), 10 * US - US);
}

#[test]
fn a_negative_delay_neither_pauses_nor_underflows() {
    for beta in [0, 65_536] {
        let (params, mut flow) = (params(beta), OnRamp::default());
        flow.on_or_ack(&params, &report(7, 1, (10 * US).cast_signed(), 0));
        flow.on_or_ack(&params, &report(7, 2, -3_000, 0));
        assert_eq!(hold(&flow, &params, 7), 0);
    }
}

#[test]
fn a_deadline_beyond_the_wrap_of_the_clock_holds() {
    let (params, mut flow) = (params(0), OnRamp::default());
    flow.on_or_ack(&params, &report(0xffff_f000, 1, (50 * US).cast_signed(), 0));
    assert_eq!(flow.release(&params, Nanos32(0xffff_f000)), Nanos32(0x3e20));
    assert_eq!(flow.release(&params, Nanos32(10)), Nanos32(0x3e20));
    assert_eq!(flow.release(&params, Nanos32(0x3e20)), Nanos32(0x3e20));
}

#[test]
fn the_assignment_can_shorten_a_pause_and_a_small_delay_leaves_it_alone() {
    let (params, mut flow) = (params(0), OnRamp::default());
    flow.on_or_ack(&params, &report(0, 1, (80 * US).cast_signed(), 0));
    assert_eq!(hold(&flow, &params, 0), 50 * US);
    flow.on_or_ack(&params, &report(10 * US, 2, T.cast_signed(), 0));
    assert_eq!(hold(&flow, &params, 10 * US), 40 * US, "x = T changes nothing");
    flow.on_or_ack(&params, &report(20 * US, 3, (T + US).cast_signed(), 0));
    assert_eq!(hold(&flow, &params, 20 * US), US);
}

#[test]
fn only_elapsed_pause_counts() {
    let (params, mut flow) = (params(65_536), OnRamp::default());
    let sent = |flow: &mut OnRamp, now| {
        flow.on_sent(&params, &Sent { now: Nanos32(now), packet: 0, fresh: Bytes(1_000) })
    };
    flow.on_or_ack(&params, &report(0, 1, (130 * US).cast_signed(), 0));
    assert_eq!(sent(&mut flow, 0), 0);
    assert_eq!(sent(&mut flow, 10 * US), 10 * US);
    // 10 us have elapsed, so 90 of the 100 us of excess remain; the 90 us scheduled before do not count.
    flow.on_or_ack(&params, &report(10 * US, 2, (130 * US).cast_signed(), 0));
    assert_eq!(hold(&flow, &params, 10 * US), 90 * US);
    assert_eq!(sent(&mut flow, 40 * US), 40 * US);
    assert_eq!(sent(&mut flow, 500 * US), 100 * US);
    assert_eq!(sent(&mut flow, 900 * US), 100 * US);
}

#[test]
fn late_and_doubled_reports_change_nothing() {
    let (params, mut flow) = (params(0), OnRamp::default());
    flow.on_or_ack(&params, &report(0, u32::MAX, (31 * US).cast_signed(), 0));
    let before = flow;
    for packet in [u32::MAX, u32::MAX - 5] {
        flow.on_or_ack(&params, &report(US, packet, (90 * US).cast_signed(), 0));
        assert_eq!(flow, before);
    }
    flow.on_or_ack(&params, &report(US, 0, (90 * US).cast_signed(), 0));
    assert_ne!(flow, before, "packet numbers wrap");
}

#[test]
fn a_clock_step_is_not_believed_and_no_pause_exceeds_its_maximum() {
    let (params, mut flow) = (params(0), OnRamp::default());
    for delay in [100_000_001, -100_000_001, i32::MIN, i32::MAX] {
        flow.on_or_ack(&params, &report(0, 1, delay, 0));
        assert_eq!(flow, OnRamp::default());
    }
    flow.on_or_ack(&params, &report(0, 1, 90_000_000, 0));
    assert_eq!(hold(&flow, &params, 0), 1_000_000);
}

#[test]
fn a_flow_idle_for_seconds_resumes_at_once() {
    let params = params(0);
    for silence in [2_200_000_000, 2_147_483_648, 3_000_000_000, 4_200_000_000] {
        let mut flow = OnRamp::default();
        flow.on_or_ack(&params, &report(77, 1, (80 * US).cast_signed(), 0));
        let now = 77u32.wrapping_add(silence);
        assert_eq!(hold(&flow, &params, now), 0, "{silence}");
        assert_eq!(flow.on_sent(&params, &Sent { now: Nanos32(now), packet: 2, fresh: Bytes(1) }), 50 * US);
    }
}

#[test]
fn the_strawman_ignores_what_it_paused() {
    let params = OnRamp::params(&OnRampSettings { beta_init: 65_536, ..OnRampSettings::DEFAULT }).unwrap();
    let mut flow = Strawman::default();
    for (at, packet) in [(0, 1), (15 * US, 2), (30 * US, 3)] {
        flow.on_or_ack(&params, &report(at, packet, (50 * US).cast_signed(), at));
        assert_eq!(flow.release(&params, Nanos32(at)).since(Nanos32(at)), 20 * US);
        assert_eq!(flow.beta(&params), 0);
    }
}

/// A random history: the properties of the rules, and invariance under clock offsets.
#[test]
fn random_reports_keep_every_property() {
    let params = params(20_000);
    for seed in 0..16 {
        let mut random = Random::new(seed);
        let (mut flow, mut shifted) = (OnRamp::default(), OnRamp::default());
        let (mut now, shift) = (random.word(), random.word());
        let (mut packet, mut echoed, mut last_pause) = (random.word(), 0, 0u32);
        for _ in 0..20_000 {
            now = now.wrapping_add(random.below(20 * US));
            let sent = Sent { now: Nanos32(now), packet, fresh: Bytes(1_000) };
            let pause = flow.on_sent(&params, &sent);
            let there = flow.release(&params, Nanos32(now));
            shifted.on_sent(&params, &Sent { now: Nanos32(now.wrapping_add(shift)), ..sent });
            assert!(pause.wrapping_sub(last_pause) <= 20 * US, "pause grows no faster than time");
            last_pause = pause;
            if random.one_in(2) {
                continue;
            }
            packet = packet.wrapping_add(1);
            echoed = if random.one_in(3) { pause } else { echoed };
            let delay = random.below(90 * US).cast_signed() - (10 * US).cast_signed();
            let seen = report(now, packet, delay, echoed);
            let beta = flow.beta(&params);
            flow.on_or_ack(&params, &seen);
            let moved = flow.beta(&params).abs_diff(beta);
            assert!(flow.beta(&params) <= 65_536 && moved <= 4_096);
            let after = flow.release(&params, Nanos32(now));
            let length = after.since(Nanos32(now));
            let within = i64::from(length) <= (i64::from(delay) - i64::from(T)).max(0) && length <= 1_000_000;
            assert!(after == there || within, "old end, or at most the excess");
            if delay <= T.cast_signed() {
                assert_eq!(after, there);
            }
            shifted.on_or_ack(
                &params,
                &OrAck {
                    now: seen.now.plus(shift),
                    sent: seen.sent.plus(shift),
                    received: seen.received.plus(shift),
                    ..seen
                },
            );
            assert_eq!(shifted.release(&params, Nanos32(now.wrapping_add(shift))), after.plus(shift));
        }
    }
}

#[test]
fn ten_packets_ten_microseconds_or_the_last_make_a_report() {
    let settings = AckerSettings::default();
    let mut acker = Acker::default();
    let every = |acker: &mut Acker, count: u32, gap: u32, last: bool| {
        (0..count).filter(|at| acker.on_packet(&settings, Nanos32(at * gap), last)).count()
    };
    assert_eq!(every(&mut acker, 1_000, 84, false), 100);
    assert_eq!(every(&mut Acker::default(), 3, 1, true), 3);
    // The hold is between two reports: a flow of a packet every 5 us is reported every 10, not every 15.
    assert_eq!(every(&mut Acker::default(), 100, 5 * US, false), 50);
    assert_eq!(every(&mut Acker::default(), 100, 14 * US, false), 100);
}

#[test]
fn a_flow_s_first_packet_is_reported_whatever_the_clock_says() {
    let unlimited = AckerSettings { hold: 0, ..AckerSettings::default() };
    for settings in [AckerSettings::default(), unlimited] {
        for start in [0, 1, 9 * US, u32::MAX] {
            let mut acker = Acker::default();
            let reported =
                |at: &u32| acker.on_packet(&settings, Nanos32(start.wrapping_add(at * 100)), false);
            assert_eq!((0..21).filter(reported).collect::<Vec<_>>(), [0, 10, 20], "from {start}");
        }
    }
}

#[test]
fn settings_are_refused_by_name_and_state_fits_its_budget() {
    assert_eq!(size_of::<OnRamp>(), 28);
    assert!(OnRampSettings::DEFAULT.with(OnRampSettings::t, 0).is_err());
    let capped = OnRamp::PRESETS.iter().find(|preset| preset.name == "capped").unwrap();
    let params = OnRamp::params(&capped.settings).unwrap();
    assert_eq!(OnRamp::default().in_flight_cap(&params), Bytes(153_000));
    assert_eq!(OnRamp::default().in_flight_cap(&self::params(0)), Bytes::MAX);
}
