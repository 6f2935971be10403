//! The vectors that ship with a program: they reach what it can do, and refuse programs that do something else.

use freeboard_dataplane::Program;
use freeboard_p4::{Source, Target, events, vectors, write};
use freeboard_p4_reader::read;
use freeboard_pipeline::{
    Elaborated, Graph, Intrinsic, Machine, Op, Packet, Place, Placement, Sizing, profiles,
};
use freeboard_registry::aqm_ecn_sharp::CompactProgram;
use std::collections::BTreeMap;

fn source<P: Program>() -> Source {
    Source::of::<P>(&P::Settings::default(), &profiles::tofino_1_like(), Sizing::PAPER)
        .unwrap_or_else(|refusal| panic!("{refusal}"))
}

fn shipped(source: &Source) -> String {
    vectors(source, &events(source).unwrap_or_else(|fault| panic!("{fault}"))).unwrap().text
}

/// The first line of the vectors that a program does not keep: from the text of the vectors alone.
fn refused(csv: &str, source: &Source, graph: &Graph) -> Option<String> {
    let placement = Placement::of(graph, &source.program.profile, Sizing::PAPER).ok()?;
    let program = Elaborated { graph: graph.clone(), placement, ..source.program.clone() };
    let mut machine = Machine::new(&program, Sizing::PAPER);
    let slices: Vec<(u32, u32)> = graph
        .nodes
        .iter()
        .filter_map(|node| if let Op::Random { first, bits } = node.op { Some((first, bits)) } else { None })
        .collect();
    let mut lines = csv.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next()?.split(',').collect();
    lines
        .find(|line| {
            let values = line.split(',').map(|cell| cell.parse::<u64>().unwrap());
            let row: BTreeMap<&str, u64> = names.iter().copied().zip(values).collect();
            let place = Place { pipe: 0, port: row["port"] as usize, queue: row["queue"] as usize };
            let draws = slices
                .iter()
                .enumerate()
                .map(|(at, (first, _))| (row[format!("draw{at}").as_str()] as u32) << first);
            let packet = Packet::new(draws.fold(0, |word, slice| word | slice))
                .with(Intrinsic::Now, row["stamp_ns"] as u32)
                .with(Intrinsic::NowHigh, (row["stamp_ns"] >> 32) as u32)
                .with(Intrinsic::Sojourn, row["sojourn_ns"] as u32)
                .with(Intrinsic::Depth, row["depth_cells"] as u32)
                .with(Intrinsic::Size, row["size"] as u32);
            let Ok(marked) = machine.packet(place, &packet) else { return true };
            u64::from(marked) != row["mark"]
                || graph.registers.iter().any(|register| {
                    let cells = machine.register(register.name, place).unwrap_or_default();
                    let expected = |half| row.get(format!("{}.{half}", register.name).as_str()).copied();
                    expected("lo") != Some(u64::from(cells[0])) || expected("hi") != Some(u64::from(cells[1]))
                })
        })
        .map(str::to_owned)
}

#[test]
fn the_vectors_of_ecn_sharp_refuse_nine_wrong_programs_and_keep_the_right_one() {
    let source = source::<CompactProgram>();
    let csv = shipped(&source);
    let text = write(&source, Target::Tna).unwrap();
    assert_eq!(refused(&csv, &source, &read(&text).unwrap()), None);
    for (what, right, wrong) in [
        ("a clock without wraps", "value = value + 4194304;", "value = value + 0;"),
        (
            "a late stamp from before a wrap in the epoch behind it",
            "result = value - 4194304;",
            "result = value;",
        ),
        ("no persistent marks", "room[17:0] == 0 || due == 1", "room[17:0] == 0"),
        ("a count that never rises", "value.hi = value.hi |+| 1;", "value.hi = value.hi |+| 0;"),
        ("marks that never end", "            0 : leave_marking();\n", ""),
        (
            "a run above the target that is never forgotten",
            "            forget_first_above();",
            "            track_first_above();",
        ),
        ("a deadline one tick early", "(int<32>)(now - value.lo) > 0", "(int<32>)(now - value.lo) >= 0"),
        ("no instantaneous marks", "room[17:0] == 0 || due == 1", "due == 1"),
        ("another row of the math unit", "{ 71, 74, 76, 80, 83,", "{ 71, 74, 76, 81, 83,"),
        ("a target one off", "(200001, 85000)", "(200002, 85000)"),
        ("registers of a port", ", eg_intr_md.egress_qid[2:0] }", " }"),
    ] {
        let changed = text.replace(right, wrong);
        assert_ne!(text, changed, "{what}: nothing was changed");
        let Ok(graph) = read(&changed) else { panic!("{what}: the reader refuses the text itself") };
        let line = refused(&csv, &source, &graph);
        assert!(line.is_some(), "{what}: the vectors keep it");
    }
}

/// Instructions and outcomes of comparisons that the vectors of a program do not reach.
fn unreached<P: Program>() -> Vec<String> {
    let profile = profiles::tofino_1_like();
    let Ok(source) = Source::of::<P>(&P::Settings::default(), &profile, Sizing::PAPER) else {
        return Vec::new();
    };
    let packets = events(&source).unwrap_or_else(|fault| panic!("{}: {fault}", source.id()));
    let mut machine = Machine::new(&source.program, Sizing::PAPER);
    let marks = packets.iter().filter(|(place, packet)| machine.packet(*place, packet).unwrap()).count();
    let mut missing: Vec<String> =
        machine.coverage().uncovered().into_iter().map(|case| format!("{}: {case}", source.id())).collect();
    for access in source.program.graph.accesses.iter().filter(|access| access.math.is_some()) {
        let register = source.program.graph.registers[access.register].name;
        let unread = machine.coverage().unread(register);
        if !unread.is_empty() {
            missing
                .push(format!("{}: {register} never reads entries {unread:?} of its math unit", source.id()));
        }
    }
    // PIE marks nothing until its control plane has seen a queue.
    if (marks == 0 && P::META.name != "pie") || marks == packets.len() {
        missing.push(format!("{}: {marks} marks of {}", source.id(), packets.len()));
    }
    missing
}

macro_rules! programs {
    (@one pipeline $path:path) => { Some(unreached::<$path> as fn() -> Vec<String>) };
    (@one exact $path:path) => { None };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        [$(programs!(@one $kind $path)),*]
    };
}

#[test]
fn the_vectors_of_every_program_reach_every_branch_of_its_instructions() {
    let programs: Vec<fn() -> Vec<String>> =
        freeboard_registry::for_each_aqm!(programs).into_iter().flatten().collect();
    let missing: Vec<String> = programs.iter().flat_map(|program| program()).collect();
    assert_eq!(missing, Vec::<String>::new());
}
