//! The placement of the first study's programs against the vendor compiler (9.13.4), which compiled the same ones.
//!
//! Only the compiler's numbers are carried here. Stages, dependency types and register SRAM must be equal;
//! cycles may differ by two, and the difference is named. The project's own programs are in the registry's tests.

use crate::fixtures::{codel, ecn_sharp, red, tcn};
use freeboard_dataplane::Program;
use freeboard_pipeline::{Dependency, Elaborated, Profile, Sizing, WordKeys, profiles};
use freeboard_units::DepthUnit;

struct Compiled {
    stages: usize,
    /// Action dependencies left after padding; all others are match dependencies.
    actions: usize,
    cycles: u32,
    register_sram: u32,
}

struct Row {
    program: String,
    ours: (usize, String, u32, u32),
    compiled: Compiled,
    /// Why the cycles differ; empty if they do not.
    cause: &'static str,
}

fn place<P: Program>() -> Elaborated {
    place_on::<P>(&profiles::tofino_1_like())
}

fn place_on<P: Program>(profile: &Profile) -> Elaborated {
    let params =
        P::params(&P::Settings::default(), DepthUnit::BYTE).expect("fixtures have one configuration");
    Elaborated::of::<P>(&params, profile, Sizing::PAPER).unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn dependencies(program: &Elaborated) -> String {
    let stages = &program.placement.latency.stages[..program.placement.stages.len()];
    let letter = |dependency| match dependency {
        Dependency::Match => 'm',
        Dependency::Action => 'a',
        Dependency::Independent => 'i',
    };
    stages.iter().map(|stage| letter(stage.padded)).collect()
}

fn row<P: Program>(compiled: Compiled, cause: &'static str) -> Row {
    let program = place::<P>();
    let b = program.budget();
    let ours = (b.stages as usize, dependencies(&program), b.latency_cycles, b.register_sram_blocks);
    Row { program: format!("{}/{}", b.algorithm, b.variant), ours, compiled, cause }
}

fn compiled(stages: usize, actions: usize, cycles: u32, register_sram: u32) -> Compiled {
    Compiled { stages, actions, cycles, register_sram }
}

fn table() -> Vec<Row> {
    vec![
        row::<ecn_sharp::PaperShaped>(compiled(8, 1, 176, 10), ""),
        row::<ecn_sharp::Compact>(compiled(7, 0, 171, 8), ""),
        row::<ecn_sharp::WideClock>(compiled(4, 0, 161, 4), ""),
        row::<tcn::Tcn>(compiled(2, 0, 172, 0), ""),
        row::<red::RedLowPass>(
            compiled(5, 0, 161, 2),
            "the model loads Kmin in a keyless table beside the filter: +2 in its stage",
        ),
        row::<codel::Codel>(compiled(6, 0, 165, 4), ""),
    ]
}

#[test]
fn placement_agrees_with_the_vendor_compiler() {
    for row in table() {
        let (stages, dependencies, cycles, sram) = &row.ours;
        let name = &row.program;
        assert_eq!(*stages, row.compiled.stages, "stages of {name}");
        let count = |kind| dependencies.chars().filter(|&letter| letter == kind).count();
        assert_eq!(count('a'), row.compiled.actions, "action dependencies of {name}: {dependencies}");
        assert_eq!(
            count('m') + count('a'),
            *stages,
            "no stage in use is independent in {name}: {dependencies}"
        );
        assert_eq!(*sram, row.compiled.register_sram, "register SRAM of {name}");
        assert!(
            cycles.abs_diff(row.compiled.cycles) <= 2,
            "{name}: {cycles} cycles, compiled {}",
            row.compiled.cycles
        );
        assert_eq!(*cycles == row.compiled.cycles, row.cause.is_empty(), "{name}: a difference has a cause");
    }
}

#[test]
fn calibration_table_reads_as_recorded() {
    let mut text =
        String::from("program                 stages  dependencies  cycles (compiled)  register SRAM\n");
    for row in table() {
        let (stages, dependencies, cycles, sram) = row.ours;
        let compared = format!("{cycles} ({})", row.compiled.cycles);
        let line =
            format!("{:<22}  {stages:>6}  {dependencies:<12}  {compared:<17}  {sram:>13}", row.program);
        text += &line;
        text += "\n";
        if !row.cause.is_empty() {
            text += "    ";
            text += row.cause;
            text += "\n";
        }
    }
    assert_eq!(text, include_str!("calibration.txt"));
}

#[test]
fn the_study_counts_of_ecn_sharp_are_reproduced() {
    let keyed = profiles::tofino_1_like().with_word_keys(WordKeys::Ternary);
    let counts = |program: Elaborated| {
        let b = program.budget();
        [
            b.tables,
            b.entries,
            b.arrays_32,
            b.arrays_64,
            b.register_bytes,
            b.metadata_bits,
            b.metadata_peak_bits,
        ]
    };
    assert_eq!(counts(place_on::<ecn_sharp::PaperShaped>(&keyed)), [8, 6, 4, 1, 24 * 1024, 126, 90]);
    assert_eq!(counts(place_on::<ecn_sharp::Compact>(&keyed)), [7, 6, 3, 1, 20 * 1024, 125, 90]);
    // A table and 32 bits more than the study's model counted: the slice of the stamp is a copy.
    assert_eq!(counts(place_on::<ecn_sharp::WideClock>(&keyed)), [5, 4, 1, 1, 12 * 1024, 70, 68]);
    // The deadline's two instructions as if/else: a table more, two entries less.
    assert_eq!(counts(place::<ecn_sharp::Compact>())[..2], [8, 4]);
}

#[test]
fn latency_before_padding_counts_an_unused_stage_as_one_cycle_and_stage_6_as_a_match() {
    let unpadded = |program: Elaborated| program.budget().latency_unpadded_cycles;
    assert_eq!(unpadded(place::<ecn_sharp::PaperShaped>()), 176);
    assert_eq!(unpadded(place::<ecn_sharp::Compact>()), 153);
    assert_eq!(unpadded(place::<ecn_sharp::WideClock>()), 123);
}

#[test]
fn before_padding_the_join_of_the_clock_halves_is_the_only_action_dependency() {
    for program in [place::<ecn_sharp::PaperShaped>(), place::<ecn_sharp::Compact>()] {
        let stages = &program.placement.latency.stages[..program.placement.stages.len()];
        let action: Vec<_> =
            stages.iter().enumerate().filter(|(_, stage)| stage.dependency == Dependency::Action).collect();
        assert_eq!(action.iter().map(|(index, _)| *index).collect::<Vec<_>>(), [3]);
    }
}
