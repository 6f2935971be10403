//! The form in one pass beside the published one.

use freeboard_aqm_api::{Aqm, Bytes, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_hull::{ClassParams, ClassQueue, ClassSettings, Hull, HullClasses, HullSettings, Phantom};
use freeboard_fixmath::split_mix::SplitMix64;

/// Both forms on one port.
struct Pair {
    exact: Phantom,
    classes: ClassQueue,
}

impl Pair {
    fn new() -> Self {
        Self { exact: Phantom::default(), classes: ClassQueue::default() }
    }

    /// Verdicts of the published form and of the one in one pass.
    fn send(&mut self, now: u32, size: u32) -> (bool, bool) {
        let departure = Departure { now: Nanos32(now), size: Bytes(size), ..Departure::default() };
        let exact = Hull::params(&HullSettings::DEFAULT, DepthUnit::BYTE).unwrap();
        let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut self.exact };
        let exact = Hull::on_dequeue(&exact, scope, &departure) == Verdict::Signal;
        let (mut pipe, mut port) = (Default::default(), Default::default());
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut self.classes };
        (exact, HullClasses::on_dequeue(&params(), scope, &departure) == Verdict::Signal)
    }
}

fn params() -> ClassParams {
    HullClasses::params(&ClassSettings::DEFAULT, DepthUnit::BYTE).unwrap()
}

#[test]
fn of_the_sizes_it_stands_for_it_marks_the_same_packets_but_two_in_a_thousand() {
    // Bursts at line rate and pauses that the phantom queue outlives or not, of ACKs and full packets.
    let (mut pair, mut now, mut noise) = (Pair::new(), 0u32, SplitMix64::new(1));
    let (mut marks, mut differ) = (0, 0);
    for _ in 0..200_000 {
        let size = if noise.half().is_multiple_of(4) { 64 } else { 1_500 };
        let pause = if noise.half().is_multiple_of(500) { noise.half() % 60_000 } else { 0 };
        now = now.wrapping_add(size * 4 / 5 + pause);
        let (exact, classes) = pair.send(now, size);
        marks += u32::from(exact);
        differ += u32::from(exact != classes);
    }
    assert!(marks > 20_000, "{marks}");
    // Measured: 211, at the edges of bursts, from times in whole ns.
    assert!(differ * 500 < 200_000, "{differ} of 200000 differ");
}

#[test]
fn the_first_mark_of_full_packets_comes_one_packet_apart_at_most() {
    let (mut pair, mut now) = (Pair::new(), 0u32);
    let (mut exact, mut classes) = (None, None);
    for packet in 0..1_000 {
        now += 1_200;
        let marks = pair.send(now, 1_500);
        exact = exact.or(marks.0.then_some(packet));
        classes = classes.or(marks.1.then_some(packet));
    }
    let (exact, classes) = (exact.unwrap(), classes.unwrap());
    assert!(exact > 150 && i32::abs_diff(exact, classes) <= 1, "{exact}, {classes}");
}

#[test]
fn a_packet_between_the_classes_counts_as_its_class() {
    let times = params().times.map(|time| time.value());
    // 0.95 of 10 Gbit/s: 0.8421 ns per byte.
    assert_eq!(times, [54, 485, 1_263, 7_579]);
    for (size, expected) in
        [(255, 54), (256, 485), (1_023, 485), (1_024, 1_263), (2_047, 1_263), (2_048, 7_579)]
    {
        let mut pair = Pair::new();
        pair.send(1_000, 1_500);
        let before = pair.classes.empty_at.lo;
        pair.send(1_001, size);
        assert_eq!(pair.classes.empty_at.lo - before, expected, "{size} B");
    }
}

#[test]
fn a_threshold_below_a_full_packet_is_refused_with_the_least_legal_one() {
    let params =
        |k_pq| HullClasses::params(&ClassSettings { k_pq, ..ClassSettings::DEFAULT }, DepthUnit::BYTE);
    assert!(params(1_500).is_ok());
    let refused = params(1_499).unwrap_err();
    assert_eq!((refused.field, refused.value, refused.min), (ClassSettings::k_pq, 1_499, 1_500));
}
