//! BCC against \[Bai20\] and its authors' script.

use freeboard_aqm_api::{Aqm, Bytes, Departure, DepthUnit, FieldId, Scope, Settings, Verdict};
use freeboard_aqm_bcc::{
    Alpha, Bcc, BccPoolStatus, BccSettings, Exact, ExactQueue, ExactSettings, Marking, Own,
    PoolStatusProgram, Thresholds,
};
use freeboard_dataplane::{NoRegisters, Program};
use freeboard_fixmath::split_mix::SplitMix64;

fn preset(name: &str) -> ExactSettings {
    Exact::PRESETS.iter().find(|preset| preset.name == name).unwrap().settings
}

fn thresholds(settings: &ExactSettings) -> Thresholds {
    Exact::params(settings, DepthUnit::BYTE).unwrap().thresholds
}

fn leaves(settings: &ExactSettings, queue: &mut ExactQueue, d: &Departure) -> bool {
    let params = Exact::params(settings, DepthUnit::BYTE).unwrap();
    let scope = Scope { pipe: &mut (), port: &mut (), queue };
    Exact::on_dequeue(&params, scope, d) == Verdict::Signal
}

fn leaves_pipeline(settings: &BccSettings, d: &Departure) -> bool {
    let params = Bcc::params(settings, DepthUnit::BYTE).unwrap();
    let (mut pipe, mut port, mut queue) = (Default::default(), NoRegisters, NoRegisters);
    let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
    Bcc::on_dequeue(&params, scope, d) == Verdict::Signal
}

#[test]
fn the_recipe_gives_the_papers_thresholds() {
    let expected = Thresholds { k_port: 720_000, kmin: 1_802_000, kmax: 2_602_000 };
    assert_eq!(thresholds(&preset("decimal")), expected);
    let expected = Thresholds { k_port: 720_000, kmin: 1_948_496, kmax: 2_748_496 };
    assert_eq!(thresholds(&preset("binary")), expected);
    let expected = Thresholds { k_port: 720_000, kmin: 1_908_408, kmax: 2_727_608 };
    assert_eq!(thresholds(&preset("authors-script")), expected);
    let cut_off = thresholds(&preset("cut-off"));
    assert_eq!((cut_off.kmin, cut_off.kmax), (2_200_000, 2_200_000));
}

#[test]
fn the_range_follows_h() {
    for (h, width) in [(6_000, 600_000), (7_000, 700_000), (10_000, 1_000_000)] {
        let found = thresholds(&ExactSettings { h, ..ExactSettings::default() });
        assert_eq!(found.kmax - found.kmin, width);
    }
}

#[test]
fn a_slower_link_needs_less_of_the_pool_and_a_faster_one_more_than_there_is() {
    // 10 Gbit/s: B_R 44 000 B of the pool.
    let slow = thresholds(&ExactSettings { link: 10_000, ..ExactSettings::default() });
    assert_eq!(slow.kmax, 3_000_000 - 11_000);
    // 1 Gbit/s: the reserve is enough.
    assert_eq!(thresholds(&ExactSettings { link: 1_000, ..ExactSettings::default() }).kmax, 3_000_000);
    // 400 Gbit/s: B_R / alpha 1.688 MB and C N h 3.2 MB; the refusal says how much the pool must hold.
    let fast = ExactSettings { link: 400_000, ..ExactSettings::default() };
    let error = Exact::params(&fast, DepthUnit::BYTE).unwrap_err();
    assert_eq!((error.field, error.value, error.min), (ExactSettings::pool, 3_000_000, 4_888_001));
    let enough = ExactSettings { pool: 4_888_001, ..fast };
    assert_eq!(thresholds(&enough).kmin, 1);
}

#[test]
fn a_small_alpha_is_refused_where_the_pool_cannot_grant_the_need() {
    let half = ExactSettings { alpha: Alpha::Half.setting(), ..ExactSettings::default() };
    let error = Exact::params(&half, DepthUnit::BYTE).unwrap_err();
    assert_eq!(error.min, 2 * 1_592_000 + 800_000 + 1);
}

