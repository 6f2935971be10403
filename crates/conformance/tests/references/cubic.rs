//! Linux `tcp_cubic` against the preset that has its constants: what stays different, in numbers.

use freeboard_cc_api::{Ack, Bytes, CongestionControl, Event, Loss, Nanos32, Seq32};
use freeboard_registry::cc_cubic::{Cubic, CubicParams};

const MSS: u32 = 1_000;
const RTT: u32 = 100_000;

fn params() -> CubicParams {
    let preset = Cubic::PRESETS.iter().find(|preset| preset.name == "linux-constants").unwrap();
    Cubic::params(&preset.settings, Bytes(MSS)).unwrap()
}

/// Segments per round trip that Linux's friendliness adds: 8 windows of acknowledgements in `beta_scale`, whole numbers.
fn linux_growth() -> f64 {
    let beta = 717;
    let scale = 8 * (1_024 + beta) / 3 / (1_024 - beta);
    8.0 / f64::from(scale)
}

/// Segments a flow of 100 gains per round trip in 64 round trips, past its old window or below it.
fn growth(past: bool) -> f64 {
    let params = params();
    let (mut flow, mut now, mut una) = (Cubic::default(), 0u32, 0u32);
    let in_flight = Bytes(100 * MSS);
    let tell = |flow: &mut Cubic, una: u32, now: u32| {
        let nxt = Seq32(una.wrapping_add(in_flight.0));
        let (acked, una) = (Bytes(MSS), Seq32(una));
        let ack = Ack { acked, una, nxt, rtt: RTT, window_limited: true, ..Ack::default() };
        flow.on_event(&params, &Event::Ack { now: Nanos32(now), ack }).window.0
    };
    // Slow start to about 100 segments, then one loss.
    let mut window = 0;
    while window < in_flight.0 {
        una = una.wrapping_add(MSS);
        window = tell(&mut flow, una, now);
    }
    let loss = Loss { in_flight, una: Seq32(una), nxt: Seq32(una.wrapping_add(in_flight.0)) };
    flow.on_event(&params, &Event::LossEpisode { now: Nanos32(now), loss });
    una = una.wrapping_add(in_flight.0);
    let mut round = |flow: &mut Cubic| {
        let segments = flow.control(&params).window.0 / MSS;
        for _ in 0..segments {
            now = now.wrapping_add(RTT / segments);
            una = una.wrapping_add(MSS);
            tell(flow, una, now);
        }
        f64::from(flow.control(&params).window.0) / f64::from(MSS)
    };
    while past && round(&mut flow) < 110.0 {}
    let before = round(&mut flow);
    let rounds = if past { 64 } else { 24 };
    let after = (0..rounds).map(|_| round(&mut flow)).last().unwrap();
    (after - before) / f64::from(rounds)
}

#[test]
fn below_the_old_window_both_add_eight_fifteenths_of_a_segment() {
    assert!((linux_growth() - 8.0 / 15.0).abs() < 1e-9);
    let ours = growth(false);
    assert!((ours - linux_growth()).abs() < 0.06, "{ours}");
}

#[test]
fn past_the_old_window_rfc_9438_adds_a_segment_where_linux_keeps_eight_fifteenths() {
    let ours = growth(true);
    assert!((ours - 1.0).abs() < 0.06, "{ours}");
}
