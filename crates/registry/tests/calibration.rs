//! Every program against the vendor's published compiler, which compiled the same ones.
//!
//! p4c's Tofino back end, 9.13.4; only its numbers are carried here. Each row must be equal. The page on the hardware model shows
//! the same table, with the file that `freeboard p4` writes of each program.

use freeboard_aqm_api::Aqm;
use freeboard_pipeline::{Placeable, Profile, Sizing, WordKeys, profiles};
use std::collections::BTreeSet;
use std::fmt::Write;

/// What the compiler needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Row {
    program: &'static str,
    /// Form of a register keyed by words, where the program has one: both were compiled.
    form: &'static str,
    stages: u32,
    tables: u32,
    sram: u32,
    tcam: u32,
    cycles: u32,
}

const IF_ELSE: &str = "if/else";
const KEYED: &str = "keyed";

const fn row(
    program: &'static str,
    form: &'static str,
    [stages, tables, sram, tcam, cycles]: [u32; 5],
) -> Row {
    Row { program, form, stages, tables, sram, tcam, cycles }
}

/// Of 28 compiled files; a scheme's two hooks are one row each.
const COMPILED: &[Row] = &[
    row("tcn/pipeline", "", [2, 2, 0, 0, 172]),
    row("red/low-pass", "", [5, 8, 3, 0, 163]),
    row("codel/pipeline", IF_ELSE, [6, 8, 11, 0, 171]),
    row("codel/pipeline", KEYED, [6, 7, 12, 1, 173]),
    row("ecn-sharp/compact", IF_ELSE, [6, 8, 11, 0, 171]),
    row("ecn-sharp/compact", KEYED, [6, 7, 12, 1, 173]),
    row("ecn-sharp/paper-shaped", IF_ELSE, [7, 9, 13, 0, 175]),
    row("ecn-sharp/paper-shaped", KEYED, [7, 8, 14, 1, 177]),
    row("ecn-sharp/sliced", IF_ELSE, [4, 6, 6, 0, 161]),
    row("ecn-sharp/sliced", KEYED, [4, 5, 7, 1, 163]),
    row("cedm/window", "", [6, 8, 8, 0, 171]),
];

/// Programs whose text has changed since it was compiled, with the change: no row compares them.
const CHANGED: &[(&str, &str)] = &[
    (
        "bcc/pool-status",
        "the packet's own size is not in the text; data of a port are entries of a table with the port as its key",
    ),
    ("dualpi2/ramp", "a table says which queues are served"),
    ("dualpi2/step", "a table says which queues are served"),
    ("e-ecn/shift-16", "data of a port are entries of a table with the port as its key"),
    ("e-ecn/shift-32", "data of a port are entries of a table with the port as its key"),
    ("hull/classes", "data of a port are entries of a table with the port as its key"),
    ("mbecn/dequeue", "data of a queue are entries of a table with port and queue as its key"),
    ("mbecn/enqueue", "data of a queue are entries of a table with port and queue as its key"),
    ("mq-ecn/pipeline", "data of a queue are entries of a table with port and queue as its key"),
    ("pie/pipeline", "data of a queue are entries of a table with port and queue as its key"),
    ("s-ecn/window", "data of a port are entries of a table with the port as its key"),
    ("step/dequeue", "data of a port are entries of a table with the port as its key"),
    ("step/enqueue", "data of a port are entries of a table with the port as its key"),
];

/// The file that `freeboard p4` writes of a program.
fn file(program: &str) -> String {
    format!("{}_tna.p4", program.replace(['/', '-'], "_"))
}

fn placed<A: Aqm + Placeable>(profile: &Profile, form: &'static str) -> Option<Row> {
    let program = A::place(&A::Settings::default(), profile, Sizing::PAPER).ok()?;
    let budget = program.budget();
    let id = format!("{}/{}", budget.algorithm, budget.variant);
    if CHANGED.iter().any(|(program, _)| *program == id) {
        return None;
    }
    let program_row = COMPILED.iter().find(|row| row.program == id);
    assert!(program_row.is_some(), "{id} has no row: was it compiled?");
    Some(Row {
        program: program_row?.program,
        form,
        stages: budget.stages,
        tables: budget.tables,
        sram: budget.sram_blocks,
        tcam: program.placement.usage.iter().map(|usage| usage.tcam).sum(),
        cycles: budget.latency_cycles,
    })
}

/// The rows of a program: one for each form where they differ.
fn rows<A: Aqm + Placeable>() -> Vec<Row> {
    let profile = profiles::tofino_1_like();
    let keyed = profile.clone().with_word_keys(WordKeys::Ternary);
    let (Some(one), Some(other)) = (placed::<A>(&profile, ""), placed::<A>(&keyed, "")) else {
        return Vec::new();
    };
    if one == other {
        return vec![one];
    }
    vec![Row { form: IF_ELSE, ..one }, Row { form: KEYED, ..other }]
}

macro_rules! programs {
    (@one pipeline $path:path) => { rows::<freeboard_registry::scheme!(pipeline $path)>() };
    (@one exact $path:path) => { Vec::new() };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        [$(programs!(@one $kind $path)),*]
    };
}

fn table(rows: &BTreeSet<Row>) -> String {
    let mut text = String::from(
        "| program | form | file | stages | tables | SRAM | TCAM | cycles |\n|---|---|---|---|---|---|---|---|\n",
    );
    for Row { program, form, stages, tables, sram, tcam, cycles } in rows {
        let file = file(program);
        let numbers = format!("{stages} | {tables} | {sram} | {tcam} | {cycles}");
        let _ = writeln!(text, "| `{program}` | {form} | `{file}` | {numbers} |");
    }
    text
}

#[test]
fn every_program_needs_what_the_compiler_says() {
    let placed: BTreeSet<Row> = freeboard_registry::for_each_aqm!(programs).into_iter().flatten().collect();
    let compiled: BTreeSet<Row> = COMPILED.iter().copied().collect();
    assert_eq!(table(&placed), table(&compiled));
}

#[test]
fn the_page_shows_the_same_table() {
    let page = include_str!("../../../docs/src/hardware-model.md");
    let compiled = table(&COMPILED.iter().copied().collect());
    assert!(page.contains(&compiled), "docs/src/hardware-model.md lacks this table:\n{compiled}");
    for (program, change) in CHANGED {
        let line = format!("- `{program}`: {change}");
        assert!(page.contains(&line), "docs/src/hardware-model.md lacks this line:\n{line}");
    }
}