/// What a refusal calls legal is taken, and the next value beyond is not.
fn is_exact(settings: &BccSettings, unit: DepthUnit, field: FieldId) -> (u32, u32) {
    let error = BccPoolStatus::params(settings, unit).unwrap_err();
    assert_eq!((error.field, Some(error.value)), (field, settings.get(field)));
    let refused = |value| match settings.with(field, value) {
        Ok(settings) => BccPoolStatus::params(&settings, unit).err().map(|error| error.field),
        Err(error) => Some(error.field),
    };
    // Beyond may also be what another field does not allow.
    let beyond = [error.min.checked_sub(1), error.max.checked_add(1)].into_iter().flatten();
    assert!(beyond.into_iter().all(|value| refused(value).is_some()), "{error:?}");
    for end in [error.min, error.max] {
        assert_ne!(refused(end), Some(field), "{end} of {error:?}");
    }
    (error.min, error.max)
}

#[test]
fn a_refusal_names_the_first_and_the_last_value_that_fits() {
    let (byte, cell, large) = (DepthUnit::BYTE, DepthUnit::cell(208).unwrap(), BccSettings::DEFAULT);
    // C RTT of 2^28 B at 200 B per ns.
    let far = BccSettings { link: 1_600_000, rtt: 10_000_000, ..large };
    assert_eq!(is_exact(&far, byte, BccSettings::rtt), (1_000, 1_342_177));
    // C N h of 2^28 - 1 B, where the product is beyond a word as well.
    let long = BccSettings { link: 1_600_000, ports: 512, h: 1_000_000, ..large };
    assert_eq!(is_exact(&long, byte, BccSettings::h), (1, 2_621));
    assert_eq!(is_exact(&BccSettings { h: 2_622, ..long }, byte, BccSettings::h), (1, 2_621));
    assert_eq!(is_exact(&BccSettings { range: 1 << 28, ..large }, byte, BccSettings::range).1, (1 << 28) - 1);
    // B_R / alpha of 2^29 B at most, given or derived.
    for (alpha, most) in [(Alpha::Over128, 1 << 22), (Alpha::Half, 1 << 28), (Alpha::One, 1 << 29)] {
        let greedy = BccSettings { alpha: alpha.setting(), b_r: 1 << 30, ..large };
        assert_eq!(is_exact(&greedy, byte, BccSettings::b_r), (0, most));
    }
    // B_R of 2^22 B and the reserve are 1.72 times 2 512 967 B.
    let derived = BccSettings { alpha: Alpha::Over128.setting(), rtt: 300_000, pool: 1 << 30, ..large };
    assert_eq!(is_exact(&derived, byte, BccSettings::rtt), (1_000, 201_037));
    // A pool whose Kmax is a cell, and one whose Kmin is a byte.
    let small = BccSettings { pool: 100, reserve: 1 << 30, range: 7, k_port: 208, ..large };
    assert_eq!(is_exact(&small, cell, BccSettings::pool).0, 208);
    assert_eq!(is_exact(&BccSettings { pool: 7, ..small }, byte, BccSettings::pool).0, 8);
    // Thresholds of less than a cell.
    let cut = BccSettings { marking: Marking::CutOff.setting(), cut_off: 207, ..large };
    assert_eq!(is_exact(&cut, cell, BccSettings::cut_off).0, 208);
    assert_eq!(is_exact(&BccSettings { k_port: 207, ..large }, cell, BccSettings::k_port).0, 208);
    let tiny = BccSettings { link: 100, rtt: 1_000, ..large };
    assert_eq!(BccPoolStatus::params(&tiny, cell).unwrap_err().field, BccSettings::k_port);
}

