//! Packet test: the vectors in the format of the P4 compiler's own tests, STF.
//!
//! The format says packets in, packets out and table entries; it can set neither a time nor the length of a queue. A header of
//! each packet therefore holds the inputs of the control, and a shell for tests reads them from it. Every packet is ECN-capable, so
//! that each mark is seen. Contents of registers are seen by later marks only, so that queues follow that begin to stand.

use super::events::episodes;
use super::shell::test_shell;
use super::source::Source;
use super::write::write;
use super::{Target, Unwritable};
use etherparse::{EtherType, Ethernet2Header, IpEcn, IpNumber, Ipv4Header, Ipv6Header};
use freeboard_dataplane::RegisterScope;
use freeboard_pipeline::{Fault, Intrinsic, Machine, Op, Packet, Place};

/// A program and the packets for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PacketTest {
    /// The shell for tests, with the control included.
    pub program: String,
    /// Packets in and packets out, with the entry that forwards them.
    pub script: String,
}

/// EtherType of the inputs: local experimental 1 of IEEE 802, as in the shell for tests.
const INPUTS: EtherType = EtherType(0x88b5);
/// Addresses of the local kind: the sender's, and the one that the entry forwards.
const ADDRESSES: [[u8; 6]; 2] = [[2, 0, 0, 0, 0, 1], [2, 0, 0, 0, 0, 2]];
/// Port that packets enter by, and the one that they leave by.
const PORTS: [u32; 2] = [0, 1];

/// Runs packets through the placed program, from registers of 0, and writes them as a test of the software switch that includes
/// the control of [`write()`] as `control_file`. None without a form for it: the program draws, or the target refuses it.
///
/// # Errors
/// A rule of the pipeline that a packet breaks.
pub fn packet_test(
    source: &Source,
    packets: &[(Place, Packet)],
    control_file: &str,
) -> Result<Option<PacketTest>, Fault> {
    let program = &source.program;
    let draws = program.graph.nodes.iter().any(|node| matches!(node.op, Op::Random { .. }));
    let written: Result<String, Unwritable> = write(source, Target::V1model);
    if draws || written.is_err() {
        return Ok(None);
    }
    let mut machine = Machine::new(program, program.placement.sizing);
    let [from, to] = PORTS;
    let mut script = format!(
        "# {}, graph {:08x}: packets that hold the inputs of the control behind Ethernet, in order, from registers of 0.\n\
         # The queue of port {to} must hold all that wait.\nadd Ingress.forward ethernet.dst_addr:0x{} Ingress.send(port:{to})\n",
        source.id(),
        program.graph.hash(),
        hex(&ADDRESSES[1])
    );
    let stamp = |(_, packet): &(Place, Packet)| {
        u64::from(packet.get(Intrinsic::NowHigh)) << 32 | u64::from(packet.get(Intrinsic::Now))
    };
    let behind = episodes(source, packets.iter().map(stamp).max().unwrap_or_default());
    for (number, (place, packet)) in packets.iter().chain(&behind).enumerate() {
        let marked = machine.packet(*place, packet)?;
        let capable = if number % 3 == 0 { IpEcn::Ect1 } else { IpEcn::Ect0 };
        let leaves = if marked { IpEcn::CongestionExperienced } else { capable };
        for (word, port, ecn) in [("packet", from, capable), ("expect", to, leaves)] {
            script += &format!("{word} {port} {}\n", hex(&bytes(source, *place, packet, number, ecn)));
        }
    }
    Ok(Some(PacketTest { program: test_shell(source, control_file), script }))
}

/// A packet: Ethernet, the inputs, and IPv4 and IPv6 by turns.
fn bytes(source: &Source, place: Place, packet: &Packet, number: usize, ecn: IpEcn) -> Vec<u8> {
    let [source_address, destination] = ADDRESSES;
    let ethernet = Ethernet2Header { source: source_address, destination, ether_type: INPUTS };
    let mut bytes = ethernet.to_bytes().to_vec();
    let sizing = source.program.placement.sizing;
    let queue_bits = sizing.index_bits(RegisterScope::Queue) - sizing.index_bits(RegisterScope::Port);
    bytes.extend(&packet.get(Intrinsic::NowHigh).to_be_bytes()[2..]);
    bytes.extend(packet.get(Intrinsic::Now).to_be_bytes());
    bytes.extend(packet.get(Intrinsic::Sojourn).to_be_bytes());
    bytes.extend(packet.get(Intrinsic::Depth).to_be_bytes());
    bytes.extend(packet.get(Intrinsic::Size).to_be_bytes());
    bytes.extend(((place.port << queue_bits | place.queue) as u16).to_be_bytes());
    if number.is_multiple_of(2) {
        let mut header = Ipv4Header {
            ecn,
            total_len: Ipv4Header::MIN_LEN_U16,
            identification: number as u16,
            time_to_live: 64,
            protocol: IpNumber::EXPERIMENTAL_AND_TESTING_0,
            source: [192, 0, 2, 1],
            destination: [192, 0, 2, 2],
            ..Ipv4Header::default()
        };
        header.header_checksum = header.calc_header_checksum();
        bytes.extend(EtherType::IPV4.0.to_be_bytes());
        bytes.extend(header.to_bytes());
    } else {
        let mut header =
            Ipv6Header { next_header: IpNumber::IPV6_NO_NEXT_HEADER, hop_limit: 64, ..Ipv6Header::default() };
        header.set_ecn(ecn);
        bytes.extend(EtherType::IPV6.0.to_be_bytes());
        bytes.extend(header.to_bytes());
    }
    bytes
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
