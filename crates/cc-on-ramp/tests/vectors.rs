//! Worked values of \[Liu21\] §3, T = 30 us, g = 1/16, derived by exact fractions and then cut to Q16.

use freeboard_cc_api::{Bytes, Nanos32, OrAck, Sent, Underlay};
use freeboard_cc_on_ramp::{OnRamp, OnRampParams, OnRampSettings};

const US: i32 = 1_000;
const NOW: u32 = 1 << 30;

/// One report and what must come of it. Times in ns; `before` is the delay of the packet reported before it.
struct Vector {
    before: Option<i32>,
    delay: i32,
    /// Pause asserted between the two packets' departures (P_BG).
    between: u32,
    /// Pause asserted since this packet's departure (P_last).
    since: u32,
    beta_after: u32,
    /// Length of the pause that follows; `None` for no change.
    pause: Option<u32>,
}

fn params(beta_init: u32) -> OnRampParams {
    OnRamp::params(&OnRampSettings { beta_init, ..OnRampSettings::DEFAULT }).unwrap()
}

fn report(now: u32, packet: u32, delay: i32, pause_at_sent: u32) -> OrAck {
    let sent = Nanos32(now.wrapping_sub(100_000));
    OrAck { now: Nanos32(now), packet, sent, received: sent.plus(delay.cast_unsigned()), pause_at_sent }
}

fn sent(flow: &mut OnRamp, params: &OnRampParams, now: u32) -> u32 {
    flow.on_sent(params, &Sent { now: Nanos32(now), packet: 0, fresh: Bytes(1_000) })
}

fn hold(flow: &OnRamp, params: &OnRampParams, now: u32) -> u32 {
    flow.release(params, Nanos32(now)).since(Nanos32(now))
}

impl Vector {
    /// A flow that has asserted `between + since` of pause, all over at [`NOW`], then both reports.
    fn run(&self, beta: u32) {
        let params = &params(beta);
        let mut flow = OnRamp::default();
        let all = self.between + self.since;
        if all > 0 {
            let start = NOW - 600_000;
            flow.on_or_ack(params, &report(start, 1, 30 * US + all.cast_signed(), 0));
            assert_eq!(sent(&mut flow, params, NOW), all);
        }
        if let Some(before) = self.before {
            flow.on_or_ack(params, &report(NOW, 2, before, 0));
        }
        let paused = hold(&flow, params, NOW);
        flow.on_or_ack(params, &report(NOW, 3, self.delay, self.between));
        assert_eq!(flow.beta(params), self.beta_after, "beta");
        assert_eq!(hold(&flow, params, NOW), self.pause.unwrap_or(paused), "pause");
    }
}

#[test]
fn the_eight_worked_vectors_hold() {
    // A first report: (delay, beta, pause since the packet left, pause that follows).
    for (delay, beta, since, pause) in [
        (50 * US, 0, 0, Some(20_000)),
        (50 * US, 32_768, 10_000, Some(15_000)),
        (50 * US, 65_536, 25_000, None),
    ] {
        Vector { before: None, delay, between: 0, since, beta_after: beta, pause }.run(beta);
    }
    // 10 us of pause between the packets: (delay before, delay, beta after, pause that follows).
    for (before, delay, beta_after, pause) in [
        (50 * US, 42 * US, 18_636, Some(12_000)),
        (40 * US, 50 * US, 15_360, Some(20_000)),
        (50 * US, 30 * US, 19_456, None),
    ] {
        Vector { before: Some(before), delay, between: 10_000, since: 0, beta_after, pause }.run(16_384);
    }
    for beta in [0, 1, 32_768, 65_536] {
        let before = Some(10 * US);
        Vector { before, delay: -3 * US, between: 0, since: 0, beta_after: beta, pause: None }.run(beta);
    }
    let (params, mut flow) = (params(0), OnRamp::default());
    flow.on_or_ack(&params, &report(0xffff_f000, 1, 50 * US, 0));
    assert_eq!(flow.release(&params, Nanos32(0xffff_f000)), Nanos32(0x3e20));
}

/// Pause both between the packets and after the second: beta moves first, and its new value is what counts.
/// 1/4 + (8/10 - 1/4)/16 = 18636.8/65536; 42 us - 18636/65536 * 8 us - 30 us = 9725.1 ns, the product cut to whole ns.
/// The old beta would give 10 us.
#[test]
fn a_report_with_both_pauses_uses_the_new_beta() {
    let before = Some(50 * US);
    Vector { before, delay: 42 * US, between: 10_000, since: 8_000, beta_after: 18_636, pause: Some(9_726) }
        .run(16_384);
}

#[test]
fn an_assignment_shortens_a_running_pause() {
    let params = params(0);
    let mut flow = OnRamp::default();
    flow.on_or_ack(&params, &report(NOW, 1, 80 * US, 0));
    flow.on_or_ack(&params, &report(NOW + 20_000, 2, 31 * US, 0));
    assert_eq!(hold(&flow, &params, NOW + 20_000), 1_000, "30 us were left");
    assert_eq!(sent(&mut flow, &params, NOW + 90_000), 21_000, "what did not elapse does not count");
}

#[test]
fn an_excess_of_nothing_leaves_a_running_pause() {
    let params = params(65_536);
    let mut flow = OnRamp::default();
    flow.on_or_ack(&params, &report(NOW, 1, 80 * US, 0));
    // 20 us have elapsed since the packet left: 50 - 20 = T, not above it.
    flow.on_or_ack(&params, &report(NOW + 20_000, 2, 50 * US, 0));
    assert_eq!(hold(&flow, &params, NOW + 20_000), 30_000);
    flow.on_or_ack(&params, &report(NOW + 21_000, 3, -50 * US, 0));
    assert_eq!(hold(&flow, &params, NOW + 21_000), 29_000);
}

/// (13107 - 16400) / 16 = -205.8: cut towards zero; an arithmetic shift would give -206.
#[test]
fn a_falling_step_that_is_not_exact_is_cut_towards_zero() {
    let params = params(16_400);
    let mut flow = OnRamp::default();
    flow.on_or_ack(&params, &report(NOW, 1, 32 * US, 0));
    flow.on_or_ack(&params, &report(NOW, 2, 30 * US, 10_000));
    assert_eq!(flow.beta(&params), 16_400 - 205);
}