#[test]
fn the_port_marks_above_its_threshold_with_or_without_the_packet() {
    let at =
        |port_depth| Departure { port_depth, size: Bytes(9_000), random: u32::MAX, ..Departure::default() };
    for (own, last_quiet) in [(Own::Excluded, 720_000), (Own::Included, 711_000)] {
        let own = own.setting();
        let settings = ExactSettings { own, ..ExactSettings::default() };
        let pipeline = BccSettings { own, ..BccSettings::default() };
        for (depth, marked) in [(last_quiet, false), (last_quiet + 1, true)] {
            assert_eq!(leaves(&settings, &mut ExactQueue::default(), &at(depth)), marked);
            assert_eq!(leaves_pipeline(&pipeline, &at(depth)), marked);
        }
    }
}

#[test]
fn the_pool_never_marks_up_to_kmin_and_always_from_kmax_on() {
    let mut queue = ExactQueue::default();
    for random in [0, 1 << 31, u32::MAX] {
        for (pool_depth, marked) in [(0, false), (1_802_000, false), (2_602_000, true), (3_000_000, true)] {
            let d = Departure { pool_depth, random, size: Bytes(9_000), ..Departure::default() };
            assert_eq!(leaves(&ExactSettings::default(), &mut queue, &d), marked);
            assert_eq!(leaves_pipeline(&BccSettings::default(), &d), marked);
            assert_eq!(queue.since_mark, 0);
        }
    }
}

#[test]
fn the_cut_off_form_has_one_edge() {
    for (pool_depth, marked) in [(2_199_999, false), (2_200_000, true)] {
        let d = Departure { pool_depth, random: u32::MAX, size: Bytes(9_000), ..Departure::default() };
        assert_eq!(leaves(&preset("cut-off"), &mut ExactQueue::default(), &d), marked);
        let settings = BccSettings { marking: Marking::CutOff.setting(), ..BccSettings::default() };
        assert_eq!(leaves_pipeline(&settings, &d), marked);
    }
}

/// Marks in 100 000 departures of full packets while the pool holds `pool_depth`.
fn ratio(pool_depth: u32, mut marks: impl FnMut(&Departure) -> bool) -> f64 {
    let mut random = SplitMix64::new(17);
    let mut departs = |_| {
        let d = Departure { pool_depth, random: random.half(), size: Bytes(9_000), ..Departure::default() };
        marks(&d)
    };
    (0..100_000).filter(|index: &u32| departs(*index)).count() as f64 / 100_000.0
}

#[test]
fn the_counter_marks_about_twice_as_often_as_the_ramp_says() {
    for (pool_depth, p) in [(1_882_000, 0.01), (2_202_000, 0.05), (2_594_000, 0.099)] {
        let mut queue = ExactQueue::default();
        let found = ratio(pool_depth, |d| leaves(&ExactSettings::default(), &mut queue, d));
        // Gaps are uniform on 1 ..= 1/p - 1.
        let expected = 2.0 * p;
        assert!((found / expected - 1.0).abs() < 0.06, "{pool_depth}: {found}, {expected}");
    }
}

#[test]
fn the_pipeline_marks_as_its_own_ramp_says() {
    let settings = BccSettings::default();
    let params = Bcc::params(&settings, DepthUnit::BYTE).unwrap();
    // 8 MB per unit of probability are 2^22.93 B: 2^23.
    let p_max = Bcc::effective(&params, &settings, BccSettings::p_max).unwrap();
    assert_eq!(p_max, 6_250);
    for (pool_depth, p) in [(1_882_000, 80_000.0), (2_202_000, 400_000.0), (2_594_000, 792_000.0)] {
        let found = ratio(pool_depth, |d| leaves_pipeline(&settings, d));
        let expected = p / f64::from(1 << 23);
        assert!((found / expected - 1.0).abs() < 0.06, "{pool_depth}: {found}, {expected}");
    }
}

#[test]
fn small_packets_are_marked_less_often() {
    let marks = |size| {
        let (mut queue, mut random, mut marks) = (ExactQueue::default(), SplitMix64::new(3), 0u32);
        for _ in 0..100_000 {
            let d = Departure {
                pool_depth: 2_202_000,
                random: random.half(),
                size: Bytes(size),
                ..Departure::default()
            };
            marks += u32::from(leaves(&ExactSettings::default(), &mut queue, &d));
        }
        marks
    };
    let (small, large) = (marks(900), marks(9_000));
    assert!(small * 5 < large, "{small}, {large}");
}

