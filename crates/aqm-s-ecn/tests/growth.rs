//! S-ECN as reconstructed.

use freeboard_aqm_api::{Aqm, Bytes, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_s_ecn::{Exact, SEcnSettings, SEcnWindow, WindowSettings};

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
