//! HPCC against \[Li19\] algorithm 1 in floating point, and over broken telemetry.

use freeboard_cc_api::{
    Ack, Bytes, CongestionControl, Event, IntHop, IntStack, MAX_INT_HOPS, Nanos32, Seq32, Words,
};
use freeboard_cc_hpcc::{Busiest, Hpcc, HpccParams, HpccSettings};
use freeboard_replay::{FlowEvents, Random};

const MSS: u32 = 1_000;
/// 100 Gbit/s · 13 us.
const BDP: u32 = 162_500;
/// 0.95 in Q16.
const ETA: f64 = 62_259.0 / 65_536.0;
/// What a byte of load and one of capacity are in a utilisation of up to 1.5.
const BYTE: f64 = 2.5 / BDP as f64;
/// 1 as a utilisation.
const ONE: u32 = 1 << 24;

fn params(settings: HpccSettings) -> HpccParams {
    Hpcc::params(&settings, Bytes(MSS)).unwrap()
}

fn stack(hops: &[(u32, u32, u32, u32)]) -> IntStack {
    let mut all = [IntHop::default(); MAX_INT_HOPS];
    for (slot, (stamp, depth, sent, rate_mbps)) in all.iter_mut().zip(hops) {
        *slot = IntHop { stamp: Nanos32(*stamp), depth: Bytes(*depth), sent: *sent, rate_mbps: *rate_mbps };
    }
    IntStack { hops: all, count: hops.len() as u8 }
}

/// U of a flow.
fn share(flow: &Hpcc) -> f64 {
    f64::from(flow.utilisation()) / f64::from(ONE)
}

fn tell(flow: &mut Hpcc, params: &HpccParams, una: u32, nxt: u32, stack: &IntStack) -> u32 {
    let ack = Ack { acked: Bytes(MSS), una: Seq32(una), nxt: Seq32(nxt), ..Ack::default() };
    flow.on_event(params, &Event::Int { now: Nanos32(0), ack, stack }).window.0
}

#[test]
fn a_full_link_without_a_queue_settles_at_the_target_utilisation() {
    let params = params(HpccSettings::DEFAULT);
    let mut flow = Hpcc::default();
    let (mut now, mut sent) = (u32::MAX - 100_000, u32::MAX - 5_000_000);
    let mut window = BDP;
    for round in 0..200u32 {
        // One round trip: the hop sends what the window lets out in 13 us of a 100 Gbit/s link.
        now = now.wrapping_add(13_000);
        sent = sent.wrapping_add(window.min(BDP));
        window =
            tell(&mut flow, &params, round * BDP, round * BDP + window, &stack(&[(now, 0, sent, 100_000)]));
    }
    let exact = 0.95 * f64::from(BDP);
    assert!((f64::from(window) - exact).abs() < 0.01 * exact, "{window}");
    let utilisation = share(&flow);
    assert!((utilisation - 0.95).abs() < 0.01, "{utilisation}");
}

#[test]
fn utilisation_counts_the_smaller_of_two_queues_and_what_was_sent() {
    let params = params(HpccSettings::DEFAULT);
    let mut flow = Hpcc::default();
    tell(&mut flow, &params, 0, 10, &stack(&[(0, 81_250, 0, 100_000)]));
    // A whole T: U is the sample. 1 from the bytes, 81 250 / 162 500 from the queue.
    let window = tell(&mut flow, &params, 20, 30, &stack(&[(13_000, 900_000, BDP, 100_000)]));
    assert!((share(&flow) - 1.5).abs() < BYTE, "{}", share(&flow));
    let exact = f64::from(BDP) * 0.95 / 1.5 + 80.0;
    assert!((f64::from(window) - exact).abs() < 8.0, "{window} {exact}");
}

/// A NIC of 400 Gbit/s puts four packets on the wire at once and pauses, at two thirds of the line: of a T of 1 ms each
/// packet is 2^-15.5.
#[test]
fn bursts_and_gaps_count_by_their_time() {
    let settings = HpccSettings { line_mbps: 400_000, t: 1_002_000, ..HpccSettings::DEFAULT };
    let (params, mut flow) = (params(settings), Hpcc::default());
    tell(&mut flow, &params, 0, 10, &stack(&[(0, 0, 0, 400_000)]));
    let (mut now, mut sent) = (0, 0);
    for packet in 1..400_000u32 {
        now += if packet % 4 == 0 { 66 } else { 22 };
        sent += 1_100;
        tell(&mut flow, &params, packet, packet + 10, &stack(&[(now, 0, sent, 400_000)]));
    }
    let utilisation = share(&flow);
    assert!((utilisation - 2.0 / 3.0).abs() < 1e-3, "{utilisation}");
}

