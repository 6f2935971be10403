//! Packet tests: the shell for tests and the control, read back, keep every line; wrong programs and wrong lines are found.

use freeboard_dataplane::Program;
use freeboard_p4::{PacketTest, Source, Target, events, packet_test, write};
use freeboard_p4_reader::{Shell, read};
use freeboard_pipeline::{
    Elaborated, Intrinsic, Machine, Packet, Place, Placement, Profile, Sizing, profiles,
};
use freeboard_registry::aqm_ecn_sharp::CompactProgram;
use freeboard_registry::aqm_pie::PieProgram;

/// The control and its packet test.
fn written<P: Program>(profile: &Profile) -> Option<(Source, String, PacketTest)> {
    let profile = Target::V1model.profile(profile.clone());
    let source = Source::of::<P>(&P::Settings::default(), &profile, Sizing::PAPER).ok()?;
    let packets = events(&source).unwrap_or_else(|fault| panic!("{fault}"));
    let test = packet_test(&source, &packets, "control.p4").unwrap_or_else(|fault| panic!("{fault}"))?;
    let control = write(&source, Target::V1model).expect("as the test");
    Some((source, control, test))
}

fn bytes(hex: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&hex[at..at + 2], 16).expect("two digits");
    (0..hex.len()).step_by(2).map(digit).collect()
}

/// The first line that the program does not keep; none if it keeps all. Counts the packets.
fn refused(source: &Source, control: &str, test: &PacketTest, packets: &mut usize) -> Option<String> {
    let graph = read(control).unwrap_or_else(|error| panic!("{error}\n{control}"));
    let placement = Placement::of(&graph, &source.program.profile, Sizing::PAPER).ok()?;
    let mut machine = Machine::new(&Elaborated { graph, placement, ..source.program.clone() }, Sizing::PAPER);
    let shell = Shell::read(&(control.to_owned() + &test.program)).unwrap_or_else(|error| panic!("{error}"));
    let mut lines = test.script.lines().filter(|line| !line.starts_with('#'));
    assert_eq!(
        lines.next(),
        Some("add Ingress.forward ethernet.dst_addr:0x020000000002 Ingress.send(port:1)")
    );
    while let (Some(given), Some(wanted)) = (lines.next(), lines.next()) {
        let (given, wanted) = (
            given.strip_prefix("packet 0 ").expect("in by port 0"),
            wanted.strip_prefix("expect 1 ").expect("out by port 1"),
        );
        let mut decide = |inputs: &[Option<u64>]| {
            let input = |at: usize| inputs[at].expect("a word");
            let place = Place { pipe: 0, port: (input(4) >> 3) as usize, queue: (input(4) & 7) as usize };
            let packet = Packet::new(0)
                .with(Intrinsic::Now, input(0) as u32)
                .with(Intrinsic::NowHigh, (input(0) >> 32) as u32)
                .with(Intrinsic::Sojourn, input(1) as u32)
                .with(Intrinsic::Depth, input(2) as u32)
                .with(Intrinsic::Size, input(3) as u32);
            machine.packet(place, &packet).unwrap_or_else(|fault| panic!("{fault}"))
        };
        let outcome = shell.run(&bytes(given), &[("instance_type", 0)], &mut decide);
        let outcome = outcome.unwrap_or_else(|error| panic!("{error}\n{given}"));
        if outcome.packet != Some(bytes(wanted)) {
            return Some(wanted.to_owned());
        }
        *packets += 1;
    }
    None
}

fn kept<P: Program>(profile: &Profile) -> Option<usize> {
    let (source, control, test) = written::<P>(profile)?;
    let mut packets = 0;
    assert_eq!(refused(&source, &control, &test, &mut packets), None, "{}", source.id());
    Some(packets)
}

macro_rules! programs {
    (@one pipeline $path:path) => { Some(kept::<$path> as fn(&Profile) -> Option<usize>) };
    (@one exact $path:path) => { None };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        [$(programs!(@one $kind $path)),*]
    };
}

#[test]
fn every_program_without_draws_keeps_its_packet_test() {
    let programs: Vec<_> = freeboard_registry::for_each_aqm!(programs).into_iter().flatten().collect();
    let packets: Vec<usize> =
        programs.iter().filter_map(|program| program(&profiles::tofino_1_like())).collect();
    assert!(packets.len() >= 12 && packets.iter().all(|packets| *packets > 300), "{packets:?}");
}

#[test]
fn a_program_that_draws_has_no_packet_test() {
    assert!(written::<PieProgram>(&profiles::tofino_1_like()).is_none());
}

#[test]
fn wrong_controls_break_the_packet_test() {
    let (source, control, test) = written::<CompactProgram>(&profiles::tofino_1_like()).unwrap();
    for (right, wrong) in [
        ("marking_value_hi = 2;", "marking_value_hi = 1;"),
        ("(int<32>)(now - marking_value_lo) > 0", "(int<32>)(now - marking_value_lo) >= 0"),
        (" || due == 1", " && due == 1"),
        ("set_marking_pst_interval(195)", "set_marking_pst_interval(196)"),
        ("room == 0", "room != 0"),
        (" else if (turn[1:1] == 1) {\n            epoch = clock_high_value - 4194304;\n        }", ""),
        ("clock_high_value + 4194304", "clock_high_value"),
        ("set_first_above_pst_interval(195)", "set_first_above_pst_interval(196)"),
        ("slack(200001, 85000)", "slack(200000, 85000)"),
        ("slack(200001, 85000)", "slack(200001, 85001)"),
        ("first_above_value_hi = 1", "first_above_value_hi = 0"),
    ] {
        assert!(control.contains(right), "{right}\n{control}");
        let changed = control.replacen(right, wrong, 1);
        assert!(refused(&source, &changed, &test, &mut 0).is_some(), "{wrong}");
    }
}

#[test]
fn a_wrong_line_or_input_breaks_the_packet_test() {
    let (source, control, test) = written::<CompactProgram>(&profiles::tofino_1_like()).unwrap();
    let marked = test.script.lines().position(|line| line.starts_with("expect") && line.contains("4503"));
    let marked = marked.expect("a marked IPv4 packet");
    let line = test.script.lines().nth(marked).unwrap();
    let wrong =
        PacketTest { script: test.script.replace(line, &line.replace("4503", "4502")), ..test.clone() };
    assert!(refused(&source, &control, &wrong, &mut 0).is_some());
    for (right, wrong) in [
        ("hdr.inputs.sojourn_ns[31:0]", "hdr.inputs.depth_cells[31:0]"),
        ("stamp_ns = hdr.inputs.stamp_ns", "stamp_ns = hdr.inputs.stamp_ns & 4095"),
        ("hdr.inputs.queue_index[9:0]", "hdr.inputs.queue_index[12:3]"),
        ("    inputs_h inputs;\n    ipv4_h ipv4;", "    ipv4_h ipv4;\n    inputs_h inputs;"),
    ] {
        assert!(test.program.contains(right), "{right}\n{}", test.program);
        let changed = PacketTest { program: test.program.replace(right, wrong), ..test.clone() };
        assert!(refused(&source, &control, &changed, &mut 0).is_some(), "{wrong}");
    }
}