#[test]
fn thresholds_in_cells_are_whole_cells() {
    let cell = DepthUnit::cell(208).unwrap();
    let settings = BccSettings::default();
    let params = Bcc::params(&settings, cell).unwrap();
    assert_eq!(Bcc::effective(&params, &settings, BccSettings::k_port), Some(720_000 / 208 * 208));
    let own = BccSettings { own: Own::Included.setting(), ..settings };
    assert_eq!(Bcc::params(&own, cell).unwrap_err().field, BccSettings::own);
}

#[test]
fn two_bits_of_the_pool_make_two_steps_and_certainty() {
    let settings = BccSettings::DEFAULT;
    let params = BccPoolStatus::params(&settings, DepthUnit::BYTE).unwrap();
    let share = |pool_depth| {
        let mut random = SplitMix64::new(3);
        let marked = (0..100_000).filter(|_| {
            let d = Departure { pool_depth, random: random.half(), ..Departure::default() };
            let (mut pipe, mut port, mut queue) = (Default::default(), NoRegisters, NoRegisters);
            let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
            BccPoolStatus::on_dequeue(&params, scope, &d) == Verdict::Signal
        });
        marked.count() as f64 / 100_000.0
    };
    let (kmin, kmax) = params.pool;
    assert_eq!((kmin, kmax), (1_802_000, 2_602_000));
    assert_eq!((share(kmin), share(kmax)), (0.0, 1.0));
    // p_max is 10 %: a quarter of it in the lower half, three quarters in the upper one.
    for (occupancy, p) in [(kmin + 1, 0.025), (2_201_999, 0.025), (2_202_000, 0.075), (kmax - 1, 0.075)] {
        assert!((share(occupancy) / p - 1.0).abs() < 0.06, "{occupancy}: {}", share(occupancy));
    }
}

#[test]
fn without_the_ports_sum_the_queue_stands_for_it() {
    let params = BccPoolStatus::params(&BccSettings::DEFAULT, DepthUnit::BYTE).unwrap();
    let marks = |depth, port_depth| {
        let (mut pipe, mut port, mut queue) = (Default::default(), NoRegisters, NoRegisters);
        let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
        let d = Departure { depth, port_depth, ..Departure::default() };
        BccPoolStatus::on_dequeue(&params, scope, &d) == Verdict::Signal
    };
    assert_eq!((marks(720_000, 720_001), marks(720_001, 720_001)), (false, true));
}

/// \[Bai20\] §IV: nothing at Kmin, p_max (Q16) just below Kmax, everything from there on. Steps of a quarter and three quarters of p_max,
/// each for half of the way, are off by a quarter of it at most.
#[test]
fn two_steps_follow_the_ramp_to_a_quarter_of_p_max() {
    let settings = BccSettings { p_max: 16_384, ..BccSettings::DEFAULT };
    let params = PoolStatusProgram::params(&settings, DepthUnit::BYTE).unwrap();
    let (kmin, kmax) = params.pool;
    let ramp = |occupancy| params.ramp(occupancy, &settings);
    assert_eq!([0, kmin, kmin + (kmax - kmin) / 2, kmax, kmax + 1].map(ramp), [0, 0, 8_192, 65_536, 65_536]);
    for occupancy in (0..kmin).step_by(10_007).chain((kmin + 1..kmax + 20_000).step_by(1_009)) {
        let off = params.chance(occupancy).abs_diff(ramp(occupancy));
        assert!(off <= 4_096, "{off} at {occupancy}");
    }
}

/// Q16 below 65536 is below 1: the exact ramp does not end in certainty there.
#[test]
fn the_largest_p_max_below_one_is_not_one() {
    let params =
        |p_max| Exact::params(&ExactSettings { p_max, ..preset("decimal") }, DepthUnit::BYTE).unwrap();
    assert_ne!(params(65_535), params(65_536));
}
