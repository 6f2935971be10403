//! Shell: the complete program around a control.
//!
//! The text of each architecture stands in a file beside this one, with `@NAME@` for the parts that a program decides: its control,
//! its index of a queue, the widths of its inputs, and the fate of a packet that is not ECN-capable.

use super::header::{control_name, queue_index};
use super::registers::place;
use super::source::Source;
use super::write::write;
use super::{Target, Unwritable};
use freeboard_aqm_api::NotEct;
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::Intrinsic;

const HEADERS: &str = include_str!("shell/headers.p4");
const TNA: &str = include_str!("shell/tna.p4");
const V1MODEL: &str = include_str!("shell/v1model.p4");
const TEST_HEADER: &str = include_str!("shell/test_header.p4");
const TEST_STATE: &str = include_str!("shell/test_state.p4");

/// Fields of an IPv4 header that its checksum covers, in order.
const COVERED: [&str; 12] = [
    "version",
    "ihl",
    "dscp",
    "ecn",
    "total_len",
    "identification",
    "flags",
    "frag_offset",
    "ttl",
    "protocol",
    "src_addr",
    "dst_addr",
];

/// Largest IP packet of Ethernet without jumbo frames \[B\]: the packet that a depth of the software switch counts.
const PACKET_BYTES: u32 = 1_500;

/// Writes the program that includes the control of [`write()`] as `control_file`.
///
/// # Errors
/// The control cannot be written for the target.
pub fn shell(source: &Source, target: Target, control_file: &str) -> Result<String, Unwritable> {
    write(source, target)?;
    Ok(filled(source, target, control_file, false))
}

/// The shell for the software switch in which a header of the packet holds the inputs of the control, so that a packet test can
/// set them: a switch gives a packet neither its time nor the length of its queue.
pub(super) fn test_shell(source: &Source, control_file: &str) -> String {
    filled(source, Target::V1model, control_file, true)
}

fn filled(source: &Source, target: Target, control_file: &str, is_test: bool) -> String {
    let sizing = source.program.placement.sizing;
    let width =
        |intrinsic| source.program.profile.input(intrinsic).map_or(32, |input| input.width).to_string();
    let (template, depth) = match target {
        Target::Tna => (TNA, 12),
        Target::V1model => (V1MODEL, 16),
    };
    let test = |part: &str| if is_test { part.to_owned() } else { String::new() };
    let parts = [
        ("@TEST_HEADER@", test(TEST_HEADER)),
        ("@TEST_FIELD@", test("    inputs_h inputs;\n")),
        ("@TEST_CASE@", test("            ETHERTYPE_INPUTS : parse_inputs;\n")),
        ("@TEST_STATE@", test(TEST_STATE)),
        ("@CONTROL@", control_name(source)),
        ("@INSTANCE@", source.file_stem()),
        ("@INDEX_BITS@", sizing.index_bits(RegisterScope::Queue).to_string()),
        ("@QUEUES@", (1u32 << sizing.index_bits(RegisterScope::Queue)).to_string()),
        ("@INDEX@", place(sizing, target, RegisterScope::Queue).join(", ")),
        ("@SOJOURN_BITS@", width(Intrinsic::Sojourn)),
        ("@DEPTH_BITS@", width(Intrinsic::Depth)),
        ("@SIZE_BITS@", width(Intrinsic::Size)),
        ("@INPUTS@", if is_test { carried(source) } else { inputs(source) }),
        ("@ECN@", indented(&ecn(source, target), depth)),
        ("@CHECKSUM@", covered()),
    ];
    let template = format!("{HEADERS}\n{template}");
    let text = parts.iter().fold(template, |text, (name, part)| text.replace(name, part));
    let comment = comment(source, target, is_test);
    format!("{comment}#include \"{control_file}\"\n\n{text}")
}

/// The comment in front.
fn comment(source: &Source, target: Target, is_test: bool) -> String {
    let name = source.id();
    let fate = match source.meta.not_ect {
        NotEct::Pass => "is forwarded unchanged",
        NotEct::Drop => "is dropped at egress",
    };
    let mut lines = vec![
        format!("Shell of {name}: parser, forwarding, ECN field, deparser."),
        format!(
            "Written by `freeboard p4 {name} --profile {} --target {} --shell`.",
            source.program.profile.name,
            target.name()
        ),
        String::new(),
        "A marked packet with ECT(0) or ECT(1) gets CE, in IPv4 with the checksum of its header computed anew. CE stays.".to_owned(),
        format!("A marked packet that is neither {fate}: Not-ECT, no IP, or an IPv4 header with options, whose checksum"),
        "covers more than is parsed here. VLAN tags are not parsed.".to_owned(),
        "An IPv4 header with a wrong checksum is dropped at ingress, before a new one could hide it.".to_owned(),
        "Table forward sends by Ethernet destination; a packet without an entry is dropped. Addresses and TTL stay.".to_owned(),
        "Counters, per queue, the index as the control's: packet_count has every packet of the control, mark_count those with".to_owned(),
        "mark = 1, of any ECN codepoint.".to_owned(),
        String::new(),
    ];
    match target {
        Target::Tna => {
            lines.push(queue_index(source, target));
            lines.push(
                "Nothing is mirrored here. A program that mirrors tells such packets by a header of its own and leaves out the control."
                    .to_owned(),
            );
        }
        Target::V1model if is_test => lines.push(
            "For tests: the inputs of the control are those of a header behind Ethernet, and 0 in a packet without one."
                .to_owned(),
        ),
        Target::V1model => {
            lines.push("Clones skip control and counters; nothing is cloned here.".to_owned());
            lines.push(format!(
                "The switch's us become ns, its packets {} cells of {} B each: {PACKET_BYTES} B. Values beyond an input's bits are its largest.",
                cells_per_packet(source),
                source.program.profile.depth_unit.bytes()
            ));
            let ports = source.program.placement.sizing.ports;
            lines.push(format!(
                "A queue's index is the port's and the packet's priority: a switch with one queue has 0. Ports {ports} to 511 fold onto 0 to {}.",
                ports - 1
            ));
        }
    }
    lines.push("Not compiled here: no compiler of this architecture was run on this text.".to_owned());
    lines.iter().map(|line| format!("// {line}").trim_end().to_owned() + "\n").collect()
}

