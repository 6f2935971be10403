//! Every pipeline variant as P4: written, read back, the same program; and wrong writers are caught.

use freeboard_dataplane::Program;
use freeboard_p4::{Source, Target, Vectors, vectors, write};
use freeboard_p4_reader::{ReadError, canonical, read};
use freeboard_pipeline::{
    Elaborated, Filter, Graph, Intrinsic, Machine, Packet, Place, Placement, Profile, Sizing, profiles,
};
use freeboard_prove::smt::{Inputs, Products, Terms, program, script};
use freeboard_registry::aqm_ecn_sharp::{CompactProgram, SlicedProgram};
use freeboard_registry::{aqm_bcc, aqm_e_ecn, aqm_pie, aqm_red};
use freeboard_replay::Random;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const ONE_QUEUE: Sizing = Sizing { pipes: 1, ports: 1, queues_per_port: 1 };

fn source<P: Program>(profile: &Profile) -> Source {
    Source::of::<P>(&P::Settings::default(), profile, Sizing::PAPER)
        .unwrap_or_else(|refusal| panic!("{refusal}"))
}

/// The graph as a placed program that runs.
fn machine(source: &Source, graph: &Graph) -> Machine {
    let original = &source.program;
    let placement =
        Placement::of(graph, &original.profile, ONE_QUEUE).unwrap_or_else(|refusal| panic!("{refusal}"));
    Machine::new(&Elaborated { graph: graph.clone(), placement, ..original.clone() }, ONE_QUEUE)
}

/// Packets of a phase: first of a standing queue in close succession, then of any delay and depth.
const PHASE: usize = 6_000;

/// A packet close behind the one before.
fn packet(index: usize, random: &mut Random, nanos: &mut u64) -> Packet {
    let standing = (index / PHASE).is_multiple_of(2);
    *nanos +=
        u64::from(if standing { random.word() % 1024 } else { random.word() >> (12 + random.word() % 12) });
    let small = |random: &mut Random, bits: u32| random.word() >> (32 - bits) >> (random.word() % bits);
    let sojourn = if standing { 90_000 + random.word() % 60_000 } else { small(random, 18) };
    let depth = if standing { 1_000 + random.word() % 1_000 } else { small(random, 19) };
    Packet::new(random.word())
        .with(Intrinsic::Now, *nanos as u32)
        .with(Intrinsic::NowHigh, (*nanos >> 32) as u32 & 0xffff)
        .with(Intrinsic::Sojourn, sojourn)
        .with(Intrinsic::Depth, depth)
        .with(Intrinsic::PoolDepth, small(random, 19))
        .with(Intrinsic::Size, small(random, 14))
}

/// How many packets the two decide differently, or leave other registers behind.
fn differing(source: &Source, graph: &Graph, packets: usize) -> usize {
    let (mut written, mut read) = (machine(source, &source.program.graph), machine(source, graph));
    let mut random = Random::new(7);
    // The first packet lets a zero-filled clock see a stamp; the wrap of the ones behind it is counted.
    let mut nanos = 2_147_000_000;
    let names: Vec<&str> = source.program.graph.registers.iter().map(|register| register.name).collect();
    let differs = |index| {
        nanos += if index == 1 { 2_146_900_000 } else { 0 };
        // Now and then a packet is late by 2 ms, also across the wrap.
        let late = if index % 97 == 96 { 2_000_000 } else { 0 };
        nanos -= late;
        let packet = packet(index, &mut random, &mut nanos);
        nanos += late;
        let marks = [&mut written, &mut read].map(|machine| machine.packet(Place::default(), &packet).ok());
        let registers =
            |name: &&str| written.register(name, Place::default()) != read.register(name, Place::default());
        marks[0] != marks[1] || names.iter().any(registers)
    };
    (0..packets).map(differs).filter(|differs| *differs).count()
}

/// The text as a graph. Time constants of filters have no place in it: they are the control plane's.
fn read_with_time_constants(source: &Source, text: &str) -> Result<Graph, ReadError> {
    let mut graph = read(text)?;
    for filter in &mut graph.filters {
        let name = graph.registers[filter.register].name;
        let of = |other: &&Filter| source.program.graph.registers[other.register].name == name;
        filter.log2_tau_ns =
            source.program.graph.filters.iter().find(of).map_or(0, |other| other.log2_tau_ns);
    }
    Ok(graph)
}

