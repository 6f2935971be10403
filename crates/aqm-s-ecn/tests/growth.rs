//! S-ECN as reconstructed.

use freeboard_aqm_api::{
    Aqm, Bytes, Departure, DepthUnit, FieldId, Nanos32, Scope, Settings, State, Verdict, Words,
};
use freeboard_aqm_s_ecn::{Exact, SEcnQueue, SEcnSettings, SEcnWindow, WindowSettings};
use freeboard_fixmath::Growth;

/// Marks among 20 000 packets of a queue that grows by `growth` bytes per 1200 ns, 1500 B being one link rate.
fn marks_of<A: Aqm>(settings: &A::Settings, growth: i32) -> i32 {
    let params = A::params(settings, DepthUnit::BYTE).unwrap();
    let (mut pipe, mut port, mut queue) = (A::Pipe::default(), A::Port::default(), A::Queue::default());
    let (mut word, mut count) = (7u64, 0);
    for packet in 0..20_000u32 {
        word = word.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let departure = Departure {
            now: Nanos32(packet.wrapping_mul(1_200)),
            size: Bytes(1_500),
            depth: (1u32 << 30).wrapping_add_signed(growth * packet.cast_signed()),
            random: (word >> 32) as u32,
            ..Departure::default()
        };
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
        count += i32::from(A::on_dequeue(&params, scope, &departure) == Verdict::Signal);
    }
    count
}

fn marks(growth: i32) -> i32 {
    marks_of::<Exact>(&SEcnSettings::default(), growth)
}

#[test]
fn the_marking_probability_is_the_growth_over_the_link_rate() {
    assert_eq!(marks(0), 0);
    assert_eq!(marks(-700), 0);
    for (growth, expected) in [(150, 2_000), (750, 10_000), (1_350, 18_000)] {
        assert!((marks(growth) - expected).abs() < 300, "{growth}: {}", marks(growth));
    }
    assert!(marks(1_500) >= 19_950);
    assert!(marks(3_000) >= 19_980);
}

#[test]
fn the_window_marks_a_steady_growth_as_its_ramp_says() {
    let marks = |growth| marks_of::<SEcnWindow>(&WindowSettings::default(), growth);
    assert_eq!((marks(0), marks(-700)), (0, 0));
    // Ten packets per window; the link sends 15 000 B in it, and the nearest power of two is 16 384.
    for (growth, expected) in [(150, 1_831), (750, 9_155), (1_350, 16_479)] {
        assert!((marks(growth) - expected).abs() < 300, "{growth}: {}", marks(growth));
    }
    assert!(marks(1_700) >= 19_950);
}

/// Values in force of every field, and parameters.
fn in_force<A: Aqm>(settings: &A::Settings, unit: DepthUnit) -> Vec<Option<u32>> {
    let params = A::params(settings, unit).unwrap();
    let fields = 0..A::Settings::FIELDS.len() as u16;
    fields.map(|field| A::effective(&params, settings, FieldId(field))).collect()
}

#[test]
fn the_link_in_force_sends_a_power_of_two_over_the_window() {
    let exact = SEcnSettings { link: 10_001, weight: 4, full: 901 };
    assert_eq!(in_force::<Exact>(&exact, DepthUnit::BYTE), [10_001, 4, 901].map(Some));
    // 16 384 B in 12 us are 10 922.7 Mbit/s, and 256 cells of 80 B 13 653.3.
    let window = WindowSettings { link: 10_000, window: 12_000 };
    assert_eq!(in_force::<SEcnWindow>(&window, DepthUnit::BYTE), [10_923, 12_000].map(Some));
    let cell = DepthUnit::cell(80).unwrap();
    assert_eq!(in_force::<SEcnWindow>(&window, cell), [13_654, 12_000].map(Some));
}

