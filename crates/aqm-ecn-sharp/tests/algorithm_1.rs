//! ECN# against \[Zhang19\] Algorithm 1, worked by hand.

use freeboard_aqm_api::{Aqm, Departure, DepthUnit, Nanos32, Scope, Verdict};
use freeboard_aqm_ecn_sharp::{
    Compact, Due, EcnSharpSettings, Exact, ExactSettings, PaperShaped, Reschedule, Sliced,
};

/// Packets leave every `gap` ns from `gap` on, each after `sojourn` ns; returns the mark times.
fn marks<A: Aqm>(params: &A::Params, count: u64, gap: u64, sojourn: u32) -> Vec<u64> {
    let (mut pipe, mut port, mut queue) = Default::default();
    (1..=count)
        .map(|index| index * gap)
        .filter(|&now| {
            let d = Departure {
                now: Nanos32(now as u32),
                now_high: (now >> 32) as u16,
                sojourn,
                ..Departure::default()
            };
            let scope = Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue };
            A::on_dequeue(params, scope, &d) == Verdict::Signal
        })
        .collect()
}

fn simulations() -> ExactSettings {
    Exact::PRESETS.iter().find(|preset| preset.name == "simulations").unwrap().settings
}

#[test]
fn paper_schedule_marks_at_the_worked_times() {
    let params = Exact::params(&simulations(), DepthUnit::BYTE).unwrap();
    let times = marks::<Exact>(&params, 2000, 1200, 50_000);
    let worked =
        [242_400, 483_600, 652_800, 790_800, 910_800, 1_018_800, 1_116_000, 1_207_200, 1_292_400, 1_371_600];
    assert_eq!(times[..10], worked);
    assert_eq!(times.len(), 27);
}

#[test]
fn authors_rescheduling_marks_at_the_worked_times() {
    let settings =
        ExactSettings { due: Due::At.setting(), reschedule: Reschedule::Now.setting(), ..simulations() };
    let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    let times = marks::<Exact>(&params, 2000, 1200, 50_000);
    let worked =
        [242_400, 482_400, 652_800, 792_000, 912_000, 1_020_000, 1_118_400, 1_209_600, 1_294_800, 1_375_200];
    assert_eq!(times[..10], worked);
    assert_eq!(times.len(), 27);
}

#[test]
fn a_schedule_that_fell_behind_catches_up_in_one_burst() {
    // 50 packets 200 us apart leave the schedule behind; dense traffic then meets it ([Zhang19] schedule only).
    let settings = simulations();
    let dense = |settings: ExactSettings| {
        let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
        let mut queue = Default::default();
        let mut longest = 0;
        let mut run = 0;
        for index in 1..=4000u64 {
            let now = if index <= 50 { index * 200_000 } else { 10_000_000 + (index - 50) * 1200 };
            let d = Departure { now: Nanos32(now as u32), sojourn: 50_000, ..Departure::default() };
            let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
            let marked = Exact::on_dequeue(&params, scope, &d) == Verdict::Signal;
            run = if marked && index > 50 { run + 1 } else { 0 };
            longest = longest.max(run);
        }
        longest
    };
    assert!(dense(settings) > 400, "paper schedule: {}", dense(settings));
    assert!(
        dense(ExactSettings { due: Due::At.setting(), reschedule: Reschedule::Now.setting(), ..settings })
            <= 1
    );
}

#[test]
fn every_layout_marks_alike() {
    let settings = Compact::PRESETS.iter().find(|preset| preset.name == "simulations").unwrap().settings;
    let compact =
        marks::<Compact>(&Compact::params(&settings, DepthUnit::BYTE).unwrap(), 20_000, 1200, 50_000);
    let shaped =
        marks::<PaperShaped>(&PaperShaped::params(&settings, DepthUnit::BYTE).unwrap(), 20_000, 1200, 50_000);
    let sliced = marks::<Sliced>(&Sliced::params(&settings, DepthUnit::BYTE).unwrap(), 20_000, 1200, 50_000);
    assert!(compact.len() > 200);
    assert_eq!(compact, shaped);
    assert_eq!(compact, sliced);
}

#[test]
fn a_sojourn_at_the_instantaneous_target_does_not_mark_and_one_above_does() {
    let params = Compact::params(&EcnSharpSettings::default(), DepthUnit::BYTE).unwrap();
    assert!(marks::<Compact>(&params, 10, 1200, 200_000).is_empty());
    assert_eq!(marks::<Compact>(&params, 10, 1200, 200_001).len(), 10);
}