fn covered() -> String {
    let last = COVERED.len() - 1;
    let field = |(at, name): (usize, &&str)| {
        format!("                hdr.ipv4.{name}{}\n", if at == last { "" } else { "," })
    };
    COVERED.iter().enumerate().map(field).collect()
}

/// The marked packet: CE where it is ECN-capable, else the scheme's action.
fn ecn(source: &Source, target: Target) -> String {
    let (metadata, drop) = match target {
        Target::Tna => ("eg_md", "eg_dprsr_md.drop_ctl = 1;"),
        Target::V1model => ("meta", "mark_to_drop(standard_metadata);"),
    };
    let capable = |header: &str| format!("({header}.ecn == ECT_0 || {header}.ecn == ECT_1)");
    let mut text = format!(
        "if (hdr.ipv4.isValid() && hdr.ipv4.ihl == 5 && {}) {{\n    hdr.ipv4.ecn = CE;\n    {metadata}.is_rewritten = true;\n\
         }} else if (hdr.ipv6.isValid() && {}) {{\n    hdr.ipv6.ecn = CE;\n",
        capable("hdr.ipv4"),
        capable("hdr.ipv6")
    );
    if source.meta.not_ect == NotEct::Drop {
        text += &format!(
            "}} else if ((!hdr.ipv4.isValid() || hdr.ipv4.ecn != CE) && (!hdr.ipv6.isValid() || hdr.ipv6.ecn != CE)) {{\n    {drop}\n"
        );
    }
    text + "}\n"
}

fn cells_per_packet(source: &Source) -> u32 {
    PACKET_BYTES.div_ceil(source.program.profile.depth_unit.bytes())
}

/// The software switch's metadata as the control's inputs.
fn inputs(source: &Source) -> String {
    let sizing = source.program.placement.sizing;
    let port = sizing.index_bits(RegisterScope::Port);
    let queue = sizing.index_bits(RegisterScope::Queue) - port;
    let depth = if source.at_enqueue() { "enq_qdepth" } else { "deq_qdepth" };
    let converted = |(intrinsic, name, from, factor): (Intrinsic, &str, String, u32)| {
        let width = source.program.profile.input(intrinsic).map_or(32, |input| input.width);
        let largest = u32::MAX >> (32 - width);
        let product = if factor == 1 { from.clone() } else { format!("({from} * {factor})") };
        format!(
            "if ({from} <= {}) {{\n    {name} = (bit<{width}>){product};\n}} else {{\n    {name} = {largest};\n}}\n",
            largest / factor
        )
    };
    let values = [
        (Intrinsic::Sojourn, "sojourn_ns", "standard_metadata.deq_timedelta".to_owned(), 1_000),
        (
            Intrinsic::Depth,
            "depth_cells",
            format!("(bit<32>)standard_metadata.{depth}"),
            cells_per_packet(source),
        ),
        (Intrinsic::Size, "packet_bytes", "standard_metadata.packet_length".to_owned(), 1),
    ];
    let text = format!(
        "stamp_ns = standard_metadata.egress_global_timestamp * 1000;\n{}queue_index = standard_metadata.egress_port[{}:0] ++ \
         standard_metadata.priority[{}:0];\n",
        values.into_iter().map(converted).collect::<String>(),
        port - 1,
        queue - 1
    );
    indented(&text, 12)
}

/// Inputs of the control from the header of a test.
fn carried(source: &Source) -> String {
    let bits = |intrinsic| source.program.profile.input(intrinsic).map_or(32, |input| input.width);
    let inputs = [
        ("sojourn_ns", bits(Intrinsic::Sojourn)),
        ("depth_cells", bits(Intrinsic::Depth)),
        ("packet_bytes", bits(Intrinsic::Size)),
        ("queue_index", source.program.placement.sizing.index_bits(RegisterScope::Queue)),
    ];
    let copied = |(name, bits): (&str, u32)| format!("    {name} = hdr.inputs.{name}[{}:0];\n", bits - 1);
    let copied: String = inputs.into_iter().map(copied).collect();
    let text = format!("if (hdr.inputs.isValid()) {{\n    stamp_ns = hdr.inputs.stamp_ns;\n{copied}}}\n");
    indented(&text, 12)
}

/// Every line behind n spaces.
fn indented(text: &str, depth: usize) -> String {
    text.lines().map(|line| format!("{:depth$}{line}\n", "")).collect()
}