#[test]
fn the_busiest_hop_counts_wherever_it_is() {
    let params = params(HpccSettings::DEFAULT);
    for busy in 0..5usize {
        let mut flow = Hpcc::default();
        let path = |now: u32, load: u32| {
            let hop = |at| (now + at as u32, 0, if at == busy { load } else { load / 4 }, 100_000);
            stack(&[hop(0), hop(1), hop(2), hop(3), hop(4)])
        };
        tell(&mut flow, &params, 0, 10, &path(0, 0));
        tell(&mut flow, &params, 20, 30, &path(13_000, 130_000));
        assert!((share(&flow) - 0.8).abs() < BYTE, "hop {busy}: {}", share(&flow));
    }
}

#[test]
fn windows_of_one_round_trip_derive_from_one_reference() {
    let params = params(HpccSettings::DEFAULT);
    let mut flow = Hpcc::default();
    let at = |packet: u32| stack(&[(packet * 100, 0, packet * 1_250, 100_000)]);
    tell(&mut flow, &params, 0, 100, &at(0));
    tell(&mut flow, &params, 1, 100_000, &at(1));
    let reference = flow.reference();
    for packet in 2..100 {
        let window = tell(&mut flow, &params, packet * 1_000, 200_000, &at(packet));
        assert_eq!(flow.reference(), reference);
        let exact = f64::from(reference) * ETA / share(&flow) + 80.0;
        assert!((f64::from(window) - exact).abs() < 4.0, "{window} {exact}");
    }
    tell(&mut flow, &params, 100_001, 300_000, &at(101));
    assert_ne!(flow.reference(), reference);
}

#[test]
fn a_fresh_flow_has_the_line_and_its_product_before_any_event() {
    let params = params(HpccSettings::DEFAULT);
    let control = Hpcc::default().control(&params);
    assert_eq!((control.window, control.rate.to_bits()), (Bytes(BDP), 1 << 20));
}

#[test]
fn the_first_round_ends_at_once_wherever_the_sequence_numbers_begin() {
    let params = params(HpccSettings::DEFAULT);
    for una in [5, 0, u32::MAX - 5_000] {
        let mut flow = Hpcc::default();
        tell(&mut flow, &params, una, una, &stack(&[(0, 0, 0, 100_000)]));
        let window = tell(&mut flow, &params, una, una, &stack(&[(13_000, 0, 2 * BDP, 100_000)]));
        assert_eq!(flow.reference(), window, "{una}");
        assert!(window < BDP, "{una}: {window}");
    }
}

/// Equal words mean equal decisions: window, W_c, U, incStage, lastUpdateSeq and the two bits come first.
#[test]
fn the_words_of_a_flow_are_its_state() {
    let words = |flow: &Hpcc| {
        let mut words = Words::new();
        flow.canonical(&mut words);
        words.as_slice().to_vec()
    };
    let params = params(HpccSettings { max_stage: 5, ..HpccSettings::DEFAULT });
    let mut flow = Hpcc::default();
    assert!(words(&flow).iter().all(|&word| word == 0));
    tell(&mut flow, &params, 7, 8, &stack(&[(0, 0, 0, 100_000)]));
    assert_eq!(words(&flow)[..6], [BDP, BDP, ONE, 0, 0, 1]);
    let window = tell(&mut flow, &params, 9, 77, &stack(&[(13_000, 0, BDP / 2, 100_000)]));
    assert_eq!(words(&flow)[..6], [window, window, flow.utilisation(), 1, 77, 3]);
}

#[test]
fn presets_are_what_paper_and_project_page_print() {
    let eta = (0.99 * 65_536.0) as u32;
    let found: Vec<_> = Hpcc::PRESETS.iter().map(|it| (it.settings.eta, it.settings.max_stage)).collect();
    assert_eq!(found, [(62_259, 0), (62_259, 5), (eta + 1, 0)]);
    // Stamps of telemetry have 32 bits, of which a quarter is a gap.
    assert_eq!(Hpcc::META.longest_gap_ns, 1 << 30);
}

#[test]
fn stages_add_before_they_multiply() {
    let params = params(HpccSettings { max_stage: 5, ..HpccSettings::DEFAULT });
    let mut flow = Hpcc::default();
    // A cut first, then a path at half its rate.
    tell(&mut flow, &params, 0, 10, &stack(&[(0, 0, 0, 100_000)]));
    tell(&mut flow, &params, 11, 20, &stack(&[(13_000, 0, 2 * BDP, 100_000)]));
    let (mut last, mut sent) = (flow.reference(), 2 * BDP);
    let mut steps = Vec::new();
    for round in 2..10u32 {
        sent += BDP / 2;
        let una = round * 1_000;
        let window = tell(&mut flow, &params, una, una + 10, &stack(&[(round * 13_000, 0, sent, 100_000)]));
        steps.push(window - last);
        last = window;
    }
    assert_eq!(steps[..5], [80; 5]);
    assert!(steps[5] > 10_000, "{steps:?}");
}

