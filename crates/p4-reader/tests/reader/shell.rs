//! Shell of every program: it reads, and it sets CE, updates the checksum and counts as the page says; wrong shells are caught.

use freeboard_aqm_api::{DepthUnit, Meta, NotEct, ParamError, Preset};
use freeboard_dataplane::{Hw, Mark, Metadata, Ports, Program, Stateless};
use freeboard_p4::{Source, Target, shell, write};
use freeboard_p4_reader::Shell;
use freeboard_pipeline::{Profile, Sizing, profiles};
use freeboard_registry::aqm_ecn_sharp::CompactProgram;
use freeboard_registry::aqm_tcn::{TcnParams, TcnProgram, TcnSettings};

/// A scheme that drops where it cannot mark: no pipeline variant of ours does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Dropping;

impl Stateless for Dropping {}

impl Program for Dropping {
    const META: Meta = Meta { name: "tcn", variant: "dropping", not_ect: NotEct::Drop, ..TcnProgram::META };
    const PRESETS: &'static [Preset<TcnSettings>] = &[];
    type Settings = TcnSettings;
    type Params = TcnParams;

    fn params(settings: &TcnSettings, unit: DepthUnit) -> Result<TcnParams, ParamError> {
        TcnProgram::params(settings, unit)
    }

    fn mark<H: Hw>(_: &mut H, params: &TcnParams, _: Ports<'_, Self, H>, m: &Metadata<H>) -> Mark<H> {
        Mark::unexplained(!params.limit.saturating_sub(m.sojourn).nonzero())
    }
}

/// The control, and behind it the shell that includes it; none if the target refuses the program.
fn text<P: Program>(profile: &Profile, target: Target) -> Option<String> {
    let profile = target.profile(profile.clone());
    let source = Source::of::<P>(&P::Settings::default(), &profile, Sizing::PAPER).ok()?;
    let control = write(&source, target).ok()?;
    let shell = shell(&source, target, "control.p4").expect("as the control");
    assert!(shell.contains("#include \"control.p4\"\n"), "{shell}");
    Some(control + &shell)
}

macro_rules! programs {
    (@one pipeline $path:path) => { Some(text::<$path> as fn(&Profile, Target) -> Option<String>) };
    (@one exact $path:path) => { None };
    ($($kind:ident $_:tt $name:ident $path:path;)*) => {
        [$(programs!(@one $kind $path)),*]
    };
}

const CODEPOINTS: [u8; 4] = [0, 1, 2, 3];
const ECT: [u8; 2] = [1, 2];
const CE: u8 = 3;
/// First byte of the IP header, behind Ethernet.
const IP: usize = 14;

/// The checksum of an IPv4 header in which the field is 0: subtracted word by word, as RFC 1071 also allows.
fn checksum(header: &[u8]) -> u16 {
    header.chunks(2).fold(0xffff_u16, |sum, word| {
        let (less, borrow) = sum.overflowing_sub(u16::from_be_bytes([word[0], word[1]]));
        less.wrapping_sub(u16::from(borrow))
    })
}

fn ethernet(ether_type: u16) -> Vec<u8> {
    let addresses = [2, 0, 0, 0, 0, 9, 2, 0, 0, 0, 0, 7];
    addresses.into_iter().chain(ether_type.to_be_bytes()).collect()
}

/// An IPv4 packet with `options` words of options.
fn ipv4(ecn: u8, options: u8) -> Vec<u8> {
    let length = 20 + 4 * options;
    let mut header = vec![0x45 + options, 0xb8 | ecn, 0, length + 5, 0x12, 0x34, 0x40, 0, 63, 17, 0, 0];
    header.extend([10, 1, 2, 3, 192, 168, 200, 201]);
    header.resize(usize::from(length), 1);
    let sum = checksum(&header).to_be_bytes();
    header[10..12].copy_from_slice(&sum);
    let mut packet = ethernet(0x0800);
    packet.extend(header);
    packet.extend(*b"hello");
    packet
}

fn ipv6(ecn: u8) -> Vec<u8> {
    let mut packet = ethernet(0x86dd);
    packet.extend([0x6b, 0x80 | ecn << 4 | 0xa, 0xbc, 0xde, 0, 3, 17, 64]);
    packet.extend(0..32);
    packet.extend(*b"abc");
    packet
}

/// Port 5 and queue 11, which folds onto 3 on a Tofino; the software switch has queue 3.
const INTRINSIC: [(&str, u64); 9] = [
    ("egress_port", 5),
    ("egress_qid", 11),
    ("priority", 3),
    ("instance_type", 0),
    ("egress_global_timestamp", 7_000_123),
    ("deq_timedelta", 85),
    ("enq_qdepth", 10),
    ("deq_qdepth", 20),
    ("packet_length", 1_514),
];
const INDEX: u64 = 5 << 3 | 3;