#[test]
fn the_words_of_a_queue_are_its_growth() {
    let params = Exact::params(&SEcnSettings::default(), DepthUnit::BYTE).unwrap();
    let mut queue = SEcnQueue::default();
    for (now, depth) in [(7, 1_000), (1_007, 9_000)] {
        let departure = Departure { now: Nanos32(now), size: Bytes(1_500), depth, ..Departure::default() };
        Exact::on_dequeue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &departure);
    }
    let mut words = Words::new();
    queue.canonical(&mut words);
    // 8 B per ns, an eighth of it in Q16.
    assert_eq!(words.as_slice(), [1 << 16, 9_000, 1_007, 1]);
}

/// What a trigger watches: the probability in Q16, or the growth over the last window in bytes.
#[test]
fn reasons_are_the_probability_and_the_growth() {
    let params = Exact::params(&SEcnSettings::default(), DepthUnit::BYTE).unwrap();
    // 5 Gbit/s, half of the link.
    let mut queue = SEcnQueue { growth: Growth { average: 40_960, length: 1, stamp: 7, started: 1 } };
    let small = Departure { now: Nanos32(7), size: Bytes(64), depth: 1, ..Departure::default() };
    let decision =
        Exact::on_dequeue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &small);
    assert_eq!(decision.reasons[0].map(|reason| (reason.value, reason.needed)), Some((32_767, 1)));

    let params = SEcnWindow::params(&WindowSettings::default(), DepthUnit::cell(80).unwrap()).unwrap();
    let (mut pipe, mut port, mut queue) = Default::default();
    let mut watched = |now, depth| {
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
        let departure = Departure { now: Nanos32(now), depth, ..Departure::default() };
        SEcnWindow::on_dequeue(&params, scope, &departure).reasons[0].unwrap().value
    };
    assert_eq!([watched(0, 50), watched(12_000, 150), watched(12_001, 900)], [0, 8_000, 8_000]);
}

/// Packets below the size that samples leave the growth alone, and an empty queue forgets it.
#[test]
fn full_packets_sample_the_growth_and_the_last_packet_ends_it() {
    let params = Exact::params(&SEcnSettings::default(), DepthUnit::BYTE).unwrap();
    let mut queue = SEcnQueue::default();
    let mut started = |size, depth| {
        let departure = Departure { size: Bytes(size), depth, ..Departure::default() };
        Exact::on_dequeue(&params, Scope { pipe: &mut (), port: &mut (), queue: &mut queue }, &departure);
        queue.growth.started
    };
    assert_eq!([started(1_399, 5_000), started(1_400, 5_000), started(64, 1), started(64, 0)], [0, 1, 1, 0]);
}

/// A sample is forgotten at 2^30 ns, a stamp compares within 2^31.
#[test]
fn gaps_are_below_the_age_at_which_a_sample_is_forgotten() {
    let gaps = [Exact::META.longest_gap_ns, SEcnWindow::META.longest_gap_ns];
    assert_eq!(gaps, [(1 << 30) - 1, (1 << 31) - 1]);
    let compared = Exact::PRESETS.iter().find(|preset| preset.name == "compared-1g").unwrap().settings;
    assert_eq!((compared.link, compared.full), (1_000, 900), "E-ECN paper Fig. 11");
}

#[test]
fn a_window_in_which_the_link_sends_no_depth_unit_or_2_28_is_refused_with_the_range_between() {
    let cell = DepthUnit::cell(300).unwrap();
    for (link, unit, legal) in [
        // A byte per ns, eight, and a cell of 300 B in 24 us.
        (8_000, DepthUnit::BYTE, 100..=(1 << 28) - 1),
        (64_000, DepthUnit::BYTE, 100..=(1 << 25) - 1),
        (100, cell, 24_000..=1_000_000_000),
    ] {
        let place = |window| SEcnWindow::params(&WindowSettings { link, window }, unit);
        for window in [100, 23_999, 1_000_000_000] {
            let stated = place(window).err().map_or_else(|| legal.clone(), |error| error.min..=error.max);
            assert_eq!((place(window).is_ok(), stated), (legal.contains(&window), legal.clone()), "{link}");
        }
        assert!(place(*legal.start()).is_ok() && place(*legal.end()).is_ok(), "{link}");
        assert!(place(legal.start() - 1).is_err() && place(legal.end() + 1).is_err(), "{link}");
    }
}