#[test]
fn broken_telemetry_is_not_used() {
    let params = params(HpccSettings::DEFAULT);
    let good = stack(&[(1_000_000, 0, 0, 100_000)]);
    for (name, bad) in [
        ("same time", stack(&[(1_000_000, 0, 99_999, 100_000)])),
        ("backwards", stack(&[(999_000, 0, 99_999, 100_000)])),
        ("old", stack(&[(1_000_000 + (1 << 24) + 1, 0, 99_999, 100_000)])),
        ("another path", stack(&[(1_001_000, 0, 9_999_999, 100_000), (1_001_000, 0, 9_999_999, 100_000)])),
        ("no path", stack(&[])),
        ("no rate", stack(&[(1_001_000, 0, 9_999_999, 0)])),
    ] {
        let mut flow = Hpcc::default();
        tell(&mut flow, &params, 0, 10, &good);
        assert_eq!(tell(&mut flow, &params, 20, 30, &bad), BDP, "{name}");
        assert_eq!(flow.utilisation(), ONE, "{name}");
    }
    let mut flow = Hpcc::default();
    tell(&mut flow, &params, 0, 10, &good);
    flow.on_event(&params, &Event::Idle { now: Nanos32(0), silence: 2_200_000_000 });
    tell(&mut flow, &params, 20, 30, &stack(&[(1_013_000, 0, 999_999, 100_000)]));
    assert_eq!(flow.utilisation(), ONE, "idle clears");
}

#[test]
fn the_busier_hop_is_found_without_dividing() {
    let mut random = Random::new(1);
    let ratio = |hop: Busiest| f64::from(hop.load) / f64::from(hop.capacity);
    for _ in 0..100_000 {
        let mut hop = || Busiest { load: random.word(), capacity: random.word() | 1, span: 1 };
        let (a, b) = (hop(), hop());
        assert!(ratio(a.or(b)) >= f64::max(ratio(a), ratio(b)) * (1.0 - 1e-12));
    }
}

/// Algorithm 1 line 6: u' > u.
#[test]
fn of_two_hops_as_busy_the_first_counts() {
    let first = Busiest { load: 1_000, capacity: 2_000, span: 160 };
    let second = Busiest { load: 2_000, capacity: 4_000, span: 320 };
    assert_eq!((first.or(second), second.or(first)), (first, second));
    assert_eq!(Busiest::default().or(first), first);
}

/// Algorithm 1 in floating point beside the crate, over a random single-hop path.
#[test]
fn random_paths_follow_the_equations_in_floating_point() {
    let params = params(HpccSettings::DEFAULT);
    for seed in 0..8 {
        let mut random = Random::new(seed);
        let mut flow = Hpcc::default();
        let (mut now, mut sent, mut depth) = (random.word(), random.word(), 0);
        tell(&mut flow, &params, 0, 1, &stack(&[(now, depth, sent, 100_000)]));
        for packet in 1..3_000u32 {
            let (tau, bytes, queue) =
                (1 + random.below(20_000), random.below(250_000), random.below(400_000));
            now = now.wrapping_add(tau);
            sent = sent.wrapping_add(bytes);
            let (before, reference) = (share(&flow), f64::from(flow.reference()));
            let una = packet * 1_000;
            let window = tell(&mut flow, &params, una, una + 10, &stack(&[(now, queue, sent, 100_000)]));
            let sample =
                f64::from(bytes) / (12.5 * f64::from(tau)) + f64::from(queue.min(depth)) / f64::from(BDP);
            let sample = sample.min(256.0);
            let weight = (f64::from(tau) / 13_000.0).min(1.0);
            let (exact, got) = (before + weight * (sample - before), share(&flow));
            // A byte of the load, two of the capacity; three cuts to a unit.
            let bound = 3.0 / f64::from(ONE) + weight * (1.0 + 2.0 * sample) / (12.5 * f64::from(tau));
            assert!((got - exact).abs() <= bound, "tau {tau}: {got} {exact}");
            let aimed = reference * (ETA / got) + 80.0;
            let clamped = aimed.clamp(162.0, f64::from(BDP));
            assert!(
                (f64::from(window) - clamped.max(1_000.0)).abs()
                    <= 3.0 + clamped / f64::from(flow.utilisation()),
                "{window} {clamped}"
            );
            depth = queue;
        }
    }
}

#[test]
fn random_events_keep_the_window_in_range() {
    for preset in Hpcc::PRESETS {
        let params = params(preset.settings);
        let (mut events, mut flow) = (FlowEvents::new(9), Hpcc::default());
        for _ in 0..200_000 {
            let control = flow.on_event(&params, &events.step());
            assert!((MSS..=BDP).contains(&control.window.0));
            assert!(control.rate.to_bits() >= 1_000);
        }
    }
    assert!(size_of::<Hpcc>() - Hpcc::META.aux_bytes as usize <= 48);
}