/// Packet and mark that a run was given, and the mistake of the shell; empty if all are right.
fn mistake(text: &str, drops_not_ect: bool) -> Option<String> {
    let shell = match Shell::read(text) {
        Ok(shell) => shell,
        Err(error) => return Some(format!("not read: {error}")),
    };
    let mut packets = vec![("arp", ethernet(0x0806), None, None)];
    for ecn in CODEPOINTS {
        let (ecn_of_plain, at) = (Some(ecn), Some(IP));
        packets.push(("ipv4", ipv4(ecn, 0), ecn_of_plain, at));
        packets.push(("ipv6", ipv6(ecn), ecn_of_plain, at));
        // The checksum covers options, which are not parsed: as if not ECN-capable, except that CE needs no rewrite.
        packets.push(("options", ipv4(ecn, 1), Some(if ecn == CE { CE } else { 0 }), at));
    }
    for ((name, packet, ecn, _), marked) in
        packets.iter().flat_map(|packet| [(packet, false), (packet, true)])
    {
        let what = format!("{name}, ECN {ecn:?}, mark {marked}");
        let outcome = match shell.run(packet, &INTRINSIC, &mut |_| marked) {
            Ok(outcome) => outcome,
            Err(error) => return Some(format!("{what}: {error}")),
        };
        let mut wanted = Some(packet.clone());
        let is_capable = ecn.is_some_and(|ecn| ECT.contains(&ecn));
        if marked && is_capable && *name == "ipv4" {
            wanted = Some(ipv4(CE, 0));
        } else if marked && is_capable {
            wanted = Some(ipv6(CE));
        } else if marked && drops_not_ect && *ecn != Some(CE) {
            wanted = None;
        }
        if outcome.packet != wanted {
            return Some(format!("{what}: leaves as {:02x?}", outcome.packet));
        }
        let counted = ["packet_count", "mark_count"].into_iter().take(1 + usize::from(marked));
        let counted: Vec<(String, u64)> = counted.map(|name| (name.to_owned(), INDEX)).collect();
        if outcome.counts != counted {
            return Some(format!("{what}: counts {:?}", outcome.counts));
        }
    }
    None
}

#[test]
fn shell_and_control_of_every_program_read_without_error() {
    let programs: Vec<_> = freeboard_registry::for_each_aqm!(programs).into_iter().flatten().collect();
    let mut read = [0; 2];
    for profile in [profiles::tofino_1_like(), profiles::tofino_2_like()] {
        for (target, count) in Target::ALL.into_iter().zip(&mut read) {
            for text in programs.iter().filter_map(|program| program(&profile, target)) {
                let shell = Shell::read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                let outcome = shell.run(&ipv4(1, 0), &INTRINSIC, &mut |_| true);
                let packet = outcome.unwrap_or_else(|error| panic!("{error}\n{text}")).packet;
                assert_eq!(packet, Some(ipv4(CE, 0)), "{text}");
                *count += 1;
            }
        }
    }
    assert_eq!(read, [2 * (programs.len() - 1), 2 * (programs.len() - 3)], "as many as are written");
}

#[test]
fn a_packet_gets_ce_if_it_is_ecn_capable_and_marked_only() {
    for profile in [profiles::tofino_1_like(), profiles::tofino_2_like()] {
        for target in Target::ALL {
            let passes = text::<CompactProgram>(&profile, target).unwrap();
            assert_eq!(mistake(&passes, false), None, "{}", target.name());
            let drops = text::<Dropping>(&profile, target).unwrap();
            assert_eq!(mistake(&drops, true), None, "{}", target.name());
        }
    }
}

#[test]
fn the_test_s_own_checksum_is_that_of_a_published_header() {
    // The example of the IPv4 header checksum that textbooks share: its field is b861.
    let header = [0x45, 0, 0, 0x73, 0, 0, 0x40, 0, 0x40, 0x11, 0, 0, 0xc0, 0xa8, 0, 1, 0xc0, 0xa8, 0, 0xc7];
    assert_eq!(checksum(&header), 0xb861);
}

/// A wrong shell, and words of the mistake that is found.
fn caught<P: Program>(target: Target, drops: bool, wrongs: &[(&str, &str, &str)]) {
    let text = text::<P>(&profiles::tofino_1_like(), target).unwrap();
    for (right, wrong, words) in wrongs {
        assert!(text.contains(right), "{right}");
        let found = mistake(&text.replace(right, wrong), drops).unwrap_or_default();
        assert!(found.contains(words), "{wrong}: {found:?}");
    }
}