fn has_solver() -> bool {
    Command::new("z3").arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Whether mark and registers are equal for every packet and every content of the registers; `None` without a solver.
fn proved_equal(source: &Source, graph: &Graph) -> Option<bool> {
    if !has_solver() {
        eprintln!("no z3: {} is not proved", source.id());
        return None;
    }
    let written = &source.program.graph;
    let mut terms = Terms::new();
    let inputs = [written, graph].map(|graph| Inputs::free(&mut terms, graph, true));
    let fit = inputs[0].fit(&mut terms, written);
    let [left, right] = [program(&mut terms, written, &inputs[0]), program(&mut terms, graph, &inputs[1])];
    let mut equal = vec![terms.equal(left.mark, right.mark)];
    for (register, halves) in written.registers.iter().zip(&left.registers) {
        let Some(at) = graph.registers.iter().position(|other| other.name == register.name) else {
            return Some(false);
        };
        for (left, right) in halves.iter().zip(&right.registers[at]).take(register.halves as usize) {
            equal.push(terms.equal(*left, *right));
        }
    }
    let equal = terms.all(equal);
    let differs = terms.not(equal);
    if terms.value(differs) == Some(0) {
        // The same terms: nothing is left to ask.
        return Some(true);
    }
    let mut solver = Command::new("z3")
        .args(["-in", "-T:60"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("z3 starts");
    let asked = script(&terms, &[fit, differs], Products::Exact);
    solver.stdin.take().expect("piped").write_all(asked.as_bytes()).expect("z3 reads");
    let answer = String::from_utf8(solver.wait_with_output().expect("z3 ends").stdout).expect("ASCII");
    match answer.lines().next() {
        Some("unsat") => Some(true),
        Some("sat") => Some(false),
        other => panic!("{}: z3 answers {other:?}", source.id()),
    }
}

/// Writes, reads back and compares: as text, by running both, by a solver; what the profile or the target refuses, by name.
fn reads_back<P: Program>(profile: &Profile, target: Target) -> Option<String> {
    let profile = &target.profile(profile.clone());
    let Ok(source) = Source::of::<P>(&P::Settings::default(), profile, Sizing::PAPER) else {
        return Some(format!("{}/{}", P::META.name, P::META.variant));
    };
    let Ok(text) = write(&source, target) else { return Some(source.id()) };
    let graph = read_with_time_constants(&source, &text)
        .unwrap_or_else(|error| panic!("{}: {error}\n{text}", source.id()));
    let (written, found) = (canonical(&source.program.graph), canonical(&graph));
    assert_eq!(written, found, "{} on {}\n{text}", source.id(), profile.name);
    assert_eq!(differing(&source, &graph, 2 * PHASE), 0, "{}", source.id());
    assert_eq!(proved_equal(&source, &graph), Some(true).filter(|_| has_solver()), "{}", source.id());
    assert!(!text.contains(" word_"), "{}: a word without a name\n{text}", source.id());
    assert_eq!(always_zero(&text), None, "{}\n{text}", source.id());
    None
}

/// A line that computes 0 whatever the packet: a number where no setting reaches, so that nothing can change it.
fn always_zero(text: &str) -> Option<&str> {
    text.lines().find(|line| ["= 0 & ", "= 0 |-| ", "= min(0, "].iter().any(|zero| line.contains(zero)))
}

#[test]
fn a_term_that_can_only_be_zero_is_found() {
    let text = "own = 0 & (bit<32>)eg_intr_md.pkt_length;";
    assert_eq!(always_zero(text), Some(text));
    assert_eq!(always_zero("draw = mask & random_bits;"), None);
}

macro_rules! programs {
    (@one pipeline $path:path) => { Some(reads_back::<$path> as fn(&Profile, Target) -> Option<String>) };
    (@one exact $path:path) => { None };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        [$(programs!(@one $kind $path)),*]
    };
}

#[test]
fn every_pipeline_variant_reads_back_as_it_was_written() {
    let programs: Vec<_> = freeboard_registry::for_each_aqm!(programs).into_iter().flatten().collect();
    for profile in [profiles::tofino_1_like(), profiles::tofino_2_like()] {
        let refused = |target| -> Vec<String> {
            programs.iter().filter_map(|program| program(&profile, target)).collect()
        };
        // No P4 architecture shows the occupancy of the pool.
        assert_eq!(refused(Target::Tna), ["bcc/pipeline"], "{}", profile.name);
        let software = ["red/low-pass", "bcc/pipeline", "bcc/pool-status"];
        assert_eq!(refused(Target::V1model), software, "{}", profile.name);
    }
}

#[test]
fn what_cannot_be_written_is_refused_with_the_reason() {
    let tofino = profiles::tofino_1_like();
    let reason = |source: &Source, target| write(source, target).unwrap_err().to_string();
    let red = source::<aqm_red::LowPassProgram>(&tofino);
    assert_eq!(reason(&red, Target::V1model), "v1model has no low-pass filter");
    let bcc = source::<aqm_bcc::PoolStatusProgram>(&tofino);
    assert_eq!(reason(&bcc, Target::V1model), "v1model shows no congestion status of a shared pool");
    let memory = source::<aqm_bcc::BccProgram>(&profiles::commodity_mmu());
    assert!(reason(&memory, Target::Tna).contains("commodity-mmu"), "{}", reason(&memory, Target::Tna));
    let refusal = Source::of::<aqm_bcc::BccProgram>(&Default::default(), &tofino, Sizing::PAPER).unwrap_err();
    assert!(refusal.to_string().contains("port_depth"), "{refusal}");
}

/// A wrong writer's text must not read as the same program, and must be another one for some packets too.
fn caught<P: Program>(wrong: impl Fn(&str) -> String) {
    caught_on::<P>(Target::Tna, wrong);
}

fn caught_on<P: Program>(target: Target, wrong: impl Fn(&str) -> String) {
    let source = source::<P>(&profiles::tofino_1_like());
    let text = write(&source, target).unwrap();
    let wrong = wrong(&text);
    assert_ne!(text, wrong, "nothing was changed");
    let Ok(graph) = read_with_time_constants(&source, &wrong) else { return };
    assert_ne!(canonical(&source.program.graph), canonical(&graph));
    assert_eq!(
        proved_equal(&source, &graph),
        Some(false).filter(|_| has_solver()),
        "the solver finds no packet"
    );
    assert!(differing(&source, &graph, 5 * PHASE) > 0, "the packets do not show it");
}

#[test]
fn a_writer_that_drops_an_entry_is_caught() {
    caught::<CompactProgram>(|text| text.replacen("            (1, 0) : wrap_clock_high();\n", "", 1));
    caught::<CompactProgram>(|text| text.replacen("            0 : leave_marking();\n", "", 1));
}

#[test]
fn a_writer_that_exchanges_the_halves_is_caught() {
    let exchanged = |text: &str| {
        text.replace("value.lo", "value.xx").replace("value.hi", "value.lo").replace("value.xx", "value.hi")
    };
    caught::<CompactProgram>(|text| {
        // In one instruction only: exchanged everywhere, the program is the same one with other names.
        let at = text.find("marking_mark = {").unwrap();
        let end = at + text[at..].find("};").unwrap();
        format!("{}{}{}", &text[..at], exchanged(&text[at..end]), &text[end..])
    });
    caught::<SlicedProgram>(|text| text.replacen("value.lo = value.lo +", "value.hi = value.lo +", 1));
}

#[test]
fn a_writer_that_is_off_by_one_in_a_shift_is_caught() {
    caught::<CompactProgram>(|text| text.replacen("global_tstamp[31:10]", "global_tstamp[31:11]", 1));
    caught::<SlicedProgram>(|text| text.replacen("global_tstamp[41:10]", "global_tstamp[42:11]", 1));
    caught::<aqm_e_ecn::Shift16Program>(|text| text.replacen(" << 4;", " << 5;", 1));
}

#[test]
fn other_slips_are_caught() {
    for (right, wrong) in [
        ("(int<32>)(now - value.lo) > 0", "(int<32>)(now - value.lo) >= 0"),
        ("value.hi = 2;", "value.hi = 1;"),
        ("room[17:0] == 0", "room[17:0] != 0"),
        (" || due == 1", " && due == 1"),
        ("{ 71, 74,", "{ 72, 74,"),
        ("RegisterParam<bit<32>>(195)", "RegisterParam<bit<32>>(196)"),
    ] {
        caught::<CompactProgram>(|text| text.replacen(right, wrong, 1));
    }
}

#[test]
fn wrong_texts_for_the_software_switch_are_caught() {
    for (right, wrong) in [
        // A branch dropped, and the halves of a pair exchanged in one of them.
        (" else if (turn[1:1] == 1) {\n            epoch = clock_high_value - 4194304;\n        }", ""),
        ("marking_value_lo = marking_pst_interval + now", "marking_value_hi = marking_pst_interval + now"),
        ("stamp_ns[31:10]", "stamp_ns[31:11]"),
        ("(int<32>)(now - marking_value_lo) > 0", "(int<32>)(now - marking_value_lo) >= 0"),
        ("marking_value_hi = 2;", "marking_value_hi = 1;"),
        (" || due == 1", " && due == 1"),
        ("set_marking_pst_interval(195)", "set_marking_pst_interval(196)"),
        ("key = { marking_value_hi : ternary; }", "key = { marking_value_lo : ternary; }"),
        ("room[17:0] == 0", "room[17:0] != 0"),
    ] {
        caught_on::<CompactProgram>(Target::V1model, |text| text.replacen(right, wrong, 1));
    }
    caught_on::<aqm_e_ecn::Shift16Program>(Target::V1model, |text| text.replacen(" << 4;", " << 5;", 1));
    caught_on::<aqm_pie::PieProgram>(Target::V1model, |text| text.replacen("0, 16777215", "0, 8388607", 1));
}

#[test]
fn text_for_the_software_switch_outside_the_subset_is_refused_with_its_line() {
    let text = write(&source::<CompactProgram>(&profiles::tofino_1_like()), Target::V1model).unwrap();
    for (right, wrong, problem) in [
        (
            "marking_hi.write((bit<32>)queue_index, marking_value_hi)",
            "marking_hi.write((bit<32>)queue_index, marking_value_lo)",
            "not written back",
        ),
        (
            "marking_lo.write((bit<32>)queue_index, marking_value_lo)",
            "marking_lo.write((bit<32>)0, marking_value_lo)",
            "not written back",
        ),
        ("        clock_high.write((bit<32>)0, clock_high_value);\n", "", "not written back"),
        (
            "marking_hi.read(marking_value_hi, (bit<32>)queue_index)",
            "marking_hi.read(marking_value_hi, (bit<32>)0)",
            "one cell",
        ),
        ("register<bit<32>>(1024) marking_hi;", "register<bit<16>>(1024) marking_hi;", "words of 32 bits"),
        (
            "1 &&& 0xffffffff : set_marking_math(196)",
            "1 &&& 0xffffffff : set_marking_math(197)",
            "rows of a math unit",
        ),
        ("            3 &&& 0xffffffff : set_marking_math(113);\n", "", "rows of a math unit"),
        (
            "(bit<32>)queue_index, marking_value_lo",
            "(bit<32>)(queue_index + 1), marking_value_lo",
            "not written back",
        ),
        ("            standing = 1;\n", "            due = 1;\n", "writes two variables"),
        ("packet_bytes", "size", "a table property"),
        ("stamp_ns,", "ternary,", "a match kind"),
        ("bit<32> epoch = 0;", "bit<32> epoch;", "no initial value"),
        ("bit<32> epoch = 0;", "bit<32> now = 0;", "is declared in line"),
        (
            "action set_ticks_room_slack(bit<32> ins_target",
            "action set_ticks_room_slack(bit<32> room",
            "hides the declaration",
        ),
    ] {
        assert!(text.contains(right), "{right}");
        let error = read(&text.replacen(right, wrong, 1)).expect_err(wrong);
        assert!(error.problem.contains(problem) && error.line > 0, "{wrong}: {error}");
    }
}

#[test]
fn text_outside_the_subset_is_refused_with_its_line() {
    let text = write(&source::<CompactProgram>(&profiles::tofino_1_like()), Target::Tna).unwrap();
    for (right, wrong, problem) in [
        ("room[17:0] == 0", "room[16:0] == 0", "reads all bits in use"),
        ("MathUnit<bit<32>>(true, -1,", "MathUnit<bit<32>>(true, 1,", "not a reciprocal square root"),
        ("HashAlgorithm_t.IDENTITY", "HashAlgorithm_t.CRC16", "an identity of port and queue"),
        ("default_action = NoAction()", "default_action = read_clock_high()", "a miss does nothing"),
        ("(0, 0) : read_clock_high()", "(0, 2) : read_clock_high()", "a field is 0, 1 or anything"),
        ("slack(200001, 85000)", "slack(200001)", "not as many"),
        ("        set_now();\n", "        set_now();\n        set_now();\n", "now is assigned twice"),
        ("bit<1> due = 0;", "bit<1> due = 1;", "does not start at 0"),
        (
            "        const default_action = NoAction();\n",
            "        const default_action = NoAction();\n        size = 4;\n",
            "beside constant entries",
        ),
        ("value.hi = 2;", "value.hi = 2 * 2;", "no ALU computes this"),
    ] {
        assert!(text.contains(right), "{right}");
        let error = read(&text.replacen(right, wrong, 1)).expect_err(wrong);
        assert!(error.problem.contains(problem) && error.line > 0, "{wrong}: {error}");
    }
}

#[test]
fn vectors_hold_inputs_mark_and_registers() {
    let source = source::<CompactProgram>(&profiles::tofino_1_like());
    let (mut random, mut nanos) = (Random::new(3), 4_294_000_000);
    let place = Place { pipe: 0, port: 3, queue: 5 };
    let packets: Vec<_> = (0..PHASE).map(|index| (place, packet(index, &mut random, &mut nanos))).collect();
    let Vectors { text, .. } = vectors(&source, &packets).unwrap();
    let mut lines = text.lines().filter(|line| !line.starts_with('#'));
    let names: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows: Vec<Vec<u64>> =
        lines.map(|line| line.split(',').map(|cell| cell.parse().unwrap()).collect()).collect();
    let column = |name: &str| names.iter().position(|known| *known == name).unwrap();
    assert!(rows.len() == PHASE && rows.iter().all(|row| row.len() == names.len()));
    let last = rows.last().unwrap();
    assert_eq!(last[column("stamp_ns")], nanos);
    assert_eq!(last[column("clock_low.lo")], nanos & 0xffff_ffff);
    assert_eq!(last[column("marking.hi")], 1 + rows.iter().map(|row| row[column("mark")]).sum::<u64>());
    assert!(last[column("marking.hi")] > 10, "a standing queue is marked again and again");
}

/// The page names files only: line numbers move with every edit of a source.
fn without_line_numbers(text: &str) -> String {
    let mut parts = text.split(".rs:");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + ".rs" + part.trim_start_matches(|c: char| c.is_ascii_digit()))
}

#[test]
fn the_book_shows_the_text_of_ecn_sharp_compact() {
    const OPEN: &str = "<!-- p4: ecn-sharp/compact -->\n";
    const CLOSE: &str = "<!-- /p4 -->\n";
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/p4.md");
    let page = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = page.split_once(OPEN).expect("the page has the block");
    let (_, after) = rest.split_once(CLOSE).expect("the block is closed");
    let text = write(&source::<CompactProgram>(&profiles::tofino_1_like()), Target::Tna).unwrap();
    let filled = format!("{before}{OPEN}```p4\n{}```\n{CLOSE}{after}", without_line_numbers(&text));
    if std::env::var_os("FREEBOARD_BLESS").is_some_and(|bless| bless == "1") {
        std::fs::write(&path, &filled).unwrap();
    }
    assert!(std::fs::read_to_string(&path).unwrap() == filled, "FREEBOARD_BLESS=1 fills {path:?}");
}