#[test]
fn a_sojourn_at_the_persistent_target_counts_as_above() {
    let params = Exact::params(&ExactSettings::default(), DepthUnit::BYTE).unwrap();
    assert_eq!(marks::<Exact>(&params, 200, 1200, 85_000), [201_600]);
    assert!(marks::<Exact>(&params, 2000, 1200, 84_999).is_empty());
}

#[test]
fn the_exact_form_compares_with_both_targets_as_the_layouts_do() {
    let settings = ExactSettings { pst_target: u32::MAX, ..ExactSettings::DEFAULT };
    let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
    assert!(marks::<Exact>(&params, 10, 1200, 200_000).is_empty());
    assert_eq!(marks::<Exact>(&params, 10, 1200, 200_001).len(), 10);
}

/// Algorithm 1: now > first_above_time, and the next mark strictly after its time or, as the authors wrote it, at it.
#[test]
fn deadlines_are_passed_strictly_and_marks_are_due_as_the_settings_say() {
    for (due, at_its_time) in [(Due::After, false), (Due::At, true)] {
        let settings = ExactSettings { due: due.setting(), ..ExactSettings::DEFAULT };
        let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
        let mut queue = Default::default();
        let mut marks = |now: u32| {
            let d = Departure { now: Nanos32(now), sojourn: 100_000, ..Departure::default() };
            let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
            Exact::on_dequeue(&params, scope, &d) == Verdict::Signal
        };
        let start = u32::MAX - 300_000;
        let [run, first] = [start, start.wrapping_add(200_001)];
        assert_eq!([marks(run), marks(start.wrapping_add(200_000)), marks(first)], [false, false, true]);
        // The first mark is one interval long: 200 us from the mark on.
        let next = first.wrapping_add(200_000);
        assert_eq!([marks(next.wrapping_sub(1)), marks(next)], [false, at_its_time], "{due:?}");
        assert_eq!(marks(next.wrapping_add(1)), !at_its_time, "{due:?}");
    }
}

#[test]
fn the_last_packet_of_a_queue_ends_a_run_where_the_settings_say_so() {
    for (idle_reset, depth, marked) in [(0, 0, true), (1, 0, false), (1, 1, true)] {
        let settings = ExactSettings { idle_reset, ..ExactSettings::DEFAULT };
        let params = Exact::params(&settings, DepthUnit::BYTE).unwrap();
        let mut queue = Default::default();
        let mut marks = |now: u32, depth: u32| {
            let d = Departure { now: Nanos32(now), sojourn: 100_000, depth, ..Departure::default() };
            let scope = Scope { pipe: &mut (), port: &mut (), queue: &mut queue };
            Exact::on_dequeue(&params, scope, &d) == Verdict::Signal
        };
        marks(0, 3_000);
        marks(100_000, depth);
        assert_eq!(marks(200_001, 3_000), marked, "idle_reset {idle_reset} at {depth} B");
    }
}

#[test]
fn a_run_longer_than_half_the_clock_range_still_marks() {
    // One packet a second for ten seconds: each is due, as Algorithm 1 has it.
    let params = Exact::params(&ExactSettings::default(), DepthUnit::BYTE).unwrap();
    assert_eq!(marks::<Exact>(&params, 10, 1_000_000_000, 100_000).len(), 9);
}

#[test]
fn an_interval_below_one_tick_is_refused_with_its_range() {
    let settings = EcnSharpSettings { pst_interval: 1023, ..EcnSharpSettings::default() };
    let error = Compact::params(&settings, DepthUnit::BYTE).unwrap_err();
    assert_eq!((error.field, error.value, error.min), (EcnSharpSettings::pst_interval, 1023, 1024));
    let settings = EcnSharpSettings { ins_target: u32::MAX, ..EcnSharpSettings::default() };
    assert!(Compact::params(&settings, DepthUnit::BYTE).is_err());
}

#[test]
fn the_interval_in_force_is_whole_ticks() {
    let settings = EcnSharpSettings::default();
    let params = Compact::params(&settings, DepthUnit::BYTE).unwrap();
    assert_eq!(Compact::effective(&params, &settings, EcnSharpSettings::pst_interval), Some(195 * 1024));
    assert_eq!(Compact::effective(&params, &settings, EcnSharpSettings::pst_target), Some(85_000));
}