#[test]
fn wrong_shells_for_the_tofino_are_caught() {
    let ect = "(hdr.ipv4.ecn == ECT_0 || hdr.ipv4.ecn == ECT_1)";
    let index = "egress_qid[2:0] }));\n        if";
    caught::<CompactProgram>(
        Target::Tna,
        false,
        &[
            (ect, "(hdr.ipv4.ecn != CE)", "ipv4, ECN Some(0), mark true: leaves"),
            (ect, "(hdr.ipv4.ecn == ECT_0)", "ipv4, ECN Some(1), mark true: leaves"),
            ("(hdr.ipv6.ecn == ECT_0 ||", "(hdr.ipv6.ecn != ECT_0 ||", "ipv6, ECN Some(0), mark true"),
            ("ECT_0 = 2", "ECT_0 = 0", "ECN Some(0)"),
            ("                eg_md.is_rewritten = true;\n", "", "ipv4, ECN Some(1), mark true: leaves"),
            ("                hdr.ipv4.ttl,\n", "                hdr.ipv4.protocol,\n", "ipv4, ECN Some(1)"),
            ("                hdr.ipv4.ttl,\n", "", "over words of 16 bits"),
            (" && hdr.ipv4.ihl == 5 && ", " && ", "options, ECN Some(0), mark true"),
            ("hdr.ipv4.isValid() && ", "", "ipv4 is not valid"),
            ("if (mark == 1)", "if (mark == 0)", "mark false: counts"),
            (index, "egress_qid[3:1] }));\n        if", "counts [(\"packet_count\", 45)]"),
            (index, "egress_qid[3:0] }));\n        if", "counts [(\"packet_count\", 91)]"),
            ("        eg_md.is_rewritten = false;\n", "", "is read before it is written"),
            ("            5 : verify_ipv4;", "            6 : verify_ipv4;", "leaves as None"),
            ("        pkt.emit(hdr);", "        pkt.emit(hdr.ethernet);", "the packet ends in a header"),
        ],
    );
    let not_ce = "(!hdr.ipv6.isValid() || hdr.ipv6.ecn != CE)";
    let drop = "eg_dprsr_md.drop_ctl = 1;";
    caught::<Dropping>(
        Target::Tna,
        true,
        &[
            (not_ce, "(!hdr.ipv6.isValid())", "ipv6, ECN Some(0), mark true"),
            (drop, "eg_dprsr_md.drop_ctl = 0;", "arp"),
        ],
    );
}

#[test]
fn wrong_shells_for_the_software_switch_are_caught() {
    caught::<CompactProgram>(
        Target::V1model,
        false,
        &[
            ("hdr.ipv6.ecn = CE;", "hdr.ipv6.ecn = ECT_0;", "ipv6, ECN Some(1), mark true"),
            ("update_checksum(meta.is_rewritten", "update_checksum(!meta.is_rewritten", "mark"),
            ("meta.is_rewritten = true;", "meta.is_rewritten = false;", "ipv4, ECN Some(1), mark true"),
            ("                hdr.ipv4.src_addr,\n", "", "leaves as None"),
            ("egress_port[6:0] ++", "egress_port[7:1] ++", "counts [(\"packet_count\", 19)]"),
            ("mark_count.count((bit<32>)queue_index)", "mark_count.count(0)", "(\"mark_count\", 0)"),
            ("meta.is_rewritten = false;\n", "\n", "is read before it is written"),
            (
                "standard_metadata.checksum_error == 1",
                "standard_metadata.checksum_error == 0",
                "leaves as None",
            ),
        ],
    );
    caught::<Dropping>(
        Target::V1model,
        true,
        &[("                    mark_to_drop(standard_metadata);\n", "", "mark true: leaves")],
    );
}

