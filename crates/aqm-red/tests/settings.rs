//! Settings in force, settings that are refused, and the words of a state.

use freeboard_aqm_api::{Aqm, DepthUnit, FieldId, Nanos32, Settings, State, Words};
use freeboard_aqm_red::{
    Counter, Exact, LowPassQueue, LowPassRed, LowPassSettings, RedQueue, RedSettings, Start,
};
use freeboard_dataplane::{LowPassCell, Native, Registers};

/// Values in force of every field, in a memory of cells of 80 B.
fn in_force<A: Aqm>(settings: &A::Settings) -> Vec<Option<u32>> {
    let params = A::params(settings, DepthUnit::cell(80).unwrap()).unwrap();
    let fields = 0..A::Settings::FIELDS.len() as u16;
    fields.map(|field| A::effective(&params, settings, FieldId(field))).collect()
}

#[test]
fn lengths_in_force_are_whole_cells_and_the_rest_is_as_given() {
    let settings = RedSettings { kmin: 7_599, kmax: 22_499, guard: 1_599, ..RedSettings::DEFAULT };
    let expected = RedSettings { kmin: 7_520, kmax: 22_480, guard: 1_520, ..settings };
    let fields = 0..RedSettings::FIELDS.len() as u16;
    assert_eq!(in_force::<Exact>(&settings), fields.map(|at| expected.get(FieldId(at))).collect::<Vec<_>>());
    // An empty queue is calm.
    let least = RedSettings { kmin: 79, ..settings };
    assert_eq!(in_force::<Exact>(&least)[0], Some(80));

    // 256 cells at 1/4 are a ramp of 2^-10 per cell.
    let settings = LowPassSettings { kmin: 7_599, kmax: 28_001, p_max: 16_384, tau: 2_047 };
    assert_eq!(in_force::<LowPassRed>(&settings), [7_520, 28_000, 16_384, 1_024].map(Some));
}

#[test]
fn a_ramp_of_no_length_has_the_p_max_that_was_given() {
    let settings = LowPassSettings { kmin: 8_000, kmax: 8_000, p_max: 1_234, tau: 1 };
    assert_eq!(in_force::<LowPassRed>(&settings), [8_000, 8_000, 1_234, 1].map(Some));
}

#[test]
fn kmax_is_a_cell_at_least_and_not_below_kmin() {
    let cell = DepthUnit::cell(80).unwrap();
    let refused = |kmin, kmax| {
        let error = Exact::params(&RedSettings { kmin, kmax, ..RedSettings::DEFAULT }, cell).unwrap_err();
        assert_eq!((error.field, error.value, error.max), (RedSettings::kmax, kmax, u32::MAX / 2));
        error.min
    };
    // What is named is taken: 99 is one cell.
    assert_eq!((refused(79, 79), refused(99, 79), refused(8_000, 7_999)), (80, 80, 8_000));
    for (kmin, kmax) in [(79, 80), (8_000, 8_000)] {
        assert!(Exact::params(&RedSettings { kmin, kmax, ..RedSettings::DEFAULT }, cell).is_ok());
    }
}

#[test]
fn presets_are_as_published() {
    fn named<A: Aqm>(name: &str) -> A::Settings {
        A::PRESETS.iter().find(|preset| preset.name == name).unwrap().settings
    }
    let ns3 = named::<Exact>("ns-3");
    // 5 and 15 packets of 1500 B; signals from the second packet on that waits.
    assert_eq!((ns3.kmin, ns3.kmax, ns3.guard), (5 * 1_500, 15 * 1_500, 1_500));
    let baseline = named::<Exact>("e-ecn-baseline");
    for it in [ns3, baseline] {
        assert_eq!((it.gentle, it.counter, it.start), (1, Counter::Wait.setting(), Start::Arm.setting()));
        assert_eq!((it.weight, it.p_max), (9, 1_311));
    }
    // 15 and 30 packets of 1000 B, which take 8 us at 1 Gbit/s; a gain of 2^-9.
    assert_eq!((baseline.kmin, baseline.kmax, baseline.guard), (15_000, 30_000, 1_000));
    assert_eq!((baseline.mean, baseline.packet_time), (1_000, 8_000));
    let pipeline = named::<LowPassRed>("e-ecn-baseline");
    assert_eq!((pipeline.kmin, pipeline.kmax, pipeline.tau), (15_000, 30_000, 512 * 8_000));
}

/// 2^24 random values per packet: below the p_max that is named, or beyond the kmax, there is no ramp.
#[test]
fn a_ramp_that_is_too_fine_is_refused_with_the_nearest_that_is_not() {
    let (p, k) = (LowPassSettings::p_max, LowPassSettings::kmax);
    for (cell, kmax, p_max, field) in [
        (1, 1 << 23, 1, p),
        (1, 1 << 30, 65_536, k),
        (1, 1 << 30, 30_000, k),
        (80, 1 << 30, 1, p),
        (80, 1_900_000_000, 1, k),
    ] {
        let settings = LowPassSettings { kmin: 8_000, kmax, p_max, tau: 1 };
        let refusal = |settings| LowPassRed::params(&settings, DepthUnit::cell(cell).unwrap()).err();
        let error = refusal(settings).unwrap();
        assert_eq!((error.field, error.value), (field, settings.get(field).unwrap()));
        let is_taken = |value| refusal(settings.with(field, value).unwrap()).is_none();
        assert!(is_taken(error.min) && is_taken(error.max), "{error:?}");
        let beyond = if field == p { error.min - 1 } else { error.max + u32::from(cell) };
        assert!(!is_taken(beyond), "{error:?}");
    }
}

#[test]
fn a_gap_is_limited_by_half_the_range_of_the_clock_or_of_the_filters_stamp() {
    // The lowest bit of the stamp says that there is one.
    let gaps = [Exact::META, LowPassRed::META].map(|meta| meta.longest_gap_ns);
    assert_eq!(gaps, [(1 << 31) - 1, (1 << 31) - 2]);
}

#[test]
fn ports_are_shown_by_their_name() {
    let mut queue = LowPassQueue::default();
    assert_eq!(format!("{:?}", queue.open(&Native::new(0))), "LowPassPorts");
}

#[test]
fn the_words_of_a_queue_hide_what_is_not_in_force() {
    fn words(state: &impl State) -> Vec<u32> {
        let mut words = Words::new();
        state.canonical(&mut words);
        words.as_slice().to_vec()
    }
    let queue = RedQueue { idle_since: Nanos32(7), count: 3, ..RedQueue::of(4 << 32 | 5) };
    for (idle, above, expected) in
        [(0, 0, [5, 4, 0, 0, 0]), (1, 0, [5, 4, 7, 0, 1]), (0, 255, [5, 4, 0, 3, 2])]
    {
        assert_eq!(words(&RedQueue { idle, above, ..queue }), expected, "{idle} {above}");
    }
    let filter = LowPassQueue { average: LowPassCell { value_q8: 9, stamp: 11 } };
    assert_eq!(words(&filter), [9, 11]);
}
