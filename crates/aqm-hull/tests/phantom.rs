//! The phantom queue against exact arithmetic.

use freeboard_aqm_api::{Aqm, Bytes, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_hull::{Hull, HullParams, HullSettings, Phantom};
use proptest::prelude::*;

fn send(params: &HullParams, queue: &mut Phantom, now: u32, size: u32) -> bool {
    let scope = Scope { pipe: &mut (), port: &mut (), queue };
    let departure = Departure { now: Nanos32(now), size: Bytes(size), ..Departure::default() };
    Hull::on_dequeue(params, scope, &departure) == Verdict::Signal
}

fn params(settings: &HullSettings) -> HullParams {
    Hull::params(settings, DepthUnit::BYTE).unwrap()
}

#[test]
fn below_gamma_nothing_is_marked_and_above_everything_in_the_end() {
    // 10 Gbit/s: a packet of 1500 B takes 1200 ns; 95 % are 1263 ns.
    for (gap, expected) in [(1_264, 0), (1_262, 10_000)] {
        let (params, mut queue, mut now) = (params(&HullSettings::default()), Phantom::default(), 0u32);
        let mut last = 0;
        for packet in 0..40_000 {
            now = now.wrapping_add(gap);
            last += u32::from(send(&params, &mut queue, now, 1_500) && packet >= 30_000);
        }
        assert_eq!(last, expected, "gap {gap}");
    }
}

#[test]
fn an_idle_link_empties_the_phantom_queue() {
    let (params, mut queue) = (params(&HullSettings::default()), Phantom::default());
    for packet in 0..20 {
        send(&params, &mut queue, packet, 1_500);
    }
    assert!(send(&params, &mut queue, 20, 1_500));
    assert!(!send(&params, &mut queue, 40_000, 1_500));
}

proptest! {
    #[test]
    fn the_length_is_within_a_256th_of_a_byte_per_packet_of_the_real_one(
        start in any::<u32>(),
        packets in prop::collection::vec((64u32..9_001, 0u32..5_000), 1..200),
    ) {
        let (params, mut queue, mut now) = (params(&HullSettings::default()), Phantom::default(), start);
        let (mut real, rate) = (0.0f64, 1.25 * 62_259.0 / 65_536.0);
        for (count, (size, gap)) in (1u32..).zip(packets) {
            now = now.wrapping_add(gap);
            real = (real - f64::from(gap) * rate).max(0.0) + f64::from(size);
            send(&params, &mut queue, now, size);
            let found = f64::from(queue.length) / 256.0;
            prop_assert!((found - real).abs() <= f64::from(count) * 0.01, "{found}, {real}");
        }
    }
}