#[test]
fn a_shell_with_a_wrong_name_or_type_is_refused_with_its_line() {
    for (target, right, wrong, problem) in [
        (Target::Tna, "bit<1> mark = 0;", "bit<1> mark;", "no initial value"),
        (Target::Tna, "bit<1> mark = 0;", "bit<1> hdr = 0;", "is declared in line"),
        (Target::Tna, "const bit<2> CE = 3;", "const bit<2> CE = 4;", "Number(4) where Bits(2)"),
        (Target::Tna, "const bit<2> CE = 3;\n", "", "CE is not declared"),
        (Target::Tna, "hdr.ipv4.ecn = CE;", "hdr.ipv4.ecm = CE;", "ipv4_h has no ecm"),
        (Target::Tna, "hdr.ipv4.ecn = CE;", "hdr.ipv4.dscp = CE;", "Bits(2) where Bits(6)"),
        (Target::Tna, "    Checksum() ipv4_checksum;\n", "", "ipv4_checksum is not declared"),
        (Target::Tna, "EcnSharpCompact() ", "EcnSharp() ", "EcnSharp is not declared"),
        (Target::Tna, "(eg_intr_md, eg_prsr_md, mark)", "(eg_prsr_md, eg_intr_md, mark)", "where Fields"),
        (Target::Tna, "IPV6 : parse_ipv6;", "IPV6 : parse_ip6;", "there is no state parse_ip6"),
        (
            Target::Tna,
            "bit<10>>(1024, CounterType_t",
            "bit<9>>(1024, CounterType_t",
            "Bits(10) where Bits(9)",
        ),
        (Target::Tna, "(eg_md.is_rewritten)", "(eg_md.is_rewritten == 1)", "where Bool"),
        (Target::Tna, "EgressParser(), Egress(),", "IngressParser(), Egress(),", "other parameters"),
        (Target::Tna, "QueueId_t queue)", "bit<3> queue)", "Bits(3) where Bits(5)"),
        (Target::V1model, "actions = { send; discard; }", "actions = { forward_to; discard; }", "forward_to"),
        (Target::V1model, "(bit<19>)(", "(bit<18>)(", "Bits(18) where Bits(19)"),
        (Target::V1model, "HeaderUpdate(), PacketDeparser()", "PacketDeparser()", "number of parts"),
        (Target::V1model, "HashAlgorithm.csum16", "HashAlgorithm.csum", "is not declared"),
    ] {
        let text = text::<CompactProgram>(&profiles::tofino_1_like(), target).unwrap();
        assert!(text.contains(right), "{right}");
        let error = Shell::read(&text.replace(right, wrong)).expect_err(wrong);
        assert!(error.problem.contains(problem) && error.line > 0, "{wrong}: {error}");
    }
}

#[test]
fn a_corrupt_header_is_dropped_before_a_new_checksum_hides_it() {
    for target in Target::ALL {
        let text = text::<CompactProgram>(&profiles::tofino_1_like(), target).unwrap();
        let mut packet = ipv4(1, 0);
        packet[IP + 8] ^= 1;
        let outcome = Shell::read(&text).unwrap().run(&packet, &INTRINSIC, &mut |_| true).unwrap();
        assert_eq!((outcome.packet, outcome.counts), (None, Vec::new()), "{}", target.name());
    }
}

/// The software switch's inputs of the control for these metadata, with the packets that were counted.
fn inputs(text: &str, changed: &[(&str, u64)]) -> (Vec<u64>, usize) {
    let of = |(name, value): (&'static str, u64)| {
        (name, changed.iter().find(|(other, _)| *other == name).map_or(value, |(_, value)| *value))
    };
    let mut inputs = Vec::new();
    let shell = Shell::read(text).unwrap();
    let outcome = shell.run(&ipv6(1), &INTRINSIC.map(of), &mut |given| {
        inputs = given.iter().flatten().copied().collect();
        true
    });
    (inputs, outcome.unwrap().counts.len())
}

#[test]
fn the_software_switch_s_metadata_are_converted_and_clones_skip_the_control() {
    let text = text::<CompactProgram>(&profiles::tofino_1_like(), Target::V1model).unwrap();
    let (plain, _) = inputs(&text, &[]);
    // 20 packets at dequeue are 19 cells of 80 B each.
    assert_eq!(plain, [7_000_123_000, 85_000, 380, 1_514, INDEX]);
    let large = [("deq_timedelta", 4_294_968), ("deq_qdepth", 27_595), ("packet_length", 65_536)];
    assert_eq!(inputs(&text, &large).0[1..4], [u64::from(u32::MAX), (1 << 19) - 1, 65_535]);
    let below = [("deq_timedelta", 4_294_967), ("deq_qdepth", 27_594), ("packet_length", 65_535)];
    assert_eq!(inputs(&text, &below).0[1..4], [4_294_967_000, 524_286, 65_535]);
    for (kind, counted) in [(0, 2), (1, 0), (2, 0), (5, 2)] {
        assert_eq!(inputs(&text, &[("instance_type", kind)]).1, counted, "instance type {kind}");
    }
    let unguarded = text.replace("instance_type != EGRESS_CLONE", "instance_type != 6");
    assert_eq!(inputs(&unguarded, &[("instance_type", 2)]).1, 2, "the test sees a clone that is counted");
}
