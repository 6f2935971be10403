//! Statements of the layouts: settings in force, presets, gaps, and the words of a state.

use freeboard_aqm_api::{Aqm, Departure, DepthUnit, FieldId, Nanos32, Scope, Settings, State, Words};
use freeboard_aqm_ecn_sharp::{
    Compact, Due, EcnSharpSettings, Exact, ExactSettings, PaperShaped, PipelineParams, Reschedule, Sliced,
};
use freeboard_dataplane::{MathFill, MathUnit};

/// Words of a queue's state after packets that waited for 100 us leave at the given times.
fn words<A: Aqm>(settings: &A::Settings, times: &[u32]) -> Vec<u32> {
    let params = A::params(settings, DepthUnit::BYTE).unwrap();
    let (mut pipe, mut port, mut queue) = (A::Pipe::default(), A::Port::default(), A::Queue::default());
    for &now in times {
        let d = Departure { now: Nanos32(now), sojourn: 100_000, ..Departure::default() };
        A::on_dequeue(&params, Scope { pipe: &mut pipe, port: &mut port, queue: &mut queue }, &d);
    }
    let mut words = Words::new();
    queue.canonical(&mut words);
    words.as_slice().to_vec()
}

#[test]
fn the_words_of_a_pipeline_queue_are_its_registers_where_they_are_in_force() {
    // In ticks of 1024 ns: a run from tick 10 on, an interval of 195, a mark at tick 400.
    let (run, mark) = (10 << 10, 400 << 10);
    let settings = EcnSharpSettings::DEFAULT;
    let (compact, shaped) = (words::<Compact>(&settings, &[]), words::<PaperShaped>(&settings, &[]));
    assert_eq!((compact, shaped), (vec![0; 4], vec![0; 5]));
    let (compact, shaped) = (words::<Compact>(&settings, &[run]), words::<PaperShaped>(&settings, &[run]));
    assert_eq!((compact[0], &compact[2..]), (205, &[0, 0][..]));
    assert_eq!((shaped[0], &shaped[2..]), (205, &[0, 0, 0][..]));
    assert!(compact[1] != 0 && shaped[1] != 0, "a run is under way");
    let (compact, shaped) =
        (words::<Compact>(&settings, &[run, mark]), words::<PaperShaped>(&settings, &[run, mark]));
    assert_eq!((compact[2], compact[3] != 0), (595, true));
    assert_eq!((shaped[2], shaped[3], shaped[4] != 0), (1, 595, true));
}

#[test]
fn the_words_of_an_exact_queue_hide_what_is_not_in_force() {
    let settings = ExactSettings::DEFAULT;
    assert_eq!(words::<Exact>(&settings, &[]), [0; 4]);
    assert_eq!(words::<Exact>(&settings, &[7]), [200_007, 0, 0, 1]);
    // Standing: the deadline no longer matters, the next mark does.
    assert_eq!(words::<Exact>(&settings, &[7, 300_000]), [0, 500_000, 1, 7]);
}

#[test]
fn a_gap_is_limited_by_the_clock_and_by_the_longest_run() {
    // Half the range of a tick, in ns; the emulated clock sees half the range of its stamp.
    let run = ((1u64 << 31) - 1) * 1_024;
    let gaps = [Compact::META, PaperShaped::META, Sliced::META, Exact::META].map(|meta| meta.longest_gap_ns);
    assert_eq!(gaps, [(1 << 31) - 1, (1 << 31) - 1, run, (1 << 30) - 1]);
}

#[test]
fn settings_in_force_are_whole_ticks_and_the_rest_is_as_given() {
    fn in_force<A: Aqm<Settings = EcnSharpSettings>>() -> Vec<Option<u32>> {
        let settings =
            EcnSharpSettings { math_fill: MathFill::Centre.setting(), ..EcnSharpSettings::DEFAULT };
        let params = A::params(&settings, DepthUnit::BYTE).unwrap();
        let fields = 0..EcnSharpSettings::FIELDS.len() as u16;
        fields.map(|field| A::effective(&params, &settings, FieldId(field))).collect()
    }
    let expected = [200_000, 85_000, 195 * 1_024, MathFill::Centre as u32].map(Some);
    assert_eq!(in_force::<Compact>(), expected);
    assert_eq!(in_force::<PaperShaped>(), expected);
    assert_eq!(in_force::<Sliced>(), expected);
}

#[test]
fn the_math_unit_is_filled_as_the_settings_say() {
    for fill in [MathFill::LowerEdge, MathFill::Centre] {
        let settings = EcnSharpSettings { math_fill: fill.setting(), ..EcnSharpSettings::DEFAULT };
        let params: PipelineParams = Compact::params(&settings, DepthUnit::BYTE).unwrap();
        assert_eq!(params.marking.math, MathUnit::reciprocal_sqrt(195, fill), "{fill:?}");
    }
}

/// \[Zhang19\] §5.2 to 5.4, and the authors' released simulator.
#[test]
fn presets_are_the_published_numbers() {
    let pipeline: Vec<_> = Compact::PRESETS
        .iter()
        .map(|it| (it.settings.ins_target, it.settings.pst_target, it.settings.pst_interval))
        .collect();
    assert_eq!(pipeline, [(200_000, 85_000, 200_000), (220_000, 10_000, 240_000)]);
    let exact: Vec<_> = Exact::PRESETS
        .iter()
        .map(|it| (it.settings.ins_target, it.settings.pst_target, it.settings.pst_interval))
        .collect();
    assert_eq!(exact, [(200_000, 85_000, 200_000), (220_000, 10_000, 240_000), (80_000, 10_000, 150_000)]);
    let authors = Exact::PRESETS[2].settings;
    assert_eq!((authors.due, authors.reschedule), (Due::At.setting(), Reschedule::Now.setting()));
}
